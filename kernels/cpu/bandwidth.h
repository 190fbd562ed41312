// SPDX-License-Identifier: GPL-3.0-or-later
// The bandwidth probe of a CPU: reads, writes and copies over growing working sets, on one core or on all.
#pragma once

#include "core/backend.h"

#include <optional>
#include <stop_token>

namespace zg::cpu {

/// Why it cannot run here: a CPU has no shared memory to ask for.
[[nodiscard]] std::optional<Error> lacksBandwidth(const Request& request);

/// As Backend::run, for requests of Probe::Bandwidth. Errors: OutOfMemory; WrongResult where a sum or a word written is
/// not what it must be.
[[nodiscard]] Result<RunState> runBandwidth(const Device& device, const Request& request, const std::stop_token& stop,
                                            RunListener& listener);

} // namespace zg::cpu
