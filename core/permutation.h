// SPDX-License-Identifier: GPL-3.0-or-later
// A seeded random order of n things that needs no table: position -> thing is arithmetic. A chase walks its lines in such an
// order, so that any number of threads can build the cycle, or bring the lines in, without one extra byte of memory traffic.
#pragma once

#include <bit>
#include <cstdint>

namespace zg {

/// A bijection of [0, count), different for each seed. constexpr, so that host, device and tests share it.
class Permutation {
public:
    constexpr Permutation(std::uint64_t count, std::uint64_t seed)
        : count_(count), bits_(count > 1 ? static_cast<int>(std::bit_width(count - 1)) : 1),
          mask_((std::uint64_t{1} << bits_) - 1), shift_(bits_ / 2 + 1) {
        std::uint64_t state = seed;
        for (Round& round : rounds_) {
            round.multiplier = next(state) | 1; // odd: invertible modulo a power of two
            round.addend = next(state);
        }
    }

    [[nodiscard]] constexpr std::uint64_t count() const { return count_; }

    /// The thing at a position. @param position below count()
    [[nodiscard]] constexpr std::uint64_t operator()(std::uint64_t position) const {
        // Each step is invertible on `bits_` bits; values beyond count are walked on, which keeps it a bijection of [0, count).
        std::uint64_t x = position;
        do {
            for (const Round& round : rounds_) {
                x = (x * round.multiplier + round.addend) & mask_;
                x ^= x >> shift_;
            }
        } while (x >= count_);
        return x;
    }

private:
    struct Round {
        std::uint64_t multiplier = 1, addend = 0;
    };

    /// splitmix64 (Steele, Lea, Flood 2014, "Fast splittable pseudorandom number generators").
    static constexpr std::uint64_t next(std::uint64_t& state) {
        std::uint64_t z = (state += 0x9e3779b97f4a7c15ULL);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
        return z ^ (z >> 31);
    }

    std::uint64_t count_;
    int bits_;
    std::uint64_t mask_;
    int shift_;
    Round rounds_[4]{};
};

} // namespace zg
