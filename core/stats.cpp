// SPDX-License-Identifier: GPL-3.0-or-later
// Order statistics.
#include "core/stats.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace zg {

double percentile(std::span<const double> values, double p) {
    if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
    std::vector<double> sorted(values.begin(), values.end());
    std::ranges::sort(sorted);
    const double at = std::clamp(p, 0.0, 100.0) / 100.0 * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(at);
    const std::size_t above = std::min(below + 1, sorted.size() - 1);
    return std::lerp(sorted[below], sorted[above], at - static_cast<double>(below));
}

double median(std::span<const double> values) { return percentile(values, 50); }

double noiseOfSteps(std::span<const double> values) {
    if (values.size() < 3) return 0;
    std::vector<double> steps(values.size() - 1);
    for (std::size_t i = 0; i < steps.size(); ++i) steps[i] = values[i + 1] - values[i];
    const double middle = median(steps);
    for (double& step : steps) step = std::abs(step - middle);
    return 1.4826 * median(steps) / std::numbers::sqrt2;
}

} // namespace zg
