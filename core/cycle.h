// SPDX-License-Identifier: GPL-3.0-or-later
// The cycle of a pointer chase: which line is visited at which position, for each order. One cycle of full length by
// construction: position -> line is a bijection, and line(i) points at line(i + 1).
#pragma once

#include "core/permutation.h"
#include "core/probe.h"

namespace zg {

class Cycle {
public:
    /// @param lines of the working set; @param linesPerPage of one page, for Order::RandomInPages
    constexpr Cycle(std::uint64_t lines, std::uint64_t linesPerPage, Order order, std::uint64_t seed)
        : lines_(lines),
          linesPerPage_(linesPerPage < lines ? linesPerPage : lines),
          order_(order),
          whole_(order == Order::RandomInPages ? linesPerPage_ : lines, seed),
          lastPageLines_(lines - (lines - 1) / linesPerPage_ * linesPerPage_),
          last_(lastPageLines_, seed) {}

    [[nodiscard]] constexpr std::uint64_t lines() const { return lines_; }

    /// @param position below lines(). @return the line visited there, below lines()
    [[nodiscard]] constexpr std::uint64_t lineAt(std::uint64_t position) const {
        if (order_ == Order::Sequential) return position;
        if (order_ == Order::Random) return whole_(position);
        const std::uint64_t page = position / linesPerPage_ * linesPerPage_;
        const bool isLast = page + linesPerPage_ >= lines_;
        return page + (isLast ? last_(position - page) : whole_(position - page));
    }

    /// The position after that one; after the last comes the first.
    [[nodiscard]] constexpr std::uint64_t next(std::uint64_t position) const {
        return position + 1 == lines_ ? 0 : position + 1;
    }

private:
    std::uint64_t lines_;
    std::uint64_t linesPerPage_;
    Order order_;
    Permutation whole_;
    std::uint64_t lastPageLines_;
    Permutation last_;
};

} // namespace zg
