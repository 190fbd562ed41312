// SPDX-License-Identifier: GPL-3.0-or-later
// The device's side of block_times.h: one thread of a block reads both clocks where the block begins and ends.
#pragma once

#include "kernels/cuda/block_times.h"
#include "kernels/cuda/device_clock.cuh"

namespace zg {

/// Before start() and before finish() the block must have met at a barrier, the second time with its work complete:
/// loads used, stores fenced.
struct BlockClock {
    long long nanosecond, cycle;

    __device__ static BlockClock start() { return {globalNanoseconds(), clock64()}; }

    /// @param vote of a barrier that each thread passes with a value that needs all its work: __syncthreads_or
    __device__ void finish(BlockTimes* times, int vote) const {
        const long long endCycle = clock64(), endNanosecond = globalNanoseconds();
        if (threadIdx.x == 0) times[blockIdx.x] = {nanosecond, endNanosecond, endCycle - cycle, smid(), vote};
    }
};

} // namespace zg
