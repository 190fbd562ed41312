// SPDX-License-Identifier: GPL-3.0-or-later
// The matmul ladder, measured: data, reference, check, timing. The rungs are in the files beside this one.
#pragma once

#include "core/backend.h"

#include <optional>
#include <stop_token>

namespace zg {

/// Why this device cannot run that variant, or nothing.
[[nodiscard]] std::optional<Error> lacksMatmul(const Device& device, const Request& request);

/// As Backend::run, for requests of Probe::Matmul. The device is current. Throws CudaFailure.
[[nodiscard]] Result<RunState> runMatmul(const Device& device, const Request& request, std::stop_token stop,
                                         RunListener& listener);

namespace matmul {

class Rung;

/// The same with the rung given: also for one that is no variant's, as tests have. Throws CudaFailure, LibraryFailure.
[[nodiscard]] Result<RunState> runRung(Rung& rung, const Device& device, const Request& request, std::stop_token stop,
                                       RunListener& listener);

/// Major * 10 + minor of the device's compute capability; 0 where it is not known.
[[nodiscard]] int capabilityOf(const Device& device);

} // namespace matmul

} // namespace zg
