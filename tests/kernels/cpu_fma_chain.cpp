// SPDX-License-Identifier: GPL-3.0-or-later
// The chains on registers count what they do; how fast they are is no test.
#include "kernels/cpu/fma_chain.h"

#include <cmath>
#include <gtest/gtest.h>

namespace zg::cpu {
namespace {

TEST(CpuFmaChain, CarriesOutExactlyTheOperationsAskedFor) {
    if (!hasFma()) GTEST_SKIP() << "this CPU has no FMA instruction";
    for (const std::uint64_t operations : {64ull, 6400ull, 1ull << 20}) {
        const auto nanoseconds = fmaNanoseconds(operations);
        ASSERT_TRUE(nanoseconds) << "the chain's own count must agree";
        EXPECT_GT(*nanoseconds, 0);
    }
}

TEST(CpuFmaChain, ACountThatTheChainCannotDoIsNoResult) {
    if (!hasFma()) GTEST_SKIP() << "this CPU has no FMA instruction";
    EXPECT_FALSE(fmaNanoseconds(65)); // 64 a turn: one operation would be missing
}

TEST(CpuFmaChain, SeesAClockThatAComputerCanHave) {
    const double hertz = clockNowHz();
    EXPECT_TRUE(std::isfinite(hertz));
    EXPECT_GT(hertz, 1e7);
    EXPECT_LT(hertz, 1e10);
}

} // namespace
} // namespace zg::cpu
