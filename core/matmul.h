// SPDX-License-Identifier: GPL-3.0-or-later
// The matmul ladder as data: C = A B, square, row by row, each rung adding one idea to the one before. The kernels are
// in kernels/cuda/matmul and kernels/cpu/matmul, one file a rung; the intensities at each level come with their rows.
#pragma once

#include "core/device.h"

#include <optional>
#include <span>
#include <string_view>

namespace zg {

enum class Variant {
    // A GPU's, in the order of the ladder:
    NaiveUncoalesced, ///< neighbouring threads take neighbouring rows
    Naive,            ///< the course's: neighbouring threads take neighbouring columns
    NaiveGridStride,  ///< the same in a loop over the grid: any launch is right, also one block
    Tiled16,          ///< the course's: tiles in shared memory, blocks of 16 x 16
    Tiled32,
    RegisterTile1d, ///< each thread computes a column of outputs
    RegisterTile2d, ///< each thread computes a rectangle of outputs
    Vectorized,     ///< loads of 16 bytes
    AsyncCopy,      ///< asynchronous copies into two buffers
    WarpTiles,      ///< tiles for a warp between those of block and thread: the best FP32 on CUDA cores
    MmaTf32,        ///< tensor cores through mma.sync
    MmaBf16,
    WgmmaBf16, ///< tensor cores through wgmma, tiles brought by TMA
    // References, loaded at run time:
    CublasFp32,
    CublasTf32,
    CublasBf16,
    // A CPU's:
    CpuNaive,     ///< i, j, k: the inner loop strides through B
    CpuReordered, ///< i, k, j: the inner loop goes along rows
    CpuBlocked,   ///< tiles that stay in the caches
    CpuSimd,      ///< packed tiles and vector registers, one core
    CpuThreaded,  ///< the same on all cores
    OpenblasOneThread,
    OpenblasThreaded,
};

struct VariantFacts {
    Variant variant{};
    std::string_view name; ///< used in files and on the command line: "naive", "tiled-32", "cublas-fp32", ...
    DeviceKind device = DeviceKind::Gpu;
    Arithmetic arithmetic = Arithmetic::Fp32;
    bool reference = false; ///< somebody else's library, to compare with
};

/// All variants in the order of the ladder.
[[nodiscard]] std::span<const VariantFacts> allVariants();
[[nodiscard]] const VariantFacts& factsOf(Variant variant);
[[nodiscard]] std::string_view variantName(Variant variant);
[[nodiscard]] std::optional<Variant> parseVariant(std::string_view name);

/// Algorithmic traffic of one matmul, in bytes: what the algorithm asks for, not what a counter saw.
struct Traffic {
    double registerBytes = 0; ///< operands of the multiply-adds: read a, b, c, write c
    double l1Bytes = 0;       ///< what all threads ask of shared memory and L1 together
    double l2Bytes = 0;       ///< what all blocks ask of the L2: each element that a block uses, once a block
    double l3Bytes = 0;       ///< a CPU with an L3 only, else 0
    double memoryBytes = 0;   ///< each element of A and B read once, of C written once

    bool operator==(const Traffic&) const = default;
};

/// 2 m n k: a multiplication and an addition for every term.
[[nodiscard]] constexpr double matmulFlop(double m, double n, double k) { return 2 * m * n * k; }

} // namespace zg
