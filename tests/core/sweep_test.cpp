// SPDX-License-Identifier: GPL-3.0-or-later
// The sweep loop under a scripted measure function: repeats, refinement, stops, clock drops, errors, progress.
#include "core/sweep.h"

#include "core/stats.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace zg {

namespace {

constexpr double kib = 1024, mib = 1024 * kib;

struct Recorded : RunListener {
    std::vector<Row> rows;
    std::vector<Note> notes;
    std::vector<double> fractions;
    std::vector<std::pair<int, int>> counts;
    int begins = 0;
    std::function<void()> onRow;
    void begun(const std::vector<Column>&) override { ++begins; }
    void row(const Row& row) override {
        rows.push_back(row);
        if (onRow) onRow();
    }
    void note(const Note& note) override { notes.push_back(note); }
    void progress(double fraction, int done, int planned) override {
        fractions.push_back(fraction);
        counts.emplace_back(done, planned);
    }
    [[nodiscard]] std::vector<double> sizes() const {
        std::vector<double> sizes;
        for (const Row& row : rows) sizes.push_back(row.values.at(0));
        return sizes;
    }
};

SweepPlan planOf(std::vector<double> points, int repeats = 1) {
    SweepPlan plan;
    plan.points = std::move(points);
    plan.repeats = [repeats](double) { return repeats; };
    plan.cost = [](double bytes) { return bytes; };
    plan.between = [](double a, double b) {
        const double middle = std::round(std::sqrt(a * b) / 128) * 128;
        return middle > a && middle < b ? middle : std::nan("");
    };
    return plan;
}

std::vector<double> medianRow(double bytes, std::span<const Sample> samples) {
    std::vector<double> latencies;
    for (const Sample& sample : samples) latencies.push_back(sample.latency);
    return {bytes, median(latencies), static_cast<double>(samples.size())};
}

/// Two stairs: 30 up to 64 KiB, 300 beyond.
Result<Sample> twoStairs(double bytes, int) { return Sample{bytes <= 64 * kib ? 30.0 : 300.0, 10, 2e9, 100}; }

TEST(Sweep, MeasuresEveryPointInOrderWithItsRepeats) {
    SweepPlan plan = planOf({4 * kib, 8 * kib, 16 * kib});
    plan.refine = false;
    plan.repeats = [](double bytes) { return bytes < 8 * kib ? 5 : 3; };
    std::vector<std::pair<double, int>> calls;
    Recorded recorded;
    const auto measure = [&](double bytes, int repeat) -> Result<Sample> {
        calls.emplace_back(bytes, repeat);
        return Sample{100.0 + (repeat == 0 ? 900 : repeat), 1, 1e9,
                      1}; // the first repeat is an outlier: the median ignores it
    };
    const Result<RunState> state = sweep(plan, measure, medianRow, {}, recorded);
    ASSERT_TRUE(state.has_value());
    EXPECT_EQ(*state, RunState::Complete);
    EXPECT_EQ(recorded.sizes(), plan.points);
    ASSERT_EQ(calls.size(), 11u);
    for (int i = 0; i < 5; ++i) EXPECT_EQ(calls[static_cast<std::size_t>(i)], std::make_pair(4 * kib, i));
    EXPECT_EQ(recorded.rows[0].values, (std::vector<double>{4 * kib, 103, 5}));
    EXPECT_EQ(recorded.rows[1].values, (std::vector<double>{8 * kib, 102, 3}));
    EXPECT_TRUE(recorded.notes.empty());
    EXPECT_EQ(recorded.begins, 0); // the caller has sent it
}

TEST(Sweep, ReportsTimesThatNeverFallAndProgressThatNeverFalls) {
    Recorded recorded;
    ASSERT_TRUE(
        sweep(planOf(geometricSizes(4 << 10, 1 << 20, 8, 128)), twoStairs, medianRow, {}, recorded).has_value());
    EXPECT_TRUE(std::ranges::is_sorted(recorded.rows, {}, &Row::seconds));
    EXPECT_TRUE(std::ranges::is_sorted(recorded.fractions));
    EXPECT_GT(recorded.fractions.front(), 0);
    EXPECT_LE(recorded.fractions.back(), 1);
    ASSERT_EQ(recorded.counts.size(), recorded.rows.size());
    for (std::size_t i = 0; i < recorded.counts.size(); ++i) {
        EXPECT_EQ(recorded.counts[i].first, static_cast<int>(i) + 1);
        EXPECT_LE(recorded.counts[i].first, recorded.counts[i].second);
    }
    EXPECT_EQ(recorded.counts.back().first, recorded.counts.back().second);
    EXPECT_DOUBLE_EQ(recorded.fractions.back(), 1);
}

TEST(Sweep, RefinesAroundAKneeAndNowhereElse) {
    const SweepPlan plan = planOf(geometricSizes(4 << 10, 1 << 20, 4, 128));
    Recorded recorded;
    ASSERT_TRUE(sweep(plan, twoStairs, medianRow, {}, recorded).has_value());
    const std::vector<double> sizes = recorded.sizes();
    ASSERT_GT(sizes.size(), plan.points.size() + 2);
    EXPECT_TRUE(std::equal(plan.points.begin(), plan.points.end(),
                           sizes.begin())); // the plan first, so that a stop leaves an even curve
    const double knee = 64 * kib;
    const auto above = std::ranges::upper_bound(plan.points, knee);
    for (std::size_t i = plan.points.size(); i < sizes.size(); ++i) {
        EXPECT_GE(sizes[i], *std::prev(above));
        EXPECT_LE(sizes[i], *above);
    }
    // The knee is pinned down to the finest ratio.
    std::vector<double> sorted = sizes;
    std::ranges::sort(sorted);
    const auto over = std::ranges::upper_bound(sorted, knee);
    EXPECT_LE(*over / *std::prev(over), 1.05);
    EXPECT_TRUE(std::ranges::adjacent_find(sorted) == sorted.end()) << "a size was measured twice";
}

TEST(Sweep, DoesNotRefineAFlatCurveOrOneThatRisesByLessThanTheStep) {
    for (const double growth : {0.0, 0.04}) {
        const SweepPlan plan = planOf(geometricSizes(4 << 10, 1 << 20, 4, 128));
        Recorded recorded;
        const auto measure = [growth](double bytes, int) -> Result<Sample> {
            return Sample{30 * std::pow(1 + growth, 4 * std::log2(bytes / (4 * kib))), 1, 1e9, 1};
        };
        ASSERT_TRUE(sweep(plan, measure, medianRow, {}, recorded).has_value());
        EXPECT_EQ(recorded.rows.size(), plan.points.size()) << growth;
    }
}

TEST(Sweep, AddsNoMoreThanTheExtraPointsAllowed) {
    SweepPlan plan = planOf(geometricSizes(4 << 10, 1 << 20, 4, 128));
    plan.refineAtMost = 5;
    Recorded recorded;
    const auto steep = [](double bytes, int) -> Result<Sample> { return Sample{bytes, 1, 1e9, 1}; };
    ASSERT_TRUE(sweep(plan, steep, medianRow, {}, recorded).has_value());
    EXPECT_EQ(recorded.rows.size(), plan.points.size() + 5);
}

TEST(Sweep, DoesNotRefineWhereItIsToldNotToOrWhereNothingFitsBetween) {
    SweepPlan off = planOf({4 * kib, mib});
    off.refine = false;
    SweepPlan nothingBetween = planOf({4 * kib, mib});
    nothingBetween.between = [](double, double) { return std::nan(""); };
    SweepPlan notSaid = planOf({4 * kib, mib});
    notSaid.between = nullptr;
    for (const SweepPlan& plan : {off, nothingBetween, notSaid}) {
        Recorded recorded;
        ASSERT_TRUE(sweep(plan, twoStairs, medianRow, {}, recorded).has_value());
        EXPECT_EQ(recorded.rows.size(), 2u);
    }
}

TEST(Sweep, StopsBetweenSamplesAndKeepsWholeRowsOnly) {
    for (int stopAfter = 0; stopAfter <= 12; ++stopAfter) {
        std::stop_source stop;
        Recorded recorded;
        int calls = 0;
        if (stopAfter == 0) stop.request_stop();
        const auto measure = [&](double bytes, int repeat) -> Result<Sample> {
            if (++calls == stopAfter) stop.request_stop();
            return twoStairs(bytes, repeat);
        };
        SweepPlan plan = planOf({4 * kib, 8 * kib, 16 * kib, 32 * kib}, 3);
        plan.refine = false;
        const Result<RunState> state = sweep(plan, measure, medianRow, stop.get_token(), recorded);
        ASSERT_TRUE(state.has_value());
        EXPECT_EQ(calls, stopAfter);
        EXPECT_EQ(*state, RunState::Stopped) << stopAfter;
        EXPECT_EQ(recorded.rows.size(), static_cast<std::size_t>(stopAfter > 0 ? (stopAfter - 1) / 3 : 0));
        for (const Row& row : recorded.rows) EXPECT_EQ(row.values.at(2), 3);
    }
}

TEST(Sweep, StopsWhileItRefines) {
    std::stop_source stop;
    Recorded recorded;
    const SweepPlan plan = planOf(geometricSizes(4 << 10, 1 << 20, 4, 128));
    recorded.onRow = [&] {
        if (recorded.rows.size() == plan.points.size() + 2) stop.request_stop();
    };
    const Result<RunState> state = sweep(plan, twoStairs, medianRow, stop.get_token(), recorded);
    EXPECT_EQ(state.value(), RunState::Stopped);
    EXPECT_EQ(recorded.rows.size(), plan.points.size() + 2);
}

TEST(Sweep, TakesAPointAgainWhoseClockHadDroppedAndKeepsTheSecondTry) {
    SweepPlan plan = planOf({4 * kib, 8 * kib, 16 * kib}, 2);
    plan.refine = false;
    std::map<double, int> calls;
    const auto measure = [&](double bytes, int) -> Result<Sample> {
        const bool slow = bytes == 8 * kib && calls[bytes] < 2; // both repeats of the first try
        ++calls[bytes];
        return Sample{slow ? 999.0 : 30.0, 1, slow ? 1.5e9 : 2e9, 1};
    };
    Recorded recorded;
    ASSERT_TRUE(sweep(plan, measure, medianRow, {}, recorded).has_value());
    EXPECT_EQ(calls[4 * kib], 2);
    EXPECT_EQ(calls[8 * kib], 4);
    EXPECT_EQ(calls[16 * kib], 2);
    EXPECT_EQ(recorded.rows.at(1).values, (std::vector<double>{8 * kib, 30, 2}));
    EXPECT_TRUE(recorded.notes.empty());
}

TEST(Sweep, MarksAPointWhoseClockStaysLowAndKeepsIt) {
    SweepPlan plan = planOf({4 * kib, 8 * kib, 16 * kib});
    plan.refine = false;
    int slowCalls = 0;
    const auto measure = [&](double bytes, int) -> Result<Sample> {
        const bool slow = bytes == 8 * kib;
        slowCalls += slow ? 1 : 0;
        return Sample{30, 1, slow ? 1.5e9 : 2e9, 1};
    };
    Recorded recorded;
    ASSERT_TRUE(sweep(plan, measure, medianRow, {}, recorded).has_value());
    EXPECT_EQ(slowCalls, 2); // once more, not for ever
    EXPECT_EQ(recorded.rows.size(), 3u);
    EXPECT_EQ(recorded.notes, (std::vector<Note>{{NoteKind::ClockDropped, 8 * kib}}));
}

TEST(Sweep, IsNotAlarmedByAClockWithinTheToleranceOrByNoClockAtAll) {
    for (const double clock : {1.95e9, std::nan(""), 0.0}) {
        SweepPlan plan = planOf({4 * kib, 8 * kib, 16 * kib});
        plan.refine = false;
        int calls = 0;
        const auto measure = [&](double bytes, int) -> Result<Sample> {
            ++calls;
            return Sample{30, 1, clock != 1.95e9 || bytes > 4 * kib ? clock : 2e9, 1};
        };
        Recorded recorded;
        ASSERT_TRUE(sweep(plan, measure, medianRow, {}, recorded).has_value());
        EXPECT_EQ(calls, 3);
        EXPECT_TRUE(recorded.notes.empty());
    }
}

TEST(Sweep, ReturnsTheErrorAndHasReportedTheRowsBefore) {
    Recorded recorded;
    const auto measure = [](double bytes, int repeat) -> Result<Sample> {
        if (bytes == 16 * kib && repeat == 1) return fail(Fault::DeviceLost, "fell off the bus");
        return twoStairs(bytes, repeat);
    };
    const Result<RunState> state =
        sweep(planOf({4 * kib, 8 * kib, 16 * kib, 32 * kib}, 3), measure, medianRow, {}, recorded);
    ASSERT_FALSE(state.has_value());
    EXPECT_EQ(state.error().fault, Fault::DeviceLost);
    EXPECT_EQ(state.error().detail, "fell off the bus");
    EXPECT_EQ(recorded.sizes(), (std::vector<double>{4 * kib, 8 * kib}));
}

TEST(Sweep, OfNoPointsIsCompleteAtOnce) {
    Recorded recorded;
    const Result<RunState> state = sweep(planOf({}), twoStairs, medianRow, {}, recorded);
    EXPECT_EQ(state.value(), RunState::Complete);
    EXPECT_TRUE(recorded.rows.empty());
}

TEST(GeometricSizes, AscendFromOneEndToTheOtherInWholeGranules) {
    for (const auto& [min, max, perOctave, granule] :
         std::vector<std::tuple<std::int64_t, std::int64_t, int, std::int64_t>>{{4 << 10, 1 << 30, 8, 128},
                                                                                {1 << 10, 1 << 14, 16, 128},
                                                                                {4096, 100'000, 3, 64},
                                                                                {4096, 4096, 8, 128},
                                                                                {5000, 9000, 1, 1}}) {
        const std::vector<double> sizes = geometricSizes(min, max, perOctave, granule);
        ASSERT_FALSE(sizes.empty());
        EXPECT_LE(std::abs(sizes.front() - static_cast<double>(min)), static_cast<double>(granule));
        EXPECT_LE(std::abs(sizes.back() - static_cast<double>(max)), static_cast<double>(granule));
        EXPECT_TRUE(std::ranges::adjacent_find(sizes, std::greater_equal<>()) == sizes.end())
            << "not strictly ascending";
        for (const double size : sizes) EXPECT_EQ(std::fmod(size, static_cast<double>(granule)), 0);
        for (std::size_t i = 1; i < sizes.size(); ++i)
            EXPECT_LE(sizes[i] - sizes[i - 1],
                      sizes[i - 1] * (std::exp2(1.0 / perOctave) - 1) + 2.0 * static_cast<double>(granule));
    }
}

TEST(GeometricSizes, HaveAsManyPointsAnOctaveAsAskedFor) {
    const std::vector<double> sizes = geometricSizes(4 << 10, 1 << 30, 8, 128);
    EXPECT_EQ(sizes.size(), 18u * 8 + 1);
    EXPECT_EQ(geometricSizes(4096, 4096, 8, 128), std::vector<double>{4096});
}

TEST(GeometricSizes, AreNoneForWhatMakesNoSense) {
    EXPECT_TRUE(geometricSizes(0, 4096, 8, 128).empty());
    EXPECT_TRUE(geometricSizes(8192, 4096, 8, 128).empty());
    EXPECT_TRUE(geometricSizes(4096, 8192, 0, 128).empty());
    EXPECT_TRUE(geometricSizes(4096, 8192, 8, 0).empty());
}

} // namespace

} // namespace zg
