// SPDX-License-Identifier: GPL-3.0-or-later
// The pointer chase of a CPU: the order in which lines are visited, the chain of pointers laid in memory, and the walk
// along it that is timed. Knows no device and no sweep.
#pragma once

#include "core/permutation.h"
#include "core/probe.h"
#include "core/result.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

namespace zg::cpu {

/// One lap over all lines of a working set, each line once, in an order that is computed and not stored: a table of 19
/// million lines would itself fill the caches whose state matters. Random orders go through 0 .. 2^k - 1 by a keyed
/// bijection and leave out what is beyond the set: a single full cycle by construction, for every count of lines and
/// every seed.
class LineOrder {
public:
    /// @param linesPerPage of a 2 MiB page; used by Order::RandomInPages only.
    LineOrder(Order order, std::uint32_t lines, std::uint32_t linesPerPage, std::uint64_t seed);
    /// Writes the next lines of the lap. @return how many; fewer than asked for only at the end of the lap, then 0.
    std::size_t next(std::span<std::uint32_t> out);
    void restart();

private:
    void enter(std::uint32_t firstLine);

    Order order_;
    std::uint32_t lines_;
    std::uint32_t windowLines_; ///< lines that are shuffled together: all, or those of one page
    std::uint64_t seed_;
    std::uint32_t first_ = 0;        ///< of the window now visited
    std::uint32_t count_ = 0;        ///< lines in it
    std::uint64_t at_ = 0, end_ = 0; ///< position in 0 .. 2^k
    Permutation shuffle_{1, 0};      ///< of the window now visited
};

/// A chain over the first lines of a block of memory. The block outlives it.
class Chase {
public:
    Chase(std::byte* memory, std::size_t lineBytes);

    /// Lays the cycle over `bytes` and brings its lines in, in the order of the cycle: the state of the caches is then
    /// the one that a single walker leaves behind after `laps` laps, at the price of many loads in flight instead of
    /// one. Except for what others do meanwhile: where they share the last cache, a slow walker loses lines to them.
    /// @return false where `stop` ended it; looked at every 1,024 lines, which take tens of microseconds.
    bool lay(std::size_t bytes, Order order, std::uint64_t seed, int laps, const std::stop_token& stop);
    /// Steps that may still be walked before lay() is needed again; endless where the whole cycle is laid.
    [[nodiscard]] std::uint64_t stepsLeft() const;
    /// Walks on from where the last walk ended, and times it. @param steps a multiple of `unroll`. Units: nanoseconds
    /// per step. Errors: WrongResult where the walk does not end at the line it must: a broken chain reads as a fast
    /// cache.
    [[nodiscard]] Result<double> walk(std::uint64_t steps);

    static constexpr std::uint64_t unroll = 64;
    /// Positions whose pointers are laid: all of a set up to 8 MiB of 64-byte lines, and of a larger one all that is
    /// timed.
    static constexpr std::size_t laidAtMost = std::size_t{1} << 17;

private:
    [[nodiscard]] std::byte* lineAt(std::uint32_t line) const { return memory_ + std::size_t{line} * lineBytes_; }

    std::byte* memory_;
    std::size_t lineBytes_;
    std::vector<std::uint32_t> laid_; ///< the lines at the cycle's first positions
    bool whole_ = false;              ///< laid_ is the whole cycle and the last line points to the first
    std::uint64_t position_ = 0;      ///< steps walked since lay()
};

} // namespace zg::cpu
