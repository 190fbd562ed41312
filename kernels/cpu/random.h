// SPDX-License-Identifier: GPL-3.0-or-later
// Random data by counter: the value at an index is arithmetic, so that any thread can write its part of the data, and
// anybody can say what it must be.
#pragma once

#include <cstdint>

namespace zg::cpu {

/// SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014): the number that the
/// generator of that seed gives at that index.
[[nodiscard]] constexpr std::uint64_t randomWord(std::uint64_t seed, std::uint64_t index) {
    std::uint64_t z = seed + (index + 1) * 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

/// Evenly spread over [-1, 1), in steps of 2^-23: every bit of the significand takes part, and none is lost.
[[nodiscard]] constexpr float randomFloat(std::uint64_t seed, std::uint64_t index) {
    const auto steps = static_cast<std::int32_t>(randomWord(seed, index) >> 40) - (1 << 23);
    return static_cast<float>(steps) / (1 << 23);
}

} // namespace zg::cpu
