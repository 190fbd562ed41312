// SPDX-License-Identifier: GPL-3.0-or-later
// The same product on all cores: C is cut into as many rectangles as there are cores, and each core computes its own,
// packing what it needs for itself. No core waits for another but at the end.
//
// What every core asks of its registers, L1 and L2 is what simd.cpp says, for its rectangle. Of the L3 and of memory
// all cores together ask for more than one core alone: each row of A once for every rectangle that it goes through, and
// so each column of B. The rectangles are therefore as square as they can be: of all ways to cut, the one whose largest
// rectangle is smallest, and of those the one with the shortest edges.
#include "kernels/cpu/arena.h"
#include "kernels/cpu/crew.h"
#include "kernels/cpu/matmul/packed_product.h"

#include <algorithm>
#include <tuple>

namespace zg::cpu::matmul {
namespace {

/// Rectangles of equal size, but for the last of each row and column of them, which may be smaller or empty.
struct Cut {
    std::size_t across = 1;            ///< rectangles beside each other
    std::size_t rows = 0, columns = 0; ///< of a rectangle; whole tiles
};

Cut cutFor(const Operands& o, std::size_t cores) {
    const TileShape tile = tileShape();
    Cut best;
    const auto worth = [](const Cut& cut) { return std::tuple(cut.rows * cut.columns, cut.rows + cut.columns); };
    for (std::size_t across = 1; across <= cores; ++across) {
        if (cores % across != 0) continue;
        const auto part = [](std::size_t count, std::size_t parts, std::size_t step) {
            return ceilDiv(ceilDiv(count, parts), step) * step;
        };
        const Cut cut{across, part(o.m, cores / across, tile.rows), part(o.n, across, tile.columns)};
        if (best.rows == 0 || worth(cut) < worth(best)) best = cut;
    }
    return best;
}

/// What that core computes; m or n is 0 where nothing is left for it.
Operands partOf(const Operands& o, const Cut& cut, std::size_t core) {
    const std::size_t row = std::min(o.m, core / cut.across * cut.rows);
    const std::size_t column = std::min(o.n, core % cut.across * cut.columns);
    return o.part(row, std::min(cut.rows, o.m - row), column, std::min(cut.columns, o.n - column));
}

class Threaded : public Rung {
public:
    Threaded(const Caches& caches, Crew& crew, Arena packing, std::size_t bytesEach)
        : caches_(caches), crew_(crew), packing_(std::move(packing)), bytesEach_(bytesEach) {}
    [[nodiscard]] Variant variant() const override { return Variant::CpuThreaded; }
    [[nodiscard]] int threads() const override { return crew_.size(); }

    [[nodiscard]] Traffic traffic(const Operands& whole) const override {
        Traffic sum = outerTraffic(whole);
        const Cut cut = cutFor(whole, cores());
        for (std::size_t core = 0; core < cores(); ++core) {
            const Operands part = partOf(whole, cut, core);
            if (part.m == 0 || part.n == 0) continue;
            const Traffic one = packedTraffic(part, blockingFor(caches_, part));
            sum.l1Bytes += one.l1Bytes;
            sum.l2Bytes += one.l2Bytes;
            sum.l3Bytes += one.l3Bytes;
        }
        return onlyWhere(caches_, sum);
    }

    [[nodiscard]] std::vector<Note> notes() const override {
        return {{NoteKind::VectorBits, static_cast<double>(tileShape().vectorBits)}};
    }

    [[nodiscard]] std::size_t leastRows() const override { return allRows; }
    void multiply(const Operands& operands, const std::stop_token& stop) override {
        const Cut cut = cutFor(operands, cores());
        crew_.run([&](int member) {
            const auto core = static_cast<std::size_t>(member);
            const Operands part = partOf(operands, cut, core);
            if (part.m == 0 || part.n == 0) return;
            packedProduct(part, blockingFor(caches_, part),
                          reinterpret_cast<float*>(packing_.data() + core * bytesEach_), stop);
        });
    }

private:
    [[nodiscard]] std::size_t cores() const { return static_cast<std::size_t>(crew_.size()); }

    Caches caches_;
    Crew& crew_;
    Arena packing_;
    std::size_t bytesEach_;
};

} // namespace

Result<std::unique_ptr<Rung>> makeThreaded(const Caches& caches, Crew& crew) {
    // A huge page is never shared by two cores: who writes it first has it on his node.
    const std::size_t each = ceilDiv(packingFloats(caches) * sizeof(float), hugePageBytes) * hugePageBytes;
    Result<Arena> packing = Arena::reserve(each * static_cast<std::size_t>(crew.size()));
    if (!packing) return tl::unexpected<Error>(packing.error());
    return std::make_unique<Threaded>(caches, crew, std::move(*packing), each);
}

} // namespace zg::cpu::matmul
