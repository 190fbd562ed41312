// SPDX-License-Identifier: GPL-3.0-or-later
// A column of C in registers: each thread computes eight elements, one below the other, so that an element of B that it
// has read from shared memory serves eight multiply-adds. A block of 512 threads computes 64 x 64 elements.
//
// What that changes: a multiply-add asks shared memory for one element of A and an eighth of one of B, 4.5 bytes
// instead of 8; filling the tiles costs 8 bytes an element, 8 (1/64 + 1/64) = 0.25 a multiply-add (0.42 FLOP/byte at L1
// and shared). Tiles twice as wide halve what L2 sees: 4 (m k n/64 + k n m/64) bytes, 16 FLOP/byte.
//
// No bank conflicts: a warp reads 32 neighbouring words of B's tile, and the same words of A's, four at a time, since
// the sums run along them.
#include "kernels/cuda/matmul/rung.h"

namespace zg::matmul {
namespace {

constexpr int rows = 64, columns = 64, depth = 32; // of the tiles: A's rows x depth, B's depth x columns
constexpr int rowsOfThread = 8;
constexpr int threads = rows * columns / rowsOfThread;

__global__ void __launch_bounds__(threads, 2)
    columnKernel(int m, int n, int k, const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c) {
    __shared__ __align__(16) float tileOfA[rows][depth];
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
    const int column = thread % columns, row = thread / columns * rowsOfThread;

    float sums[rowsOfThread] = {};
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
#pragma unroll 4 // more at once needs more registers than two blocks an SM leave
        for (int i = 0; i < depth; ++i) {
            const float elementOfB = tileOfB[i][column];
#pragma unroll
            for (int y = 0; y < rowsOfThread; ++y) sums[y] += tileOfA[row + y][i] * elementOfB;
        }
        __syncthreads();
    }
    if (left + column >= n) return;
    float* to = c + static_cast<std::size_t>(top + row) * n + left + column;
#pragma unroll
    for (int y = 0; y < rowsOfThread; ++y)
        if (top + row + y < m) to[static_cast<std::size_t>(y) * n] = sums[y];
}

} // namespace

std::unique_ptr<Rung> makeRegisterTile1d() {
    TileFacts facts;
    facts.variant = Variant::RegisterTile1d;
    facts.kernel = columnKernel;
    facts.block = dim3(threads);
    facts.tiling = {rows, columns, 4.0 + 4.0 / rowsOfThread, 8, 4};
    return makeTileRung(facts);
}

} // namespace zg::matmul
