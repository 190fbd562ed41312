// SPDX-License-Identifier: GPL-3.0-or-later
// Known random-like data: what lies at a place is a function of the place and a seed, so a kernel or a copy is checked
// without a second copy of its data. The function is here; filling and checking device memory is in pattern.cu.
#pragma once

#include <cstdint>
#include <vector_functions.h>
#include <vector_types.h>

#ifdef __CUDACC__
#define ZG_HOST_DEVICE __host__ __device__
#else
#define ZG_HOST_DEVICE
#endif

namespace zg {

inline constexpr std::int64_t patternElementBytes = 16; ///< one load or store of one thread
inline constexpr unsigned patternUnitElements = 32;     ///< one load or store of one warp
inline constexpr std::int64_t patternUnitBytes = patternElementBytes * patternUnitElements;

/// The 16 bytes at one place. @param unit place / 512; @param lane (place / 16) mod 32. Repeats every 64 GiB. The
/// folding is that of MurmurHash3's fmix32 (A. Appleby), the other words are odd multiples of its result.
ZG_HOST_DEVICE inline uint4 patternAt(std::uint32_t unit, std::uint32_t lane, std::uint32_t seed) {
    std::uint32_t x = (unit * patternUnitElements + lane) * 0x9E3779B1u + seed;
    x ^= x >> 16;
    x *= 0x85EBCA6Bu;
    x ^= x >> 13;
    return make_uint4(x, x * 0xC2B2AE35u, x * 0x27D4EB2Fu, ~x);
}

ZG_HOST_DEVICE inline std::uint32_t sumOf(const uint4& value) { return value.x + value.y + value.z + value.w; }

/// Writes units [0, units) of the pattern with all SMs. Throws CudaFailure.
void fillPattern(void* data, std::uint64_t units, std::uint32_t seed);

/// The sum of all 32-bit words of units [first, first + units), modulo 2^32, from the function alone. @param scratch 16
/// bytes of device memory. Throws CudaFailure.
[[nodiscard]] std::uint32_t patternSum(std::uint64_t first, std::uint64_t units, std::uint32_t seed, void* scratch);

/// How many elements of units [0, units) differ from the pattern; 0: all is right. @param scratch as above. Throws
/// CudaFailure.
[[nodiscard]] std::uint64_t patternMismatches(const void* data, std::uint64_t units, std::uint32_t seed, void* scratch);

} // namespace zg
