// SPDX-License-Identifier: GPL-3.0-or-later
// Measures how fast an SM reads, writes or copies its shared memory. What could fool it, and how that is met:
//  - bank conflicts: each warp takes 512 bytes in a row, which is every bank four times in turn;
//  - loads that are removed: all words are added up, and the sum must be that of the pattern that lies there;
//  - stores that are removed or fail: afterwards every place is compared with what was to be written there;
//  - too little in flight: 32 warps, `unroll` accesses each;
//  - one fast SM: all of them work at once, and the time is that of all.
#include "kernels/cuda/shared_stream.h"

#include "kernels/cuda/block_clock.cuh"
#include "kernels/cuda/check.h"
#include "kernels/cuda/pattern.h"
#include "kernels/cuda/warp_way.h"

namespace zg {
namespace {

constexpr int threads = 1024;
constexpr std::uint32_t warps = threads / patternUnitElements;
constexpr int unroll = 4;

/// Before the blocks' times.
struct Tally {
    std::uint32_t sum, wrong, unused[2];
};

__device__ uint4 load(std::uint32_t address) {
    uint4 value;
    asm volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(value.x), "=r"(value.y), "=r"(value.z), "=r"(value.w)
                 : "r"(address)
                 : "memory");
    return value;
}

__device__ void store(std::uint32_t address, const uint4& value) {
    asm volatile("st.shared.v4.u32 [%0], {%1, %2, %3, %4};" ::"r"(address), "r"(value.x), "r"(value.y), "r"(value.z),
                 "r"(value.w)
                 : "memory");
}

/// What a write leaves at a place: the lane's own words with the unit mixed in, one operation a store, since a hash
/// would take as long as the store.
__device__ uint4 written(const uint4& ofLane, std::uint32_t unit) {
    return make_uint4(ofLane.x ^ unit, ofLane.y, ofLane.z, ofLane.w);
}

template <Access access, int accesses>
__device__ void visit(WarpWay& way, std::uint32_t source, std::uint32_t target, const uint4& ofLane,
                      std::uint32_t& sum) {
    constexpr auto unitBytes = static_cast<std::uint32_t>(patternUnitBytes);
    if constexpr (access == Access::Write) {
#pragma unroll
        for (int k = 0; k < accesses; ++k) {
            const std::uint32_t unit = way.next();
            store(target + unit * unitBytes, written(ofLane, unit));
        }
    } else {
        uint4 values[accesses];
        WarpWay stores = way;
#pragma unroll
        for (int k = 0; k < accesses; ++k) values[k] = load(source + way.next() * unitBytes);
#pragma unroll
        for (int k = 0; k < accesses; ++k) {
            if constexpr (access == Access::Read) sum += sumOf(values[k]);
            else store(target + stores.next() * unitBytes, values[k]);
        }
    }
}

template <Access access>
__global__ void __launch_bounds__(threads, 1) sharedStreamKernel(SharedWork work, BlockTimes* times, Tally* tally) {
    extern __shared__ uint4 set[];
    const std::uint32_t warp = threadIdx.x / patternUnitElements, lane = threadIdx.x % patternUnitElements;
    const std::uint32_t elements = work.units * patternUnitElements;
    uint4* targetSet = access == Access::Copy ? set + elements : set;
    for (std::uint32_t i = threadIdx.x; i < elements; i += threads) {
        if constexpr (access != Access::Write) set[i] = patternAt(i / patternUnitElements, lane, work.seed);
        if constexpr (access != Access::Read) targetSet[i] = make_uint4(0, 0, 0, 0); // poison
    }
    const auto base = static_cast<std::uint32_t>(__cvta_generic_to_shared(set));
    const std::uint32_t source = base + lane * sizeof(uint4);
    const std::uint32_t target = source + (access == Access::Copy ? elements * sizeof(uint4) : 0);
    const uint4 ofLane = patternAt(0, lane, work.seed);
    std::uint32_t sum = 0;
    __syncthreads();

    const BlockClock clock = BlockClock::start();
    WarpWay way(work.units, warps, warp, work.laps);
#pragma unroll 1
    for (; way.count >= unroll; way.count -= unroll) visit<access, unroll>(way, source, target, ofLane, sum);
#pragma unroll 1
    for (; way.count > 0; --way.count) visit<access, 1>(way, source, target, ofLane, sum);
    // Nobody passes before its loads have arrived, since the vote needs the sum, nor before its stores have.
    if constexpr (access != Access::Read) __threadfence_block();
    const int vote = __syncthreads_or(sum == 0x5A5A5A5Au);
    clock.finish(times, vote);

    if constexpr (access == Access::Read) {
        atomicAdd(&tally->sum, sum);
    } else {
        std::uint32_t wrong = 0;
        for (std::uint32_t i = threadIdx.x; i < elements; i += threads) {
            const std::uint32_t unit = i / patternUnitElements;
            const uint4 is = targetSet[i];
            const uint4 expected = access == Access::Copy ? patternAt(unit, lane, work.seed) : written(ofLane, unit);
            wrong += (is.x != expected.x || is.y != expected.y || is.z != expected.z || is.w != expected.w) ? 1 : 0;
        }
        if (wrong != 0) atomicAdd(&tally->wrong, wrong);
    }
}

template <Access access>
LaunchTimes launch(const SharedWork& work, int smCount, void* scratch) {
    auto* tally = static_cast<Tally*>(scratch);
    auto* times = reinterpret_cast<BlockTimes*>(tally + 1);
    const std::size_t bytes = work.units * patternUnitBytes * (access == Access::Copy ? 2 : 1);
    ZG_CUDA(cudaFuncSetAttribute(sharedStreamKernel<access>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                 static_cast<int>(bytes)));
    ZG_CUDA(cudaMemsetAsync(tally, 0, sizeof *tally));
    sharedStreamKernel<access><<<smCount, threads, bytes>>>(work, times, tally);
    ZG_CUDA(cudaGetLastError());
    Tally found{};
    ZG_CUDA(cudaMemcpy(&found, tally, sizeof found, cudaMemcpyDeviceToHost));
    std::uint32_t expected = 0;
    if (access == Access::Read) {
        for (std::uint32_t unit = 0; unit < work.units; ++unit)
            for (std::uint32_t lane = 0; lane < patternUnitElements; ++lane)
                expected += sumOf(patternAt(unit, lane, work.seed));
        expected *= work.laps * static_cast<std::uint32_t>(smCount);
    }
    if (found.sum != expected || found.wrong != 0)
        throw WrongResultFailure("shared memory held something else than what was written");
    return fetchLaunchTimes(times, smCount);
}

} // namespace

std::size_t sharedStreamScratchBytes(int smCount) {
    return sizeof(Tally) + sizeof(BlockTimes) * static_cast<std::size_t>(smCount);
}

LaunchTimes timeSharedStream(const SharedWork& work, Access access, int smCount, void* scratch) {
    switch (access) {
    case Access::Read: return launch<Access::Read>(work, smCount, scratch);
    case Access::Write: return launch<Access::Write>(work, smCount, scratch);
    case Access::Copy: return launch<Access::Copy>(work, smCount, scratch);
    }
    throw WrongResultFailure("not an access");
}

} // namespace zg
