// SPDX-License-Identifier: GPL-3.0-or-later
// The bottom of the ladder: one thread, one element of C, with the axes the wrong way round: neighbouring threads take
// neighbouring rows.
//
// What that costs: a warp is 32 rows of one column. Its load of A touches 32 lines, k elements apart, its load of B one
// address; L1 answers a line a cycle at best, so a multiply-add of a warp costs 33 lines. On 132 SMs at 1.98 GHz that
// is 132 x 1.98e9 x 64 / 33 = 0.5 TFLOP/s, whatever the caches hold. What the threads ask for is what every naive
// kernel asks: 8 bytes a multiply-add at L1 (0.25 FLOP/byte), a block's 32 rows and 32 columns at L2 (8 FLOP/byte).
#include "kernels/cuda/matmul/rung.h"

namespace zg::matmul {
namespace {

constexpr int side = 32; // a warp is a column of the block

__global__ void __launch_bounds__(side* side) uncoalescedKernel(int m, int n, int k, const float* __restrict__ a,
                                                                const float* __restrict__ b, float* __restrict__ c) {
    const int row = static_cast<int>(blockIdx.y * blockDim.x + threadIdx.x);
    const int column = static_cast<int>(blockIdx.x * blockDim.y + threadIdx.y);
    if (row >= m || column >= n) return;
    const float* rowOfA = a + static_cast<std::size_t>(row) * k;
    const float* columnOfB = b + column;
    float sum = 0;
    for (int i = 0; i < k; ++i) sum += rowOfA[i] * columnOfB[static_cast<std::size_t>(i) * n];
    c[static_cast<std::size_t>(row) * n + column] = sum;
}

} // namespace

std::unique_ptr<Rung> makeNaiveUncoalesced() {
    TileFacts facts;
    facts.variant = Variant::NaiveUncoalesced;
    facts.kernel = uncoalescedKernel;
    facts.block = dim3(side, side);
    facts.tiling = {side, side, 8, 0, 4};
    return makeTileRung(facts);
}

} // namespace zg::matmul
