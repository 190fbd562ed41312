// SPDX-License-Identifier: GPL-3.0-or-later
// The same loops over tiles that stay in L1: three tiles of t x t, one each of A, B and C, t as large as L1 holds them
// (64 for 48 KiB, 48 for 32 KiB).
//
// At L1 nothing changes: 12 bytes a multiply-add. But now a tile of B that has come to L1 serves t rows of C before it
// goes, and a tile of C t terms of its sums. The L2 is asked for each tile of A once, each of B once for every band of
// t rows of C, each of C twice for every band of t terms (read and written): 4 m k + 4 k n ceil(m / t) + 8 m n ceil(k /
// t) bytes, about t / 6 FLOP/byte. The band of t rows of C stays in L2 while all of B goes by once, so the L3 is asked
// for 4 m k + 4 k n ceil(m / t) + 4 m n bytes, about t / 2 FLOP/byte.
#include "kernels/cpu/matmul/rung.h"

#include <algorithm>
#include <cmath>

namespace zg::cpu::matmul {
namespace {

/// C += A B for operands that fit in L1.
void addTile(const Operands& o) {
    for (std::size_t i = 0; i < o.m; ++i) {
        float* __restrict__ c = o.c + i * o.ldc;
        for (std::size_t k = 0; k < o.k; ++k) {
            const float a = o.a[i * o.lda + k];
            const float* __restrict__ b = o.b + k * o.ldb;
            for (std::size_t j = 0; j < o.n; ++j) c[j] += a * b[j];
        }
    }
}

class Blocked : public Rung {
public:
    explicit Blocked(const Caches& caches)
        : caches_(caches),
          // Whole lines of 16 numbers; never less than one.
          tile_(std::max<std::size_t>(
              16, static_cast<std::size_t>(std::sqrt(static_cast<double>(caches.l1Bytes) / 12)) / 16 * 16)) {}
    [[nodiscard]] Variant variant() const override { return Variant::CpuBlocked; }

    [[nodiscard]] Traffic traffic(const Operands& whole) const override {
        const auto m = static_cast<double>(whole.m), n = static_cast<double>(whole.n), k = static_cast<double>(whole.k);
        const auto bandsOfRows = static_cast<double>(ceilDiv(whole.m, tile_));
        const auto bandsOfTerms = static_cast<double>(ceilDiv(whole.k, tile_));
        const auto bandsOfColumns = static_cast<double>(ceilDiv(whole.n, tile_));
        Traffic traffic = outerTraffic(whole);
        traffic.l1Bytes = 12 * m * n * k + 4 * m * k * bandsOfColumns + 4 * m * n;
        traffic.l2Bytes = 4 * m * k + 4 * k * n * bandsOfRows + 8 * m * n * bandsOfTerms;
        traffic.l3Bytes = 4 * m * k + 4 * k * n * bandsOfRows + 4 * m * n;
        return onlyWhere(caches_, traffic);
    }

    void multiply(const Operands& o, const std::stop_token&) override {
        for (std::size_t i = 0; i < o.m; i += tile_) {
            const std::size_t rows = std::min(tile_, o.m - i);
            for (std::size_t row = i; row < i + rows; ++row) std::fill_n(o.c + row * o.ldc, o.n, 0.0f);
            for (std::size_t k = 0; k < o.k; k += tile_) {
                for (std::size_t j = 0; j < o.n; j += tile_) {
                    Operands tile = o.part(i, rows, j, std::min(tile_, o.n - j));
                    tile.k = std::min(tile_, o.k - k);
                    tile.a += k;
                    tile.b += k * o.ldb;
                    addTile(tile);
                }
            }
        }
    }

private:
    Caches caches_;
    std::size_t tile_;
};

} // namespace

std::unique_ptr<Rung> makeBlocked(const Caches& caches) { return std::make_unique<Blocked>(caches); }

} // namespace zg::cpu::matmul
