// SPDX-License-Identifier: GPL-3.0-or-later
// The latency probes of a CPU: the staircase of the pointer chase and the FMA chain, on one pinned core.
#pragma once

#include "core/backend.h"

#include <stop_token>

namespace zg::cpu {

/// As Backend::run, for requests of Probe::Chase.
[[nodiscard]] Result<RunState> runChase(const Device& device, const Request& request, const std::stop_token& stop,
                                        RunListener& listener);

/// As Backend::run, for requests of Probe::FmaLatency. Needs hasFma().
[[nodiscard]] Result<RunState> runFmaLatency(const Request& request, const std::stop_token& stop,
                                             RunListener& listener);

} // namespace zg::cpu
