// SPDX-License-Identifier: GPL-3.0-or-later
// Measures the ceiling of the ordinary arithmetic units: independent fused multiply-adds on registers by all SMs. What
// could fool it, and how that is met:
//  - dependent operations: 16 accumulators a thread, four warps a scheduler;
//  - the register file: an FMA reads three registers, and its two banks give two a cycle. All 16 accumulators in turn
//    take the same factor and the same addend, which stay in the operand cache, so one is read. With a product of two
//    operands for every accumulator (4 x 4 of them) an H200 gave 56.2 TFLOP/s in FP32 and 26.7 in FP64, 84 and 80 %
//    of its units; this way 65.2 and 30.7;
//  - the loop itself: where the units take a warp's FMA every cycle, every other instruction costs one, so a turn of
//    the loop has 512 of them (FP64: 256);
//  - operations that are folded or removed: each is asm volatile, the operands are known at run time only, and every
//    accumulator is compared with what integer arithmetic gives. The factor is -1, so an accumulator changes its sign
//    with every operation; turns of an odd number of them add d and e alternately, so with every two turns it moves on
//    by e - d. (d and e alternating with every operation cost 6 %, since the cache holds one addend.)
#include "kernels/cuda/compute_launch.cuh"
#include "kernels/cuda/small_integers.h"

namespace zg {
namespace {

constexpr int threads = 512;
constexpr int blocksPerSm = 1;
constexpr int sums = 16;
constexpr int turns = 32; // of the loop before the accumulators start again; even
constexpr int most = 127; // of an operand's magnitude: 16 x 254 + 254 is exact in FP32

/// sum = -sum + addend.
__device__ void multiplyAdd(float& sum, float factor, float addend) {
    asm volatile("fma.rn.f32 %0, %0, %1, %2;" : "+f"(sum) : "f"(factor), "f"(addend));
}
__device__ void multiplyAdd(double& sum, double factor, double addend) {
    asm volatile("fma.rn.f64 %0, %0, %1, %2;" : "+d"(sum) : "d"(factor), "d"(addend));
}

/// @tparam steps operations on an accumulator in a turn; odd
template <class Number, int steps>
__global__ void __launch_bounds__(threads, blocksPerSm) fmaKernel(ComputeWork work, ComputeReport report) {
    const std::uint32_t first = (blockIdx.x * threads + threadIdx.x) * (sums + 2);
    const auto start = [&](int i) { return smallInteger<most>(first + i, work.seed); };
    const Number factor = work.smCount > 0 ? -1 : 1; // always -1, which the compiler does not know
    const Number d = start(sums), e = start(sums + 1);
    static_assert(steps % 2 == 1 && turns % 2 == 0);
    Number sum[sums];
    __syncthreads();
    const BlockClock clock = BlockClock::start();
#pragma unroll 1
    for (std::uint32_t tile = 0; tile < work.tiles; ++tile) {
#pragma unroll
        for (int i = 0; i < sums; ++i) sum[i] = start(i);
        Number addend = d, other = e;
#pragma unroll 1
        for (int turn = 0; turn < turns; ++turn) {
#pragma unroll
            for (int step = 0; step < steps; ++step)
#pragma unroll
                for (int i = 0; i < sums; ++i) multiplyAdd(sum[i], factor, addend);
            const Number next = other;
            other = addend;
            addend = next;
        }
    }
    // The barrier's vote needs every accumulator, so the clock is read after the last operation.
    unsigned wrong = 0;
#pragma unroll
    for (int i = 0; i < sums; ++i)
        wrong +=
            sum[i] != static_cast<Number>(start(i) + turns / 2 * (static_cast<int>(e) - static_cast<int>(d))) ? 1 : 0;
    clock.finish(report.times, __syncthreads_or(wrong != 0));
    reportCompute(report, wrong, 2.0 * sums * steps * turns * threads * work.tiles);
}

} // namespace

std::size_t computeScratchBytes(int smCount) {
    return sizeof(ComputeTally) + sizeof(BlockTimes) * static_cast<std::size_t>(smCount * computeBlocksPerSmAtMost);
}

ComputeTimes timeFma(Arithmetic arithmetic, const ComputeWork& work) {
    if (arithmetic == Arithmetic::Fp64) return launchCompute(fmaKernel<double, 17>, threads, blocksPerSm, 0, work);
    return launchCompute(fmaKernel<float, 33>, threads, blocksPerSm, 0, work);
}

} // namespace zg
