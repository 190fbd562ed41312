// SPDX-License-Identifier: GPL-3.0-or-later
// Tensor cores through mma.sync (8.0 and newer), bfloat16 in, FP32 sums: a warp multiplies 16 x 16 by 16 x 8 elements
// with one instruction. 128 x 256 elements of C a block of eight warps, 64 x 64 a warp; tiles 64 deep, in as many
// buffers as shared memory holds (four on 9.0, three on 8.0, two on 8.6 and 8.9), filled by cp.async.
//
// What that changes: an element is 2 bytes, and a warp's fragments serve 64 x 64 sums: 2 (1/64 + 1/64) = 0.06 bytes a
// multiply-add from shared memory (29 FLOP/byte with the filling), against 0.75 of the FP32 warp tiles. L2: 2 (1/128 +
// 1/256) bytes a multiply-add, 85 FLOP/byte. Products of bfloat16 are exact in FP32, so only the sums round.
//
// Rows of A's tile are 128 bytes, so ldmatrix would meet eight times the same banks: the 16-byte chunks of a row are
// exchanged by exclusive or with the row number modulo 8, and those of B's tile likewise.
//
// The first fragments of the next tiles are read before the last multiply-adds of these. On 9.0 mma.sync reaches about
// 65 % of what wgmma does there, with operands in registers and nothing else to do (643 of 989 TFLOP/s).
#include "kernels/cuda/matmul/copy_async.cuh"
#include "kernels/cuda/matmul/mma.cuh"
#include "kernels/cuda/matmul/pipelined.h"

namespace zg::matmul {
namespace {

constexpr int rows = 128, columns = 256, depth = 64, band = 8;
constexpr int warpsDown = 2, warpsAcross = 4, threads = 32 * warpsDown * warpsAcross;
constexpr int high = rows / warpsDown / 16, wide = columns / warpsAcross / 8; // of a warp, in mma of 16 x 8
constexpr int chunk = 8;                                                      // elements of 16 bytes
constexpr int bytesOfA = rows * depth * 2, bufferBytes = (rows + columns) * depth * 2;

template <int buffers>
__global__ void __launch_bounds__(threads, 1)
    mmaBf16Kernel(int m, int n, int k, const __nv_bfloat16* __restrict__ matrixA,
                  const __nv_bfloat16* __restrict__ matrixB, float* __restrict__ c, Exchange) {
#if __CUDA_ARCH__ >= 800
    extern __shared__ __align__(128) unsigned char shared[];
    const int pitchA = pitchOf(k), pitchB = pitchOf(n);
    const int thread = static_cast<int>(threadIdx.x), lane = thread % 32, warp = thread / 32;
    const std::uint32_t base = sharedAddress(shared);
    const int tilesDown = ceilDiv(m, rows), tilesAcross = ceilDiv(n, columns), steps = ceilDiv(k, depth);

    // Where a lane's rows of fragments begin; chunks are exchanged as they were when they were stored.
    const int laneRow = lane % 16, laneChunk = lane / 16;
    std::uint32_t ofA[depth / 16], ofB[4];
#pragma unroll
    for (int i = 0; i < depth / 16; ++i)
        ofA[i] = (warp / warpsAcross * 16 * high + laneRow) * depth * 2 + ((2 * i + laneChunk) ^ (laneRow & 7)) * 16;
#pragma unroll
    for (int i = 0; i < 4; ++i)
        ofB[i] = bytesOfA + laneRow * columns * 2 + warp % warpsAcross * 8 * wide * 2 +
                 ((2 * i + laneChunk) ^ (laneRow & 7)) * 16;
    // Who brings what: whole rows of chunks, neighbouring threads neighbouring chunks.
    constexpr int perRowA = depth / chunk, stepA = threads / perRowA, perRowB = columns / chunk,
                  stepB = threads / perRowB;
    const int chunkA = thread % perRowA, rowA = thread / perRowA, chunkB = thread % perRowB, rowB = thread / perRowB;

    const int bandNumber = static_cast<int>(blockIdx.x) / (band * tilesAcross), bandTop = bandNumber * band;
    const int bandHigh = min(band, tilesDown - bandTop);
    const int within = static_cast<int>(blockIdx.x) - bandNumber * (band * tilesAcross);
    const int top = (bandTop + within % bandHigh) * rows, left = within / bandHigh * columns;
    const __nv_bfloat16* sourceA = matrixA + static_cast<std::size_t>(top + rowA) * pitchA + chunkA * chunk;
    const __nv_bfloat16* sourceB = matrixB + static_cast<std::size_t>(rowB) * pitchB + left + chunkB * chunk;
    const int validB = min(16, max(0, (n - left - chunkB * chunk) * 2));
    const auto bring = [&](int step, int buffer) {
        if (step >= steps) return;
        const std::uint32_t to = base + buffer * bufferBytes;
        const int termsLeft = k - step * depth;
        const int validA = min(16, max(0, (termsLeft - chunkA * chunk) * 2));
#pragma unroll
        for (int i = 0; i < rows / stepA; ++i) {
            const int row = rowA + i * stepA;
            copyAsync<16>(to + row * depth * 2 + (chunkA ^ (row & 7)) * 16,
                          sourceA + step * depth + static_cast<std::size_t>(i * stepA) * pitchA,
                          top + row < m ? validA : 0);
        }
#pragma unroll
        for (int i = 0; i < depth / stepB; ++i) {
            const int row = rowB + i * stepB;
            copyAsync<16>(to + bytesOfA + row * columns * 2 + (chunkB ^ (row & 7)) * 16,
                          sourceB + static_cast<std::size_t>(step * depth + i * stepB) * pitchB,
                          row < termsLeft ? validB : 0);
        }
    };
    float sums[high][wide][4];
#pragma unroll
    for (int y = 0; y < high; ++y)
#pragma unroll
        for (int x = 0; x < wide; ++x)
#pragma unroll
            for (int i = 0; i < 4; ++i) sums[y][x][i] = 0;
    std::uint32_t a[2][high][4], b[2][wide / 2][4]; // fragments of these 16 terms and of the next
    const auto read = [&](int into, std::uint32_t tiles, int part) {
#pragma unroll
        for (int y = 0; y < high; ++y) loadMatrices(a[into][y], tiles + ofA[part] + y * 16 * depth * 2);
#pragma unroll
        for (int x = 0; x < wide / 2; ++x)
            loadTransposed(b[into][x], tiles + ofB[x % 4] + x / 4 * 128 + part * 16 * columns * 2);
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
    constexpr int parts = depth / 16;
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
                    mmaBf16(sums[y][x], a[part & 1][y], b[part & 1][x / 2][x % 2 * 2],
                            b[part & 1][x / 2][x % 2 * 2 + 1]);
                }
        }
    }
    const bool pairs = n % 2 == 0; // two columns of every row begin at a multiple of 8 bytes
#pragma unroll
    for (int y = 0; y < high; ++y)
#pragma unroll
        for (int h = 0; h < 2; ++h) {
            const int row = top + warp / warpsAcross * 16 * high + y * 16 + lane / 4 + 8 * h;
            if (row >= m) continue;
#pragma unroll
            for (int x = 0; x < wide; ++x) {
                const int column = left + warp % warpsAcross * 8 * wide + x * 8 + 2 * (lane % 4);
                float* to = c + static_cast<std::size_t>(row) * n + column;
                if (pairs) {
                    if (column < n)
                        *reinterpret_cast<float2*>(to) = make_float2(sums[y][x][2 * h], sums[y][x][2 * h + 1]);
                } else {
                    if (column < n) to[0] = sums[y][x][2 * h];
                    if (column + 1 < n) to[1] = sums[y][x][2 * h + 1];
                }
            }
        }
#endif
}

template <int buffers>
PipelinedKernel kernelOf() {
    // A fragment of 16 terms: 64 rows and 64 columns of 2 bytes for 64 x 64 x 16 multiply-adds.
    return {reinterpret_cast<const void*>(&mmaBf16Kernel<buffers>),
            true,
            threads,
            buffers * bufferBytes,
            {rows, columns, 2.0 / (16 * high) + 2.0 / (8 * wide), 2, 2}};
}

PipelinedKernel choose(const Operands&, int sharedLimit) {
    if (sharedLimit >= 4 * bufferBytes) return kernelOf<4>();
    if (sharedLimit >= 3 * bufferBytes) return kernelOf<3>();
    return kernelOf<2>();
}

} // namespace

std::unique_ptr<Rung> makeMmaBf16() {
    return makePipelinedRung({Variant::MmaBf16, 80, {{NoteKind::ThroughMma, 16}}, choose});
}

} // namespace zg::matmul
