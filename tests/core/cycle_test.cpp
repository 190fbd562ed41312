// SPDX-License-Identifier: GPL-3.0-or-later
// The order of a chase that host and device share: one cycle of full length for every count, seed and order.
#include "core/cycle.h"

#include <cmath>
#include <gtest/gtest.h>
#include <vector>

namespace zg {
namespace {

constexpr std::uint64_t linesPerPage = 512;

/// Follows next() from position 0. @return how many different lines are met before the first comes again
std::uint64_t lengthOf(const Cycle& cycle) {
    std::vector<bool> seen(cycle.lines());
    std::uint64_t position = 0, met = 0;
    while (!seen[cycle.lineAt(position)]) {
        seen[cycle.lineAt(position)] = true;
        ++met;
        position = cycle.next(position);
    }
    return position == 0 ? met : 0; // only the first line may come again
}

TEST(Cycle, IsOneCycleOfFullLengthForEveryCountUpTo700AndForPrimesAndNeighboursOfPowersOfTwo) {
    std::vector<std::uint64_t> counts;
    for (std::uint64_t n = 1; n <= 700; ++n) counts.push_back(n);
    for (const std::uint64_t n : {1023, 1024, 1025, 7919, 65535, 65536, 65537, 104729}) counts.push_back(n);
    for (const Order order : {Order::Random, Order::Sequential, Order::RandomInPages})
        for (const std::uint64_t seed : {0ULL, 1ULL, 77ULL, ~0ULL})
            for (const std::uint64_t n : counts)
                ASSERT_EQ(lengthOf(Cycle(n, linesPerPage, order, seed)), n) << orderName(order) << " seed " << seed;
}

TEST(Cycle, InPagesFinishesOnePageBeforeTheNext) {
    const Cycle cycle(linesPerPage * 9 + 41, linesPerPage, Order::RandomInPages, 3);
    for (std::uint64_t i = 0; i < cycle.lines(); ++i) ASSERT_EQ(cycle.lineAt(i) / linesPerPage, i / linesPerPage);
}

TEST(Cycle, SequentialIsLineAfterLine) {
    const Cycle cycle(1000, linesPerPage, Order::Sequential, 3);
    for (std::uint64_t i = 0; i < cycle.lines(); ++i) ASSERT_EQ(cycle.lineAt(i), i);
}

TEST(Cycle, AnotherSeedIsAnotherOrder) {
    const Cycle one(4096, linesPerPage, Order::Random, 1), two(4096, linesPerPage, Order::Random, 2);
    int alike = 0;
    for (std::uint64_t i = 0; i < 4096; ++i) alike += one.lineAt(i) == two.lineAt(i);
    EXPECT_LT(alike, 16) << "two random orders agree at about one position";
}

/// The root mean square distance of uniform random neighbours is 1/sqrt(6) of the count; a prefetcher needs small ones.
TEST(Cycle, RandomGivesAPrefetcherNothingToFollowForAnySeed) {
    for (std::uint64_t seed = 0; seed < 64; ++seed)
        for (const std::uint64_t n : {4096ULL, 5000ULL, 100000ULL}) {
            const Cycle cycle(n, linesPerPage, Order::Random, seed);
            double squares = 0, near = 0;
            for (std::uint64_t i = 0; i + 1 < n; ++i) {
                const double step = static_cast<double>(cycle.lineAt(i + 1)) - static_cast<double>(cycle.lineAt(i));
                squares += step * step;
                near += std::abs(step) <= 8;
            }
            const double count = static_cast<double>(n);
            EXPECT_NEAR(std::sqrt(squares / count) / count, 1 / std::sqrt(6.0), 0.03) << n << " seed " << seed;
            EXPECT_LT(near / count, 16 / count * 2 + 0.01) << n << " seed " << seed;
        }
}

TEST(Permutation, ScattersItsWholeDomain) {
    for (const std::uint64_t count : {1ULL, 2ULL, 3ULL, 100ULL, 4097ULL}) {
        const Permutation order(count, 9);
        std::vector<bool> seen(order.domain());
        for (std::uint32_t x = 0; x < order.domain(); ++x) {
            ASSERT_LT(order.scattered(x), order.domain());
            ASSERT_FALSE(seen[order.scattered(x)]);
            seen[order.scattered(x)] = true;
        }
    }
}

} // namespace
} // namespace zg
