// SPDX-License-Identifier: GPL-3.0-or-later
// The one door to the backends of this computer, for the two mains.
#pragma once

#include "core/backend.h"

namespace zg {

/// Every GPU that CUDA sees, then this CPU. `find` never fails: it says in Found::noGpu why there is no GPU.
[[nodiscard]] DeviceSource liveDevices();

} // namespace zg
