// SPDX-License-Identifier: GPL-3.0-or-later
// Medians, percentiles and noise against sorting by hand; latency curves in both units.
#include "core/latency.h"
#include "core/stats.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace zg {

namespace {

TEST(Median, IsTheMiddleOfTheSortedValues) {
    EXPECT_EQ(median(std::vector<double>{3, 1, 2}), 2);
    EXPECT_EQ(median(std::vector<double>{4, 1, 3, 2}), 2.5);
    EXPECT_EQ(median(std::vector<double>{7}), 7);
    EXPECT_TRUE(std::isnan(median(std::vector<double>{})));
}

TEST(Percentile, InterpolatesBetweenOrderStatistics) {
    const std::vector<double> values{50, 10, 30, 20, 40};
    EXPECT_EQ(percentile(values, 0), 10);
    EXPECT_EQ(percentile(values, 25), 20);
    EXPECT_EQ(percentile(values, 100), 50);
    EXPECT_DOUBLE_EQ(percentile(values, 5), 12);
    EXPECT_DOUBLE_EQ(percentile(values, 95), 48);
    EXPECT_TRUE(std::isnan(percentile(std::vector<double>{}, 50)));
}

TEST(Percentile, NeverFallsAndStaysWithinTheValues) {
    std::mt19937_64 engine(5);
    for (int round = 0; round < 100; ++round) {
        std::vector<double> values(1 + engine() % 30);
        for (double& value : values) value = static_cast<double>(engine() % 1000);
        double before = -1;
        for (double p = 0; p <= 100; p += 2.5) {
            const double now = percentile(values, p);
            EXPECT_GE(now, before);
            EXPECT_GE(now, *std::ranges::min_element(values));
            EXPECT_LE(now, *std::ranges::max_element(values));
            before = now;
        }
    }
}

TEST(NoiseOfSteps, FindsTheDeviationOfGaussianNoiseAndIsNotDisturbedBySteps) {
    std::mt19937_64 engine(9);
    std::normal_distribution<double> noise(0, 0.03);
    std::vector<double> values;
    for (int i = 0; i < 3000; ++i) values.push_back((i < 1000 ? 3 : i < 2000 ? 5 : 7) + noise(engine));
    EXPECT_NEAR(noiseOfSteps(values), 0.03, 0.003);
    EXPECT_EQ(noiseOfSteps(std::vector<double>{1, 2}), 0);
    EXPECT_EQ(noiseOfSteps(std::vector<double>{1, 1, 1, 5, 5, 5}), 0);
}

zg::Run gpuRun() {
    zg::Run run;
    run.columns = {{"bytes", Unit::Bytes},        {"latency", Unit::Cycles}, {"latency-p5", Unit::Cycles},
                   {"latency-p95", Unit::Cycles}, {"clock", Unit::Hertz},    {"sm", Unit::One}};
    return run;
}

TEST(LatencyCurve, ConvertsWithTheClockSeenBesideEachRow) {
    zg::Run run = gpuRun();
    run.rows = {{0, {8192, 40, 38, 44, 2e9, 0}}, {0, {4096, 30, 30, 30, 1e9, 0}}};
    ASSERT_TRUE(hasUnit(run, Unit::Cycles));
    ASSERT_TRUE(hasUnit(run, Unit::Nanoseconds));
    const std::vector<LatencyPoint> ns = latencyCurve(run, Unit::Nanoseconds);
    ASSERT_EQ(ns.size(), 2u);
    EXPECT_DOUBLE_EQ(ns[0].bytes, 4096);
    EXPECT_DOUBLE_EQ(ns[0].median, 30);
    EXPECT_DOUBLE_EQ(ns[1].median, 20);
    EXPECT_DOUBLE_EQ(ns[1].p5, 19);
    EXPECT_DOUBLE_EQ(ns[1].p95, 22);
    EXPECT_DOUBLE_EQ(ns[1].clockHz, 2e9);
    EXPECT_DOUBLE_EQ(latencyCurve(run, Unit::Cycles)[1].median, 40);
}

TEST(LatencyCurve, ConvertsNanosecondsToCyclesToo) {
    zg::Run run;
    run.columns = {{"bytes", Unit::Bytes}, {"time", Unit::Nanoseconds}, {"clock", Unit::Hertz}};
    run.rows = {{0, {4096, 1.25, 4e9}}};
    ASSERT_TRUE(hasUnit(run, Unit::Cycles));
    EXPECT_DOUBLE_EQ(latencyCurve(run, Unit::Cycles).at(0).median, 5);
}

TEST(LatencyCurve, IsEmptyInAUnitThatTheRunCannotGive) {
    zg::Run run;
    run.columns = {{"bytes", Unit::Bytes}, {"latency", Unit::Cycles}};
    run.rows = {{0, {4096, 32}}};
    EXPECT_FALSE(hasUnit(run, Unit::Nanoseconds));
    EXPECT_TRUE(latencyCurve(run, Unit::Nanoseconds).empty());
    EXPECT_FALSE(hasUnit(run, Unit::Bytes));
    EXPECT_TRUE(latencyCurve(run, Unit::Bytes).empty());
    EXPECT_TRUE(latencyCurve(zg::Run{}, Unit::Cycles).empty());
    EXPECT_TRUE(std::isnan(latencyCurve(run, Unit::Cycles).at(0).clockHz));
}

TEST(LatencyCurve, MakesOnePointOfSeveralSms) {
    zg::Run run = gpuRun();
    run.rows = {{0, {4096, 30, 29, 31, 1e9, 0}}, {0, {4096, 50, 49, 60, 1e9, 1}}, {0, {4096, 34, 20, 35, 1e9, 2}}};
    const std::vector<LatencyPoint> curve = latencyCurve(run, Unit::Cycles);
    ASSERT_EQ(curve.size(), 1u);
    EXPECT_DOUBLE_EQ(curve[0].median, 34);
    EXPECT_DOUBLE_EQ(curve[0].p5, 20);
    EXPECT_DOUBLE_EQ(curve[0].p95, 60);
}

TEST(LatencyCurve, LeavesOutRowsWithoutAFinitePositiveValue) {
    zg::Run run = gpuRun();
    const double nan = std::nan(""), inf = std::numeric_limits<double>::infinity();
    run.rows = {{0, {4096, nan, 1, 1, 1e9, 0}},  {0, {8192, 0, 0, 0, 1e9, 0}},       {0, {nan, 32, 32, 32, 1e9, 0}},
                {0, {16384, inf, 1, 1, 1e9, 0}}, {0, {32768, 33, nan, nan, nan, 0}}, {0, {1}}};
    const std::vector<LatencyPoint> curve = latencyCurve(run, Unit::Cycles);
    ASSERT_EQ(curve.size(), 1u);
    EXPECT_DOUBLE_EQ(curve[0].bytes, 32768);
    EXPECT_DOUBLE_EQ(curve[0].p5, 33);
    EXPECT_DOUBLE_EQ(curve[0].p95, 33);
    EXPECT_TRUE(latencyCurve(run, Unit::Nanoseconds).empty());
}

TEST(ValueOf, IsNoNumberWhereTheRunHasNoSuchColumn) {
    zg::Run run = gpuRun();
    run.rows = {{0, {4096, 30, 29, 31, 1e9, 7}}};
    EXPECT_EQ(columnIndex(run, "clock"), 4);
    EXPECT_EQ(columnIndex(run, "time"), -1);
    EXPECT_DOUBLE_EQ(valueOf(run, run.rows[0], "sm"), 7);
    EXPECT_TRUE(std::isnan(valueOf(run, run.rows[0], "time")));
    EXPECT_TRUE(std::isnan(valueOf(run, Row{0, {1}}, "sm")));
}

} // namespace

} // namespace zg
