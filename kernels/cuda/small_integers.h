// SPDX-License-Identifier: GPL-3.0-or-later
// Operands of the compute ceilings: random integers, never 0, small enough for the format to hold them and for sums of
// their products to stay exact. So the units have random bits to switch (zeros draw less power and run faster), and the
// result is known to the last bit. constexpr, so that device and tests share it.
#pragma once

#include <bit>
#include <cstdint>

namespace zg {

/// -most .. -1 or 1 .. most. The folding is that of MurmurHash3's fmix32 (A. Appleby).
template <int most>
[[nodiscard]] constexpr int smallInteger(std::uint32_t index, std::uint32_t seed) {
    std::uint32_t x = index * 0x9E3779B1u + seed;
    x = (x ^ x >> 16) * 0x85EBCA6Bu;
    x = (x ^ x >> 13) * 0xC2B2AE35u;
    const int drawn = static_cast<int>((x >> 16) % (2 * most));
    return drawn < most ? drawn - most : drawn - most + 1;
}

/// The bits of such an integer in an IEEE-like format: sign, exponent with the usual bias, mantissa. bfloat16 8 and 7,
/// half 5 and 10, E4M3 4 and 3, FP32 and TF32 8 and 23 (TF32 drops the 13 lowest bits, which are 0 here).
/// @param value not 0, its magnitude below 2^(mantissaBits + 1)
template <int exponentBits, int mantissaBits>
[[nodiscard]] constexpr std::uint32_t encodeSmallInteger(int value) {
    const auto magnitude = static_cast<std::uint32_t>(value < 0 ? -value : value);
    const auto exponent = static_cast<std::uint32_t>(std::bit_width(magnitude)) - 1;
    const std::uint32_t mantissa = (magnitude << (mantissaBits - exponent)) & ((1u << mantissaBits) - 1);
    const std::uint32_t bias = (1u << (exponentBits - 1)) - 1;
    return (value < 0 ? 1u << (exponentBits + mantissaBits) : 0) | (bias + exponent) << mantissaBits | mantissa;
}

} // namespace zg
