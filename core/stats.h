// SPDX-License-Identifier: GPL-3.0-or-later
// The few statistics that measuring needs: medians, percentiles, and a noise estimate that steps do not disturb.
#pragma once

#include <span>
#include <vector>

namespace zg {

/// Percentile by linear interpolation between order statistics. @param p 0..100. NaN for an empty input.
[[nodiscard]] double percentile(std::span<const double> values, double p);
[[nodiscard]] double median(std::span<const double> values);
/// 1.4826 x the median absolute deviation of first differences, over sqrt 2: the standard deviation of the noise on a
/// curve of plateaus, in the unit of the values. 0 for fewer than 3 values.
[[nodiscard]] double noiseOfSteps(std::span<const double> values);

} // namespace zg
