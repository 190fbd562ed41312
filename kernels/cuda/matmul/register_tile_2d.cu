// SPDX-License-Identifier: GPL-3.0-or-later
// A square of C in registers: each thread computes 8 x 8 elements, so that 8 elements of A and 8 of B that it has read
// from shared memory serve 64 multiply-adds. A block of 256 threads computes 128 x 128 elements.
//
// What that changes: a multiply-add asks shared memory for an eighth of an element of A and of B, 1 byte instead of
// 4.5; filling the tiles costs 8 (1/128 + 1/128) = 0.125 more (1.78 FLOP/byte at L1 and shared). L2 sees 4 (m k n/128 +
// k n m/128) bytes, 32 FLOP/byte. The price is registers: 64 sums, so two blocks an SM instead of four.
//
// A thread's rows and columns lie 16 apart, not side by side: a warp, two rows of 16 threads, then reads 16
// neighbouring words of B's tile, and rows of A's that are one row apart, whose length is odd: no bank conflicts on
// either.
#include "kernels/cuda/matmul/rung.h"

namespace zg::matmul {
namespace {

constexpr int rows = 128, columns = 128, depth = 16; // of the tiles: A's rows x depth, B's depth x columns
constexpr int side = 8;                              // of a thread's square
constexpr int across = columns / side, down = rows / side;
constexpr int threads = across * down;

__global__ void __launch_bounds__(threads, 2)
    squareKernel(int m, int n, int k, const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c) {
    __shared__ float tileOfA[rows][depth];
    __shared__ float tileOfB[depth][columns];
    const int thread = static_cast<int>(threadIdx.x);
    const int top = static_cast<int>(blockIdx.y) * rows, left = static_cast<int>(blockIdx.x) * columns;

    // Who brings what: neighbouring threads neighbouring elements.
    constexpr int stepA = threads / depth, stepB = threads / columns;
    const int xA = thread % depth, yA = thread / depth, xB = thread % columns, yB = thread / columns;
    const float* fromA = a + static_cast<std::size_t>(top + yA) * k + xA;
    const float* fromB = b + static_cast<std::size_t>(yB) * n + left + xB;
    const bool inColumns = left + xB < n;
    // Who computes what:
    const int column = thread % across, row = thread / across;

    float sums[side][side] = {};
    for (int start = 0; start < k; start += depth) {
#pragma unroll
        for (int y = 0; y < rows; y += stepA)
            tileOfA[yA + y][xA] = top + yA + y < m && start + xA < k ? fromA[static_cast<std::size_t>(y) * k] : 0.0f;
#pragma unroll
        for (int y = 0; y < depth; y += stepB)
            tileOfB[yB + y][xB] = inColumns && start + yB + y < k ? fromB[static_cast<std::size_t>(y) * n] : 0.0f;
        fromA += depth;
        fromB += static_cast<std::size_t>(depth) * n;
        __syncthreads();
#pragma unroll
        for (int i = 0; i < depth; ++i) {
            float ofA[side], ofB[side];
#pragma unroll
            for (int y = 0; y < side; ++y) ofA[y] = tileOfA[row + down * y][i];
#pragma unroll
            for (int x = 0; x < side; ++x) ofB[x] = tileOfB[i][column + across * x];
#pragma unroll
            for (int y = 0; y < side; ++y)
#pragma unroll
                for (int x = 0; x < side; ++x) sums[y][x] += ofA[y] * ofB[x];
        }
        __syncthreads();
    }
#pragma unroll
    for (int y = 0; y < side; ++y) {
        const int atRow = top + row + down * y;
        if (atRow >= m) return;
        float* to = c + static_cast<std::size_t>(atRow) * n;
#pragma unroll
        for (int x = 0; x < side; ++x) {
            const int atColumn = left + column + across * x;
            if (atColumn < n) to[atColumn] = sums[y][x];
        }
    }
}

} // namespace

std::unique_ptr<Rung> makeRegisterTile2d() {
    TileFacts facts;
    facts.variant = Variant::RegisterTile2d;
    facts.kernel = squareKernel;
    facts.block = dim3(threads);
    facts.tiling = {rows, columns, 8.0 / side, 8, 4};
    return makeTileRung(facts);
}

} // namespace zg::matmul
