// SPDX-License-Identifier: GPL-3.0-or-later
// Measures the ceiling of the ordinary arithmetic units: independent fused multiply-adds on registers by all SMs. What
// could fool it, and how that is met:
//  - dependent operations: 16 accumulators a thread, eight warps a scheduler where registers allow;
//  - the loop itself: where the units take a warp's FMA every cycle, every other instruction costs one, so a turn of
//    the loop has 512 of them;
//  - operations that are folded or removed: each is asm volatile, the operands are known at run time only, and every
//    accumulator is compared with the product that integer arithmetic gives;
//  - operands that switch nothing: as in a matrix product, each follows another pair of random values.
#include "kernels/cuda/compute_launch.cuh"
#include "kernels/cuda/small_integers.h"

namespace zg {
namespace {

constexpr int threads = 256;
constexpr int blocksPerSm = 4;
constexpr int side = 4;           // accumulators are side x side products of side + side operands
constexpr int steps = 1024;       // additions to an accumulator before it starts again
constexpr int most = 127;         // of an operand's magnitude: 1024 x 127 x 127 is below 2^24, exact in FP32
constexpr int stepsUnrolled = 32; // 512 operations

__device__ void multiplyAdd(float& sum, float a, float b) {
    asm volatile("fma.rn.f32 %0, %1, %2, %0;" : "+f"(sum) : "f"(a), "f"(b));
}
__device__ void multiplyAdd(double& sum, double a, double b) {
    asm volatile("fma.rn.f64 %0, %1, %2, %0;" : "+d"(sum) : "d"(a), "d"(b));
}

template <class Number>
__global__ void __launch_bounds__(threads, blocksPerSm) fmaKernel(ComputeWork work, ComputeReport report) {
    const std::uint32_t first = (blockIdx.x * threads + threadIdx.x) * 2 * side;
    Number a[side], b[side], sum[side][side];
    for (int i = 0; i < side; ++i) {
        a[i] = static_cast<Number>(smallInteger<most>(first + i, work.seed));
        b[i] = static_cast<Number>(smallInteger<most>(first + side + i, work.seed));
    }
    __syncthreads();
    const BlockClock clock = BlockClock::start();
#pragma unroll 1
    for (std::uint32_t tile = 0; tile < work.tiles; ++tile) {
        for (auto& row : sum)
            for (Number& one : row) one = 0;
#pragma unroll 1
        for (int turn = 0; turn < steps / stepsUnrolled; ++turn) {
#pragma unroll
            for (int step = 0; step < stepsUnrolled; ++step)
#pragma unroll
                for (int i = 0; i < side; ++i)
#pragma unroll
                    for (int j = 0; j < side; ++j) multiplyAdd(sum[i][j], a[i], b[j]);
        }
    }
    // The barrier's vote needs every accumulator, so the clock is read after the last operation.
    unsigned wrong = 0;
    for (int i = 0; i < side; ++i)
        for (int j = 0; j < side; ++j)
            wrong += sum[i][j] != static_cast<Number>(steps * static_cast<int>(a[i]) * static_cast<int>(b[j])) ? 1 : 0;
    clock.finish(report.times, __syncthreads_or(wrong != 0));
    reportCompute(report, wrong, 2.0 * side * side * steps * threads * work.tiles);
}

} // namespace

std::size_t computeScratchBytes(int smCount) {
    return sizeof(ComputeTally) + sizeof(BlockTimes) * static_cast<std::size_t>(smCount * computeBlocksPerSmAtMost);
}

ComputeTimes timeFma(Arithmetic arithmetic, const ComputeWork& work) {
    if (arithmetic == Arithmetic::Fp64) return launchCompute(fmaKernel<double>, threads, blocksPerSm, 0, work);
    return launchCompute(fmaKernel<float>, threads, blocksPerSm, 0, work);
}

} // namespace zg
