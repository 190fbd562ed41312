// SPDX-License-Identifier: GPL-3.0-or-later
// Tiles in shared memory, as they are taught: a block brings a square of A and a square of B in together, waits, and
// every thread multiplies from there. Against the naive kernel an element comes from below once for the whole block,
// not once for every thread: staging by hand of what a cache might or might not have kept.
//
// What that changes, for tiles of side T: the threads ask global memory, through L1, for 8/T bytes a multiply-add
// instead of 8 (T/4 FLOP/byte: 4 and 8), and L2 sees exactly 4 (m k n/T + k n m/T) bytes. But the multiply-adds
// themselves still ask the same SRAM, now as shared memory, for 8 bytes each, and every element brought in costs 4 from
// L1 and 4 into shared memory: 8 + 16/T bytes a multiply-add at the level of L1 and shared, a little more than naive.
// Hence the gain where a cache kept nothing, and a small one on a GPU whose L1 did.
//
// No bank conflicts: a row of the block reads neighbouring words of B's tile and one word of A's.
#include "kernels/cuda/matmul/rung.h"

namespace zg::matmul {
namespace {

template <int side>
__global__ void __launch_bounds__(side* side)
    tiledKernel(int m, int n, int k, const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c) {
    __shared__ float tileOfA[side][side];
    __shared__ float tileOfB[side][side];
    const int x = static_cast<int>(threadIdx.x), y = static_cast<int>(threadIdx.y);
    const int row = static_cast<int>(blockIdx.y) * side + y;
    const int column = static_cast<int>(blockIdx.x) * side + x;
    const float* rowOfA = a + static_cast<std::size_t>(row) * k;
    const float* columnOfB = b + column;

    float sum = 0;
    for (int start = 0; start < k; start += side) {
        // What lies beyond an edge is zero, which adds nothing.
        tileOfA[y][x] = row < m && start + x < k ? rowOfA[start + x] : 0.0f;
        tileOfB[y][x] = column < n && start + y < k ? columnOfB[static_cast<std::size_t>(start + y) * n] : 0.0f;
        __syncthreads(); // the tiles are whole
#pragma unroll
        for (int i = 0; i < side; ++i) sum += tileOfA[y][i] * tileOfB[i][x];
        __syncthreads(); // nobody reads them any more
    }
    if (row < m && column < n) c[static_cast<std::size_t>(row) * n + column] = sum;
}

template <int side>
std::unique_ptr<Rung> makeTiled(Variant variant) {
    TileFacts facts;
    facts.variant = variant;
    facts.kernel = tiledKernel<side>;
    facts.block = dim3(side, side);
    facts.tiling = {side, side, 8, 8, 4};
    return makeTileRung(facts);
}

} // namespace

std::unique_ptr<Rung> makeTiled16() { return makeTiled<16>(Variant::Tiled16); }
std::unique_ptr<Rung> makeTiled32() { return makeTiled<32>(Variant::Tiled32); }

} // namespace zg::matmul
