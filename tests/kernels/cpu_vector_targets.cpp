// SPDX-License-Identifier: GPL-3.0-or-later
// What is written once for all vectors is right on each kind that this computer has, down to the oldest: the others
// must not wait for an old computer to be tried.
#include "kernels/cpu/fma_throughput.h"
#include "kernels/cpu/matmul/check.h"
#include "kernels/cpu/matmul/packed_product.h"
#include "kernels/cpu/random.h"
#include "kernels/cpu/stream.h"

#include <algorithm>
#include <functional>
#include <gtest/gtest.h>
#include <hwy/aligned_allocator.h>
#include <hwy/targets.h>
#include <numeric>
#include <vector>

namespace zg::cpu {
namespace {

class CpuVectorTargets : public testing::Test {
protected:
    ~CpuVectorTargets() override { hwy::SetSupportedTargetsForTest(0); }

    /// Runs `work` once for each kind of vector unit, as if the computer had no better one.
    static void onEach(const std::function<void(const std::string& name)>& work) {
        hwy::SetSupportedTargetsForTest(0);
        int kinds = 0; // those that the compiler makes, of those that the computer has
        for (std::int64_t left = hwy::SupportedTargets() & HWY_TARGETS; left != 0; left &= left - 1) {
            const std::int64_t target = left & -left;
            hwy::SetSupportedTargetsForTest(target);
            hwy::GetChosenTarget().Update(hwy::SupportedTargets());
            work(hwy::TargetName(target));
            ++kinds;
        }
        hwy::SetSupportedTargetsForTest(0);
        hwy::GetChosenTarget().Update(hwy::SupportedTargets());
        EXPECT_GE(kinds, 1);
    }
};

TEST_F(CpuVectorTargets, StreamTheSameWords) {
    constexpr std::size_t most = 1000;
    const auto from = hwy::AllocateAligned<std::uint64_t>(most), to = hwy::AllocateAligned<std::uint64_t>(most);
    for (std::size_t i = 0; i < most; ++i) from[i] = randomWord(4, i);
    std::vector<int> bits;
    onEach([&](const std::string& name) {
        bits.push_back(streamVectorBits());
        for (const std::size_t count : {1, 63, 64, 65, 999}) {
            EXPECT_EQ(readWords(from.get(), count, 2),
                      std::accumulate(from.get(), from.get() + count, std::uint64_t{0}))
                << name;
            writeWords(to.get(), most, 1, 3);
            copyWords(from.get(), to.get(), count, 1);
            EXPECT_TRUE(std::equal(from.get(), from.get() + count, to.get())) << name;
            EXPECT_EQ(to[count], 3u) << name;
        }
    });
    EXPECT_EQ(bits.front(), std::ranges::max(bits)) << "the best comes first, and is what is used";
}

TEST_F(CpuVectorTargets, MultiplyAndAddLikeScalars) {
    onEach([](const std::string& name) {
        const FmaShape shape = fmaShape(Arithmetic::Fp32);
        const auto x = hwy::AllocateAligned<float>(shape.numbers());
        for (std::size_t i = 0; i < shape.numbers(); ++i) x[i] = randomFloat(1, i);
        squareAndAdd(x.get(), -1.9f, 500);
        for (std::size_t i = 0; i < shape.numbers(); ++i)
            ASSERT_EQ(x[i], squareAndAddOne(randomFloat(1, i), -1.9f, 500, shape.fused)) << name << " " << i;
    });
}

TEST_F(CpuVectorTargets, MultiplyMatrices) {
    using namespace matmul;
    for (const std::size_t n : {1, 3, 4, 5, 13, 31, 32, 33, 97, 130}) {
        std::vector<float> memory(Matrices::floats(n));
        Matrices matrices(memory.data(), n);
        ASSERT_TRUE(matrices.fill(n, {}));
        Reference reference(matrices.operands(), 1);
        ASSERT_TRUE(reference.compute({}));
        onEach([&](const std::string& name) {
            for (const Caches& caches : {Caches{}, Caches{1024, 4096, true, true}}) {
                const auto packing = hwy::AllocateAligned<float>(packingFloats(caches));
                matrices.poison();
                packedProduct(matrices.operands(), blockingFor(caches, matrices.operands()), packing.get());
                EXPECT_LE(reference.errorOf(matrices.c()), toleranceFor(n)) << name << " " << n;
            }
        });
    }
}

} // namespace
} // namespace zg::cpu
