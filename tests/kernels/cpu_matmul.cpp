// SPDX-License-Identifier: GPL-3.0-or-later
// Every rung of the CPU's ladder is right: at the sizes around tiles and vectors, at random ones, on any rows, and
// beyond its operands it touches nothing. The oracle is the check in double precision, which has tests of its own.
#include "kernels/cpu/cores.h"
#include "kernels/cpu/crew.h"
#include "kernels/cpu/matmul/check.h"
#include "kernels/cpu/matmul/openblas.h"
#include "kernels/cpu/matmul/packed_product.h"
#include "kernels/cpu/random.h"
#include "kernels/cpu/topology.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <gtest/gtest.h>
#include <limits>

namespace zg::cpu::matmul {
namespace {

constexpr float nan = std::numeric_limits<float>::quiet_NaN();

/// All rungs, the references where they are found; `work` gets each with its name.
void withEveryRung(const Caches& caches, const std::function<void(Rung&, const std::string&)>& work) {
    auto openblas = Openblas::load();
    const auto cores = coresToMeasureOn();
    Crew crew(cores);
    std::vector<int> three{cores.front(), cores.back(), cores.front()}; // whether there are three or not
    Crew crewOfThree(three);
    std::vector<std::unique_ptr<Rung>> rungs;
    rungs.push_back(makeNaive(caches));
    rungs.push_back(makeReordered(caches));
    rungs.push_back(makeBlocked(caches));
    auto simd = makeSimd(caches);
    auto threaded = makeThreaded(caches, crew), byThree = makeThreaded(caches, crewOfThree);
    ASSERT_TRUE(simd && threaded && byThree);
    rungs.push_back(std::move(*simd));
    rungs.push_back(std::move(*threaded));
    rungs.push_back(std::move(*byThree));
    if (openblas) {
        rungs.push_back(makeOpenblas(*openblas, Variant::OpenblasOneThread, 1));
#ifndef __SANITIZE_THREAD__ // the library is not built for it, so its hand-over between threads looks like a race
        rungs.push_back(makeOpenblas(*openblas, Variant::OpenblasThreaded, crew.size()));
#endif
    }
    for (const auto& rung : rungs) work(*rung, std::string(variantName(rung->variant())));
}

/// Operands of any shape, with a margin of NaN around each matrix: what is read there spoils the result, and what is
/// written there shows.
class Framed {
public:
    Framed(std::size_t m, std::size_t n, std::size_t k, std::uint64_t seed)
        : m_(m), n_(n), k_(k), a_((m + 2) * (k + 5), nan), b_((k + 2) * (n + 3), nan), c_((m + 2) * (n + 7), nan) {
        for (std::size_t i = 0; i < m; ++i)
            for (std::size_t j = 0; j < k; ++j) a_[(i + 1) * (k + 5) + j + 2] = randomFloat(seed, i * k + j);
        for (std::size_t i = 0; i < k; ++i)
            for (std::size_t j = 0; j < n; ++j) b_[(i + 1) * (n + 3) + j + 1] = randomFloat(seed + 1, i * n + j);
    }
    [[nodiscard]] Operands operands() {
        return {m_,     n_,     k_,    a_.data() + (k_ + 5) + 2, b_.data() + (n_ + 3) + 1, c_.data() + (n_ + 7) + 3,
                k_ + 5, n_ + 3, n_ + 7};
    }
    /// Elements of the margin of C that are no longer NaN.
    [[nodiscard]] std::size_t writtenOutside() const {
        std::size_t count = 0;
        for (std::size_t i = 0; i < m_ + 2; ++i)
            for (std::size_t j = 0; j < n_ + 7; ++j) {
                const bool inside = i >= 1 && i <= m_ && j >= 3 && j < n_ + 3;
                count += !inside && !std::isnan(c_[i * (n_ + 7) + j]);
            }
        return count;
    }
    void poison() { std::ranges::fill(c_, nan); }

private:
    std::size_t m_, n_, k_;
    std::vector<float> a_, b_, c_;
};

void expectRight(Rung& rung, const std::string& name, Framed& framed) {
    const Operands o = framed.operands();
    Reference reference(o, 1);
    ASSERT_TRUE(reference.compute({}));
    framed.poison();
    rung.run(o);
    const double error = reference.errorOf(o.c);
    EXPECT_LE(error, toleranceFor(o.k)) << name << " " << o.m << " x " << o.n << " x " << o.k; // false for NaN
    EXPECT_EQ(framed.writtenOutside(), 0u) << name << " " << o.m << " x " << o.n << " x " << o.k;
}

TEST(CpuMatmul, EveryRungIsRightAroundTheEdgesOfTilesAndVectors) {
    for (const std::size_t n : {1, 2, 15, 16, 17, 31, 33, 127, 128, 129, 250, 511}) {
        Framed framed(n, n, n, n);
        withEveryRung(Caches{}, [&](Rung& rung, const std::string& name) { expectRight(rung, name, framed); });
    }
}

TEST(CpuMatmul, EveryRungIsRightAtRandomShapes) {
    for (std::uint64_t i = 0; i < 12; ++i) {
        const auto draw = [i](std::uint64_t which) { return 1 + static_cast<std::size_t>(randomWord(i, which) % 300); };
        Framed framed(draw(0), draw(1), draw(2), i);
        withEveryRung(Caches{}, [&](Rung& rung, const std::string& name) { expectRight(rung, name, framed); });
    }
}

TEST(CpuMatmul, EveryRungIsRightWithTheCachesOfThisComputerAndWithTinyOnes) {
    const auto device = describeCpu();
    ASSERT_TRUE(device);
    const Caches tiny{1024, 4096, true, true}, odd{40'000, 1'000'000, true, false};
    for (const Caches& caches : {cachesOf(*device), tiny, odd}) {
        Framed framed(200, 190, 700, 5);
        withEveryRung(caches, [&](Rung& rung, const std::string& name) { expectRight(rung, name, framed); });
    }
}

TEST(CpuMatmul, RowsOfARangeAreWrittenAndNoOthers) {
    constexpr std::size_t n = 67;
    Framed framed(n, n, n, 3);
    withEveryRung(Caches{}, [&](Rung& rung, const std::string& name) {
        for (std::uint64_t draw = 0; draw < 6; ++draw) {
            const auto first = static_cast<std::size_t>(randomWord(draw, 0) % n);
            const auto rows = 1 + static_cast<std::size_t>(randomWord(draw, 1) % (n - first));
            const Operands whole = framed.operands();
            framed.poison();
            rung.run(whole.rows(first, rows));
            for (std::size_t i = 0; i < n; ++i)
                for (std::size_t j = 0; j < n; ++j)
                    ASSERT_EQ(std::isnan(whole.c[i * whole.ldc + j]), i < first || i >= first + rows)
                        << name << " row " << i << " of [" << first << ", " << first + rows << ")";
        }
    });
}

/// Own rungs add the terms of an element in the same order whatever rows they are asked for, so all bits agree. A
/// library may take other kernels for other shapes: there the tolerance decides.
TEST(CpuMatmul, TheResultDoesNotDependOnTheSlicing) {
    constexpr std::size_t n = 133;
    Framed framed(n, n, n, 8);
    const Operands whole = framed.operands();
    Reference reference(whole, 1);
    ASSERT_TRUE(reference.compute({}));
    withEveryRung(Caches{}, [&](Rung& rung, const std::string& name) {
        framed.poison();
        rung.run(whole);
        std::vector<float> once(whole.c, whole.c + (n - 1) * whole.ldc + n);
        for (std::uint64_t draw = 0; draw < 4; ++draw) {
            framed.poison();
            for (std::size_t row = 0, slice = 0; row < n; ++slice) {
                const std::size_t rows = std::min<std::size_t>(n - row, 1 + randomWord(draw, slice) % 50);
                rung.run(whole.rows(row, rows));
                row += rows;
            }
            EXPECT_LE(reference.errorOf(whole.c), toleranceFor(n)) << name;
            if (factsOf(rung.variant()).reference) continue;
            for (std::size_t i = 0; i < n; ++i)
                for (std::size_t j = 0; j < n; ++j)
                    ASSERT_EQ(whole.c[i * whole.ldc + j], once[i * whole.ldc + j]) << name << " " << i << " " << j;
        }
    });
}

TEST(CpuMatmul, PartsOfColumnsMakeTheWholeToo) {
    Framed framed(50, 120, 60, 2);
    const Operands whole = framed.operands();
    Reference reference(whole, 1);
    ASSERT_TRUE(reference.compute({}));
    withEveryRung(Caches{}, [&](Rung& rung, const std::string& name) {
        framed.poison();
        for (const auto& [first, columns] : {std::pair<std::size_t, std::size_t>{0, 1}, {1, 47}, {48, 72}})
            rung.run(whole.part(0, 50, first, columns));
        EXPECT_LE(reference.errorOf(whole.c), toleranceFor(60)) << name;
        EXPECT_EQ(framed.writtenOutside(), 0u) << name;
    });
}

TEST(CpuMatmul, RungsThatAreNotSlicedStopByThemselves) {
    Framed framed(300, 300, 300, 4);
    const Operands whole = framed.operands();
    std::stop_source source;
    source.request_stop();
    int notSliced = 0;
    withEveryRung(Caches{}, [&](Rung& rung, const std::string& name) {
        if (rung.leastRows() < whole.m) return;
        ++notSliced;
        framed.poison();
        rung.multiply(whole, source.get_token());
        for (std::size_t i = 0; i < whole.m; ++i)
            for (std::size_t j = 0; j < whole.n; ++j) ASSERT_TRUE(std::isnan(whole.c[i * whole.ldc + j])) << name;
    });
    EXPECT_EQ(notSliced, 3) << "one core, all, and three";
}

TEST(CpuMatmul, BlocksAreWholeTilesAndFitTheirCaches) {
    const TileShape tile = tileShape();
    EXPECT_GE(tile.vectorBits, 32);
    for (const std::size_t l1 : {16u << 10, 32u << 10, 48u << 10, 128u << 10})
        for (const std::size_t l2 : {256u << 10, 1u << 20, 2u << 20, 16u << 20})
            for (const std::size_t n : {1u, 31u, 256u, 1000u, 1024u, 5000u}) {
                const Caches caches{l1, l2, true, true};
                Operands o;
                o.m = o.n = o.k = n;
                const Blocking blocking = blockingFor(caches, o);
                EXPECT_EQ(blocking.rows % tile.rows, 0u);
                EXPECT_GE(blocking.terms, 1u);
                EXPECT_LE(blocking.rows * blocking.terms * 4, std::max<std::size_t>(l2 / 2, 4 * tile.rows * 512 * 4));
                EXPECT_LE(blocking.terms * blocking.rows + (blocking.terms + tile.rows) * tile.columns,
                          packingFloats(caches));
            }
}

TEST(CpuMatmul, TrafficIsWhatTheFormulasSayAndShrinksFromRungToRung) {
    const Caches caches{48 << 10, 2 << 20, true, true};
    Operands o;
    o.m = o.n = o.k = 1024;
    const double terms = 1024.0 * 1024 * 1024, square = 1024.0 * 1024;
    const Traffic naive = makeNaive(caches)->traffic(o), reordered = makeReordered(caches)->traffic(o);
    const Traffic blocked = makeBlocked(caches)->traffic(o), simd = (*makeSimd(caches))->traffic(o);
    for (const Traffic& traffic : {naive, reordered, blocked, simd}) {
        EXPECT_EQ(traffic.registerBytes, 16 * terms);
        EXPECT_EQ(traffic.memoryBytes, 12 * square);
        EXPECT_GE(traffic.l2Bytes, traffic.l3Bytes);
        EXPECT_GE(traffic.l3Bytes, traffic.memoryBytes);
        EXPECT_LT(traffic.l1Bytes, traffic.registerBytes);
    }
    EXPECT_EQ(naive.l1Bytes, 8 * terms + 4 * square);
    EXPECT_EQ(naive.l2Bytes, 4 * terms + 8 * square);
    EXPECT_EQ(reordered.l1Bytes, 12 * terms + 8 * square);
    // Two columns of tiles, 16 bands of 64 rows, 64 bands of 16 terms.
    EXPECT_EQ(blocked.l2Bytes, 4 * square * 2 + 4 * square * 16 + 8 * square * 64);
    EXPECT_LT(blocked.l2Bytes, naive.l2Bytes / 5);
    EXPECT_LT(blocked.l3Bytes, naive.l3Bytes / 50);
    EXPECT_LT(simd.l1Bytes, blocked.l1Bytes);
    EXPECT_LT(simd.l3Bytes, blocked.l3Bytes);
}

TEST(CpuMatmul, TrafficOfACacheThatIsNotThereIsZero) {
    Operands o;
    o.m = o.n = o.k = 64;
    for (const bool hasL2 : {false, true})
        for (const bool hasL3 : {false, true}) {
            const Caches caches{32 << 10, 256 << 10, hasL2, hasL3};
            withEveryRung(caches, [&](Rung& rung, const std::string& name) {
                if (factsOf(rung.variant()).reference) return; // a library keeps it to itself
                EXPECT_EQ(rung.traffic(o).l2Bytes > 0, hasL2) << name;
                EXPECT_EQ(rung.traffic(o).l3Bytes > 0, hasL3) << name;
            });
        }
}

TEST(Openblas, VersionIsReadFromItsConfiguration) {
    EXPECT_EQ(openblasVersion("OpenBLAS 0.3.21 NO_LAPACKE DYNAMIC_ARCH NO_AFFINITY SkylakeX MAX_THREADS=64"), 321);
    EXPECT_EQ(openblasVersion("OpenBLAS 1.2.3"), 10203);
    EXPECT_EQ(openblasVersion("OpenBLAS 0.3.28.dev"), 328);
    for (const char* none : {"", "OpenBLAS", "ATLAS 3.10.3", "NO_LAPACKE"}) EXPECT_EQ(openblasVersion(none), 0) << none;
}

TEST(Openblas, IsAskedForBetterKernelsOnlyWhereItsOwnChoiceIsOlderThanTheCpu) {
    EXPECT_EQ(betterCoreType("Prescott", true, true), "SkylakeX");
    EXPECT_EQ(betterCoreType("Prescott", true, false), "Haswell");
    EXPECT_EQ(betterCoreType("Sandybridge", true, false), "Haswell");
    EXPECT_EQ(betterCoreType("Prescott", false, false), "") << "an old CPU";
    for (const char* good :
         {"Haswell", "Zen", "SkylakeX", "Cooperlake", "Sapphirerapids", "neoversev1", "of the future"})
        EXPECT_EQ(betterCoreType(good, true, true), "") << good;
}

TEST(Openblas, RunsKernelsThatAreNoOlderThanTheCpu) {
    const auto library = Openblas::load();
    if (!library) GTEST_SKIP() << "no libopenblas.so.0 here";
    if (std::getenv("OPENBLAS_CORETYPE")) GTEST_SUCCEED() << "chosen, by us or by whoever runs this";
    EXPECT_GT((*library)->version(), 0);
    const std::string core = (*library)->coreName();
#if defined(__x86_64__)
    const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    EXPECT_EQ(betterCoreType(core, avx2, false), "") << core;
#else
    EXPECT_FALSE(core.empty());
#endif
}

} // namespace
} // namespace zg::cpu::matmul
