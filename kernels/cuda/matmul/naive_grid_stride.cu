// SPDX-License-Identifier: GPL-3.0-or-later
// The naive kernel in a grid-stride loop, as it is taught: a thread that is done with its element goes on by the width
// of the whole grid, so any launch is right, also one block of 16 x 16.
//
// What that changes: nothing in the traffic, and everything in who does the work. The launch no longer follows from the
// size: few blocks leave SMs empty, one block leaves all but one. Blocks of 16 x 16 make a warp two half rows, so a
// multiply-add of a warp costs L1 three lines instead of two. The threads ask L1 for 8 bytes a multiply-add (0.25
// FLOP/byte). In one pass of the loop a block uses 16 rows and 16 columns, which nothing but a cache keeps until the
// next: 4 (m k n/16 + k n m/16) bytes at L2, 4 FLOP/byte, for any number of blocks.
#include "kernels/cuda/check.h"
#include "kernels/cuda/matmul/rung.h"

#include <algorithm>

namespace zg::matmul {
namespace {

constexpr int side = 16;
constexpr int mostBlocksInY = 65535; // CUDA's limit of gridDim.y

__global__ void __launch_bounds__(side* side) gridStrideKernel(int m, int n, int k, const float* __restrict__ a,
                                                               const float* __restrict__ b, float* __restrict__ c) {
    const int firstRow = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
    const int firstColumn = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    for (int row = firstRow; row < m; row += static_cast<int>(blockDim.y * gridDim.y)) {
        const float* rowOfA = a + static_cast<std::size_t>(row) * k;
        for (int column = firstColumn; column < n; column += static_cast<int>(blockDim.x * gridDim.x)) {
            const float* columnOfB = b + column;
            float sum = 0;
            for (int i = 0; i < k; ++i) sum += rowOfA[i] * columnOfB[static_cast<std::size_t>(i) * n];
            c[static_cast<std::size_t>(row) * n + column] = sum;
        }
    }
}

const void* kernel() { return reinterpret_cast<const void*>(gridStrideKernel); }

class GridStride : public Rung {
public:
    explicit GridStride(int blocks) : blocks_(blocks) {}

    [[nodiscard]] Variant variant() const override { return Variant::NaiveGridStride; }
    [[nodiscard]] std::optional<Launch> launch(const Operands&) const override {
        return launchOf(kernel(), grid(), block);
    }
    [[nodiscard]] int blocksPerSm(const Operands&) const override { return residentBlocks(kernel(), block); }
    [[nodiscard]] Traffic traffic(const Operands& operands) const override {
        return trafficOf(operands, {side, side, 8, 0, 4});
    }
    void run(const Operands& operands, cudaStream_t stream) override {
        Operands o = operands;
        void* arguments[] = {&o.m, &o.n, &o.k, &o.a, &o.b, &o.c};
        ZG_CUDA(cudaLaunchKernel(kernel(), grid(), block, arguments, 0, stream));
    }

private:
    /// The blocks as the squarest rectangle that they make.
    [[nodiscard]] dim3 grid() const {
        const int blocks = blocks_ > 0 ? blocks_ : blocksThatFill();
        int height = 1;
        for (int i = 2; i <= mostBlocksInY && i * i <= blocks; ++i)
            if (blocks % i == 0) height = i;
        return {static_cast<unsigned>(blocks / height), static_cast<unsigned>(height), 1};
    }
    [[nodiscard]] static int blocksThatFill() {
        const int sms = currentAttribute(cudaDevAttrMultiProcessorCount);
        return std::max(1, sms * residentBlocks(kernel(), block));
    }

    static constexpr dim3 block{side, side, 1};
    int blocks_;
};

} // namespace

std::unique_ptr<Rung> makeNaiveGridStride(int blocks) { return std::make_unique<GridStride>(blocks); }

} // namespace zg::matmul
