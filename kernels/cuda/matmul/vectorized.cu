// SPDX-License-Identifier: GPL-3.0-or-later
// Sixteen bytes an instruction: tiles are brought in and read four elements at a time. Shapes are those of the 2-D
// register tile: 128 x 128 elements of C a block, 8 x 8 a thread, tiles 16 deep.
//
// What that changes: no byte of the traffic (1.125 bytes a multiply-add at L1 and shared, 1.78 FLOP/byte; 32 FLOP/byte
// at L2), only the number of instructions that ask for it: 4 loads from shared memory instead of 16 for 64
// multiply-adds. For that, A's tile must hold what a thread reads together side by side: it is transposed as it is
// stored. And a warp's 16-byte load takes shared memory four turns, a quarter of the lanes each, unless neighbouring
// lanes ask for the same bytes, then two: so even lanes take one row of threads and odd lanes the next, and lanes 2i
// and 2i + 1 read the same elements of B.
//
// No bank conflicts: a transposed column of A's tile is stored at its row number with bits 3 and 4 flipped by which
// four of the tile's depth it belongs to, so that the four lanes which hold one row's elements meet in different banks.
//
// Where rows do not begin at multiples of 16 bytes (n or k no multiple of 4), elements are brought and written one at
// a time; what happens in shared memory and registers stays the same.
#include "kernels/cuda/matmul/rung.h"

namespace zg::matmul {
namespace {

constexpr int rows = 128, columns = 128, depth = 16; // of the tiles: A's rows x depth, B's depth x columns
constexpr int side = 8;                              // of a thread's square: two fours, half a tile apart
constexpr int threads = rows * columns / (side * side);

/// Four elements of a row, zeros beyond its end. @param left elements of the row from there on
template <bool aligned>
__device__ float4 fourFrom(const float* __restrict__ from, bool inMatrix, int left) {
    float4 four{0, 0, 0, 0};
    if constexpr (aligned) { // rows are whole fours
        if (inMatrix && left > 0) four = *reinterpret_cast<const float4*>(from);
    } else {
        if (inMatrix && left > 0) four.x = from[0];
        if (inMatrix && left > 1) four.y = from[1];
        if (inMatrix && left > 2) four.z = from[2];
        if (inMatrix && left > 3) four.w = from[3];
    }
    return four;
}

template <bool aligned>
__device__ void fourTo(float* __restrict__ to, int left, const float* four) {
    if constexpr (aligned) {
        if (left > 0) *reinterpret_cast<float4*>(to) = make_float4(four[0], four[1], four[2], four[3]);
    } else {
#pragma unroll
        for (int x = 0; x < 4; ++x)
            if (left > x) to[x] = four[x];
    }
}

__device__ void read(float* into, const float* shared) {
    const float4 four = *reinterpret_cast<const float4*>(shared);
    into[0] = four.x, into[1] = four.y, into[2] = four.z, into[3] = four.w;
}

template <bool aligned>
__global__ void __launch_bounds__(threads, 2) vectorizedKernel(int m, int n, int k, const float* __restrict__ a,
                                                               const float* __restrict__ b, float* __restrict__ c) {
    __shared__ __align__(16) float tileOfA[depth][rows]; // transposed
    __shared__ __align__(16) float tileOfB[depth][columns];
    const int thread = static_cast<int>(threadIdx.x);
    const int top = static_cast<int>(blockIdx.y) * rows, left = static_cast<int>(blockIdx.x) * columns;

    // Who brings what: neighbouring threads neighbouring fours.
    constexpr int stepA = threads / (depth / 4), stepB = threads / (columns / 4);
    const int xA = thread % (depth / 4) * 4, yA = thread / (depth / 4);
    const int xB = thread % (columns / 4) * 4, yB = thread / (columns / 4);
    const float* fromA = a + static_cast<std::size_t>(top + yA) * k + xA;
    const float* fromB = b + static_cast<std::size_t>(yB) * n + left + xB;
    // Who computes what: rows row .. row + 3 and half a tile below, columns alike.
    const int lane = thread % 32;
    const int row = (thread / 32 * 2 + lane % 2) * 4, column = lane / 2 * 4;

    float sums[side][side] = {};
    for (int start = 0; start < k; start += depth) {
#pragma unroll
        for (int y = 0; y < rows; y += stepA) {
            const float4 four =
                fourFrom<aligned>(fromA + static_cast<std::size_t>(y) * k, top + yA + y < m, k - start - xA);
            const int at = (yA + y) ^ (xA * 2);
            tileOfA[xA][at] = four.x, tileOfA[xA + 1][at] = four.y;
            tileOfA[xA + 2][at] = four.z, tileOfA[xA + 3][at] = four.w;
        }
#pragma unroll
        for (int y = 0; y < depth; y += stepB)
            *reinterpret_cast<float4*>(&tileOfB[yB + y][xB]) =
                fourFrom<aligned>(fromB + static_cast<std::size_t>(y) * n, start + yB + y < k, n - left - xB);
        fromA += depth;
        fromB += static_cast<std::size_t>(depth) * n;
        __syncthreads();
#pragma unroll
        for (int i = 0; i < depth; ++i) {
            float ofA[side], ofB[side];
            const int flip = i / 4 * 8;
            read(ofA, &tileOfA[i][row ^ flip]), read(ofA + 4, &tileOfA[i][(row + rows / 2) ^ flip]);
            read(ofB, &tileOfB[i][column]), read(ofB + 4, &tileOfB[i][column + columns / 2]);
#pragma unroll
            for (int y = 0; y < side; ++y)
#pragma unroll
                for (int x = 0; x < side; ++x) sums[y][x] += ofA[y] * ofB[x];
        }
        __syncthreads();
    }
#pragma unroll
    for (int y = 0; y < side; ++y) {
        const int atRow = top + row + y % 4 + y / 4 * (rows / 2);
        if (atRow >= m) continue;
        float* to = c + static_cast<std::size_t>(atRow) * n + left + column;
        fourTo<aligned>(to, n - left - column, sums[y]);
        fourTo<aligned>(to + columns / 2, n - left - column - columns / 2, sums[y] + 4);
    }
}

} // namespace

std::unique_ptr<Rung> makeVectorized() {
    TileFacts facts;
    facts.variant = Variant::Vectorized;
    facts.kernel = vectorizedKernel<false>;
    facts.aligned = vectorizedKernel<true>;
    facts.block = dim3(threads);
    facts.tiling = {rows, columns, 8.0 / side, 8, 4};
    return makeTileRung(facts);
}

} // namespace zg::matmul
