// SPDX-License-Identifier: GPL-3.0-or-later
// Rung: one way to multiply matrices on a CPU, or one routine of a reference library. Each file beside this one defines
// one and says what it adds to the one before; product.cpp times them all alike.
#pragma once

#include "core/matmul.h"
#include "core/run.h"

#include <cstddef>
#include <limits>
#include <memory>
#include <stop_token>
#include <vector>

namespace zg::cpu {
class Crew;
}

namespace zg::cpu::matmul {

/// C = A B with A of m x k, B of k x n, C of m x n, all row by row; the next row begins lda, ldb, ldc elements on.
/// m is smaller than n and k where a long product is done in slices of rows.
struct Operands {
    std::size_t m = 0, n = 0, k = 0;
    const float* a = nullptr;
    const float* b = nullptr;
    float* c = nullptr;
    std::size_t lda = 0, ldb = 0, ldc = 0;

    /// The product of rows [firstRow, firstRow + rows) of A and columns [firstColumn, firstColumn + columns) of B, into
    /// the same place of C.
    [[nodiscard]] Operands part(std::size_t firstRow, std::size_t rows, std::size_t firstColumn,
                                std::size_t columns) const;
    [[nodiscard]] Operands rows(std::size_t first, std::size_t count) const { return part(first, count, 0, n); }
};

/// What a rung needs to know of the computer. Units: bytes; of one core.
struct Caches {
    std::size_t l1Bytes = 32 << 10;  ///< where hwloc does not tell: no x86-64 and hardly an aarch64 has less
    std::size_t l2Bytes = 256 << 10; ///< the same
    bool hasL2 = false, hasL3 = false;
};
[[nodiscard]] Caches cachesOf(const Device& device);

class Rung {
public:
    Rung() = default;
    Rung(const Rung&) = delete;
    Rung& operator=(const Rung&) = delete;
    virtual ~Rung() = default;
    [[nodiscard]] virtual Variant variant() const = 0;
    /// Cores that take part.
    [[nodiscard]] virtual int threads() const { return 1; }
    /// Algorithmic traffic of a whole product, as core/matmul.h defines it and each rung's comment derives it; of a
    /// CPU:
    ///   registers  16 m n k: every multiply-add reads a, b, c and writes c, 4 bytes each
    ///   L1         what the loads and stores of the loops ask for
    ///   L2, L3     what a block of the level above asks for, once a block, by the sizes the rung is built for; a rung
    ///              without blocks asks again for all that does not stay from one turn of its middle loop to the next
    ///   memory     each element once: 4 (m k + k n + m n)
    /// Bytes of elements, not of the lines that they lie in. NaN where a library keeps it to itself; 0 where there is
    /// no such cache.
    [[nodiscard]] virtual Traffic traffic(const Operands& whole) const = 0;
    /// What a viewer must say of it: the width of its vectors, a library's version.
    [[nodiscard]] virtual std::vector<Note> notes() const { return {}; }
    /// Rows below which a slice costs more than its rows are worth, since something is done once a slice; all of them
    /// where multiply() looks at the stop token itself.
    [[nodiscard]] virtual std::size_t leastRows() const { return 1; }
    /// Computes all of C, whatever it held before. Once `stop` is asked for it may leave C unfinished.
    virtual void multiply(const Operands& operands, const std::stop_token& stop) = 0;
    void run(const Operands& operands) { multiply(operands, {}); }
};

/// Registers and memory, which are the same for every rung; the others 0.
[[nodiscard]] Traffic outerTraffic(const Operands& whole);
/// Leaves out the levels that the computer does not have.
[[nodiscard]] Traffic onlyWhere(const Caches& caches, Traffic traffic);

inline constexpr std::size_t allRows = std::numeric_limits<std::size_t>::max();

/// Smallest whole number of `step`s that covers `count`.
[[nodiscard]] constexpr std::size_t ceilDiv(std::size_t count, std::size_t step) { return (count + step - 1) / step; }

// The ladder, one function a rung.
[[nodiscard]] std::unique_ptr<Rung> makeNaive(const Caches& caches);
[[nodiscard]] std::unique_ptr<Rung> makeReordered(const Caches& caches);
[[nodiscard]] std::unique_ptr<Rung> makeBlocked(const Caches& caches);
/// Errors: OutOfMemory, for the block that A is packed in.
[[nodiscard]] Result<std::unique_ptr<Rung>> makeSimd(const Caches& caches);
/// @param crew outlives it. Errors: as makeSimd().
[[nodiscard]] Result<std::unique_ptr<Rung>> makeThreaded(const Caches& caches, Crew& crew);

} // namespace zg::cpu::matmul
