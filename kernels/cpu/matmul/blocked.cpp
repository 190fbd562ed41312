// SPDX-License-Identifier: GPL-3.0-or-later
// The same loops over tiles: a tile of B, K terms x 512 columns (32 KiB with 16 terms), stays in L1 while R = 64 rows
// of A and C go by, and a band of R rows of C stays in L2 while all of B goes by.
//
// At L1 nothing changes: 12 bytes a multiply-add. But B comes to L1 once for R rows instead of once for each, and a row
// of C once for K terms. With T = 512 the L2 is asked for
//   4 m k ceil(n / T) + 4 k n ceil(m / R) + 8 m n ceil(k / K)
// bytes (A once for every column of tiles; C read and written for every band of terms), 3.5 FLOP/byte, and the L3 for
//   4 m k + 4 k n ceil(m / R) + 4 m n
// about 30 FLOP/byte. Rows of a tile are long on purpose: with 64 x 64 each turn of the inner loop waits
// for the sums that the turn before has just stored, and with N a power of two all rows of a tile fall into the same
// few sets of L1; at N = 256 and 512 that was slower than no tiles at all.
#include "kernels/cpu/matmul/rung.h"

#include <algorithm>

namespace zg::cpu::matmul {
namespace {

constexpr std::size_t tileColumns = 512, bandRows = 64;

/// C += A B for a B that fits in L1.
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
          // Two thirds of L1, in whole eights of rows.
          terms_(std::max<std::size_t>(1, caches.l1Bytes * 2 / 3 / (tileColumns * sizeof(float)) / 8) * 8) {}
    [[nodiscard]] Variant variant() const override { return Variant::CpuBlocked; }

    [[nodiscard]] Traffic traffic(const Operands& whole) const override {
        const auto m = static_cast<double>(whole.m), n = static_cast<double>(whole.n), k = static_cast<double>(whole.k);
        const auto bandsOfRows = static_cast<double>(ceilDiv(whole.m, bandRows));
        const auto bandsOfTerms = static_cast<double>(ceilDiv(whole.k, terms_));
        const auto bandsOfColumns = static_cast<double>(ceilDiv(whole.n, tileColumns));
        Traffic traffic = outerTraffic(whole);
        traffic.l1Bytes = 12 * m * n * k + 4 * m * k * bandsOfColumns + 4 * m * n;
        traffic.l2Bytes = 4 * m * k * bandsOfColumns + 4 * k * n * bandsOfRows + 8 * m * n * bandsOfTerms;
        traffic.l3Bytes = 4 * m * k + 4 * k * n * bandsOfRows + 4 * m * n;
        return onlyWhere(caches_, traffic);
    }

    void multiply(const Operands& o, const std::stop_token&) override {
        for (std::size_t i = 0; i < o.m; i += bandRows) {
            const std::size_t rows = std::min(bandRows, o.m - i);
            for (std::size_t row = i; row < i + rows; ++row) std::fill_n(o.c + row * o.ldc, o.n, 0.0f);
            for (std::size_t k = 0; k < o.k; k += terms_) {
                for (std::size_t j = 0; j < o.n; j += tileColumns) {
                    Operands tile = o.part(i, rows, j, std::min(tileColumns, o.n - j));
                    tile.k = std::min(terms_, o.k - k);
                    tile.a += k;
                    tile.b += k * o.ldb;
                    addTile(tile);
                }
            }
        }
    }

private:
    Caches caches_;
    std::size_t terms_; ///< of a tile of B
};

} // namespace

std::unique_ptr<Rung> makeBlocked(const Caches& caches) { return std::make_unique<Blocked>(caches); }

} // namespace zg::cpu::matmul
