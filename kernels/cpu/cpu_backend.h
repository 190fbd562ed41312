// SPDX-License-Identifier: GPL-3.0-or-later
// The backend of this computer's CPU: the chase and the FMA chain on one pinned core.
#pragma once

#include "core/backend.h"

#include <memory>

namespace zg::cpu {

/// Errors: DeviceOther where the system does not describe its CPU.
[[nodiscard]] Result<std::unique_ptr<Backend>> openCpu();

} // namespace zg::cpu
