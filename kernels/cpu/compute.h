// SPDX-License-Identifier: GPL-3.0-or-later
// The compute ceilings of a CPU, measured: multiply-adds in FP32 and FP64, on one core or on all.
#pragma once

#include "core/backend.h"

#include <optional>
#include <stop_token>

namespace zg::cpu {

/// Why it cannot run here: only Fp32 and Fp64 are measured on a CPU.
[[nodiscard]] std::optional<Error> lacksCompute(const Request& request);

/// As Backend::run, for requests of Probe::Compute. Errors: WrongResult where a chain does not end as it must.
[[nodiscard]] Result<RunState> runCompute(const Request& request, const std::stop_token& stop, RunListener& listener);

} // namespace zg::cpu
