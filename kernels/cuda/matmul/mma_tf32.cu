// SPDX-License-Identifier: GPL-3.0-or-later
// Tensor cores through mma.sync (8.0 and newer), FP32 in, TF32 multiplied, FP32 sums: 16 x 8 by 8 x 8 elements an
// instruction. Shapes as in mma_bf16.cu (128 x 256 a block, 64 x 64 a warp); tiles 32 deep, the same bytes.
//
// What that changes against bfloat16: elements are 4 bytes, so twice the bytes for the same work: 4 (1/64 + 1/64) =
// 0.125 bytes a multiply-add from shared memory, 43 FLOP/byte at L2; the tensor cores are half as fast, so the times
// match. The inputs stay as they are in memory, only their last 13 bits are not looked at.
//
// ldmatrix cannot transpose 32-bit elements, and B lies in memory as the tensor core wants it only transposed. So the
// roles are exchanged: the product computed is C^T = B^T A^T, in which B^T is the left operand. And since the order of
// the 8 terms and of the 16 columns is free as long as both operands keep to it, they are named so that what a lane
// needs lies together: terms 2t and 2t + 1 stand for t and t + 4, columns 2g and 2g + 1 for g and g + 8. Every fragment
// is then loaded by 8-byte loads into registers that mma wants side by side; before that, ptxas moved one register for
// every mma (199 TFLOP/s became 250 on an H200).
//
// Banks: rows of A's tile are 128 bytes, rows of B's 1024. The 16-byte chunks of A's rows are exchanged by exclusive or
// with twice the row number modulo 4, those of B's with twice half the row number modulo 4.
#include "kernels/cuda/matmul/copy_async.cuh"
#include "kernels/cuda/matmul/mma.cuh"
#include "kernels/cuda/matmul/pipelined.h"

namespace zg::matmul {
namespace {

constexpr int rows = 128, columns = 256, depth = 32, band = 8;
constexpr int warpsDown = 2, warpsAcross = 4, threads = 32 * warpsDown * warpsAcross;
constexpr int high = rows / warpsDown / 8,
              wide = columns / warpsAcross / 16; // of a warp, in mma of 16 columns x 8 rows
constexpr int bytesOfA = rows * depth * 4, bufferBytes = (rows + columns) * depth * 4;

__device__ __forceinline__ int chunkInA(int row, int chunk) { return chunk ^ ((row & 3) << 1); }
__device__ __forceinline__ int chunkInB(int row, int chunk) { return chunk ^ ((row >> 1 & 3) << 1); }

template <int buffers, bool aligned>
__global__ void __launch_bounds__(threads, 1)
    mmaTf32Kernel(int m, int n, int k, const float* __restrict__ matrixA, const float* __restrict__ matrixB,
                  float* __restrict__ c, Exchange) {
#if __CUDA_ARCH__ >= 800
    extern __shared__ __align__(128) unsigned char shared[];
    const int thread = static_cast<int>(threadIdx.x), lane = thread % 32, warp = thread / 32;
    const std::uint32_t base = sharedAddress(shared);
    const int tilesDown = ceilDiv(m, rows), tilesAcross = ceilDiv(n, columns), steps = ceilDiv(k, depth);

    const int g = lane / 4, t = lane % 4;
    std::uint32_t ofA[depth / 8], ofB[2]; // where a lane's fragments begin
#pragma unroll
    for (int i = 0; i < depth / 8; ++i)
        ofA[i] = (warp / warpsAcross * 8 * high + g) * depth * 4 + chunkInA(g, 2 * i + t / 2) * 16 + t % 2 * 8;
#pragma unroll
    for (int i = 0; i < 2; ++i)
        ofB[i] = bytesOfA + 2 * t * columns * 4 + warp % warpsAcross * 16 * wide * 4 +
                 chunkInB(2 * t, 4 * i + g / 2) * 16 + g % 2 * 8;
    // Who brings what: whole rows, neighbouring threads neighbouring pieces.
    constexpr int piece = aligned ? 4 : 1, perRowA = depth / piece, stepA = threads / perRowA;
    constexpr int perRowB = columns / piece, stepB = threads / perRowB;
    static_assert(stepB >= 1);
    const int columnA = thread % perRowA * piece, rowA = thread / perRowA;
    const int columnB = thread % perRowB * piece, rowB = thread / perRowB;

    const int bandNumber = static_cast<int>(blockIdx.x) / (band * tilesAcross), bandTop = bandNumber * band;
    const int bandHigh = min(band, tilesDown - bandTop);
    const int within = static_cast<int>(blockIdx.x) - bandNumber * (band * tilesAcross);
    const int top = (bandTop + within % bandHigh) * rows, left = within / bandHigh * columns;
    const float* sourceA = matrixA + static_cast<std::size_t>(top + rowA) * k + columnA;
    const float* sourceB = matrixB + static_cast<std::size_t>(rowB) * n + left + columnB;
    const auto bring = [&](int step, int buffer) {
        if (step >= steps) return;
        const std::uint32_t to = base + buffer * bufferBytes;
        const int termsLeft = k - step * depth;
#pragma unroll
        for (int i = 0; i < rows / stepA; ++i) {
            const int row = rowA + i * stepA;
            copyAsync<4 * piece>(to + row * depth * 4 + chunkInA(row, columnA / 4) * 16 + columnA % 4 * 4,
                                 sourceA + step * depth + static_cast<std::size_t>(i * stepA) * k,
                                 top + row < m && columnA < termsLeft ? 4 * piece : 0);
        }
#pragma unroll
        for (int i = 0; i < depth / stepB; ++i) {
            const int row = rowB + i * stepB;
            copyAsync<4 * piece>(to + bytesOfA + row * columns * 4 + chunkInB(row, columnB / 4) * 16 + columnB % 4 * 4,
                                 sourceB + static_cast<std::size_t>(step * depth + i * stepB) * n,
                                 row < termsLeft && left + columnB < n ? 4 * piece : 0);
        }
    };
    float sums[wide][high][4];
#pragma unroll
    for (int x = 0; x < wide; ++x)
#pragma unroll
        for (int y = 0; y < high; ++y)
#pragma unroll
            for (int i = 0; i < 4; ++i) sums[x][y][i] = 0;
    std::uint32_t a[2][high][2], b[2][wide][4]; // fragments of these 8 terms and of the next
    const auto read = [&](int into, std::uint32_t tiles, int part) {
#pragma unroll
        for (int y = 0; y < high; ++y) loadTwo(a[into][y][0], a[into][y][1], tiles + ofA[part] + y * 8 * depth * 4);
#pragma unroll
        for (int x = 0; x < wide; ++x)
#pragma unroll
            for (int i = 0; i < 2; ++i)
                loadTwo(b[into][x][2 * i], b[into][x][2 * i + 1],
                        tiles + ofB[x % 2] + x / 2 * 128 + (part * 8 + i) * columns * 4);
    };
#pragma unroll
    for (int i = 0; i < buffers - 1; ++i) {
        bring(i, i);
        commitCopies();
    }
    waitForCopies<buffers - 2>();
    __syncthreads();
    read(0, base, 0);
    int buffer = 0, filled = buffers - 1;
    constexpr int parts = depth / 8;
#pragma unroll 1
    for (int step = 0; step < steps; ++step) {
        const std::uint32_t tiles = base + buffer * bufferBytes;
        buffer = buffer + 1 == buffers ? 0 : buffer + 1;
        const std::uint32_t nextTiles = base + buffer * bufferBytes;
#pragma unroll
        for (int part = 0; part < parts; ++part) {
            if (part == parts - 1) {
                waitForCopies<buffers - 2>();
                __syncthreads();
                read((part + 1) & 1, nextTiles, 0);
            } else read((part + 1) & 1, tiles, part + 1);
            if (part == 0) {
                bring(step + buffers - 1, filled);
                commitCopies();
                filled = filled + 1 == buffers ? 0 : filled + 1;
            }
#pragma unroll
            for (int y = 0; y < high; ++y)
#pragma unroll
                for (int x = 0; x < wide; ++x) {
                    mmaTf32(sums[x][y], b[part & 1][x], a[part & 1][y][0], a[part & 1][y][1]);
                }
        }
    }
    const bool pairs = n % 2 == 0; // two columns of every row begin at a multiple of 8 bytes
#pragma unroll
    for (int y = 0; y < high; ++y)
#pragma unroll
        for (int h = 0; h < 2; ++h) {
            const int row = top + warp / warpsAcross * 8 * high + y * 8 + 2 * t + h;
            if (row >= m) continue;
#pragma unroll
            for (int x = 0; x < wide; ++x) {
                const int column = left + warp % warpsAcross * 16 * wide + x * 16 + 2 * g;
                float* to = c + static_cast<std::size_t>(row) * n + column;
                if (pairs) {
                    if (column < n) *reinterpret_cast<float2*>(to) = make_float2(sums[x][y][h], sums[x][y][2 + h]);
                } else {
                    if (column < n) to[0] = sums[x][y][h];
                    if (column + 1 < n) to[1] = sums[x][y][2 + h];
                }
            }
        }
#endif
}

template <int buffers, bool aligned>
PipelinedKernel kernelOf() {
    return {reinterpret_cast<const void*>(&mmaTf32Kernel<buffers, aligned>),
            false,
            threads,
            buffers * bufferBytes,
            {rows, columns, 4.0 / (8 * high) + 4.0 / (16 * wide), 4, 4}};
}

template <int buffers>
PipelinedKernel kernelFor(const Operands& operands) {
    return operands.n % 4 == 0 && operands.k % 4 == 0 ? kernelOf<buffers, true>() : kernelOf<buffers, false>();
}

PipelinedKernel choose(const Operands& operands, int sharedLimit) {
    if (sharedLimit >= 4 * bufferBytes) return kernelFor<4>(operands);
    if (sharedLimit >= 3 * bufferBytes) return kernelFor<3>(operands);
    return kernelFor<2>(operands);
}

} // namespace

std::unique_ptr<Rung> makeMmaTf32() {
    return makePipelinedRung({Variant::MmaTf32, 80, {{NoteKind::ThroughMma, 32}}, choose});
}

} // namespace zg::matmul
