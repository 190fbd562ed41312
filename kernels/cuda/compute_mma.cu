// SPDX-License-Identifier: GPL-3.0-or-later
// Measures the ceiling of the tensor cores through mma.sync, operands in registers. On 9.0 that is not the chip's
// ceiling but this instruction's: compute_wgmma.cu has the other. What could fool it, and how that is met:
//  - dependent operations: each warp has several independent accumulators, each scheduler several warps;
//  - operations that are removed: all are asm volatile, and every accumulator is compared, in integers that FP32 holds
//    exactly, with the product of the matrices as PTX lays them out over a warp's lanes;
//  - short accumulators: sums stay below 2^24, those of FP8 below 2^13, since tensor cores keep 14 bits of them
//    (DeepSeek-V3 technical report, arXiv 2412.19437, section 3.3.2), so they start again from 0 after some steps, as
//    in a matrix product;
//  - operands that switch nothing: random, and each operation has another pair than the one before.
// Layouts and shapes: PTX ISA, "Matrix multiply-accumulate operation using mma instruction".
#include "kernels/cuda/compute_launch.cuh"
#include "kernels/cuda/small_integers.h"

namespace zg {
namespace {

constexpr int threads = 256;
constexpr int blocksPerSm = 2;
constexpr int warpSize32 = 32;
constexpr int steps = 8; // additions to an accumulator before it starts again
// Of an operand's magnitude. Eight steps of k = 32 sum up to 905 (standard deviation) with 7, of k = 16 to 174,000 with
// 127: the bounds of 2^13 and 2^24 are nine and 97 of them away.
constexpr int mostFp8 = 7, mostOther = 127;

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
#define ZG_MMA_80 1
#endif
#if CUDART_VERSION >= 12040 && (!defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 890)
#define ZG_MMA_FP8 1
#endif

/// C (16 x 8, FP32) += A (16 x k) B (k x 8) with 32 bytes of k. In registers of 4 bytes: A's r holds row lane / 4 +
/// 8 (r mod 2) from byte 16 (r / 2) + 4 (lane mod 4) on; B's r column lane / 4 from byte 16 r + 4 (lane mod 4) on; C's
/// r row lane / 4 + 8 (r / 2), column 2 (lane mod 4) + r mod 2. That is one rule for all formats.
template <int exponentBits_, int mantissaBits_, int elementBytes_>
struct Packed {
    static constexpr int most = elementBytes_ == 1 ? mostFp8 : mostOther;
    using A = std::uint32_t;
    using B = std::uint32_t;
    using C = float;
    static constexpr int aCount = 4, bCount = 2, cCount = 4, rows = 16, columns = 8, depth = 32 / elementBytes_;
    static constexpr int rowTiles = 4, columnTiles = 4;

    __device__ static int rowOf(int lane, int r) { return lane / 4 + 8 * (r / 2); }
    __device__ static int columnOf(int lane, int r) { return lane % 4 * 2 + r % 2; }

    template <class Value> // value(row or column, k)
    __device__ static std::uint32_t pack(int line, int byte, const Value& value) {
        constexpr int perRegister = 4 / elementBytes_;
        std::uint32_t bits = 0;
        for (int i = 0; i < perRegister; ++i)
            bits |= encodeSmallInteger<exponentBits_, mantissaBits_>(value(line, byte / elementBytes_ + i))
                    << (8 * elementBytes_ * i);
        return bits;
    }
    template <class Value>
    __device__ static std::uint32_t packA(int lane, int r, const Value& value) {
        return pack(lane / 4 + 8 * (r % 2), 16 * (r / 2) + 4 * (lane % 4), value);
    }
    template <class Value>
    __device__ static std::uint32_t packB(int lane, int r, const Value& value) {
        return pack(lane / 4, 16 * r + 4 * (lane % 4), value);
    }
};

#define ZG_MMA_4_2_4(shape, types)                                                                                     \
    asm volatile("mma.sync.aligned." shape ".row.col.f32." types ".f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, " \
                 "{%0, %1, %2, %3};"                                                                                   \
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])                                                      \
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]))

struct Tf32 : Packed<8, 23, 4> {
    __device__ static void multiply(float* c, const std::uint32_t* a, const std::uint32_t* b) {
#ifdef ZG_MMA_80
        ZG_MMA_4_2_4("m16n8k8", "tf32.tf32");
#endif
    }
};

struct Bf16 : Packed<8, 7, 2> {
    __device__ static void multiply(float* c, const std::uint32_t* a, const std::uint32_t* b) {
#ifdef ZG_MMA_80
        ZG_MMA_4_2_4("m16n8k16", "bf16.bf16");
#endif
    }
};

struct Fp16 : Packed<5, 10, 2> {
    __device__ static void multiply(float* c, const std::uint32_t* a, const std::uint32_t* b) {
#ifdef ZG_MMA_80
        ZG_MMA_4_2_4("m16n8k16", "f16.f16");
#else // 7.5 has half the depth: the lower half of k, then the upper
        for (int half = 0; half < 2; ++half)
            asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5}, {%6}, "
                         "{%0, %1, %2, %3};"
                         : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
                         : "r"(a[2 * half]), "r"(a[2 * half + 1]), "r"(b[half]));
#endif
    }
};

struct Fp8 : Packed<4, 3, 1> { // E4M3
    __device__ static void multiply(float* c, const std::uint32_t* a, const std::uint32_t* b) {
#ifdef ZG_MMA_FP8
        ZG_MMA_4_2_4("m16n8k32", "e4m3.e4m3");
#endif
    }
};

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
/// 16 x 8 x 16 of 9.0 and newer. A's r: row lane / 4 + 8 (r mod 2), k = lane mod 4 + 4 (r / 2); B's r: column lane / 4,
/// k = lane mod 4 + 4 r; C as above.
struct Fp64 {
    static constexpr int most = mostOther;
    using A = double;
    using B = double;
    using C = double;
    static constexpr int aCount = 8, bCount = 4, cCount = 4, rows = 16, columns = 8, depth = 16;
    static constexpr int rowTiles = 2, columnTiles = 2;
    __device__ static int rowOf(int lane, int r) { return lane / 4 + 8 * (r / 2); }
    __device__ static int columnOf(int lane, int r) { return lane % 4 * 2 + r % 2; }
    template <class Value>
    __device__ static double packA(int lane, int r, const Value& value) {
        return value(lane / 4 + 8 * (r % 2), lane % 4 + 4 * (r / 2));
    }
    template <class Value>
    __device__ static double packB(int lane, int r, const Value& value) {
        return value(lane / 4, lane % 4 + 4 * r);
    }
    __device__ static void multiply(double* c, const double* a, const double* b) {
        asm volatile("mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, "
                     "{%4, %5, %6, %7, %8, %9, %10, %11}, {%12, %13, %14, %15}, {%0, %1, %2, %3};"
                     : "+d"(c[0]), "+d"(c[1]), "+d"(c[2]), "+d"(c[3])
                     : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(a[4]), "d"(a[5]), "d"(a[6]), "d"(a[7]),
                       "d"(b[0]), "d"(b[1]), "d"(b[2]), "d"(b[3]));
    }
};
#else
/// 8 x 8 x 4. A: row lane / 4, k = lane mod 4; B: column lane / 4, k = lane mod 4; C's r: row lane / 4, column
/// 2 (lane mod 4) + r.
struct Fp64 {
    static constexpr int most = mostOther;
    using A = double;
    using B = double;
    using C = double;
    static constexpr int aCount = 1, bCount = 1, cCount = 2, rows = 8, columns = 8, depth = 4;
    static constexpr int rowTiles = 4, columnTiles = 4;
    __device__ static int rowOf(int lane, int) { return lane / 4; }
    __device__ static int columnOf(int lane, int r) { return lane % 4 * 2 + r; }
    template <class Value>
    __device__ static double packA(int lane, int, const Value& value) {
        return value(lane / 4, lane % 4);
    }
    template <class Value>
    __device__ static double packB(int lane, int, const Value& value) {
        return value(lane / 4, lane % 4);
    }
    __device__ static void multiply(double* c, const double* a, const double* b) {
#ifdef ZG_MMA_80
        asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
                     : "+d"(c[0]), "+d"(c[1])
                     : "d"(a[0]), "d"(b[0]));
#endif
    }
};
#endif

template <class Mma>
__global__ void __launch_bounds__(threads, blocksPerSm) mmaKernel(ComputeWork work, ComputeReport report) {
    constexpr int rowTiles = Mma::rowTiles, columnTiles = Mma::columnTiles;
    const int lane = threadIdx.x % warpSize32;
    // Each warp of the launch has matrices of its own; lines are rows of A, then columns of B.
    const std::uint32_t warp = blockIdx.x * (threads / warpSize32) + threadIdx.x / warpSize32;
    constexpr std::uint32_t aLines = rowTiles * Mma::rows, lines = aLines + columnTiles * Mma::columns;
    const auto element = [&](std::uint32_t line, int k) {
        return smallInteger<Mma::most>((warp * lines + line) * Mma::depth + k, work.seed);
    };

    typename Mma::A a[rowTiles][Mma::aCount];
    typename Mma::B b[columnTiles][Mma::bCount];
    typename Mma::C c[rowTiles][columnTiles][Mma::cCount];
#pragma unroll
    for (int i = 0; i < rowTiles; ++i)
        for (int r = 0; r < Mma::aCount; ++r)
            a[i][r] = Mma::packA(lane, r, [&](int row, int k) { return element(i * Mma::rows + row, k); });
#pragma unroll
    for (int j = 0; j < columnTiles; ++j)
        for (int r = 0; r < Mma::bCount; ++r)
            b[j][r] = Mma::packB(lane, r, [&](int n, int k) { return element(aLines + j * Mma::columns + n, k); });

    __syncthreads();
    const BlockClock clock = BlockClock::start();
#pragma unroll 1
    for (std::uint32_t tile = 0; tile < work.tiles; ++tile) {
        for (auto& row : c)
            for (auto& block : row)
                for (auto& one : block) one = 0;
#pragma unroll 4
        for (int step = 0; step < steps; ++step)
#pragma unroll
            for (int i = 0; i < rowTiles; ++i)
#pragma unroll
                for (int j = 0; j < columnTiles; ++j) Mma::multiply(c[i][j], a[i], b[j]);
    }
    typename Mma::C all =
        0; // the barrier's vote needs every accumulator, so the clock is read after the last operation
    for (const auto& row : c)
        for (const auto& block : row)
            for (const auto& one : block) all += one;
    clock.finish(report.times, __syncthreads_or(all == static_cast<typename Mma::C>(0.5)));

    // Takes the sums of products away again: all must come to 0, and in between everything is an integer below 2^24.
#pragma unroll 1
    for (int k = 0; k < Mma::depth; ++k)
#pragma unroll
        for (int i = 0; i < rowTiles; ++i)
#pragma unroll
            for (int j = 0; j < columnTiles; ++j)
#pragma unroll
                for (int r = 0; r < Mma::cCount; ++r)
                    c[i][j][r] -=
                        static_cast<typename Mma::C>(steps * element(i * Mma::rows + Mma::rowOf(lane, r), k) *
                                                     element(aLines + j * Mma::columns + Mma::columnOf(lane, r), k));
    unsigned wrong = 0;
    for (const auto& row : c)
        for (const auto& block : row)
            for (const auto& one : block) wrong += one != 0 ? 1 : 0;
    constexpr double flopPerWarp = 2.0 * Mma::rows * Mma::columns * Mma::depth * rowTiles * columnTiles * steps;
    reportCompute(report, wrong, flopPerWarp * (threads / warpSize32) * work.tiles);
}

} // namespace

bool mmaKnowsFp8() { return CUDART_VERSION >= 12040; }

ComputeTimes timeMma(Arithmetic arithmetic, const ComputeWork& work) {
    switch (arithmetic) {
    case Arithmetic::Fp64Tensor: return launchCompute(mmaKernel<Fp64>, threads, blocksPerSm, 0, work);
    case Arithmetic::Tf32Tensor: return launchCompute(mmaKernel<Tf32>, threads, blocksPerSm, 0, work);
    case Arithmetic::Bf16Tensor: return launchCompute(mmaKernel<Bf16>, threads, blocksPerSm, 0, work);
    case Arithmetic::Fp16Tensor: return launchCompute(mmaKernel<Fp16>, threads, blocksPerSm, 0, work);
    case Arithmetic::Fp8Tensor: return launchCompute(mmaKernel<Fp8>, threads, blocksPerSm, 0, work);
    default: throw WrongResultFailure("not an arithmetic of tensor cores");
    }
}

} // namespace zg
