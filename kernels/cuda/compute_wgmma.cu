// SPDX-License-Identifier: GPL-3.0-or-later
// Measures the ceiling of the tensor cores of 9.0 through wgmma, operands in shared memory. Compiled for sm_90a only.
// What could fool it, and how that is met:
//  - gaps between instructions: two warpgroups, each with one group of instructions running while the next is issued;
//  - shared memory as the limit: 64 x 256 asks for 10 KiB in 128 cycles, of the 16 KiB that it delivers;
//  - operands that switch nothing: random, the next 32 bytes of k with every instruction;
//  - short accumulators: sums stay below 2^24, those of FP8 below 2^13, since the tensor cores keep 14 bits of them
//    (DeepSeek-V3 technical report, arXiv 2412.19437, section 3.3.2), so they start again from 0 after some steps, as
//    in a matrix product;
//  - a wrong descriptor, which reads other lines and is as fast: every accumulator is compared, in integers that FP32
//    holds exactly, with the product of the matrices that were laid down.
#include "kernels/cuda/compute_launch.cuh"
#include "kernels/cuda/small_integers.h"
#include "kernels/cuda/wgmma.cuh"

namespace zg {
namespace {

constexpr int warpgroups = 2;
constexpr int warpgroupThreads = 128;
constexpr int threads = warpgroups * warpgroupThreads;
constexpr int steps = 4; // additions of one line's k to an accumulator before it starts again
// Of an operand's magnitude. Four steps of k = 128 sum up to 905 (standard deviation) with 7, of k = 64 to 174,000 with
// 127: the bounds of 2^13 and 2^24 are nine and 97 of them away.
constexpr int mostFp8 = 7, mostOther = 127;
constexpr int aBytes = warpgroups * wgmma::rows * wgmma::rowBytes;
constexpr int bBytes = wgmma::columns * wgmma::rowBytes;
constexpr int alignment = 1024;

/// A format and its instruction.
template <int exponentBits, int mantissaBits, class Element_>
struct Format {
    using Element = Element_;
    static constexpr int most = sizeof(Element) == 1 ? mostFp8 : mostOther;
    static constexpr int depth = wgmma::rowBytes / static_cast<int>(sizeof(Element)); ///< of one line
    __device__ static Element encoded(int value) {
        return static_cast<Element>(encodeSmallInteger<exponentBits, mantissaBits>(value));
    }
};
struct Bf16 : Format<8, 7, std::uint16_t> {
    __device__ static void multiply(float (&c)[wgmma::accumulators], std::uint64_t a, std::uint64_t b, bool more) {
        wgmma::multiplyBf16(c, a, b, more);
    }
};
struct Fp16 : Format<5, 10, std::uint16_t> {
    __device__ static void multiply(float (&c)[wgmma::accumulators], std::uint64_t a, std::uint64_t b, bool more) {
        wgmma::multiplyFp16(c, a, b, more);
    }
};
struct Tf32 : Format<8, 23, std::uint32_t> {
    __device__ static void multiply(float (&c)[wgmma::accumulators], std::uint64_t a, std::uint64_t b, bool more) {
        wgmma::multiplyTf32(c, a, b, more);
    }
};
struct Fp8 : Format<4, 3, std::uint8_t> { // E4M3
    __device__ static void multiply(float (&c)[wgmma::accumulators], std::uint64_t a, std::uint64_t b, bool more) {
        wgmma::multiplyFp8(c, a, b, more);
    }
};

/// Element k of a line of this block: rows of A (0 .. 127), then columns of B.
template <class F>
__device__ int element(std::uint32_t line, int k, std::uint32_t seed) {
    constexpr std::uint32_t lines = (aBytes + bBytes) / wgmma::rowBytes;
    return smallInteger<F::most>((blockIdx.x * lines + line) * F::depth + k, seed);
}

template <class F>
__device__ void layDown(unsigned char* tiles, std::uint32_t seed) {
    constexpr int elements = (aBytes + bBytes) / static_cast<int>(sizeof(typename F::Element));
    for (int i = threadIdx.x; i < elements; i += threads) {
        const int line = i / F::depth, k = i % F::depth;
        // Eight lines are 1024 bytes, and A's are a multiple of eight: one rule for both tiles.
        auto* at = tiles + wgmma::swizzled(line, k * static_cast<int>(sizeof(typename F::Element)));
        *reinterpret_cast<typename F::Element*>(at) = F::encoded(element<F>(line, k, seed));
    }
    wgmma::fenceShared();
    __syncthreads();
}

template <class F>
__global__ void __launch_bounds__(threads, 1) wgmmaKernel(ComputeWork work, ComputeReport report) {
    extern __shared__ unsigned char memory[];
    const auto misaligned = static_cast<std::uint32_t>(__cvta_generic_to_shared(memory)) % alignment;
    unsigned char* tiles = memory + (alignment - misaligned) % alignment;
    layDown<F>(tiles, work.seed);

    const int warpgroup = threadIdx.x / warpgroupThreads, thread = threadIdx.x % warpgroupThreads;
    const std::uint64_t a = wgmma::descriptor(tiles + warpgroup * wgmma::rows * wgmma::rowBytes);
    const std::uint64_t b = wgmma::descriptor(tiles + aBytes);
    float c[wgmma::accumulators];
    for (float& one : c) one = 0;

    const BlockClock clock = BlockClock::start();
#pragma unroll 1
    for (std::uint32_t tile = 0; tile < work.tiles; ++tile) {
#pragma unroll 1
        for (int step = 0; step < steps; ++step) {
            wgmma::fence();
#pragma unroll
            for (int part = 0; part < wgmma::rowBytes / wgmma::stepBytes; ++part)
                F::multiply(c, a + part * wgmma::stepBytes / 16, b + part * wgmma::stepBytes / 16,
                            step > 0 || part > 0);
            wgmma::commit();
            wgmma::wait<1>();
        }
    }
    wgmma::wait<0>();
    clock.finish(report.times, __syncthreads_or(c[0] == 0.5f));

    // Takes the sums of products away again: all must come to 0, and in between everything is an integer below 2^24.
#pragma unroll 1
    for (int k = 0; k < F::depth; ++k)
#pragma unroll
        for (int i = 0; i < wgmma::accumulators; ++i)
            c[i] -=
                static_cast<float>(steps * element<F>(warpgroup * wgmma::rows + wgmma::rowOf(thread, i), k, work.seed) *
                                   element<F>(warpgroups * wgmma::rows + wgmma::columnOf(thread, i), k, work.seed));
    unsigned wrong = 0;
    for (const float one : c) wrong += one != 0 ? 1 : 0;
    reportCompute(report, wrong, 2.0 * warpgroups * wgmma::rows * wgmma::columns * F::depth * steps * work.tiles);
}

template <class F>
ComputeTimes launch(const ComputeWork& work) {
    return launchCompute(wgmmaKernel<F>, threads, 1, aBytes + bBytes + alignment, work);
}

} // namespace

ComputeTimes timeWgmma(Arithmetic arithmetic, const ComputeWork& work) {
    switch (arithmetic) {
    case Arithmetic::Tf32Tensor: return launch<Tf32>(work);
    case Arithmetic::Bf16Tensor: return launch<Bf16>(work);
    case Arithmetic::Fp16Tensor: return launch<Fp16>(work);
    case Arithmetic::Fp8Tensor: return launch<Fp8>(work);
    default: throw WrongResultFailure("not an arithmetic of wgmma");
    }
}

} // namespace zg
