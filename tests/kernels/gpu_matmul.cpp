// SPDX-License-Identifier: GPL-3.0-or-later
// Every rung of the ladder gives the right product, for any size, slice and launch, and writes nothing beside it.
// GpuMatmulSmall is the part that a memory or race checker runs through quickly.
#include "tests/kernels/gpu_matmul.h"

#include "kernels/cuda/matmul/cublas.h"

namespace zg::matmul {
namespace {

using GpuMatmulSmall = MatmulOnGpu;
using GpuMatmul = MatmulOnGpu;

struct Shape {
    int m, n, k;
    [[nodiscard]] std::string text() const {
        return std::to_string(m) + " x " + std::to_string(n) + " x " + std::to_string(k);
    }
};

Shape square(int n) { return {n, n, n}; }

/// A shape from 1 up to `most` on each side, the three on their own; every other one with whole fours, which have
/// kernels of their own.
Shape randomShape(std::mt19937& random, int most) {
    std::uniform_int_distribution<int> side(1, most);
    Shape shape{side(random), side(random), side(random)};
    if (random() % 2 == 0) shape.n = (shape.n + 3) / 4 * 4, shape.k = (shape.k + 3) / 4 * 4;
    return shape;
}

TEST_F(GpuMatmulSmall, EveryRungAgreesWithTheHostAndWritesNothingBesideC) {
    std::vector<Shape> shapes{{1, 130, 36}, {3, 4, 200}, {129, 64, 17}, {130, 132, 20}, {64, 260, 4}, {257, 8, 1}};
    for (const int n : {1, 2, 15, 16, 17, 31, 33, 127, 128, 129}) shapes.push_back(square(n));
    const auto all = rungs();
    for (const Shape& shape : shapes) {
        Matrices matrices(shape.m, shape.n, shape.k, true);
        Operands operands = matrices.fill(shape.m, shape.n, shape.k, 3, nullptr);
        const HostProduct exact[] = {hostProduct(hostInputs(operands, Inputs::Fp32), shape.m, shape.n, shape.k),
                                     hostProduct(hostInputs(operands, Inputs::Bf16), shape.m, shape.n, shape.k)};
        for (const auto& rung : all) {
            const GuardedC c(exact[0].c.size());
            operands.c = c.data();
            rung->run(operands, nullptr);
            const std::vector<float> got = c.values();
            const HostProduct& should = exact[inputsOf(arithmeticOf(*rung)) == Inputs::Bf16];
            const double tolerance = toleranceOf(arithmeticOf(*rung), shape.k);
            std::size_t wrong = 0;
            for (std::size_t i = 0; i < got.size(); ++i) wrong += !(should.errorAt(i, got[i]) <= tolerance);
            EXPECT_EQ(wrong, 0u) << variantName(rung->variant()) << " " << shape.text();
            EXPECT_TRUE(c.zonesUntouched()) << variantName(rung->variant()) << " " << shape.text();
        }
    }
}

TEST_F(GpuMatmulSmall, RowsOutsideASliceStayUntouched) {
    std::mt19937 random(11);
    for (const auto& rung : rungs()) {
        for (int i = 0; i < 4; ++i) {
            const Shape shape = randomShape(random, 300);
            Matrices matrices(shape.m, shape.n, shape.k, true);
            Operands operands = matrices.fill(shape.m, shape.n, shape.k, 5, nullptr);
            const GuardedC c(static_cast<std::size_t>(shape.m) * shape.n);
            operands.c = c.data();
            const int first = std::uniform_int_distribution(0, shape.m - 1)(random);
            const int rows = std::uniform_int_distribution(1, shape.m - first)(random);
            const Operands slice = operands.slice(first, rows);
            rung->run(slice, nullptr);
            const auto rowsOf = [&](int from, int count) {
                return download(c.data() + static_cast<std::size_t>(from) * shape.n,
                                static_cast<std::size_t>(count) * shape.n);
            };
            const std::string what = std::string(variantName(rung->variant())) + " " + shape.text();
            EXPECT_TRUE(GuardedC::untouched(rowsOf(0, first))) << what;
            EXPECT_TRUE(GuardedC::untouched(rowsOf(first + rows, shape.m - first - rows))) << what;
            Reference reference;
            const auto checked = reference.check(slice, inputsOf(arithmeticOf(*rung)), 1, 1e9, nullptr, {});
            ASSERT_TRUE(checked && checked->complete);
            EXPECT_LE(checked->error, toleranceOf(arithmeticOf(*rung), shape.k)) << what;
        }
    }
}

TEST_F(GpuMatmulSmall, TheGridStrideRungIsRightForAnyNumberOfBlocks) {
    for (const int blocks : {1, 2, 7, 12, 1000, 0}) {
        const auto rung = makeNaiveGridStride(blocks);
        for (const Shape& shape : {square(1), square(33), square(100), Shape{70, 257, 31}}) {
            Matrices matrices(shape.m, shape.n, shape.k, false);
            const Operands operands = matrices.fill(shape.m, shape.n, shape.k, 7, nullptr);
            expectRight(*rung, operands, shape.text() + " in blocks: " + std::to_string(blocks));
            if (blocks > 0) {
                EXPECT_EQ(rung->launch(operands)->blocks(), blocks);
            }
        }
    }
}

TEST_F(GpuMatmul, EveryRungIsRightAtSizesThatAreNoMultipleOfATile) {
    std::vector<int> sizes{1000, 1023, 4093};
    std::mt19937 random(std::random_device{}());
    for (int i = 0; i < 4; ++i) sizes.push_back(std::uniform_int_distribution(1, 2500)(random));
    const auto all = rungs();
    for (const int n : sizes) {
        Matrices matrices(n, n, n, true);
        const Operands operands = matrices.fill(n, n, n, 1, nullptr);
        for (const auto& rung : all) expectRight(*rung, operands, square(n).text());
    }
}

TEST_F(GpuMatmul, EveryRungIsRightForRectanglesOfAnyShape) {
    std::mt19937 random(std::random_device{}());
    const auto all = rungs();
    for (int i = 0; i < 12; ++i) {
        const Shape shape = randomShape(random, i < 8 ? 600 : 3000);
        Matrices matrices(shape.m, shape.n, shape.k, true);
        const Operands operands = matrices.fill(shape.m, shape.n, shape.k, 1, nullptr);
        for (const auto& rung : all) expectRight(*rung, operands, shape.text());
    }
}

TEST_F(GpuMatmul, AProductCutIntoRowsIsTheWholeProductBitByBit) {
    constexpr int n = 500, cut = 144;
    Matrices matrices(n, n, n, false);
    Operands operands = matrices.fill(n, n, n, 1, nullptr);
    for (const auto& rung : rungs()) {
        // Later rungs choose their order of summation by the number of rows.
        if (rung->variant() > Variant::AsyncCopy) continue;
        const GuardedC whole(std::size_t{n} * n), parts(std::size_t{n} * n);
        operands.c = whole.data();
        rung->run(operands, nullptr);
        operands.c = parts.data();
        for (int row = 0; row < n; row += cut) rung->run(operands.slice(row, std::min(cut, n - row)), nullptr);
        EXPECT_EQ(whole.values(), parts.values()) << variantName(rung->variant());
    }
}

TEST_F(GpuMatmul, TheReferencesAreRightWhereTheyAreInstalled) {
    if (const auto missing = lacksCublas()) GTEST_SKIP() << missing->detail << " is not here";
    for (const Variant variant : {Variant::CublasFp32, Variant::CublasTf32, Variant::CublasBf16}) {
        const auto rung = makeCublas(variant);
        if (!runsOn(*rung, capabilityOf(device()))) continue;
        for (const Shape& shape : {square(1), square(17), square(1000), square(1023), Shape{100, 513, 77}}) {
            Matrices matrices(shape.m, shape.n, shape.k, true);
            expectRight(*rung, matrices.fill(shape.m, shape.n, shape.k, 1, nullptr), shape.text());
        }
    }
}

TEST_F(GpuMatmul, EveryRungCanBeLaunchedAndSaysWithWhat) {
    for (const auto& rung : rungs()) {
        for (const int n : {1, 100, 1000}) {
            Matrices matrices(n, n, n, true);
            const Operands operands = matrices.fill(n, n, n, 1, nullptr);
            const auto launch = rung->launch(operands);
            ASSERT_TRUE(launch);
            EXPECT_GE(launch->blocks(), 1);
            EXPECT_GE(launch->registersPerThread, 16) << variantName(rung->variant());
            EXPECT_LE(launch->threadsPerBlock(), device().sm->threadsPerBlock);
            EXPECT_LE(launch->sharedBytesPerBlock, device().sm->sharedPerBlockOptinBytes);
            EXPECT_GE(rung->blocksPerSm(operands), 1) << variantName(rung->variant());
        }
    }
}

} // namespace
} // namespace zg::matmul
