// SPDX-License-Identifier: GPL-3.0-or-later
// The naive product: for every row i and column j a sum over k, as the definition is written.
//
// Its inner loop asks L1 for 8 bytes a multiply-add (an a, a b; the sum stays in a register): 0.25 FLOP/byte. Of those,
// a goes along a row and is used up line by line, while b goes down a column: every b lies in another line, of which 4
// bytes are used, and with N a power of two all these lines fall into the same few sets of the cache, so that none is
// there when the next column wants its neighbour. Row i of A stays in L1 for all columns; of B nothing stays: for every
// row i the L2, and past it the L3, are asked for all of B: 4 (m k + m n k + m n) bytes, 0.5 FLOP/byte.
#include "kernels/cpu/matmul/rung.h"

namespace zg::cpu::matmul {
namespace {

class Naive : public Rung {
public:
    explicit Naive(const Caches& caches) : caches_(caches) {}
    [[nodiscard]] Variant variant() const override { return Variant::CpuNaive; }

    [[nodiscard]] Traffic traffic(const Operands& whole) const override {
        const auto m = static_cast<double>(whole.m), n = static_cast<double>(whole.n), k = static_cast<double>(whole.k);
        Traffic traffic = outerTraffic(whole);
        traffic.l1Bytes = 8 * m * n * k + 4 * m * n;
        traffic.l2Bytes = traffic.l3Bytes = 4 * (m * k + m * n * k + m * n);
        return onlyWhere(caches_, traffic);
    }

    void multiply(const Operands& o, const std::stop_token&) override {
        for (std::size_t i = 0; i < o.m; ++i) {
            for (std::size_t j = 0; j < o.n; ++j) {
                float sum = 0;
                for (std::size_t k = 0; k < o.k; ++k) sum += o.a[i * o.lda + k] * o.b[k * o.ldb + j];
                o.c[i * o.ldc + j] = sum;
            }
        }
    }

private:
    Caches caches_;
};

} // namespace

std::unique_ptr<Rung> makeNaive(const Caches& caches) { return std::make_unique<Naive>(caches); }

} // namespace zg::cpu::matmul
