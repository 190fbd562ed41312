// SPDX-License-Identifier: GPL-3.0-or-later
// The one loop of every sweep: plan, warm, repeat, reduce, report, stop, refine near a knee. Backends bring the point
// function.
#pragma once

#include "core/backend.h"

#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>
#include <vector>

namespace zg {

/// One repeat of one point, as counted. `latency` is in the backend's own unit (GPU: cycles; CPU: nanoseconds).
struct Sample {
    double latency = 0;     ///< per dependent operation; the quantity that is reduced and watched for knees
    double nanoseconds = 0; ///< per dependent operation, from the same launch
    double clockHz = 0;     ///< seen during it
    double steps = 0;       ///< dependent operations timed
};

struct SweepPlan {
    std::vector<double> points;         ///< ascending, bytes
    std::function<int(double)> repeats; ///< how many repeats a point gets
    std::function<double(double)> cost; ///< expected seconds of one repeat, for progress; relative is enough
    bool refine = true;
    double refineStep = 0.05;   ///< neighbours differing by more than this fraction get a point between
    double refineFinest = 1.02; ///< but not closer together than this ratio
    int refineAtMost = 64;      ///< extra points
    std::function<double(double, double)> between; ///< the point between two; NaN: none fits
    double clockDrop = 0.03; ///< a point whose clock is lower than the best seen by this fraction is taken again once
};

/// Sizes from `min` to `max` in bytes, `perOctave` geometric steps, each a multiple of `granule`, without doubles; ends
/// included.
[[nodiscard]] std::vector<double> geometricSizes(std::int64_t min, std::int64_t max, int perOctave,
                                                 std::int64_t granule);

using PointFunction = std::function<Result<Sample>(double bytes, int repeat)>;
/// Called once for every finished point with its samples; builds the row's values.
using RowFunction = std::function<std::vector<double>(double bytes, std::span<const Sample> samples)>;

/// Runs the plan. Reports rows to `listener` (not `begun`, which the caller has sent) and stops between samples when
/// asked. A point in progress when stop is asked for is dropped: a row is whole or absent.
/// @return Complete or Stopped, or the first error of `measure`.
[[nodiscard]] Result<RunState> sweep(const SweepPlan& plan, const PointFunction& measure, const RowFunction& reduce,
                                     std::stop_token stop, RunListener& listener);

} // namespace zg
