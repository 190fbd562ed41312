// SPDX-License-Identifier: GPL-3.0-or-later
// Curves to find stairs on: the course's table, measured ones from tests/data, and synthetic ones with known knees.
#pragma once

#include "session_text.h"

#include "core/latency.h"
#include "core/staircase.h"

#include <cmath>
#include <fstream>
#include <random>

namespace zg {

inline std::vector<LatencyPoint> curveOf(const std::vector<std::pair<double, double>>& points) {
    std::vector<LatencyPoint> curve;
    for (const auto& [bytes, latency] : points) curve.push_back({bytes, latency, latency, latency, std::nan("")});
    return curve;
}

/// Lines "bytes,cycles"; lines that begin with # say where it is from.
inline std::vector<LatencyPoint> curveFromCsv(const std::string& name) {
    std::ifstream in(dataFile(name));
    EXPECT_TRUE(in.good()) << name;
    std::vector<std::pair<double, double>> points;
    for (std::string line; std::getline(in, line);)
        if (!line.starts_with('#')) points.emplace_back(std::stod(line), std::stod(line.substr(line.find(',') + 1)));
    return curveOf(points);
}

/// COURSE: the latency staircase of an H100 SXM, cycles.
inline std::vector<LatencyPoint> courseCurve() {
    constexpr double kib = 1024, mib = 1024 * kib;
    return curveOf({{16 * kib, 32},
                    {64 * kib, 33},
                    {256 * kib, 210},
                    {mib, 225},
                    {4 * mib, 240},
                    {32 * mib, 265},
                    {128 * mib, 690},
                    {512 * mib, 715}});
}

/// What a cache of `capacity` bytes under random lines does: up to `soft` x its size everything hits, then hits fall as
/// the share of the set that it can hold; so knees are soft as on real chips.
struct Synthetic {
    std::vector<double> capacities; ///< of the upper levels, ascending
    std::vector<double> latencies;  ///< one more than capacities
    double softness = 0;            ///< width of a knee: from capacity to capacity x (1 + softness) hits fade out
    double noise = 0;               ///< relative standard deviation, cut at 2 of them
};

inline std::vector<LatencyPoint> curveOf(const Synthetic& truth, double fromBytes, double toBytes, int perOctave,
                                         std::mt19937_64& engine) {
    std::vector<LatencyPoint> curve;
    const auto uniform = [&] { return static_cast<double>(engine() >> 11) * 0x1p-53; };
    for (int i = 0;; ++i) {
        const double bytes = fromBytes * std::exp2(static_cast<double>(i) / perOctave);
        if (bytes > toBytes * 1.0001) break;
        double latency = truth.latencies.front();
        for (std::size_t level = 0; level < truth.capacities.size(); ++level) {
            // Half of the step lies at the capacity.
            const double x = std::log(bytes / truth.capacities[level]) / std::log1p(truth.softness);
            const double share =
                truth.softness == 0 ? (bytes > truth.capacities[level] ? 1 : 0) : std::clamp(x / 2 + 0.5, 0.0, 1.0);
            latency += (truth.latencies[level + 1] - truth.latencies[level]) * share;
        }
        const double gauss = std::sqrt(-2 * std::log(1 - uniform())) * std::cos(6.283185307179586 * uniform());
        latency *= 1 + truth.noise * std::clamp(gauss, -2.0, 2.0);
        curve.push_back({bytes, latency, latency, latency, std::nan("")});
    }
    return curve;
}

} // namespace zg
