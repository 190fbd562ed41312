// SPDX-License-Identifier: GPL-3.0-or-later
// What bandwidth, transfer, compute and matmul runs say: rates from what was counted.
#pragma once

#include "core/run.h"

#include <array>
#include <vector>

namespace zg {

struct RatePoint {
    double x = 0;               ///< working set or transfer: bytes; matmul: N; compute: 0
    double rate = 0;            ///< B/s or FLOP/s, from the median time
    double best = 0;            ///< the same, from the smallest time
    double perCycleAndUnit = 0; ///< B/cy or FLOP/cy of one SM or core; NaN where no clock was seen
    double clockHz = 0;         ///< NaN where none was seen
};

/// The points of a run in the order of x; rows whose result was wrong are left out. Empty for other probes.
[[nodiscard]] std::vector<RatePoint> rateCurve(const Run& run);

/// One row of a matmul run.
struct MatmulPoint {
    int n = 0;
    double rate = 0; ///< FLOP/s, median; NaN where the result was wrong
    double best = 0; ///< FLOP/s
    double error = 0, tolerance = 0;
    double clockHz = 0;
    double launches = 1;
    double registers = 0, sharedBytes = 0, occupancy = 0; ///< NaN on a CPU
    std::array<double, 2> grid{}, block{};                ///< NaN on a CPU
    Traffic traffic;
    double flop = 0; ///< of the algorithm, 2 N^3, whether the result was right or wrong

    /// FLOP per byte at that level by the algorithm; NaN where the level has no traffic.
    [[nodiscard]] double intensity(LevelKind level) const;
};

[[nodiscard]] std::vector<MatmulPoint> matmulPoints(const Run& run);

} // namespace zg
