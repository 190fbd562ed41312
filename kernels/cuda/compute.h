// SPDX-License-Identifier: GPL-3.0-or-later
// The compute ceilings, measured: host side.
#pragma once

#include "core/backend.h"

#include <optional>
#include <stop_token>

namespace zg {

/// Why this device cannot run it, or nothing: Fault::NeedsNewerGpu with the least compute capability. FP64 tensor,
/// TF32 and BF16 need 8.0, FP16 7.5, FP8 8.9 (PTX ISA, mma.sync).
[[nodiscard]] std::optional<Error> lacksCompute(const Device& device, const Request& request);

/// As Backend::run, for requests of Probe::Compute: one row. The tensor cores of 9.0 go through wgmma, all others, and
/// FP64 everywhere, through mma.sync; a note says which. The device is current. Throws CudaFailure, WrongResultFailure.
[[nodiscard]] Result<RunState> runCompute(const Device& device, const Request& request, std::stop_token stop,
                                          RunListener& listener);

} // namespace zg
