// SPDX-License-Identifier: GPL-3.0-or-later
// What the rungs share: slices, traffic, launches.
#include "kernels/cuda/matmul/rung.h"

#include "kernels/cuda/check.h"

#include <cstddef>

namespace zg::matmul {

Operands Operands::slice(int first, int rows) const {
    Operands part = *this;
    const auto row = static_cast<std::size_t>(first);
    part.m = rows;
    part.a = a + row * static_cast<std::size_t>(k);
    if (aBf16) part.aBf16 = aBf16 + row * static_cast<std::size_t>(ldaBf16);
    part.c = c + row * static_cast<std::size_t>(n);
    return part;
}

Traffic trafficOf(const Operands& operands, const Tiling& tiling) {
    const double m = operands.m, n = operands.n, k = operands.k, terms = m * n * k;
    const double filled = m * k * ceilDiv(operands.n, tiling.columns) + k * n * ceilDiv(operands.m, tiling.rows);
    Traffic traffic;
    traffic.registerBytes = 16 * terms;
    traffic.l1Bytes = tiling.l1BytesPerTerm * terms + tiling.l1BytesPerFilled * filled + 4 * m * n;
    traffic.l2Bytes = tiling.elementBytes * filled + 4 * m * n;
    traffic.memoryBytes = tiling.elementBytes * (m * k + k * n) + 4 * m * n;
    return traffic;
}

Launch launchOf(const void* kernel, dim3 grid, dim3 block, std::size_t dynamicSharedBytes) {
    cudaFuncAttributes attributes{};
    ZG_CUDA(cudaFuncGetAttributes(&attributes, kernel));
    Launch launch;
    launch.grid = {grid.x, grid.y, grid.z};
    launch.block = {block.x, block.y, block.z};
    launch.registersPerThread = attributes.numRegs;
    launch.sharedBytesPerBlock = static_cast<std::int64_t>(attributes.sharedSizeBytes + dynamicSharedBytes);
    return launch;
}

int residentBlocks(const void* kernel, dim3 block, std::size_t dynamicSharedBytes) {
    int blocks = 0;
    const auto threads = static_cast<int>(block.x * block.y * block.z);
    ZG_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads, dynamicSharedBytes));
    return blocks;
}

namespace {

class TileRung : public Rung {
public:
    explicit TileRung(const TileFacts& facts) : facts_(facts) {}

    [[nodiscard]] Variant variant() const override { return facts_.variant; }
    [[nodiscard]] int minimumCapability() const override { return facts_.minimumCapability; }
    [[nodiscard]] std::optional<Launch> launch(const Operands& operands) const override {
        return launchOf(kernel(operands), grid(operands), facts_.block);
    }
    [[nodiscard]] int blocksPerSm(const Operands& operands) const override {
        return residentBlocks(kernel(operands), facts_.block);
    }
    [[nodiscard]] Traffic traffic(const Operands& operands) const override {
        return trafficOf(operands, facts_.tiling);
    }
    void run(const Operands& operands, cudaStream_t stream) override {
        Operands o = operands;
        void* arguments[] = {&o.m, &o.n, &o.k, &o.a, &o.b, &o.c};
        ZG_CUDA(cudaLaunchKernel(kernel(o), grid(o), facts_.block, arguments, 0, stream));
    }

private:
    [[nodiscard]] const void* kernel(const Operands& operands) const {
        const bool aligned = operands.k % 4 == 0 && operands.n % 4 == 0;
        return reinterpret_cast<const void*>(aligned && facts_.aligned ? facts_.aligned : facts_.kernel);
    }
    /// y may be 65,535 at most: at least two million columns or rows, and a slice has no more rows than that.
    [[nodiscard]] dim3 grid(const Operands& operands) const {
        const auto across = static_cast<unsigned>(ceilDiv(operands.n, facts_.tiling.columns));
        const auto down = static_cast<unsigned>(ceilDiv(operands.m, facts_.tiling.rows));
        return facts_.downFirst ? dim3(down, across) : dim3(across, down);
    }

    TileFacts facts_;
};

} // namespace

std::unique_ptr<Rung> makeTileRung(const TileFacts& facts) { return std::make_unique<TileRung>(facts); }

} // namespace zg::matmul
