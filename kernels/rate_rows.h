// SPDX-License-Identifier: GPL-3.0-or-later
// The columns of bandwidth, transfer and compute runs, which the backends share, and the rows of those whose samples
// are the time of one repeat.
#pragma once

#include "core/run.h"
#include "core/sweep.h"

#include <span>
#include <vector>

namespace zg {

/// bytes, moved, elapsed, elapsed-best, clock, units, repeats.
[[nodiscard]] std::vector<Column> bandwidthColumns();
/// flop, elapsed, elapsed-best, clock, units, repeats.
[[nodiscard]] std::vector<Column> computeColumns();

/// @param bytes working set, @param moved bytes within one repeat; @param samples elapsed ns in `latency`; @param units
/// SMs or cores that took part
[[nodiscard]] std::vector<double> bandwidthValues(double bytes, double moved, std::span<const Sample> samples,
                                                  double units);
[[nodiscard]] std::vector<double> computeValues(double flop, std::span<const Sample> samples, double units);

/// One repeat as the sweep wants it: what is reduced is the time. @param clockHz NaN where none was seen
[[nodiscard]] Sample timedSample(double nanoseconds, double clockHz, double counted);

} // namespace zg
