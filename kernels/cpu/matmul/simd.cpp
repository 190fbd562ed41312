// SPDX-License-Identifier: GPL-3.0-or-later
// Vector registers and packed tiles, on one core; the loops are in packed_product.cpp. Against the blocked product it
// adds a level of blocks above L1: a tile of C, R x T (12 x 32 with AVX-512), stays in registers for a whole band of
// terms, so c is no longer loaded and stored with every multiply-add.
//
// With R x T the tile, M x K the block of A in L2, P = ceil(k / K) bands of terms and Q = ceil(m / M) bands of rows, it
// asks for bytes as follows.
//   L1      4 m k ceil(n / T) + 4 k n ceil(m / R): a term of a tile is R times an a and T times a b; C once stored a
//           band, and loaded but for the first: (8 P - 4) m n; packing reads and writes A once and B once a band of
//           rows: 8 m k + 8 k n Q. About 4.4 FLOP/byte instead of 0.17: 2 / (4 / T + 4 / R).
//   L2      the slivers of A by every tile, 4 m k ceil(n / T), and A once read and packed, 8 m k; B once a band of
//           rows, 4 k n Q; C as above.
//   L3      A once, B once a band of rows, C once a band of terms read and written: 4 m k + 4 k n Q + (8 P - 4) m n.
// Packed, A and B lie one number after another in the order in which they are used: every line is whole, and N a power
// of two no longer throws all rows into the same sets.
#include "kernels/cpu/arena.h"
#include "kernels/cpu/matmul/packed_product.h"

namespace zg::cpu::matmul {
namespace {

class Simd : public Rung {
public:
    Simd(const Caches& caches, Arena packing) : caches_(caches), packing_(std::move(packing)) {}
    [[nodiscard]] Variant variant() const override { return Variant::CpuSimd; }

    [[nodiscard]] Traffic traffic(const Operands& whole) const override {
        return onlyWhere(caches_, packedTraffic(whole, blockingFor(caches_, whole)));
    }

    [[nodiscard]] std::vector<Note> notes() const override {
        return {{NoteKind::VectorBits, static_cast<double>(tileShape().vectorBits)}};
    }

    [[nodiscard]] std::size_t leastRows() const override { return allRows; }
    void multiply(const Operands& operands, const std::stop_token& stop) override {
        packedProduct(operands, blockingFor(caches_, operands), reinterpret_cast<float*>(packing_.data()), stop);
    }

private:
    Caches caches_;
    Arena packing_;
};

} // namespace

Traffic packedTraffic(const Operands& o, const Blocking& blocking) {
    const TileShape tile = tileShape();
    const auto count = [](std::size_t things) { return static_cast<double>(things); };
    const double m = count(o.m), n = count(o.n), k = count(o.k);
    const double tilesAcross = count(ceilDiv(o.n, tile.columns)), tilesDown = count(ceilDiv(o.m, tile.rows));
    const double bandsOfTerms = count(ceilDiv(o.k, blocking.terms)), bandsOfRows = count(ceilDiv(o.m, blocking.rows));
    const double ofC = (8 * bandsOfTerms - 4) * m * n, slivers = 4 * m * k * tilesAcross;
    Traffic traffic = outerTraffic(o);
    traffic.l1Bytes = slivers + 4 * k * n * tilesDown + ofC + 8 * m * k + 8 * k * n * bandsOfRows;
    traffic.l2Bytes = slivers + 8 * m * k + 4 * k * n * bandsOfRows + ofC;
    traffic.l3Bytes = 4 * m * k + 4 * k * n * bandsOfRows + ofC;
    return traffic;
}

Result<std::unique_ptr<Rung>> makeSimd(const Caches& caches) {
    Result<Arena> packing = Arena::reserve(packingFloats(caches) * sizeof(float));
    if (!packing) return tl::unexpected<Error>(packing.error());
    return std::make_unique<Simd>(caches, std::move(*packing));
}

} // namespace zg::cpu::matmul
