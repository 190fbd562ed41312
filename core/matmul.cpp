// SPDX-License-Identifier: GPL-3.0-or-later
// The table of the ladder.
#include "core/matmul.h"

#include <algorithm>
#include <array>

namespace zg {
namespace {

constexpr DeviceKind gpu = DeviceKind::Gpu, cpu = DeviceKind::Cpu;
constexpr Arithmetic fp32 = Arithmetic::Fp32, tf32 = Arithmetic::Tf32Tensor, bf16 = Arithmetic::Bf16Tensor;

constexpr std::array ladder{
    VariantFacts{Variant::NaiveUncoalesced, "naive-uncoalesced", gpu, fp32, false},
    VariantFacts{Variant::Naive, "naive", gpu, fp32, false},
    VariantFacts{Variant::NaiveGridStride, "naive-grid-stride", gpu, fp32, false},
    VariantFacts{Variant::Tiled16, "tiled-16", gpu, fp32, false},
    VariantFacts{Variant::Tiled32, "tiled-32", gpu, fp32, false},
    VariantFacts{Variant::RegisterTile1d, "register-tile-1d", gpu, fp32, false},
    VariantFacts{Variant::RegisterTile2d, "register-tile-2d", gpu, fp32, false},
    VariantFacts{Variant::Vectorized, "vectorized", gpu, fp32, false},
    VariantFacts{Variant::AsyncCopy, "async-copy", gpu, fp32, false},
    VariantFacts{Variant::WarpTiles, "warp-tiles", gpu, fp32, false},
    VariantFacts{Variant::MmaTf32, "mma-tf32", gpu, tf32, false},
    VariantFacts{Variant::MmaBf16, "mma-bf16", gpu, bf16, false},
    VariantFacts{Variant::WgmmaBf16, "wgmma-bf16", gpu, bf16, false},
    VariantFacts{Variant::CublasFp32, "cublas-fp32", gpu, fp32, true},
    VariantFacts{Variant::CublasTf32, "cublas-tf32", gpu, tf32, true},
    VariantFacts{Variant::CublasBf16, "cublas-bf16", gpu, bf16, true},
    VariantFacts{Variant::CpuNaive, "cpu-naive", cpu, fp32, false},
    VariantFacts{Variant::CpuReordered, "cpu-reordered", cpu, fp32, false},
    VariantFacts{Variant::CpuBlocked, "cpu-blocked", cpu, fp32, false},
    VariantFacts{Variant::CpuSimd, "cpu-simd", cpu, fp32, false},
    VariantFacts{Variant::CpuThreaded, "cpu-threaded", cpu, fp32, false},
    VariantFacts{Variant::OpenblasOneThread, "openblas-one-thread", cpu, fp32, true},
    VariantFacts{Variant::OpenblasThreaded, "openblas", cpu, fp32, true},
};

} // namespace

std::span<const VariantFacts> allVariants() { return ladder; }

const VariantFacts& factsOf(Variant variant) {
    return *std::ranges::find(ladder, variant, &VariantFacts::variant); // the list is closed: every variant is in it
}

std::string_view variantName(Variant variant) { return factsOf(variant).name; }

std::optional<Variant> parseVariant(std::string_view name) {
    const auto found = std::ranges::find(ladder, name, &VariantFacts::name);
    return found == ladder.end() ? std::nullopt : std::optional(found->variant);
}

} // namespace zg
