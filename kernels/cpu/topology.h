// SPDX-License-Identifier: GPL-3.0-or-later
// This computer as a Device: its caches and memory as hwloc reports them, its registers as the architecture's manual
// defines them, its theoretical ceilings as peaks.h knows them. Measures nothing but the clock, and that only where the
// system does not report it.
#pragma once

#include "core/device.h"
#include "core/result.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace zg::cpu {

inline constexpr std::string_view deviceId = "cpu";

/// This computer. Levels that the system does not tell (a VM without cache topology, an ARM without L3) are absent.
/// Errors: DeviceOther where hwloc cannot start.
[[nodiscard]] Result<Device> describeCpu();

/// Memory that a new allocation may take without swapping or hitting a limit of this process's control group.
/// Units: bytes. Source: MemAvailable of /proc/meminfo and memory.max of the control groups above. 0 where unknown.
[[nodiscard]] std::int64_t availableMemoryBytes();

} // namespace zg::cpu
