// SPDX-License-Identifier: GPL-3.0-or-later
// How the chains are run: pinned, on a warm clock, each point the median of several short stretches, so that what else
// runs on the computer costs a stretch and not the point. The chains themselves are in chase.cpp and fma_chain.cpp.
#include "kernels/cpu/latency.h"

#include "core/stats.h"
#include "core/sweep.h"
#include "kernels/cpu/arena.h"
#include "kernels/cpu/chase.h"
#include "kernels/cpu/cores.h"
#include "kernels/cpu/fma_chain.h"
#include "kernels/cpu/measure.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <limits>
#include <utility>

namespace zg::cpu {
namespace {

using Clock = std::chrono::steady_clock;
constexpr double mebibyte = 1 << 20;
constexpr double defaultLineBytes = 64; // where hwloc does not tell: every x86-64 and nearly every aarch64

constexpr int stretchesPerSample = 9;               // odd: the median is one of them
constexpr std::uint64_t opsPerStretch = 16384;      // of an FMA or a load from L1 or L2: 20 to 100 microseconds
constexpr std::uint64_t slowStepsPerStretch = 2048; // of a load from L3 or memory: 40 to 400 microseconds
constexpr double newSeedUpToBytes = 8 * mebibyte;   // beyond, a lap takes too long to have one for every repeat
constexpr double oneLapFromBytes = 64 * mebibyte;   // beyond, so does a second lap

/// One sample: the median of several stretches of the same walk, and the clock around them.
template <class StretchFunction>
Result<Sample> sampleOf(std::uint64_t steps, StretchFunction&& stretch, const std::stop_token& stop) {
    std::array<double, stretchesPerSample> nanoseconds{};
    double clockHz = clockNowHz();
    for (int i = -1; i < stretchesPerSample; ++i) { // the one before the first brings code and translations in
        if (stop.stop_requested()) return Sample{};
        const Result<double> took = stretch(steps);
        if (!took) return tl::unexpected<Error>(took.error());
        if (i >= 0) nanoseconds[static_cast<std::size_t>(i)] = *took;
    }
    clockHz = std::max(clockHz, clockNowHz()); // the higher of the two: an interruption only ever lowers one
    const double middle = median(nanoseconds);
    return Sample{middle, middle, clockHz, static_cast<double>(steps) * stretchesPerSample};
}

/// The columns after the working set; values in the same order come from summary().
std::vector<Column> summaryColumns() {
    const auto named = [](std::string_view name, Unit unit) { return Column{std::string(name), unit}; };
    return {named(column::nanoseconds, Unit::Nanoseconds),
            named(column::p5Nanoseconds, Unit::Nanoseconds),
            named(column::p95Nanoseconds, Unit::Nanoseconds),
            named(column::clock, Unit::Hertz),
            named(column::steps, Unit::One),
            named(column::repeats, Unit::One)};
}

std::vector<double> summary(std::span<const Sample> samples) {
    std::vector<double> nanoseconds, clocks;
    for (const Sample& sample : samples) {
        nanoseconds.push_back(sample.nanoseconds);
        clocks.push_back(sample.clockHz);
    }
    return {median(nanoseconds), percentile(nanoseconds, 5), percentile(nanoseconds, 95),
            median(clocks),      samples.front().steps,      static_cast<double>(samples.size())};
}

/// The numbers of this CPU that a sweep is planned by.
struct Geometry {
    double lineBytes = defaultLineBytes;
    double fastBytes = mebibyte; ///< sets up to here are served by L1 and L2 alone

    explicit Geometry(const Device& device) {
        for (const Level& level : device.levels) {
            if (level.kind == LevelKind::L1 && level.lineBytes) lineBytes = level.lineBytes->value;
            if (level.kind == LevelKind::L2 && level.perInstance) fastBytes = level.perInstance->value / 2;
        }
    }
    [[nodiscard]] double roundedToLines(double bytes) const {
        return std::max(1.0, std::round(bytes / lineBytes)) * lineBytes;
    }
    [[nodiscard]] std::uint64_t steps(double bytes) const {
        return bytes <= fastBytes ? opsPerStretch : slowStepsPerStretch;
    }
    [[nodiscard]] int laps(double bytes) const { return bytes <= oneLapFromBytes ? 2 : 1; }
};

SweepPlan planFor(const Request& request, const Geometry& geometry, double most) {
    const double least = std::min(geometry.roundedToLines(static_cast<double>(request.minBytes)), most);
    SweepPlan plan;
    plan.points = geometricSizes(std::llround(least), std::llround(most), std::max(1, request.pointsPerOctave),
                                 std::llround(geometry.lineBytes));
    plan.repeats = [asked = request.repeats](double bytes) {
        return asked > 0 ? asked : bytes <= newSeedUpToBytes ? 7 : 5;
    };
    // Only the proportions matter: loads in flight take 9 ns each on a server's memory, dependent ones 2 ns or 100 ns.
    plan.cost = [geometry, repeats = plan.repeats](double bytes) {
        const double perStep = geometry.steps(bytes) == opsPerStretch ? 2e-9 : 1e-7;
        const double lap = bytes / geometry.lineBytes * 9e-9 * geometry.laps(bytes);
        return (bytes <= newSeedUpToBytes ? lap : lap / repeats(bytes)) +
               perStep * static_cast<double>(geometry.steps(bytes)) * (stretchesPerSample + 1);
    };
    plan.refine = request.refine;
    plan.refineAtMost = 24;
    // A CPU's turbo follows what the other cores do, so a few percent less are no fault, and cycles come from each
    // point's clock.
    plan.clockDrop = 0.15;
    plan.between = [geometry](double below, double above) {
        const double middle = geometry.roundedToLines(std::sqrt(below * above));
        return middle > below && middle < above ? middle : std::numeric_limits<double>::quiet_NaN();
    };
    return plan;
}

} // namespace

Result<RunState> runFmaLatency(const Request& request, const std::stop_token& stop, RunListener& listener) {
    listener.begun(summaryColumns());
    const Pin pin(coreToMeasureOn());
    listener.note(pin.note());
    warmClock(stop, listener);
    const auto start = Clock::now();
    const int repeats = request.repeats > 0 ? request.repeats : 7;
    std::vector<Sample> samples;
    for (int i = 0; i < repeats; ++i) {
        const auto stretch = [](std::uint64_t operations) -> Result<double> {
            if (const auto took = fmaNanoseconds(operations)) return *took;
            return fail(Fault::WrongResult, "FMA chain");
        };
        const Result<Sample> sample = sampleOf(opsPerStretch, stretch, stop);
        if (stop.stop_requested()) return RunState::Stopped;
        if (!sample) return tl::unexpected<Error>(sample.error());
        samples.push_back(*sample);
    }
    listener.row({std::chrono::duration<double>(Clock::now() - start).count(), summary(samples)});
    listener.progress(1, 1, 1);
    return RunState::Complete;
}

Result<RunState> runChase(const Device& device, const Request& request, const std::stop_token& stop,
                          RunListener& listener) {
    std::vector<Column> columns = summaryColumns();
    columns.insert(columns.begin(), {std::string(column::bytes), Unit::Bytes});
    listener.begun(columns);
    const Pin pin(coreToMeasureOn());
    listener.note(pin.note());
    warmClock(stop, listener);
    const Geometry geometry(device);
    const double most = largestSet(request, device, geometry.lineBytes, listener);
    Result<Arena> arena = Arena::reserve(static_cast<std::size_t>(most));
    if (!arena) return tl::unexpected<Error>(arena.error());
    Chase chain(arena->data(), static_cast<std::size_t>(geometry.lineBytes));
    const auto measure = [&](double bytes, int repeat) -> Result<Sample> {
        const std::uint64_t steps = geometry.steps(bytes);
        // Page by page as the sets grow: filling a gigabyte at once would keep the first rows waiting for a second.
        if (!arena->populate(static_cast<std::size_t>(bytes), stop)) return Sample{};
        // A small set gets a new cycle for every repeat; a large one is walked on along the same cycle, whose lines
        // are where a walker left them.
        if (repeat == 0 || bytes <= newSeedUpToBytes || chain.stepsLeft() < steps * (stretchesPerSample + 1))
            if (!chain.lay(static_cast<std::size_t>(bytes), request.order,
                           request.seed + static_cast<std::uint64_t>(repeat), geometry.laps(bytes), stop))
                return Sample{};
        return sampleOf(
            steps, [&](std::uint64_t count) { return chain.walk(count); }, stop);
    };
    const auto row = [](double bytes, std::span<const Sample> samples) {
        std::vector<double> values = summary(samples);
        values.insert(values.begin(), bytes);
        return values;
    };
    const Result<RunState> ended = sweep(planFor(request, geometry, most), measure, row, stop, listener);
    const auto huge = static_cast<double>(arena->inHugePagesBytes());
    listener.note(huge > 0 ? Note{NoteKind::HugePages, huge} : Note{NoteKind::NoHugePages});
    return ended;
}

} // namespace zg::cpu
