// SPDX-License-Identifier: GPL-3.0-or-later
// Three loops around one kernel, after Goto and van de Geijn, "Anatomy of high-performance matrix multiplication" (ACM
// TOMS 34, 2008): a block of A is packed and stays in L2; a sliver of B, as wide as a tile, is packed and stays in L1
// as far as it fits; the kernel multiplies four to twelve rows of the one by the other into a tile of C that stays in
// registers: tile_inl.h.
#include "kernels/cpu/matmul/packed_product.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/cpu/matmul/packed_product.cpp"
#include <hwy/foreach_target.h> // includes this file again for each kind of vector unit

// The order matters: the kernel follows what decides for which vector unit it is compiled.
#include "kernels/cpu/matmul/tile_inl.h"

HWY_BEFORE_NAMESPACE();
namespace zg::cpu::matmul {
namespace HWY_NAMESPACE {

/// Rows of A, four by four, as the kernel reads them; zeros where the last four are fewer.
void packRows(const Operands& o, float* HWY_RESTRICT out) {
    const Floats d;
    const std::size_t lanes = hn::Lanes(d);
    for (std::size_t i = 0; i < o.m; i += 4, out += 4 * o.k) {
        const float* HWY_RESTRICT row = o.a + i * o.lda;
        std::size_t k = 0;
        if (i + 4 <= o.m) {
            for (; k + lanes <= o.k; k += lanes)
                hn::StoreInterleaved4(hn::LoadU(d, row + k), hn::LoadU(d, row + o.lda + k),
                                      hn::LoadU(d, row + 2 * o.lda + k), hn::LoadU(d, row + 3 * o.lda + k), d,
                                      out + 4 * k);
        }
        const std::size_t rows = std::min<std::size_t>(4, o.m - i);
        for (; k < o.k; ++k)
            for (std::size_t r = 0; r < 4; ++r) out[4 * k + r] = r < rows ? row[r * o.lda + k] : 0.0f;
    }
}

/// Columns of B, at most a tile's; zeros where the last vector is not full.
void packColumns(const float* HWY_RESTRICT b, std::size_t ldb, std::size_t k, std::size_t columns,
                 float* HWY_RESTRICT out) {
    const Floats d;
    const std::size_t lanes = hn::Lanes(d), stride = ceilDiv(columns, lanes) * lanes;
    for (; k > 0; --k, b += ldb, out += stride) {
        std::size_t j = 0;
        for (; j + lanes <= columns; j += lanes) hn::Store(hn::LoadU(d, b + j), d, out + j);
        for (; j < stride; ++j) out[j] = j < columns ? b[j] : 0.0f;
    }
}

/// One block of A by all columns of B. @param add to C, since it is not the first block of terms
void multiplyBlock(const Operands& o, bool add, float* packedA, float* packedB, float* spare,
                   const std::stop_token& stop) {
    const std::size_t tileColumns = maxVectors * hn::Lanes(Floats());
    packRows(o, packedA);
    for (std::size_t j = 0; j < o.n && !stop.stop_requested(); j += tileColumns) {
        const std::size_t columns = std::min(tileColumns, o.n - j), next = j + columns;
        packColumns(o.b + j, o.ldb, o.k, columns, packedB);
        const std::size_t nextColumns = std::min(tileColumns, o.n - next), tiles = ceilDiv(o.m, maxRows);
        Ahead ahead{o.b + next, o.ldb, nextColumns, nextColumns > 0 ? o.k : 0, ceilDiv(o.k, tiles)};
        for (std::size_t i = 0; i < o.m; i += maxRows) {
            multiply(std::min(maxRows, o.m - i), columns, o.k, packedA + i * o.k, packedB,
                     {o.c + i * o.ldc + j, o.ldc, add}, ahead, spare);
            ahead.advance();
        }
    }
}

void product(const Operands& o, const Blocking& blocking, float* packing, const std::stop_token& stop) {
    const std::size_t tileColumns = maxVectors * hn::Lanes(Floats());
    float* packedB = packing;
    float* spare = packedB + blocking.terms * tileColumns;
    float* packedA = spare + maxRows * tileColumns;
    for (std::size_t i = 0; i < o.m; i += blocking.rows) {
        for (std::size_t k = 0; k < o.k && !stop.stop_requested(); k += blocking.terms) {
            Operands block = o.rows(i, std::min(blocking.rows, o.m - i));
            block.k = std::min(blocking.terms, o.k - k);
            block.a += k;
            block.b += k * o.ldb;
            multiplyBlock(block, k > 0, packedA, packedB, spare, stop);
        }
    }
}

TileShape shape() {
    const std::size_t lanes = hn::Lanes(Floats());
    return {maxRows, maxVectors * lanes, static_cast<int>(lanes * 32)};
}

} // namespace HWY_NAMESPACE
} // namespace zg::cpu::matmul
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace zg::cpu::matmul {
namespace {

/// The largest blocks: terms so that a sliver of B fills two thirds of L1, which leaves room for A and C to pass
/// through; rows so that a block of A fills half of L2. Tried on a core with 48 KiB and 2 MiB.
Blocking largestBlocking(const Caches& caches) {
    const TileShape tile = tileShape();
    const std::size_t terms = std::clamp<std::size_t>(caches.l1Bytes * 2 / 3 / (4 * tile.columns) / 8 * 8, 64, 512);
    const std::size_t rows = std::max<std::size_t>(caches.l2Bytes / 2 / (4 * terms) / tile.rows, 4) * tile.rows;
    return {rows, terms};
}

/// Equal parts, each a multiple of `step`, of at most `most`.
std::size_t evenly(std::size_t count, std::size_t most, std::size_t step) {
    return std::max(step, ceilDiv(ceilDiv(count, ceilDiv(count, most)), step) * step);
}

} // namespace

HWY_EXPORT(product);
HWY_EXPORT(shape);

TileShape tileShape() { return HWY_DYNAMIC_DISPATCH(shape)(); }

Blocking blockingFor(const Caches& caches, const Operands& operands) {
    const Blocking most = largestBlocking(caches);
    return {evenly(operands.m, most.rows, tileShape().rows), evenly(operands.k, most.terms, 8)};
}

std::size_t packingFloats(const Caches& caches) {
    const Blocking most = largestBlocking(caches);
    const TileShape tile = tileShape();
    return most.terms * most.rows + (most.terms + tile.rows) * tile.columns;
}

void packedProduct(const Operands& operands, const Blocking& blocking, float* packing, const std::stop_token& stop) {
    HWY_DYNAMIC_DISPATCH(product)(operands, blocking, packing, stop);
}

} // namespace zg::cpu::matmul
#endif
