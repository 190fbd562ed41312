// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks to launches.
#include "kernels/cuda/block_times.h"

#include "kernels/cuda/check.h"

#include <algorithm>
#include <set>

namespace zg {

LaunchTimes launchTimes(std::span<const BlockTimes> blocks) {
    if (blocks.empty()) throw WrongResultFailure("a launch of no blocks");
    long long start = blocks.front().startNanoseconds, end = blocks.front().endNanoseconds;
    double cycles = 0, nanoseconds = 0;
    std::set<unsigned> sms;
    for (const BlockTimes& block : blocks) {
        start = std::min(start, block.startNanoseconds);
        end = std::max(end, block.endNanoseconds);
        // Summed, so that a coarse %globaltimer, which may stand still for 1 us, is averaged over the blocks.
        cycles += static_cast<double>(block.cycles);
        nanoseconds += static_cast<double>(block.endNanoseconds - block.startNanoseconds);
        sms.insert(block.smid);
    }
    if (end <= start || !(cycles > 0) || !(nanoseconds > 0)) throw WrongResultFailure("the clock did not advance");
    return {static_cast<double>(end - start), 1e9 * cycles / nanoseconds, static_cast<int>(sms.size())};
}

LaunchTimes fetchLaunchTimes(const BlockTimes* onDevice, int blocks) {
    std::vector<BlockTimes> times(static_cast<std::size_t>(blocks));
    ZG_CUDA(cudaMemcpy(times.data(), onDevice, times.size() * sizeof(BlockTimes), cudaMemcpyDeviceToHost));
    return launchTimes(times);
}

} // namespace zg
