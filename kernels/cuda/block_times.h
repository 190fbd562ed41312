// SPDX-License-Identifier: GPL-3.0-or-later
// When each block of a measuring kernel began and ended its timed part: from them, how long the GPU as a whole took,
// at which clock, on how many SMs.
#pragma once

#include <span>
#include <vector>

namespace zg {

/// Written by one thread of each block; see block_clock.cuh.
struct BlockTimes {
    long long startNanoseconds, endNanoseconds; ///< %globaltimer
    long long cycles;                           ///< %clock64 between the same two moments
    unsigned smid;
    int vote; ///< of the block's last barrier; written so that the barrier's input cannot be removed
};

struct LaunchTimes {
    double nanoseconds = 0; ///< from the first block's start to the last block's end: all the work lies within it
    double clockHz = 0;     ///< of the SMs, seen between those moments
    int units = 0;          ///< SMs that took part
};

/// Throws WrongResultFailure where the clocks did not advance.
[[nodiscard]] LaunchTimes launchTimes(std::span<const BlockTimes> blocks);

/// Copies the times of `blocks` blocks from the device, which waits for the launch. Throws CudaFailure,
/// WrongResultFailure.
[[nodiscard]] LaunchTimes fetchLaunchTimes(const BlockTimes* onDevice, int blocks);

} // namespace zg
