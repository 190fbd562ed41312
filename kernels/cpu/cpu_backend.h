// SPDX-License-Identifier: GPL-3.0-or-later
// The backend of this computer's CPU: latency, bandwidth, compute ceilings and the matmul ladder.
#pragma once

#include "core/backend.h"

#include <memory>

namespace zg::cpu {

/// Looks once for what the probes may lack (OpenBLAS). Errors: DeviceOther where the system does not describe its CPU.
[[nodiscard]] Result<std::unique_ptr<Backend>> openCpu();

} // namespace zg::cpu
