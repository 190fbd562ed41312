// SPDX-License-Identifier: GPL-3.0-or-later
// Measures how fast all SMs together read, write or copy a working set in global memory, lap after lap. What could fool
// it, and how that is met:
//  - too little in flight: every thread has `unroll` accesses of 16 bytes on their way before it uses the first;
//  - loads that are removed: ptxas drops a load whose value nobody reads, asm volatile or not, so all words are added
//    up, and the sum must be that of the pattern that lies there;
//  - stores that are still on their way at the end: each thread fences its own before the block's clock is read, and
//    the host compares what was written with the pattern, place by place;
//  - the additions: four 32-bit words take two three-operand additions, a third of what the SM can issue while L1
//    delivers 16 bytes to each lane;
//  - address arithmetic: one position, one wrap, one multiply-add an access;
//  - a level that answers although it should not: bandwidth.cpp says what each traversal and path reaches.
#pragma once

#include "kernels/cuda/block_clock.cuh"
#include "kernels/cuda/check.h"
#include "kernels/cuda/pattern.h"
#include "kernels/cuda/stream.h"
#include "kernels/cuda/warp_way.h"

#include <algorithm>

namespace zg {
namespace { // each file that includes this has kernels of its own

// Threads that an SM can hold: CUDA C++ Programming Guide 13.0, technical specifications per compute capability.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
inline constexpr int threadsPerSm = 1024;
#elif defined(__CUDA_ARCH__) && ((__CUDA_ARCH__ > 800 && __CUDA_ARCH__ < 900) || __CUDA_ARCH__ >= 1200)
inline constexpr int threadsPerSm = 1536;
#else
inline constexpr int threadsPerSm = 2048;
#endif

constexpr int residentBlocks(int threads, int blocksPerSm) {
    return blocksPerSm * threads <= threadsPerSm ? blocksPerSm : threadsPerSm / threads;
}

template <bool throughL1>
__device__ uint4 loadElement(const uint4* address) {
    uint4 value;
    if constexpr (throughL1)
        asm volatile("ld.global.ca.v4.u32 {%0, %1, %2, %3}, [%4];"
                     : "=r"(value.x), "=r"(value.y), "=r"(value.z), "=r"(value.w)
                     : "l"(address)
                     : "memory");
    else
        asm volatile("ld.global.cg.v4.u32 {%0, %1, %2, %3}, [%4];"
                     : "=r"(value.x), "=r"(value.y), "=r"(value.z), "=r"(value.w)
                     : "l"(address)
                     : "memory");
    return value;
}

/// L1 writes through: both forms end in the L2.
template <bool throughL1>
__device__ void storeElement(uint4* address, const uint4& value) {
    if constexpr (throughL1)
        asm volatile("st.global.wb.v4.u32 [%0], {%1, %2, %3, %4};" ::"l"(address), "r"(value.x), "r"(value.y),
                     "r"(value.z), "r"(value.w)
                     : "memory");
    else
        asm volatile("st.global.cg.v4.u32 [%0], {%1, %2, %3, %4};" ::"l"(address), "r"(value.x), "r"(value.y),
                     "r"(value.z), "r"(value.w)
                     : "memory");
}

/// This lane's place in a unit, in one instruction, which the compiler takes apart where it may.
template <class Element>
__device__ Element* placeIn(Element* laneOfFirst, std::uint32_t unit) {
    Element* place;
    asm("mad.wide.u32 %0, %1, %2, %3;" : "=l"(place) : "r"(unit), "n"(patternUnitBytes), "l"(laneOfFirst));
    return place;
}

/// `accesses` of one warp along its way, all on their way before the first is used.
template <Access access, bool throughL1, int accesses>
__device__ void visit(WarpWay& way, const uint4* source, uint4* target, std::uint32_t firstUnit, std::uint32_t seed,
                      std::uint32_t& sum) {
    const std::uint32_t lane = threadIdx.x % patternUnitElements;
    if constexpr (access == Access::Write) {
#pragma unroll
        for (int k = 0; k < accesses; ++k) {
            const std::uint32_t unit = way.next();
            storeElement<throughL1>(placeIn(target, unit), patternAt(firstUnit + unit, lane, seed));
        }
    } else {
        uint4 values[accesses];
        WarpWay stores = way;
#pragma unroll
        for (int k = 0; k < accesses; ++k) values[k] = loadElement<throughL1>(placeIn(source, way.next()));
#pragma unroll
        for (int k = 0; k < accesses; ++k) {
            if constexpr (access == Access::Read) sum += sumOf(values[k]);
            else storeElement<throughL1>(placeIn(target, stores.next()), values[k]);
        }
    }
}

template <Access access, bool throughL1, int unroll>
__device__ void walk(WarpWay way, const uint4* source, uint4* target, std::uint32_t firstUnit, std::uint32_t seed,
                     std::uint32_t& sum) {
#pragma unroll 1
    for (; way.count >= unroll; way.count -= unroll)
        visit<access, throughL1, unroll>(way, source, target, firstUnit, seed, sum);
#pragma unroll 1
    for (; way.count > 0; --way.count) visit<access, throughL1, 1>(way, source, target, firstUnit, seed, sum);
}

template <Access access, bool throughL1, int threads, int blocksPerSm, int unroll>
__global__ void __launch_bounds__(threads, residentBlocks(threads, blocksPerSm))
    streamKernel(StreamWork work, BlockTimes* times, std::uint32_t* sumOfAll) {
    constexpr std::uint32_t warps = threads / patternUnitElements;
    const std::uint32_t warp = threadIdx.x / patternUnitElements, lane = threadIdx.x % patternUnitElements;
    const bool slices = work.traversal == Traversal::Slices;
    const std::uint32_t units = slices ? work.units / gridDim.x : work.units;
    const std::uint32_t firstUnit = slices ? units * blockIdx.x : 0;
    const std::uint32_t walkers = slices ? warps : warps * gridDim.x;
    const std::uint32_t own = slices ? warp : warps * blockIdx.x + warp;
    const std::uint64_t first = std::uint64_t{firstUnit} * patternUnitElements + lane;
    const uint4* source = work.source + first;
    uint4* target = work.target + first;

    std::uint32_t sum = 0;
    const std::uint32_t ofPattern = work.firstUnit + firstUnit;
    const auto go = [&](std::uint32_t laps) {
        walk<access, throughL1, unroll>(WarpWay(units, walkers, own, laps), source, target, ofPattern, work.seed, sum);
    };
    if (work.warm) go(1);
    __syncthreads();
    const BlockClock clock = BlockClock::start();
    go(work.laps);
    // Nobody passes before its loads have arrived, since the vote needs the sum, nor before its stores have.
    if constexpr (access != Access::Read) __threadfence();
    const int vote = __syncthreads_or(sum == 0x5A5A5A5Au);
    clock.finish(times, vote);
    if constexpr (access == Access::Read) atomicAdd(sumOfAll, sum);
}

/// One launch of one shape. @param scratch streamScratchBytes() of device memory; @param lapSum of the pattern in the
/// working set, for reads. Throws CudaFailure, WrongResultFailure.
template <Access access, bool throughL1, int threads, int blocksPerSm, int unroll>
LaunchTimes launchStream(const StreamWork& work, int smCount, void* scratch, std::uint32_t lapSum) {
    constexpr auto kernel = streamKernel<access, throughL1, threads, blocksPerSm, unroll>;
    int perSm = 0; // all must be there at once: a second wave would read what the first one left
    ZG_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&perSm, kernel, threads, 0));
    const int blocks = smCount * std::min(blocksPerSm, perSm);
    auto* sum = static_cast<std::uint32_t*>(scratch);
    auto* times = reinterpret_cast<BlockTimes*>(static_cast<char*>(scratch) + streamSumBytes);
    ZG_CUDA(cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout, 0));
    ZG_CUDA(cudaMemsetAsync(sum, 0, sizeof *sum));
    kernel<<<blocks, threads>>>(work, times, sum);
    ZG_CUDA(cudaGetLastError());
    const LaunchTimes took = fetchLaunchTimes(times, blocks);
    if constexpr (access == Access::Read) {
        std::uint32_t found = 0;
        ZG_CUDA(cudaMemcpy(&found, sum, sizeof found, cudaMemcpyDeviceToHost));
        if (found != lapSum * (work.laps + (work.warm ? 1 : 0)))
            throw WrongResultFailure("what was read is not what lies there");
    }
    return took;
}

} // namespace
} // namespace zg
