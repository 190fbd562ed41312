// SPDX-License-Identifier: GPL-3.0-or-later
// StreamSet: the part of a working set that one core streams through, and the proof that it did. Knows no clock.
#pragma once

#include "core/probe.h"

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <vector>

namespace zg::cpu {

/// The words that are read (or copied from) are random, and a sum known beforehand proves that the last pass has read
/// them all. What is written is another number in every pass, and read back. What is copied goes over other words.
class StreamSet {
public:
    /// @param memory of `mostBytes` at least; begins at a multiple of 4 KiB. Written to by resize() alone, so the
    /// thread that calls it first has the pages on its node.
    StreamSet(std::byte* memory, std::size_t mostBytes, Access access, std::uint64_t seed);

    /// Makes the set that large: random words in what is new, then one pass over all of it, which leaves in the caches
    /// what a pass leaves there. @param bytes a multiple of 1 KiB, at most mostBytes. @return false where `stop` ended
    /// it; looked at every window.
    bool resize(std::size_t bytes, const std::stop_token& stop);
    /// Streams through the next window that many times: the whole set where it is smaller than a window, else 16 MiB of
    /// it, going on where the last call ended.
    void stream(std::uint64_t passes);
    /// Bytes that each pass of stream() moves; a copy's are read plus written.
    [[nodiscard]] std::size_t movedBytes() const;
    /// Whether the last stream() has read, written or copied what it should have. To be called after each, outside the
    /// time: what was copied is spoilt again, so that the next copy has something to prove.
    [[nodiscard]] bool check();
    /// Spoils one word of what the last stream() has read or written: what a fault would do. For tests.
    void spoil();

    static constexpr std::size_t windowWords = std::size_t{2} << 20; ///< 16 MiB

private:
    void fill(std::size_t words);
    void streamAt(std::size_t first, std::size_t count, std::uint64_t passes);
    [[nodiscard]] std::uint64_t randomSum() const;

    std::uint64_t *words_, *target_; ///< what is read or written; where a copy goes
    Access access_;
    std::uint64_t seed_;
    std::size_t count_ = 0;  ///< words that a pass over the whole set goes through
    std::size_t window_ = 0; ///< words of one window
    std::size_t next_ = 0;   ///< the first word of the next window
    std::size_t filled_ = 0; ///< random words so far
    std::uint64_t stamp_;    ///< the next number to be written
    // of the last call of streamAt():
    std::size_t lastFirst_ = 0, lastCount_ = 0;
    std::uint64_t lastSum_ = 0;
};

} // namespace zg::cpu
