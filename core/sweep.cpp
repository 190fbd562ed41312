// SPDX-License-Identifier: GPL-3.0-or-later
// The sweep loop. It knows nothing of what is measured.
#include "core/sweep.h"

#include "core/stats.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iterator>
#include <map>

namespace zg {
namespace {

using Clock = std::chrono::steady_clock;

/// What one sweep carries along; the public function below is the story, this is its state.
class Sweep {
public:
    Sweep(const SweepPlan& plan, const PointFunction& measure, const RowFunction& reduce, std::stop_token stop,
          RunListener& listener)
        : plan_(plan), measure_(measure), reduce_(reduce), stop_(std::move(stop)), listener_(listener) {
        for (const double point : plan.points) costPlanned_ += costOf(point);
        planned_ = static_cast<int>(plan.points.size());
    }

    Result<RunState> run() {
        for (const double point : plan_.points)
            if (auto went = pointAt(point); !went || *went == RunState::Stopped) return went;
        return plan_.refine && plan_.between ? refine() : Result<RunState>(RunState::Complete);
    }

private:
    double costOf(double point) const { return plan_.cost(point) * plan_.repeats(point); }

    /// Complete when the point has become a row.
    Result<RunState> pointAt(double point) {
        std::vector<Sample> samples;
        if (auto went = repeat(point, samples); !went || *went == RunState::Stopped) return went;
        if (clockOf(samples) < bestClockHz_ * (1 - plan_.clockDrop)) {
            // The chip slowed down (heat, power): once more, and if it stays low the point is kept and marked.
            if (auto went = repeat(point, samples); !went || *went == RunState::Stopped) return went;
            if (clockOf(samples) < bestClockHz_ * (1 - plan_.clockDrop))
                listener_.note({NoteKind::ClockDropped, point});
        }
        bestClockHz_ = std::max(bestClockHz_, clockOf(samples));
        std::vector<double> latencies;
        for (const Sample& sample : samples) latencies.push_back(sample.latency);
        measured_[point] = median(latencies);
        listener_.row({secondsSinceStart(), reduce_(point, samples)});
        costDone_ += costOf(point);
        ++done_;
        fraction_ = std::max(fraction_, costPlanned_ > 0 ? std::min(1.0, costDone_ / costPlanned_) : 1.0);
        listener_.progress(fraction_, done_, planned_);
        return RunState::Complete;
    }

    Result<RunState> repeat(double point, std::vector<Sample>& samples) {
        samples.clear();
        const int repeats = std::max(1, plan_.repeats(point));
        for (int i = 0; i < repeats; ++i) {
            if (stop_.stop_requested()) return RunState::Stopped;
            Result<Sample> sample = measure_(point, i);
            // A sample cut short by a stop is no sample.
            if (stop_.stop_requested()) return RunState::Stopped;
            if (!sample) return tl::unexpected<Error>(sample.error());
            samples.push_back(*sample);
        }
        return RunState::Complete;
    }

    /// Points between neighbours that differ, the widest step first, until no step is worth it or none fits between.
    Result<RunState> refine() {
        for (int extra = 0; extra < plan_.refineAtMost; ++extra) {
            const double point = nextBetween();
            if (std::isnan(point)) break;
            ++planned_;
            costPlanned_ += costOf(point);
            if (auto went = pointAt(point); !went || *went == RunState::Stopped) return went;
        }
        return RunState::Complete;
    }

    /// Where the step between two neighbours, weighted by their distance, is largest; NaN where all are small or close.
    double nextBetween() const {
        double best = std::nan(""), bestWeight = 0;
        if (measured_.empty()) return best; // the loop below looks at a point and the next one
        for (auto here = measured_.begin(), next = std::next(here); next != measured_.end(); ++here, ++next) {
            const double step = std::abs(std::log(next->second / here->second));
            const double gap = std::log(next->first / here->first);
            if (step <= std::log1p(plan_.refineStep) || gap <= 2 * std::log(plan_.refineFinest)) continue;
            const double point = plan_.between(here->first, next->first);
            if (std::isnan(point) || measured_.contains(point)) continue;
            if (step * gap > bestWeight) {
                bestWeight = step * gap;
                best = point;
            }
        }
        return best;
    }

    static double clockOf(const std::vector<Sample>& samples) {
        std::vector<double> clocks;
        for (const Sample& sample : samples) clocks.push_back(sample.clockHz);
        return median(clocks);
    }

    double secondsSinceStart() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

    const SweepPlan& plan_;
    const PointFunction& measure_;
    const RowFunction& reduce_;
    std::stop_token stop_;
    RunListener& listener_;
    Clock::time_point start_ = Clock::now();
    std::map<double, double> measured_; // size -> median latency
    double costPlanned_ = 0, costDone_ = 0, fraction_ = 0;
    double bestClockHz_ = 0;
    int planned_ = 0, done_ = 0;
};

} // namespace

std::vector<double> geometricSizes(std::int64_t min, std::int64_t max, int perOctave, std::int64_t granule) {
    std::vector<double> sizes;
    if (min <= 0 || max < min || perOctave <= 0 || granule <= 0) return sizes;
    const auto rounded = [granule](double bytes) {
        return std::max<std::int64_t>(granule, std::llround(bytes / static_cast<double>(granule)) * granule);
    };
    const double octaves = std::log2(static_cast<double>(max) / static_cast<double>(min));
    const int steps = static_cast<int>(std::floor(octaves * perOctave + 1e-9));
    for (int i = 0; i <= steps; ++i)
        sizes.push_back(
            static_cast<double>(rounded(static_cast<double>(min) * std::exp2(static_cast<double>(i) / perOctave))));
    sizes.push_back(static_cast<double>(rounded(static_cast<double>(max))));
    std::ranges::sort(sizes);
    const auto doubles = std::ranges::unique(sizes);
    sizes.erase(doubles.begin(), doubles.end());
    return sizes;
}

Result<RunState> sweep(const SweepPlan& plan, const PointFunction& measure, const RowFunction& reduce,
                       std::stop_token stop, RunListener& listener) {
    return Sweep(plan, measure, reduce, std::move(stop), listener).run();
}

} // namespace zg
