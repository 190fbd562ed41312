// SPDX-License-Identifier: GPL-3.0-or-later
// The order of a chase: every line exactly once a lap, for every count, seed and order.
#include "kernels/cpu/chase.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <gtest/gtest.h>
#include <numeric>
#include <vector>

namespace zg::cpu {
namespace {

constexpr std::uint32_t linesPerPage = 32768; // 2 MiB of 64-byte lines

/// One lap, read in pieces of that many lines.
std::vector<std::uint32_t> lap(LineOrder& order, std::size_t piece) {
    std::vector<std::uint32_t> all, part(piece);
    while (const std::size_t count = order.next(part))
        all.insert(all.end(), part.begin(), part.begin() + static_cast<std::ptrdiff_t>(count));
    return all;
}

std::vector<std::uint32_t> lap(Order order, std::uint32_t lines, std::uint64_t seed,
                               std::uint32_t page = linesPerPage) {
    LineOrder walk(order, lines, page, seed);
    return lap(walk, 1024);
}

std::vector<std::uint32_t> sorted(std::vector<std::uint32_t> lines) {
    std::ranges::sort(lines);
    return lines;
}

std::vector<std::uint32_t> upTo(std::uint32_t lines) {
    std::vector<std::uint32_t> all(lines);
    std::iota(all.begin(), all.end(), 0u);
    return all;
}

TEST(CpuLineOrder, EveryLineIsVisitedExactlyOnceForEveryCountUpTo300AndManySeeds) {
    for (const Order order : {Order::Random, Order::Sequential, Order::RandomInPages})
        for (std::uint32_t lines = 1; lines <= 300; ++lines)
            for (const std::uint64_t seed : {0ull, 1ull, 2ull, 12345ull, ~0ull})
                ASSERT_EQ(sorted(lap(order, lines, seed, 16)), upTo(lines)) << orderName(order) << ", seed " << seed;
}

TEST(CpuLineOrder, EveryLineIsVisitedExactlyOnceForPowersOfTwoTheirNeighboursAndPrimes) {
    for (const Order order : {Order::Random, Order::RandomInPages})
        for (const std::uint32_t lines :
             {1023u, 1024u, 1025u, 7919u, 65535u, 65536u, 65537u, 104729u, 131071u, 131073u, 1000003u})
            for (const std::uint64_t seed : {1ull, 99ull})
                ASSERT_EQ(sorted(lap(order, lines, seed)), upTo(lines)) << orderName(order) << ", seed " << seed;
}

TEST(CpuLineOrder, SequentialIsLineAfterLine) { EXPECT_EQ(lap(Order::Sequential, 5000, 3), upTo(5000)); }

TEST(CpuLineOrder, TheSameSeedGivesTheSameLapAgainHoweverItIsReadAndAnotherSeedAnother) {
    for (const Order kind : {Order::Random, Order::RandomInPages}) {
        LineOrder order(kind, 100003, linesPerPage, 7);
        const auto first = lap(order, 1);
        order.restart();
        EXPECT_EQ(lap(order, 4097), first);
        EXPECT_NE(lap(kind, 100003, 8), first);
    }
}

TEST(CpuLineOrder, InPagesAPageIsFinishedBeforeTheNextBeginsAndEachHasItsOwnOrder) {
    constexpr std::uint32_t page = 512, pages = 20, rest = 77;
    const auto lines = lap(Order::RandomInPages, page * pages + rest, 5, page);
    for (std::size_t i = 0; i < lines.size(); ++i) ASSERT_EQ(lines[i] / page, i / page) << "position " << i;
    int alike = 0;
    for (std::size_t i = 0; i < page; ++i) alike += lines[i] == lines[page + i] - page;
    EXPECT_LT(alike, 20) << "two random orders of 512 agree at about one position";
}

/// A prefetcher follows small strides and repeated ones; a random order has next to none. For uniform random neighbours
/// the mean distance is a third of the count, and a given stride has a chance of one in the count.
TEST(CpuLineOrder, RandomGivesAPrefetcherNothingToFollow) {
    for (const std::uint32_t count : {4096u, 5000u, 100000u})
        for (std::uint64_t seed = 1; seed <= 20; ++seed) {
            const auto lines = lap(Order::Random, count, seed);
            double distance = 0;
            int close = 0, repeated = 0;
            std::int64_t before = 0;
            for (std::size_t i = 1; i < lines.size(); ++i) {
                const std::int64_t stride = std::int64_t{lines[i]} - std::int64_t{lines[i - 1]};
                distance += std::abs(static_cast<double>(stride));
                close += std::abs(stride) <= 2;
                repeated += stride == before;
                before = stride;
            }
            EXPECT_NEAR(distance / count / count, 1.0 / 3, 0.02) << count << " lines, seed " << seed;
            EXPECT_LT(close, 8 + 8 * count / 1000) << count << " lines, seed " << seed;
            EXPECT_LT(repeated, 8 + count / 1000) << count << " lines, seed " << seed;
        }
}

} // namespace
} // namespace zg::cpu
