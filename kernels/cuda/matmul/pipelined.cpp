// SPDX-License-Identifier: GPL-3.0-or-later
// The host's side of the pipelined rungs: how many blocks, and the memory through which they hand sums over.
#include "kernels/cuda/matmul/pipelined.h"

#include "kernels/cuda/check.h"

#include <algorithm>

namespace zg::matmul {
namespace {

/// A block with fewer steps than this would hand over more than it computes.
constexpr int leastSteps = 8;

class PipelinedRung : public Rung {
public:
    explicit PipelinedRung(PipelinedFacts facts) : facts_(std::move(facts)) {}

    [[nodiscard]] Variant variant() const override { return facts_.variant; }
    [[nodiscard]] int minimumCapability() const override { return facts_.minimumCapability; }
    [[nodiscard]] std::vector<Note> notes() const override { return facts_.notes; }
    [[nodiscard]] std::optional<Launch> launch(const Operands& operands) const override {
        const PipelinedKernel chosen = choose(operands);
        return launchOf(chosen.kernel, blocks(chosen, operands), block(chosen), shared(chosen));
    }
    [[nodiscard]] int blocksPerSm(const Operands& operands) const override { return resident(choose(operands)); }
    [[nodiscard]] Traffic traffic(const Operands& operands) const override {
        return trafficOf(operands, choose(operands).tiling);
    }
    void run(const Operands& operands, cudaStream_t stream) override {
        const PipelinedKernel chosen = choose(operands);
        allowShared(chosen);
        const dim3 grid = blocks(chosen, operands);
        Operands o = operands;
        Exchange exchange = chosen.sumsPerThread > 0 ? exchangeFor(grid.x, chosen) : Exchange{};
        void* a = chosen.bf16 ? static_cast<void*>(&o.aBf16) : &o.a;
        void* b = chosen.bf16 ? static_cast<void*>(&o.bBf16) : &o.b;
        void* arguments[] = {&o.m, &o.n, &o.k, a, b, &o.c, &exchange};
        ZG_CUDA(cudaLaunchKernel(chosen.kernel, grid, block(chosen), arguments, shared(chosen), stream));
    }

private:
    static dim3 block(const PipelinedKernel& chosen) { return {static_cast<unsigned>(chosen.threads)}; }
    static std::size_t shared(const PipelinedKernel& chosen) { return static_cast<std::size_t>(chosen.sharedBytes); }

    [[nodiscard]] PipelinedKernel choose(const Operands& operands) const {
        return facts_.choose(operands, currentAttribute(cudaDevAttrMaxSharedMemoryPerBlockOptin));
    }

    static void allowShared(const PipelinedKernel& chosen) {
        ZG_CUDA(cudaFuncSetAttribute(chosen.kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, chosen.sharedBytes));
    }

    static int resident(const PipelinedKernel& chosen) {
        allowShared(chosen);
        return residentBlocks(chosen.kernel, block(chosen), shared(chosen));
    }

    static dim3 blocks(const PipelinedKernel& chosen, const Operands& o) {
        const std::int64_t tiles =
            static_cast<std::int64_t>(ceilDiv(o.m, chosen.tiling.rows)) * ceilDiv(o.n, chosen.tiling.columns);
        if (chosen.sumsPerThread == 0) return {static_cast<unsigned>(tiles)};
        // As many as fit on the GPU at once, but none with too little to do.
        const std::int64_t most =
            static_cast<std::int64_t>(currentAttribute(cudaDevAttrMultiProcessorCount)) * std::max(1, resident(chosen));
        return {
            static_cast<unsigned>(std::clamp<std::int64_t>(tiles * ceilDiv(o.k, chosen.depth) / leastSteps, 1, most))};
    }

    /// Allocated at the first launch that needs it, kept as long as the rung.
    Exchange exchangeFor(unsigned blockCount, const PipelinedKernel& chosen) {
        const std::size_t sums =
            static_cast<std::size_t>(chosen.threads) * static_cast<std::size_t>(chosen.sumsPerThread);
        if (partials_.bytes() < blockCount * sums * sizeof(float))
            partials_ = DeviceBuffer(blockCount * sums * sizeof(float));
        if (flags_.bytes() < blockCount * sizeof(unsigned)) {
            flags_ = DeviceBuffer(blockCount * sizeof(unsigned));
            ZG_CUDA(cudaMemset(flags_.data(), 0, flags_.bytes()));
        }
        return {partials_.as<float>(), flags_.as<unsigned>(), 1};
    }

    PipelinedFacts facts_;
    DeviceBuffer partials_, flags_;
};

} // namespace

std::unique_ptr<Rung> makePipelinedRung(PipelinedFacts facts) {
    return std::make_unique<PipelinedRung>(std::move(facts));
}

} // namespace zg::matmul
