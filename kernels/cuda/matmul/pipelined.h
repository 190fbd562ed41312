// SPDX-License-Identifier: GPL-3.0-or-later
// Pipelined rungs: kernels that keep several tiles in dynamic shared memory and fill them ahead. What the host needs to
// know of one, and the one class that launches them all.
#pragma once

#include "kernels/cuda/matmul/rung.h"

#include <memory>
#include <vector>

namespace zg::matmul {

/// Elements from row to row of a bfloat16 matrix: its columns rounded up to 16 bytes.
[[nodiscard]] constexpr int pitchOf(int columns) { return (columns + 7) / 8 * 8; }

/// Device memory through which the blocks of a Stream-K kernel hand sums over (see warp_tiles.cu).
struct Exchange {
    float* partials = nullptr;
    unsigned* flags = nullptr; ///< one a block; 0 between launches
    float one = 1;             ///< 1, which the compiler must not know: see warp_tiles.cu
};

/// One kernel, with a one-dimensional grid. Its parameters are m, n, k, A, B, C, Exchange: as plain values, since ptxas
/// needs up to 13 registers more where they come as a struct.
struct PipelinedKernel {
    const void* kernel = nullptr;
    bool bf16 = false; ///< A and B are const __nv_bfloat16*, with rows of pitchOf(k) and pitchOf(n); else const float*
    int threads = 0;
    int sharedBytes = 0; ///< dynamic, of one block
    Tiling tiling;
    // A kernel that deals its work out by Stream-K is launched with as many blocks as fit; others with one a tile.
    int depth = 0;         ///< terms of the sum in one step
    int sumsPerThread = 0; ///< accumulators that are handed over; 0: one block a tile
};

struct PipelinedFacts {
    Variant variant{};
    int minimumCapability = 80;
    std::vector<Note> notes;
    /// The kernel for these operands. @param sharedLimit bytes that one block may have on this GPU
    PipelinedKernel (*choose)(const Operands& operands, int sharedLimit) = nullptr;
};
[[nodiscard]] std::unique_ptr<Rung> makePipelinedRung(PipelinedFacts facts);

} // namespace zg::matmul
