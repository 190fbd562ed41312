// SPDX-License-Identifier: GPL-3.0-or-later
// What the compute kernels have in common: their report, their launch, the comparison of what they hold.
#pragma once

#include "kernels/cuda/block_clock.cuh"
#include "kernels/cuda/check.h"
#include "kernels/cuda/compute_kernels.h"

#include <algorithm>
#include <climits>

namespace zg {

inline constexpr int computeBlocksPerSmAtMost = 8;

/// Written by the kernel, before the blocks' times.
struct ComputeTally {
    unsigned long long wrong;   ///< accumulators that hold something else than they must
    unsigned long long threads; ///< that came to the end
    double flopPerBlock;        ///< of all tiles
    double unused;
};

struct ComputeReport {
    ComputeTally* tally;
    BlockTimes* times;
};

/// Called by every thread at the end. @param wrong of its accumulators
__device__ inline void reportCompute(const ComputeReport& report, unsigned wrong, double flopPerBlock) {
    if (wrong != 0) atomicAdd(&report.tally->wrong, static_cast<unsigned long long>(wrong));
    const int threads = __syncthreads_count(1);
    if (threadIdx.x != 0) return;
    atomicAdd(&report.tally->threads, static_cast<unsigned long long>(threads));
    report.tally->flopPerBlock = flopPerBlock;
}

/// Launches kernel(work, report) with as many blocks as fit on the SMs at once. Throws CudaFailure, WrongResultFailure.
template <class Kernel>
ComputeTimes launchCompute(Kernel kernel, int threads, int blocksPerSm, std::size_t sharedBytes,
                           const ComputeWork& work) {
    if (sharedBytes > 48 * 1024)
        ZG_CUDA(
            cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(sharedBytes)));
    int resident = 0;
    ZG_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel, threads, sharedBytes));
    const int blocks = work.smCount * std::clamp(resident, 1, std::min(blocksPerSm, computeBlocksPerSmAtMost));
    auto* tally = static_cast<ComputeTally*>(work.scratch);
    const ComputeReport report{tally, reinterpret_cast<BlockTimes*>(tally + 1)};
    ZG_CUDA(cudaMemsetAsync(tally, 0, sizeof *tally));
    kernel<<<blocks, threads, sharedBytes>>>(work, report);
    ZG_CUDA(cudaGetLastError());
    ComputeTally found{};
    ZG_CUDA(cudaMemcpy(&found, tally, sizeof found, cudaMemcpyDeviceToHost));
    if (found.wrong != 0 || found.threads != static_cast<unsigned long long>(blocks) * threads)
        throw WrongResultFailure("an accumulator does not hold the sum of its products");
    return {fetchLaunchTimes(report.times, blocks), found.flopPerBlock * blocks};
}

} // namespace zg
