// SPDX-License-Identifier: GPL-3.0-or-later
// The latency curve of a chase run, in the unit a chart wants. The only place that converts cycles and nanoseconds.
#pragma once

#include "core/run.h"

#include <vector>

namespace zg {

struct LatencyPoint {
    double bytes = 0;
    double median = 0; ///< in the unit asked for
    double p5 = 0;
    double p95 = 0;
    double clockHz = 0; ///< NaN where the run does not tell (a data sheet)
    bool operator==(const LatencyPoint&) const = default;
};

/// True where the run's rows can be given in that unit (Cycles or Nanoseconds): counted, or a clock was seen beside the
/// other.
[[nodiscard]] bool hasUnit(const Run& run, Unit unit);

/// Ascending by size; rows of several SMs at one size become one point: the median over SMs, spread over all of them.
/// Rows without a finite positive value are left out. Empty where hasUnit() is false.
[[nodiscard]] std::vector<LatencyPoint> latencyCurve(const Run& run, Unit unit);

} // namespace zg
