// SPDX-License-Identifier: GPL-3.0-or-later
// The arena: whole huge pages, aligned, filled as asked, and honest about what lies behind it.
#include "kernels/cpu/arena.h"

#include <gtest/gtest.h>
#include <utility>

namespace zg::cpu {
namespace {

TEST(CpuArena, IsRoundedUpToHugePagesAndBeginsOnTheBorderOfOne) {
    for (const std::size_t bytes :
         {std::size_t{1}, hugePageBytes - 1, hugePageBytes, hugePageBytes + 1, 5 * hugePageBytes + 12345}) {
        const Result<Arena> arena = Arena::reserve(bytes);
        ASSERT_TRUE(arena) << arena.error().detail;
        EXPECT_GE(arena->size(), bytes);
        EXPECT_LT(arena->size(), bytes + hugePageBytes);
        EXPECT_EQ(arena->size() % hugePageBytes, 0u);
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(arena->data()) % hugePageBytes, 0u);
    }
}

TEST(CpuArena, MoreThanTheAddressSpaceIsOutOfMemoryAndNoCrash) {
    const Result<Arena> arena = Arena::reserve(std::size_t{1} << 60);
    ASSERT_FALSE(arena);
    EXPECT_EQ(arena.error().fault, Fault::OutOfMemory);
}

TEST(CpuArena, FillsAsFarAsAskedAndNeverClearsWhatWasWritten) {
    Result<Arena> arena = Arena::reserve(4 * hugePageBytes);
    ASSERT_TRUE(arena);
    ASSERT_TRUE(arena->populate(hugePageBytes, {}));
    EXPECT_EQ(arena->data()[0], std::byte{1});
    EXPECT_EQ(arena->data()[hugePageBytes], std::byte{0});
    arena->data()[0] = std::byte{7};
    ASSERT_TRUE(arena->populate(arena->size(), {}));
    EXPECT_EQ(arena->data()[0], std::byte{7});
    EXPECT_EQ(arena->data()[3 * hugePageBytes], std::byte{1});
}

TEST(CpuArena, AStopEndsTheFilling) {
    Result<Arena> arena = Arena::reserve(2 * hugePageBytes);
    ASSERT_TRUE(arena);
    std::stop_source source;
    source.request_stop();
    EXPECT_FALSE(arena->populate(arena->size(), source.get_token()));
    EXPECT_EQ(arena->data()[0], std::byte{0});
}

TEST(CpuArena, ClaimsNoHugePagesBeforeItIsFilledAndNeverMoreThanItsSize) {
    Result<Arena> arena = Arena::reserve(8 * hugePageBytes);
    ASSERT_TRUE(arena);
    const std::int64_t before = arena->inHugePagesBytes();
    EXPECT_TRUE(before == 0 || before == static_cast<std::int64_t>(arena->size()))
        << "either transparent or from the reserved pool";
    ASSERT_TRUE(arena->populate(arena->size(), {}));
    EXPECT_LE(arena->inHugePagesBytes(), static_cast<std::int64_t>(arena->size()));
    EXPECT_EQ(arena->inHugePagesBytes() % static_cast<std::int64_t>(hugePageBytes), 0);
}

TEST(CpuArena, MovesWithoutGivingItsMemoryBackTwice) {
    Result<Arena> arena = Arena::reserve(hugePageBytes);
    ASSERT_TRUE(arena);
    Arena moved = std::move(*arena);
    EXPECT_EQ(arena->data(), nullptr);
    ASSERT_TRUE(moved.populate(moved.size(), {}));
    EXPECT_EQ(moved.data()[0], std::byte{1});
}

} // namespace
} // namespace zg::cpu
