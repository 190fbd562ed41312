// SPDX-License-Identifier: GPL-3.0-or-later
// Copies between the host's memory and the device's, timed.
#pragma once

#include "core/backend.h"

#include <stop_token>

namespace zg {

/// As Backend::run, for requests of Probe::Transfer. Sizes are multiples of 512 bytes; maxBytes 0 is 256 MiB, where a
/// link has long reached its rate. The device is current. Throws CudaFailure, WrongResultFailure.
[[nodiscard]] Result<RunState> runTransfer(const Device& device, const Request& request, std::stop_token stop,
                                           RunListener& listener);

} // namespace zg
