// SPDX-License-Identifier: GPL-3.0-or-later
// The judge of a product: it passes what is right, and notices each way of being wrong.
#include "kernels/cpu/matmul/check.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <memory>

namespace zg::cpu::matmul {
namespace {

class CpuCheck : public testing::Test {
protected:
    void SetUp() override { prepare(40); }
    void prepare(std::size_t n) {
        memory.resize(Matrices::floats(n));
        matrices = std::make_unique<Matrices>(memory.data(), n);
        ASSERT_TRUE(matrices->fill(1, {}));
        reference = std::make_unique<Reference>(matrices->operands(), 1);
        ASSERT_TRUE(reference->compute({}));
        matrices->poison();
    }
    void multiply() { makeNaive({})->run(matrices->operands()); }
    std::vector<float> memory;
    std::unique_ptr<Matrices> matrices;
    std::unique_ptr<Reference> reference;
};

TEST_F(CpuCheck, PassesARightResult) {
    multiply();
    EXPECT_LE(reference->errorOf(matrices->c()), toleranceFor(40));
    EXPECT_GT(reference->errorOf(matrices->c()), 0) << "FP32 is not exact";
}

TEST_F(CpuCheck, OfAPoisonedResultIsNoNumber) { EXPECT_TRUE(std::isnan(reference->errorOf(matrices->c()))); }

TEST_F(CpuCheck, NoticesASingleElementThatIsNotANumberWhereverItIs) {
    prepare(300); // not all rows are compared, but all are looked at
    for (const std::size_t at :
         {std::size_t{0}, std::size_t{299}, std::size_t{150 * 300 + 7}, std::size_t{300 * 300 - 1}}) {
        for (const float bad : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
            multiply();
            matrices->c()[at] = bad;
            EXPECT_TRUE(std::isnan(reference->errorOf(matrices->c()))) << at;
        }
    }
}

TEST_F(CpuCheck, NoticesATermLeftOut) {
    for (const std::size_t n : {std::size_t{40}, std::size_t{511}}) {
        prepare(n);
        multiply();
        const Operands o = matrices->operands();
        for (std::size_t i = 0; i < n; ++i) o.c[i * n] -= o.a[i * n + n / 2] * o.b[n / 2 * n];
        EXPECT_GT(reference->errorOf(o.c), toleranceFor(n)) << n;
    }
}

TEST_F(CpuCheck, NoticesExchangedOperandsAndAShiftedRow) {
    Operands exchanged = matrices->operands();
    std::swap(exchanged.a, exchanged.b);
    makeNaive({})->run(exchanged);
    EXPECT_GT(reference->errorOf(matrices->c()), toleranceFor(40));
    multiply();
    std::rotate(matrices->c(), matrices->c() + 40, matrices->c() + 40 * 40);
    EXPECT_GT(reference->errorOf(matrices->c()), toleranceFor(40));
}

TEST_F(CpuCheck, ComparesTheFirstRowTheLastAndOthersThatDependOnTheSeed) {
    prepare(600);
    const auto rows = reference->rows();
    ASSERT_GE(rows.size(), 8u);
    EXPECT_LT(rows.size(), 600u);
    EXPECT_EQ(rows.front(), 0u);
    EXPECT_EQ(rows.back(), 599u);
    EXPECT_TRUE(std::ranges::is_sorted(rows));
    EXPECT_NE(Reference(matrices->operands(), 2).rows(), rows);
    prepare(fullyCheckedUpTo);
    EXPECT_EQ(reference->rows().size(), fullyCheckedUpTo);
}

TEST(CpuTolerance, GrowsWithTheSumAndIsNeverAboveTheBoundOfAnyOrder) {
    double before = 0;
    for (std::size_t k = 1; k < 10'000; k = k * 3 / 2 + 1) {
        EXPECT_GT(toleranceFor(k), before);
        before = toleranceFor(k);
        EXPECT_LE(before, 0x1p-24 * static_cast<double>(k) * 1.01);
        EXPECT_LT(before, 0.7 / static_cast<double>(k)) << "a term left out must show";
    }
}

} // namespace
} // namespace zg::cpu::matmul
