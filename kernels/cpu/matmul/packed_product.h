// SPDX-License-Identifier: GPL-3.0-or-later
// The product by packed tiles and vector registers, on the thread that calls it: what CpuSimd runs, and each core of
// CpuThreaded on its part.
#pragma once

#include "kernels/cpu/matmul/rung.h"

namespace zg::cpu::matmul {

/// How the widest vectors of this computer cut C into tiles that stay in registers.
struct TileShape {
    std::size_t rows = 0, columns = 0;
    int vectorBits = 0;
};
[[nodiscard]] TileShape tileShape();

/// How large a block of A is, rows x terms: it stays in L2 while the columns of B go by.
struct Blocking {
    std::size_t rows = 0, terms = 0;
};
/// For these caches and for operands of that size: blocks of equal height and depth, whole tiles high, so that no
/// sliver of a block is left over at the end.
[[nodiscard]] Blocking blockingFor(const Caches& caches, const Operands& operands);

/// Floats that packedProduct() needs for any operands on a computer with these caches.
[[nodiscard]] std::size_t packingFloats(const Caches& caches);

/// C = A B, whatever C held before; unfinished where `stop` ended it, which is looked at every tenth of a millisecond.
/// @param packing of packingFloats(), begins at a multiple of 64 bytes; what it holds means nothing before and after
void packedProduct(const Operands& operands, const Blocking& blocking, float* packing,
                   const std::stop_token& stop = {});

/// Traffic of packedProduct(); see simd.cpp for how it comes about.
[[nodiscard]] Traffic packedTraffic(const Operands& operands, const Blocking& blocking);

} // namespace zg::cpu::matmul
