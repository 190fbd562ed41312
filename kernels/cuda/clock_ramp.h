// SPDX-License-Identifier: GPL-3.0-or-later
// Brings the SM clock up before anything is timed: an idle GPU runs at a fraction of it.
#pragma once

#include "core/backend.h"

#include <stop_token>

namespace zg {

/// Spins until the clock is steady and near the highest the driver reports, half a second at most; says so where it
/// stays unsteady. @param scratch opScratchBytes() of device memory @return false where asked to stop. Throws
/// CudaFailure.
[[nodiscard]] bool rampClock(const Device& device, void* scratch, const std::stop_token& stop, RunListener& listener);

} // namespace zg
