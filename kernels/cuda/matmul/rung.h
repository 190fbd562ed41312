// SPDX-License-Identifier: GPL-3.0-or-later
// Rung: one matmul kernel of the ladder, or one routine of a reference library, with what is known of it beforehand.
// Each file beside this one defines one (or two that differ in a tile's size) and says what it adds to the one before;
// product.cpp times them all alike.
#pragma once

#include "core/launch.h"
#include "core/matmul.h"
#include "core/run.h"

#include <cuda_bf16.h>
#include <cuda_runtime_api.h>
#include <memory>
#include <optional>
#include <vector>

namespace zg::matmul {

/// C = A B with A of m x k, B of k x n, C of m x n, all row by row without gaps, but for the bfloat16 matrices, whose
/// rows begin at multiples of 16 bytes, as TMA demands; what fills their rows up is zero. m is smaller than n and k
/// where a long matmul is split by rows. Base addresses of whole matrices are multiples of 256 bytes; a slice begins
/// at a row of A and C, so at a multiple of 16 bytes only where k and n are multiples of 4.
struct Operands {
    int m = 0, n = 0, k = 0;
    const float* a = nullptr;
    const float* b = nullptr;
    const __nv_bfloat16* aBf16 = nullptr; ///< null where the rung does not ask for them
    const __nv_bfloat16* bBf16 = nullptr;
    int ldaBf16 = 0, ldbBf16 = 0; ///< elements from row to row: k and n rounded up to 8
    float* c = nullptr;

    /// The product of rows [first, first + rows) of A, into the same rows of C.
    [[nodiscard]] Operands slice(int first, int rows) const;
};

class Rung {
public:
    Rung() = default;
    Rung(const Rung&) = delete;
    Rung& operator=(const Rung&) = delete;
    virtual ~Rung() = default;
    [[nodiscard]] virtual Variant variant() const = 0;
    /// The least compute capability, major * 10 + minor, and whether it is exactly that (wgmma: 90, 9.0 only).
    [[nodiscard]] virtual int minimumCapability() const { return 0; }
    [[nodiscard]] virtual bool exactCapability() const { return false; }
    /// Grid, block, registers and shared bytes of the launch for these operands; nothing where a library keeps them to
    /// itself. Throws CudaFailure.
    [[nodiscard]] virtual std::optional<Launch> launch(const Operands& operands) const = 0;
    /// Resident blocks on one SM of the launch, by the driver. 0 where it cannot be launched or is not known. Throws
    /// CudaFailure.
    [[nodiscard]] virtual int blocksPerSm(const Operands& operands) const = 0;
    /// Algorithmic traffic of the whole product; see core/matmul.h. NaN where a library keeps it to itself.
    [[nodiscard]] virtual Traffic traffic(const Operands& operands) const = 0;
    /// What a viewer must say of it: the path to the tensor cores, a library's version.
    [[nodiscard]] virtual std::vector<Note> notes() const { return {}; }
    /// Enqueues the product, one launch. The stream may be capturing a graph, so it neither waits nor allocates, but
    /// for the first call with these operands, which is never captured. Throws CudaFailure.
    virtual void run(const Operands& operands, cudaStream_t stream) = 0;
};

/// What the formula of Traffic needs to know of a rung that cuts C into tiles, one a block.
struct Tiling {
    int rows = 0, columns = 0;   ///< of C, computed by one block
    double l1BytesPerTerm = 0;   ///< asked of shared memory or L1 by the threads for one multiply-add
    double l1BytesPerFilled = 0; ///< asked of them to bring one element of A or B into shared memory; 0: not staged
    double elementBytes = 4;     ///< of A and B: 4, or 2 for bfloat16
};

/// Traffic of one product, in bytes, for n columns, m rows and sums of k terms:
///   registers  16 m n k                every multiply-add reads a, b, c and writes c, 4 bytes each
///   L2         e (m k ceil(n / columns) + k n ceil(m / rows)) + 4 m n
///                                      each block asks for its rows of A and its columns of B once, and writes C
///   L1         l1BytesPerTerm m n k + l1BytesPerFilled (the elements of the line above) + 4 m n
///   memory     e (m k + k n) + 4 m n   each element once
/// with e = elementBytes. Terms beyond the edges of the matrices, which a kernel may compute as zeros, are not counted.
[[nodiscard]] Traffic trafficOf(const Operands& operands, const Tiling& tiling);

/// A launch with the registers and static shared bytes that the driver reports for the kernel. Throws CudaFailure.
[[nodiscard]] Launch launchOf(const void* kernel, dim3 grid, dim3 block, std::size_t dynamicSharedBytes = 0);
/// Resident blocks of that launch on one SM. Throws CudaFailure.
[[nodiscard]] int residentBlocks(const void* kernel, dim3 block, std::size_t dynamicSharedBytes = 0);

/// A kernel of the plain FP32 rungs: m, n, k, A, B, C.
using Fp32Kernel = void (*)(int, int, int, const float*, const float*, float*);

/// All that is to say of an FP32 rung that launches one block for each tile of C.
struct TileFacts {
    Variant variant{};
    int minimumCapability = 0;
    Fp32Kernel kernel = nullptr;  ///< right for any operands
    Fp32Kernel aligned = nullptr; ///< for operands whose rows all begin at multiples of 16 bytes; null: `kernel`
    dim3 block;
    Tiling tiling;
    bool downFirst = false; ///< blockIdx.x counts tiles down the rows of C, y across; else x across, y down
};
[[nodiscard]] std::unique_ptr<Rung> makeTileRung(const TileFacts& facts);

/// Smallest whole number of `step`s that covers `count`.
[[nodiscard]] constexpr int ceilDiv(int count, int step) { return (count - 1) / step + 1; }

// The ladder, one function a rung.
[[nodiscard]] std::unique_ptr<Rung> makeNaiveUncoalesced();
[[nodiscard]] std::unique_ptr<Rung> makeNaive();
/// @param blocks of every launch; 0: as many as the GPU can hold at once
[[nodiscard]] std::unique_ptr<Rung> makeNaiveGridStride(int blocks);
[[nodiscard]] std::unique_ptr<Rung> makeTiled16();
[[nodiscard]] std::unique_ptr<Rung> makeTiled32();
[[nodiscard]] std::unique_ptr<Rung> makeRegisterTile1d();
[[nodiscard]] std::unique_ptr<Rung> makeRegisterTile2d();
[[nodiscard]] std::unique_ptr<Rung> makeVectorized();
[[nodiscard]] std::unique_ptr<Rung> makeAsyncCopy();
[[nodiscard]] std::unique_ptr<Rung> makeWarpTiles();
[[nodiscard]] std::unique_ptr<Rung> makeMmaTf32();
[[nodiscard]] std::unique_ptr<Rung> makeMmaBf16();
/// Null where this program was built without code for 9.0.
[[nodiscard]] std::unique_ptr<Rung> makeWgmmaBf16();

} // namespace zg::matmul
