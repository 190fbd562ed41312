// SPDX-License-Identifier: GPL-3.0-or-later
// The kernel of the packed product: one tile of C, in registers. Included by packed_product.cpp alone, once for each
// kind of vector unit.
//
// With AVX-512 a tile is 12 rows of 2 vectors, 24 sums. A term of the sums costs 2 loads of b, 12 of an a copied into
// all lanes, and 24 multiply-adds: two units are busy for 12 cycles, two load ports for 7. With 16 registers (AVX2 and
// before) it is 4 rows of 3 vectors.
#if defined(ZG_TILE_INL_H) == defined(HWY_TARGET_TOGGLE) // Highway's guard: open once for each target
#ifdef ZG_TILE_INL_H
#undef ZG_TILE_INL_H
#else
#define ZG_TILE_INL_H
#endif

#include "kernels/cpu/matmul/rung.h"

#include <algorithm>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace zg::cpu::matmul {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using Floats = hn::ScalableTag<float>;

// A tile is up to maxGroups groups of 4 rows by up to maxVectors vectors.
#undef ZG_ROWS
#if HWY_ARCH_X86 && HWY_TARGET > HWY_AVX3 // before AVX-512: 16 registers
constexpr std::size_t maxGroups = 1, maxVectors = 3;
#define ZG_ROWS(X) X(0) X(1) X(2) X(3)
#else
constexpr std::size_t maxGroups = 3, maxVectors = 2;
#define ZG_ROWS(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11)
#endif
constexpr std::size_t maxRows = 4 * maxGroups;

/// Numbers in a line of the caches, as far as prefetching is concerned.
constexpr std::size_t lineFloats = 16;

/// Rows that will be used soon. While the multipliers work they are asked for, one every few terms: all at once they
/// would fill the buffers that the loads of A need.
struct Ahead {
    const float* at = nullptr;
    std::size_t stride = 0, numbers = 0; ///< from row to row; of a row
    std::size_t rows = 0;                ///< still to be asked for
    std::size_t each = 0;                ///< rows while one tile is computed

    void advance() {
        const std::size_t done = std::min(each, rows);
        at += done * stride;
        rows -= done;
    }
};

template <int kLocality>
HWY_INLINE void fetchRow(const float* row, std::size_t numbers) {
    for (std::size_t i = 0; i < numbers; i += lineFloats) __builtin_prefetch(row + i, 0, kLocality);
    __builtin_prefetch(row + numbers - 1, 0, kLocality);
}

/// Where a tile of C goes.
struct Target {
    float* c;
    std::size_t ldc;
    bool add; ///< to what is there: not the first block of terms
};

// A and B packed: 4 rows of A are k groups of 4 numbers, the next 4 rows begin 4 k on; b is k rows of kVectors vectors.
// The sums have names, since the vectors of SVE and RVV may not be elements of an array; p, q and r are the first,
// second and third vector of a row.
#define ZG_USED(i) if constexpr ((i) < 4 * kGroups)
#define ZG_ZERO(i) [[maybe_unused]] auto p##i = hn::Zero(d), q##i = p##i, r##i = p##i;
#define ZG_MULTIPLY_ADD(i)                                                                                             \
    ZG_USED(i) {                                                                                                       \
        const auto x = hn::Set(d, a[(i) / 4 * 4 * k + (i) % 4]);                                                       \
        p##i = hn::MulAdd(x, b0, p##i);                                                                                \
        if constexpr (kVectors > 1) q##i = hn::MulAdd(x, b1, q##i);                                                    \
        if constexpr (kVectors > 2) r##i = hn::MulAdd(x, b2, r##i);                                                    \
    }
#define ZG_TERMS(from, to)                                                                                             \
    for (std::size_t term = (from); term < (to); ++term, a += 4, b += kVectors * lanes) {                              \
        [[maybe_unused]] const auto b0 = hn::Load(d, b);                                                               \
        [[maybe_unused]] const auto b1 = hn::Load(d, b + (kVectors > 1 ? lanes : 0));                                  \
        [[maybe_unused]] const auto b2 = hn::Load(d, b + (kVectors > 2 ? 2 * lanes : 0));                              \
        ZG_ROWS(ZG_MULTIPLY_ADD)                                                                                       \
    }
#define ZG_ADD(i)                                                                                                      \
    ZG_USED(i) {                                                                                                       \
        p##i = hn::Add(p##i, hn::LoadU(d, c + (i)*target.ldc));                                                        \
        if constexpr (kVectors > 1) q##i = hn::Add(q##i, hn::LoadU(d, c + (i)*target.ldc + lanes));                    \
        if constexpr (kVectors > 2) r##i = hn::Add(r##i, hn::LoadU(d, c + (i)*target.ldc + 2 * lanes));                \
    }
#define ZG_STORE(i)                                                                                                    \
    ZG_USED(i) {                                                                                                       \
        hn::StoreU(p##i, d, c + (i)*target.ldc);                                                                       \
        if constexpr (kVectors > 1) hn::StoreU(q##i, d, c + (i)*target.ldc + lanes);                                   \
        if constexpr (kVectors > 2) hn::StoreU(r##i, d, c + (i)*target.ldc + 2 * lanes);                               \
    }

/// In each turn of so many terms one row is asked for.
constexpr std::size_t termsOfTurn = 8;
/// Turns before the end at which the last row of C is asked for: early enough to come from L3 (48 terms take 500
/// cycles), and late enough not to be driven out again by A and B, since with N a power of two all rows of a tile fall
/// into the same set of L1.
constexpr std::size_t turnsBeforeEnd = 6;

template <std::size_t kGroups, std::size_t kVectors>
HWY_NOINLINE void multiplyTile(std::size_t k, const float* HWY_RESTRICT a, const float* HWY_RESTRICT b,
                               const Target& target, const Ahead& ahead) {
    const Floats d;
    const std::size_t lanes = hn::Lanes(d), rows = 4 * kGroups, turns = k / termsOfTurn;
    const std::size_t rowsAhead = std::min(ahead.each, ahead.rows);
    const std::size_t firstOfC = turns > rows + turnsBeforeEnd ? turns - rows - turnsBeforeEnd : 0;
    float* HWY_RESTRICT c = target.c;
    ZG_ROWS(ZG_ZERO)
    for (std::size_t turn = 0; turn < turns; ++turn) {
        if (turn < rowsAhead) fetchRow<2>(ahead.at + turn * ahead.stride, ahead.numbers);
        if (turn - firstOfC < rows) fetchRow<3>(c + (turn - firstOfC) * target.ldc, kVectors * lanes);
        ZG_TERMS(0, termsOfTurn)
    }
    ZG_TERMS(0, k % termsOfTurn)
    if (target.add) {
        ZG_ROWS(ZG_ADD)
    }
    ZG_ROWS(ZG_STORE)
}

template <std::size_t kGroups>
void multiplyVectors(std::size_t vectors, std::size_t k, const float* a, const float* b, const Target& target,
                     const Ahead& ahead) {
    if (vectors == 1) multiplyTile<kGroups, 1>(k, a, b, target, ahead);
    else if (vectors == 2) multiplyTile<kGroups, 2>(k, a, b, target, ahead);
    else if constexpr (maxVectors > 2) multiplyTile<kGroups, 3>(k, a, b, target, ahead);
}

/// A tile of whole groups of rows and whole vectors.
void multiplyWhole(std::size_t groups, std::size_t vectors, std::size_t k, const float* a, const float* b,
                   const Target& target, const Ahead& ahead) {
    if (groups == 1) multiplyVectors<1>(vectors, k, a, b, target, ahead);
    else if constexpr (maxGroups > 1) {
        if (groups == 2) multiplyVectors<2>(vectors, k, a, b, target, ahead);
        else multiplyVectors<3>(vectors, k, a, b, target, ahead);
    }
}

/// A tile of any size: at the edges of C it goes through `spare`, a whole tile.
void multiply(std::size_t rows, std::size_t columns, std::size_t k, const float* a, const float* b,
              const Target& target, const Ahead& ahead, float* spare) {
    const std::size_t lanes = hn::Lanes(Floats());
    const std::size_t groups = ceilDiv(rows, 4), vectors = ceilDiv(columns, lanes);
    if (rows == groups * 4 && columns == vectors * lanes) return multiplyWhole(groups, vectors, k, a, b, target, ahead);
    const std::size_t stride = vectors * lanes;
    multiplyWhole(groups, vectors, k, a, b, {spare, stride, false}, ahead);
    for (std::size_t i = 0; i < rows; ++i) {
        for (std::size_t j = 0; j < columns; ++j) {
            float& c = target.c[i * target.ldc + j];
            c = target.add ? c + spare[i * stride + j] : spare[i * stride + j];
        }
    }
}

} // namespace HWY_NAMESPACE
} // namespace zg::cpu::matmul
HWY_AFTER_NAMESPACE();

#endif // the guard
