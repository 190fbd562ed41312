// SPDX-License-Identifier: GPL-3.0-or-later
// The compute ceilings, measured: host side.
#pragma once

#include "core/backend.h"

#include <optional>
#include <stop_token>

namespace zg {

/// Why this device cannot run it, or nothing.
[[nodiscard]] std::optional<Error> lacksCompute(const Device& device, const Request& request);

/// As Backend::run, for requests of Probe::Compute. The device is current. Throws CudaFailure, WrongResultFailure.
[[nodiscard]] Result<RunState> runCompute(const Device& device, const Request& request, std::stop_token stop,
                                          RunListener& listener);

} // namespace zg
