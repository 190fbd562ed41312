// SPDX-License-Identifier: GPL-3.0-or-later
// Bandwidth of every level by working set, measured: host side.
#pragma once

#include "core/backend.h"

#include <optional>
#include <stop_token>

namespace zg {

/// Why this device cannot run it, or nothing.
[[nodiscard]] std::optional<Error> lacksBandwidth(const Device& device, const Request& request);

/// As Backend::run, for requests of Probe::Bandwidth. The device is current. Throws CudaFailure, WrongResultFailure.
[[nodiscard]] Result<RunState> runBandwidth(const Device& device, const Request& request, std::stop_token stop,
                                            RunListener& listener);

} // namespace zg
