// SPDX-License-Identifier: GPL-3.0-or-later
// One core streaming through memory with the widest vectors it has: reads, writes, copies. Knows no clock, no thread
// and no sweep.
#pragma once

#include <cstddef>
#include <cstdint>

namespace zg::cpu {

/// Reads all words `passes` times, at least once. @param words begins at a multiple of 64 bytes. @return their sum
/// modulo 2^64, as the last pass has found it; the passes before only load
[[nodiscard]] std::uint64_t readWords(const std::uint64_t* words, std::size_t count, std::uint64_t passes);

/// Writes all words `passes` times; in pass p (from 0) the value first + p. @param words as above
void writeWords(std::uint64_t* words, std::size_t count, std::uint64_t passes, std::uint64_t first);

/// Copies all words `passes` times. @param from, to as above; they do not overlap
void copyWords(const std::uint64_t* from, std::uint64_t* to, std::size_t count, std::uint64_t passes);

/// Bits of the vectors that the three use on this computer.
[[nodiscard]] int streamVectorBits();

} // namespace zg::cpu
