// SPDX-License-Identifier: GPL-3.0-or-later
// A seeded random order of n things that needs no table: position -> thing is arithmetic. A chase walks its lines in
// such an order, so that any number of threads can build the cycle, or bring the lines in, without one extra byte of
// memory traffic.
#pragma once

#include <bit>
#include <cstdint>

namespace zg {

/// A bijection of [0, count), different for each seed. constexpr, so that host, device and tests share it.
class Permutation {
public:
    /// @param count 1 .. 2^32
    constexpr Permutation(std::uint64_t count, std::uint64_t seed)
        : count_(count),
          mask_(static_cast<std::uint32_t>(std::bit_ceil(count) - 1)),
          shift_(mask_ > 1 ? (std::bit_width(mask_) + 1) / 2 : 1) {
        std::uint64_t state = seed;
        for (std::uint32_t& key : keys_) key = static_cast<std::uint32_t>(next(state));
    }

    [[nodiscard]] constexpr std::uint64_t count() const { return count_; }
    /// count() rounded up to a power of two: the domain of scattered().
    [[nodiscard]] constexpr std::uint64_t domain() const { return std::uint64_t{mask_} + 1; }

    /// The bijection of [0, domain()) underneath: adding, multiplying by an odd number and folding the upper half onto
    /// the lower can all be undone. The factors are those of MurmurHash3's fmix32 (A. Appleby) and two of xxHash32's
    /// primes (Y. Collet). Four rounds are as even as a shuffle (tests/core/cycle_test.cpp); three, or factors drawn at
    /// random, were not.
    [[nodiscard]] constexpr std::uint32_t scattered(std::uint32_t x) const {
        x = round(x, keys_[0], 0x85EBCA6Bu);
        x = round(x, keys_[1], 0xC2B2AE35u);
        x = round(x, keys_[2], 0x27D4EB2Fu);
        return round(x, keys_[3], 0x9E3779B1u);
    }

    /// The thing at a position. @param position below count()
    [[nodiscard]] constexpr std::uint64_t operator()(std::uint64_t position) const {
        // What falls beyond count is walked on until it comes back, which keeps it a bijection of [0, count).
        auto x = static_cast<std::uint32_t>(position);
        do x = scattered(x);
        while (x >= count_);
        return x;
    }

private:
    [[nodiscard]] constexpr std::uint32_t round(std::uint32_t x, std::uint32_t key, std::uint32_t factor) const {
        x = ((x + key) * factor) & mask_;
        return x ^ (x >> shift_);
    }

    /// SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014).
    static constexpr std::uint64_t next(std::uint64_t& state) {
        std::uint64_t z = (state += 0x9E3779B97F4A7C15u);
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
        return z ^ (z >> 31);
    }

    std::uint64_t count_;
    std::uint32_t mask_;
    int shift_;
    std::uint32_t keys_[4]{};
};

} // namespace zg
