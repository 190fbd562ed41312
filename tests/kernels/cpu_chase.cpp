// SPDX-License-Identifier: GPL-3.0-or-later
// The chain in memory: one full cycle, walked to where it must lead, and caught when it is broken.
#include "kernels/cpu/chase.h"

#include <gtest/gtest.h>
#include <memory>
#include <set>

namespace zg::cpu {
namespace {

constexpr std::size_t line = 64;

/// Memory for `lines` lines, zeroed, aligned as a cache line is.
struct Block {
    explicit Block(std::size_t lines)
        : bytes(lines * line),
          memory(static_cast<std::byte*>(::operator new (bytes, std::align_val_t{line})), &release) {
        std::fill_n(memory.get(), bytes, std::byte{0});
    }
    static void release(std::byte* at) { ::operator delete (at, std::align_val_t{line}); }
    [[nodiscard]] void*& pointerAt(std::size_t i) const { return *reinterpret_cast<void**>(memory.get() + i * line); }
    std::size_t bytes;
    std::unique_ptr<std::byte, void (*)(std::byte*)> memory;
};

TEST(CpuChase, TheChainInMemoryIsOneCycleThroughEveryLine) {
    for (const Order order : {Order::Random, Order::Sequential, Order::RandomInPages})
        for (const std::size_t lines : {1, 2, 3, 64, 97, 1000, 4096, 33000})
            for (const std::uint64_t seed : {1ull, 2ull}) {
                const Block block(lines);
                Chase chase(block.memory.get(), line);
                ASSERT_TRUE(chase.lay(block.bytes, order, seed, 1, {}));
                std::set<void*> seen;
                for (void* at = block.memory.get(); seen.insert(at).second;) at = *static_cast<void**>(at);
                ASSERT_EQ(seen.size(), lines) << orderName(order) << ", seed " << seed;
            }
}

TEST(CpuChase, WalksOnFromWhereItWasAndEndsWhereItMust) {
    const Block block(1000);
    Chase chase(block.memory.get(), line);
    ASSERT_TRUE(chase.lay(block.bytes, Order::Random, 3, 2, {}));
    for (const std::uint64_t steps : {64u, 640u, 6400u, 64u}) {
        const Result<double> nanoseconds = chase.walk(steps);
        ASSERT_TRUE(nanoseconds);
        EXPECT_GT(*nanoseconds, 0);
    }
}

TEST(CpuChase, ALineThatPointsToItselfIsAWrongResult) {
    const Block block(500);
    Chase chase(block.memory.get(), line);
    ASSERT_TRUE(chase.lay(block.bytes, Order::Random, 1, 1, {}));
    block.pointerAt(250) = &block.pointerAt(250);
    const Result<double> walked = chase.walk(640);
    ASSERT_FALSE(walked);
    EXPECT_EQ(walked.error().fault, Fault::WrongResult);
}

TEST(CpuChase, AShortCutIsAWrongResult) {
    const Block block(500);
    Chase chase(block.memory.get(), line);
    ASSERT_TRUE(chase.lay(block.bytes, Order::Sequential, 1, 1, {}));
    block.pointerAt(10) = &block.pointerAt(12);
    const Result<double> walked = chase.walk(64);
    ASSERT_FALSE(walked);
    EXPECT_EQ(walked.error().fault, Fault::WrongResult);
}

TEST(CpuChase, OfALargeSetOnlyWhatIsTimedIsLaidAndItCanBeWalkedToItsEnd) {
    const Block block(Chase::laidAtMost + 5000);
    Chase chase(block.memory.get(), line);
    ASSERT_TRUE(chase.lay(block.bytes, Order::Random, 1, 1, {}));
    EXPECT_EQ(chase.stepsLeft(), Chase::laidAtMost - 1);
    std::size_t laid = 0;
    for (std::size_t i = 0; i < block.bytes / line; ++i) laid += block.pointerAt(i) != nullptr;
    EXPECT_EQ(laid, Chase::laidAtMost);
    const std::uint64_t all = (Chase::laidAtMost - 1) / Chase::unroll * Chase::unroll;
    EXPECT_TRUE(chase.walk(all));
    EXPECT_EQ(chase.stepsLeft(), Chase::laidAtMost - 1 - all);
}

TEST(CpuChase, ASmallSetCanBeWalkedForever) {
    const Block block(Chase::laidAtMost);
    Chase chase(block.memory.get(), line);
    ASSERT_TRUE(chase.lay(block.bytes, Order::Random, 1, 0, {}));
    const std::uint64_t before = chase.stepsLeft();
    ASSERT_TRUE(chase.walk(Chase::laidAtMost * 2 + 64));
    EXPECT_EQ(chase.stepsLeft(), before);
}

TEST(CpuChase, LayingAgainForgetsTheOldCycle) {
    const Block block(2000);
    Chase chase(block.memory.get(), line);
    ASSERT_TRUE(chase.lay(block.bytes, Order::Random, 1, 1, {}));
    ASSERT_TRUE(chase.walk(64));
    ASSERT_TRUE(chase.lay(block.bytes / 2, Order::Random, 2, 1, {}));
    EXPECT_TRUE(chase.walk(6400));
}

TEST(CpuChase, AStopEndsTheLaying) {
    const Block block(5000);
    Chase chase(block.memory.get(), line);
    std::stop_source source;
    source.request_stop();
    EXPECT_FALSE(chase.lay(block.bytes, Order::Random, 1, 1, source.get_token()));
}

} // namespace
} // namespace zg::cpu
