// SPDX-License-Identifier: GPL-3.0-or-later
// One product of one rung, timed: in slices of rows that last some 25 ms, with the stop token looked at between them,
// but for rungs that look at it themselves.
// Knows no data and no check.
#pragma once

#include "kernels/cpu/matmul/rung.h"

#include <functional>
#include <optional>
#include <stop_token>

namespace zg::cpu::matmul {

struct Timed {
    double nanoseconds = 0; ///< the sum over all slices
    int slices = 0;
};

/// Cuts products of one size into slices, by what the slices before have taken.
class Slicer {
public:
    /// @param nanosecondsPerTerm of a multiply-add, seen at a smaller size; 0: nothing has been seen
    Slicer(Rung& rung, const Operands& whole, double nanosecondsPerTerm);

    /// Computes all of C. @return nothing where `stop` ended it, or where `goOn`, asked after each slice with the
    /// seconds that the whole product is expected to take, said no.
    [[nodiscard]] std::optional<Timed> run(const std::stop_token& stop,
                                           const std::function<bool(double expectedSeconds)>& goOn = {});
    /// Of the last slice. 0 before the first.
    [[nodiscard]] double nanosecondsPerTerm() const { return perTerm_; }

    static constexpr double sliceNanoseconds = 25e6;

private:
    [[nodiscard]] std::size_t nextRows(std::size_t left) const;

    Rung& rung_;
    Operands whole_;
    double perTerm_;
    bool seenAtThisSize_ = false;
};

} // namespace zg::cpu::matmul
