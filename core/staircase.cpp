// SPDX-License-Identifier: GPL-3.0-or-later
// Stairs by optimal partitioning of y = ln(latency): exact dynamic programming over squared error with a penalty a
// segment. The constants were chosen on seven published staircases (RRZE-HPC/gpu-benches result files, chips and
// cheese, this program's own H200); the tests hold them on the course's table, two real files and 200 synthetic curves.
#include "core/staircase.h"

#include "core/stats.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace zg {
namespace {

constexpr double noiseFloor = 0.01;   // 1 %: below this, differences are not noise but the curve's own fine slope
constexpr double penaltyFloor = 0.02; // squared ln units: a step must explain at least this much error
constexpr double penaltyFactor = 3;   // x ln n sigma^2, a BIC-like penalty
constexpr double mergeBelow = 0.13;   // neighbours closer than 13 % are one plateau (a wavy far L2)
constexpr double gentleJoint = 0.35;  // d ln(latency) / d ln(size) over the octave around a joint: a slope, not a step
constexpr double smallestSpan = 1.25; // a plateau covers at least this ratio of sizes
constexpr double flatness = 0.10;     // its inner 80 % stays within this fraction,
constexpr double gentlePlateau =
    0.15; // or climbs no steeper than this (an L1 that fills up: 32 to 48 over 6 octaves is 0.1)
constexpr double edgeDeparture =
    0.05;                          // an end point further off than this belongs to the transition, not to the plateau
constexpr double departure = 0.05; // of the step: where a capacity interval begins, and ends on the other side

struct Segment {
    std::size_t first = 0, last = 0; // both included
};

class Partition {
public:
    explicit Partition(const std::vector<double>& y) : y_(y), sum_(y.size() + 1), square_(y.size() + 1) {
        for (std::size_t i = 0; i < y.size(); ++i) {
            sum_[i + 1] = sum_[i] + y[i];
            square_[i + 1] = square_[i] + y[i] * y[i];
        }
    }

    [[nodiscard]] std::vector<Segment> optimal(double penalty) const {
        const std::size_t n = y_.size();
        std::vector<double> best(n + 1, std::numeric_limits<double>::infinity());
        std::vector<std::size_t> from(n + 1, 0);
        best[0] = -penalty;
        for (std::size_t end = 1; end <= n; ++end)
            for (std::size_t start = 0; start < end; ++start) {
                const double total = best[start] + error(start, end) + penalty;
                if (total < best[end]) {
                    best[end] = total;
                    from[end] = start;
                }
            }
        std::vector<Segment> segments;
        for (std::size_t end = n; end > 0; end = from[end]) segments.push_back({from[end], end - 1});
        std::ranges::reverse(segments);
        return segments;
    }

private:
    /// Squared error around the mean of y[start, end).
    [[nodiscard]] double error(std::size_t start, std::size_t end) const {
        const double count = static_cast<double>(end - start);
        const double sum = sum_[end] - sum_[start];
        return std::max(0.0, square_[end] - square_[start] - sum * sum / count);
    }

    const std::vector<double>& y_;
    std::vector<double> sum_, square_;
};

double medianOf(std::span<const LatencyPoint> curve, const Segment& segment) {
    std::vector<double> values;
    for (std::size_t i = segment.first; i <= segment.last; ++i) values.push_back(curve[i].median);
    return median(values);
}

double ratioOf(double a, double b) { return std::max(a, b) / std::min(a, b) - 1; }

/// ln(latency) at a size, interpolated in ln(size); the ends hold beyond the ends.
double heightAt(std::span<const LatencyPoint> curve, double bytes) {
    const auto above = std::ranges::lower_bound(curve, bytes, {}, &LatencyPoint::bytes);
    if (above == curve.begin()) return std::log(curve.front().median);
    if (above == curve.end()) return std::log(curve.back().median);
    const LatencyPoint& b = *above;
    const LatencyPoint& a = *std::prev(above);
    const double share = std::log(bytes / a.bytes) / std::log(b.bytes / a.bytes);
    return std::lerp(std::log(a.median), std::log(b.median), share);
}

/// d ln(latency) / d ln(size) over the octave around the joint after point `last`.
double jointSlope(std::span<const LatencyPoint> curve, std::size_t last) {
    const double joint = std::sqrt(curve[last].bytes * curve[last + 1].bytes);
    const double half = std::numbers::sqrt2;
    return std::abs(heightAt(curve, joint * half) - heightAt(curve, joint / half)) / std::log(2.0);
}

/// Joins neighbours that are one plateau: close in value, or one gentle slope. The closest pair goes first.
void mergeClose(std::span<const LatencyPoint> curve, std::vector<Segment>& segments) {
    while (segments.size() > 1) {
        std::size_t closest = segments.size();
        double distance = std::numeric_limits<double>::infinity();
        for (std::size_t i = 0; i + 1 < segments.size(); ++i) {
            const double between = ratioOf(medianOf(curve, segments[i]), medianOf(curve, segments[i + 1]));
            if (between >= mergeBelow && jointSlope(curve, segments[i].last) >= gentleJoint) continue;
            if (between < distance) {
                distance = between;
                closest = i;
            }
        }
        if (closest == segments.size()) return;
        segments[closest].last = segments[closest + 1].last;
        segments.erase(segments.begin() + static_cast<std::ptrdiff_t>(closest) + 1);
    }
}

/// The segment without the end points that already climb: off the plateau's value, and steep towards it.
Segment withoutRamps(std::span<const LatencyPoint> curve, Segment segment, double value) {
    const auto ramp = [&](std::size_t end, std::size_t inside) {
        const double climb = std::abs(std::log(curve[end].median / curve[inside].median));
        const double gap = std::abs(std::log(curve[end].bytes / curve[inside].bytes));
        return ratioOf(curve[end].median, value) > edgeDeparture && climb > gentleJoint * gap;
    };
    while (segment.first < segment.last && ramp(segment.first, segment.first + 1)) ++segment.first;
    while (segment.last > segment.first && ramp(segment.last, segment.last - 1)) --segment.last;
    return segment;
}

std::optional<Plateau> plateauOf(std::span<const LatencyPoint> curve, const Segment& segment) {
    Plateau plateau;
    plateau.fromBytes = curve[segment.first].bytes;
    plateau.toBytes = curve[segment.last].bytes;
    plateau.points = static_cast<int>(segment.last - segment.first + 1);
    if (plateau.points < 2 || plateau.toBytes < plateau.fromBytes * smallestSpan) return std::nullopt;
    // The inner 80 % in ln(size), so that extra points near a knee do not weigh more.
    const double trim = 0.1 * std::log(plateau.toBytes / plateau.fromBytes);
    double low = std::numeric_limits<double>::infinity(), high = 0;
    std::vector<double> all, inner;
    for (std::size_t i = segment.first; i <= segment.last; ++i) {
        all.push_back(curve[i].median);
        const bool inside =
            std::log(curve[i].bytes / plateau.fromBytes) >= trim && std::log(plateau.toBytes / curve[i].bytes) >= trim;
        if (plateau.points > 3 && !inside) continue;
        inner.push_back(curve[i].median);
        low = std::min(low, curve[i].median);
        high = std::max(high, curve[i].median);
    }
    if (inner.empty()) return std::nullopt;
    plateau.value = median(inner);
    // Within 10 % of its middle either way, judged by percentiles so that one outlier does not break a long plateau.
    if (inner.size() > 9) {
        low = percentile(inner, 5);
        high = percentile(inner, 95);
    }
    const bool flat = high <= plateau.value * (1 + flatness) && low >= plateau.value * (1 - flatness);
    const double climb =
        (heightAt(curve, plateau.toBytes / std::exp(trim)) - heightAt(curve, plateau.fromBytes * std::exp(trim))) /
        (8 * trim);
    if (!flat && std::abs(climb) > gentlePlateau) return std::nullopt;
    if (flat) {
        const Segment core = withoutRamps(curve, segment, plateau.value);
        plateau.fromBytes = curve[core.first].bytes;
        plateau.toBytes = curve[core.last].bytes;
        plateau.points = static_cast<int>(core.last - core.first + 1);
        if (plateau.points < 2 || plateau.toBytes < plateau.fromBytes * smallestSpan) return std::nullopt;
        all.clear();
        for (std::size_t i = core.first; i <= core.last; ++i) all.push_back(curve[i].median);
    }
    plateau.low = std::min(plateau.value, percentile(all, 5));
    plateau.high = std::max(plateau.value, percentile(all, 95));
    return plateau;
}

/// ln(size) at which the curve last crosses `level` between two plateaus, by linear interpolation.
double crossing(std::span<const LatencyPoint> curve, double fromBytes, double toBytes, double level) {
    double at = fromBytes;
    for (std::size_t i = 0; i + 1 < curve.size(); ++i) {
        const LatencyPoint& a = curve[i];
        const LatencyPoint& b = curve[i + 1];
        if (a.bytes < fromBytes || b.bytes > toBytes) continue;
        if (a.median < level && b.median >= level) {
            const double share = (level - a.median) / (b.median - a.median);
            return std::exp(std::lerp(std::log(a.bytes), std::log(b.bytes), share));
        }
        at = b.bytes;
    }
    return at;
}

Capacity capacityBetween(std::span<const LatencyPoint> curve, const Plateau& lower, const Plateau& upper) {
    const double step = upper.value - lower.value;
    // From the middle of the lower plateau to the middle of the upper one: its own fine slope near the edge belongs to
    // the knee.
    const double from = std::sqrt(lower.fromBytes * lower.toBytes), to = std::sqrt(upper.fromBytes * upper.toBytes);
    const auto at = [&](double share) { return crossing(curve, from * 0.999, to * 1.001, lower.value + share * step); };
    // A curve that falls, or that never crosses a share, must not turn the interval around.
    const double fits = at(departure), half = std::max(fits, at(0.5));
    return {fits, half, std::max(half, at(1 - departure))};
}

double penaltyFor(const std::vector<double>& y) {
    const double sigma = std::max(noiseFloor, noiseOfSteps(y));
    return std::max(penaltyFactor * std::log(static_cast<double>(y.size())) * sigma * sigma, penaltyFloor);
}

} // namespace

Staircase findStairs(std::span<const LatencyPoint> curve) {
    Staircase stairs;
    if (curve.size() < 2) return stairs;
    std::vector<double> y;
    for (const LatencyPoint& point : curve) y.push_back(std::log(point.median));

    std::vector<Segment> segments = Partition(y).optimal(penaltyFor(y));
    mergeClose(curve, segments);
    for (const Segment& segment : segments)
        if (auto plateau = plateauOf(curve, segment)) stairs.plateaus.push_back(*plateau);
    for (std::size_t i = 0; i + 1 < stairs.plateaus.size(); ++i)
        stairs.capacities.push_back(capacityBetween(curve, stairs.plateaus[i], stairs.plateaus[i + 1]));
    return stairs;
}

namespace {

std::optional<double> capacityOf(const Device& device, LevelKind kind) {
    const Level* level = findLevel(device, kind);
    if (!level) return std::nullopt;
    // One core or SM sees its own instance of a private cache and the whole of a shared one.
    const std::optional<Quantity>& seen = level->perInstance ? level->perInstance : level->total;
    if (!seen || seen->value <= 0) return std::nullopt;
    return seen->value;
}

Answer answerOf(LevelKind kind) {
    switch (kind) {
    case LevelKind::SharedL1:
    case LevelKind::L1: return Answer::L1;
    case LevelKind::L2: return Answer::L2;
    case LevelKind::L3: return Answer::L3;
    default: return Answer::Memory;
    }
}

/// The caches a load can meet on its way, top first, with the sizes up to which they are expected to answer.
std::vector<std::pair<Answer, double>> expectedCaches(const Device& device, const Request& request) {
    std::vector<std::pair<Answer, double>> caches;
    const bool pastL1 = device.kind == DeviceKind::Gpu && request.path == CachePath::PastL1;
    if (const auto bytes = usableL1Bytes(device, request); bytes && !pastL1) caches.emplace_back(Answer::L1, *bytes);
    for (const LevelKind kind : {LevelKind::L2, LevelKind::L3})
        if (const auto bytes = capacityOf(device, kind)) caches.emplace_back(answerOf(kind), *bytes);
    return caches;
}

} // namespace

std::optional<double> usableL1Bytes(const Device& device, const Request& request) {
    if (device.kind == DeviceKind::Cpu) return capacityOf(device, LevelKind::L1);
    const auto sram = capacityOf(device, LevelKind::SharedL1);
    const Level* level = findLevel(device, LevelKind::SharedL1);
    if (!sram || !level->sharedMax) return sram;
    return *sram - level->sharedMax->value * request.sharedCarveout / 100;
}

std::vector<Answer> nameStairs(const Staircase& stairs, const Device& device, const Request& request) {
    const auto caches = expectedCaches(device, request);
    std::vector<Answer> answers;
    for (const Plateau& plateau : stairs.plateaus) {
        // The cache whose capacity the middle of the plateau fits in; a plateau never reaches far past its own cache.
        const double middle = std::sqrt(plateau.fromBytes * plateau.toBytes);
        const auto fits = std::ranges::find_if(caches, [&](const auto& cache) { return middle <= cache.second; });
        answers.push_back(fits != caches.end() ? fits->first : caches.empty() ? Answer::Unknown : Answer::Memory);
    }
    // Two plateaus within L2 are its two halves (measured on A100 and H100 chips, arXiv 2402.13499): the nearer answers
    // first.
    for (std::size_t i = 0; i + 1 < answers.size(); ++i) {
        if (answers[i] == Answer::L2 && answers[i + 1] == Answer::L2 && device.kind == DeviceKind::Gpu) {
            answers[i] = Answer::L2Near;
            answers[i + 1] = Answer::L2Far;
        }
    }
    // The lowest plateau past all caches is memory; a second one is memory plus missed address translations. A second
    // plateau inside another level is nothing that the device's levels explain.
    for (std::size_t i = answers.size(); i-- > 1;) {
        const bool again = std::find(answers.begin(), answers.begin() + static_cast<std::ptrdiff_t>(i), answers[i]) !=
                           answers.begin() + static_cast<std::ptrdiff_t>(i);
        if (again) answers[i] = answers[i] == Answer::Memory ? Answer::Tlb : Answer::Unknown;
    }
    return answers;
}

} // namespace zg
