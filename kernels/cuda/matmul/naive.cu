// SPDX-License-Identifier: GPL-3.0-or-later
// The naive kernel, as it is taught: one thread, one element of C. Against the uncoalesced one it swaps the two axes:
// neighbouring threads take neighbouring columns.
//
// What that changes: a warp is 32 columns of one row. Its load of A is one address for all lanes, one line instead of
// 32; its load of B is 32 neighbouring words, still one line. So a multiply-add of a warp costs L1 two lines instead of
// 33. What the threads ask for stays 8 bytes a multiply-add (0.25 FLOP/byte at L1); a block's 32 rows of A and 32
// columns of B come from L2 once if L1 keeps them: 4 (m k n/32 + k n m/32) bytes, 8 FLOP/byte at L2.
//
// Two things that do not change what it is: blocks are numbered down the rows first, so that those at work at one time
// share columns of B; and the loop is unrolled by 8, so that more loads are on their way (on an H200 6.3 TFLOP/s, with
// neither 4.8).
#include "kernels/cuda/matmul/rung.h"

namespace zg::matmul {
namespace {

constexpr int side = 32; // a warp is a row of the block

__global__ void __launch_bounds__(side* side)
    naiveKernel(int m, int n, int k, const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c) {
    const int row = static_cast<int>(blockIdx.x * blockDim.y + threadIdx.y);
    const int column = static_cast<int>(blockIdx.y * blockDim.x + threadIdx.x);
    if (row >= m || column >= n) return;
    const float* rowOfA = a + static_cast<std::size_t>(row) * k;
    const float* columnOfB = b + column;
    float sum = 0;
#pragma unroll 8
    for (int i = 0; i < k; ++i) sum += rowOfA[i] * columnOfB[static_cast<std::size_t>(i) * n];
    c[static_cast<std::size_t>(row) * n + column] = sum;
}

} // namespace

std::unique_ptr<Rung> makeNaive() {
    TileFacts facts;
    facts.variant = Variant::Naive;
    facts.kernel = naiveKernel;
    facts.block = dim3(side, side);
    facts.downFirst = true;
    facts.tiling = {side, side, 8, 0, 4};
    return makeTileRung(facts);
}

} // namespace zg::matmul
