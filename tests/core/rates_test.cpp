// SPDX-License-Identifier: GPL-3.0-or-later
// Rates are what was counted over the time it took; a wrong result has none. Theory and references belong to the part
// of the chip, the arithmetic and the N that were measured.
#include "core/rates.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>

namespace zg {

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double kib = 1024, mib = 1024 * kib;

/// A run of one probe whose rows have these columns; units do not matter here.
zg::Run runOf(Probe probe, const std::vector<std::string_view>& columns, const std::vector<std::vector<double>>& rows) {
    zg::Run run;
    run.request.probe = probe;
    run.state = RunState::Complete;
    for (const std::string_view name : columns) run.columns.push_back({std::string(name), Unit::One});
    for (const std::vector<double>& values : rows) run.rows.push_back({0, values});
    return run;
}

zg::Run bandwidthRun(const std::vector<std::vector<double>>& rows) {
    return runOf(Probe::Bandwidth,
                 {column::bytes, column::moved, column::elapsed, column::elapsedBest, column::clock, column::units},
                 rows);
}

zg::Run computeRun(Arithmetic arithmetic, int threads, double flop, double elapsed, double clock, double units) {
    zg::Run run =
        runOf(Probe::Compute, {column::flop, column::elapsed, column::elapsedBest, column::clock, column::units},
              {{flop, elapsed, elapsed, clock, units}});
    run.request.arithmetic = arithmetic;
    run.request.threads = threads;
    return run;
}

struct Product {
    double n = 0, rate = 0, error = 1e-7, tolerance = 1e-5;
};

/// Wrong products have neither FLOP nor time, as backends write them.
zg::Run matmulRun(Variant variant, const std::vector<Product>& products, double units = 1) {
    std::vector<std::vector<double>> rows;
    for (const Product& product : products) {
        const double flop = 2 * std::pow(product.n, 3), time = flop / product.rate * 1e9;
        const bool right = product.error <= product.tolerance;
        rows.push_back({product.n, right ? flop : nan, right ? time : nan, right ? time / 2 : nan, units, product.error,
                        product.tolerance});
    }
    zg::Run run = runOf(Probe::Matmul,
                        {column::n, column::flop, column::elapsed, column::elapsedBest, column::units, column::error,
                         column::tolerance},
                        rows);
    run.request.variant = variant;
    return run;
}

Level level(LevelKind kind, int instances, double each) {
    Level made;
    made.kind = kind;
    made.instances = instances;
    made.perInstance = Quantity{each, Unit::Bytes, Source::Reported, {}};
    made.total = Quantity{each * instances, Unit::Bytes, Source::Reported, {}};
    return made;
}

Peak peak(Arithmetic arithmetic, double perCycle, double rate) {
    return {arithmetic,
            {perCycle, Unit::FlopPerCycle, Source::Published, "a document"},
            {rate, Unit::FlopPerSecond, Source::Modelled, "a formula"},
            {}};
}

/// 4 SMs at 1 GHz.
Device gpu() {
    Device device;
    device.levels = {level(LevelKind::Registers, 4, 256 * kib), level(LevelKind::SharedL1, 4, 256 * kib),
                     level(LevelKind::L2, 1, 4 * mib), level(LevelKind::Memory, 1, 1024 * mib)};
    device.sm.emplace();
    device.sm->smCount = 4;
    device.peaks = {peak(Arithmetic::Fp32, 256, 1.024e12), peak(Arithmetic::Bf16Tensor, 4096, 16.384e12)};
    return device;
}

/// 8 cores at 2 GHz, two L3s.
Device cpu() {
    Device device;
    device.kind = DeviceKind::Cpu;
    device.levels = {level(LevelKind::L1, 8, 32 * kib), level(LevelKind::L2, 8, mib), level(LevelKind::L3, 2, 16 * mib),
                     level(LevelKind::Memory, 1, 1024 * mib)};
    device.peaks = {peak(Arithmetic::Fp32, 32, 32 * 8 * 2e9)};
    return device;
}

TEST(RateCurve, IsWhatWasMovedOverTheMedianAndTheSmallestTime) {
    const auto points = rateCurve(bandwidthRun({{4096, 1000, 10, 8, 2e9, 4}}));
    ASSERT_EQ(points.size(), 1u);
    EXPECT_DOUBLE_EQ(points[0].x, 4096);
    EXPECT_DOUBLE_EQ(points[0].rate, 100e9);
    EXPECT_DOUBLE_EQ(points[0].best, 125e9);
    EXPECT_DOUBLE_EQ(points[0].clockHz, 2e9);
    EXPECT_DOUBLE_EQ(points[0].units, 4);
    EXPECT_DOUBLE_EQ(points[0].perCycleAndUnit, 12.5); // 100e9 / 2e9 / 4
}

TEST(RateCurve, IsInTheOrderOfSizes) {
    const auto points = rateCurve(bandwidthRun({{3, 1, 1, 1, 1, 1}, {1, 2, 1, 1, 1, 1}, {2, 3, 1, 1, 1, 1}}));
    ASSERT_EQ(points.size(), 3u);
    EXPECT_EQ(points[0].x, 1);
    EXPECT_EQ(points[1].x, 2);
    EXPECT_EQ(points[2].x, 3);
    EXPECT_DOUBLE_EQ(points[0].rate, 2e9);
}

TEST(RateCurve, LeavesOutRowsWithoutACountOrATime) {
    for (const double bad : {nan, 0.0, -1.0}) {
        EXPECT_TRUE(rateCurve(bandwidthRun({{4096, bad, 10, 8, 1e9, 4}})).empty()) << bad;
        EXPECT_TRUE(rateCurve(bandwidthRun({{4096, 1000, bad, 8, 1e9, 4}})).empty()) << bad;
    }
    EXPECT_TRUE(rateCurve(bandwidthRun({{nan, 1000, 10, 8, 1e9, 4}})).empty());
    EXPECT_TRUE(rateCurve(matmulRun(Variant::Naive, {{64, 1e9, nan}})).empty());
    EXPECT_TRUE(rateCurve(matmulRun(Variant::Naive, {{64, 1e9, 1}})).empty());
}

TEST(RateCurve, OfATransferHasNoClockAndSoNoCycles) {
    zg::Run run = bandwidthRun({{4096, 4096, 1000, 900, nan, 1}});
    run.request.probe = Probe::Transfer;
    const auto points = rateCurve(run);
    ASSERT_EQ(points.size(), 1u);
    EXPECT_DOUBLE_EQ(points[0].rate, 4.096e9);
    EXPECT_TRUE(std::isnan(points[0].clockHz));
    EXPECT_TRUE(std::isnan(points[0].perCycleAndUnit));
}

TEST(RateCurve, WithoutASmallestTimeTakesTheMedian) {
    const zg::Run run = runOf(Probe::Compute, {column::flop, column::elapsed}, {{1000, 10}});
    const auto points = rateCurve(run);
    ASSERT_EQ(points.size(), 1u);
    EXPECT_DOUBLE_EQ(points[0].best, points[0].rate);
    EXPECT_DOUBLE_EQ(points[0].x, 0);
}

TEST(RateCurve, OfALatencyProbeIsEmpty) {
    for (const Probe probe : {Probe::FmaLatency, Probe::SharedLatency, Probe::ConstantLatency, Probe::Chase}) {
        zg::Run run = bandwidthRun({{4096, 1000, 10, 8, 1e9, 4}});
        run.request.probe = probe;
        EXPECT_TRUE(rateCurve(run).empty()) << probeName(probe);
        EXPECT_TRUE(matmulPoints(run).empty()) << probeName(probe);
    }
}

TEST(MatmulPoints, KeepAWrongRowWithoutASpeed) {
    const auto points = matmulPoints(matmulRun(Variant::Naive, {{128, 5e9}, {64, 1e9, 0.5}, {96, 1e9, nan}}));
    ASSERT_EQ(points.size(), 3u);
    EXPECT_EQ(points[0].n, 64);
    EXPECT_TRUE(std::isnan(points[0].rate));
    EXPECT_TRUE(std::isnan(points[0].best));
    EXPECT_FALSE(points[0].right());
    EXPECT_DOUBLE_EQ(points[0].error, 0.5);
    EXPECT_DOUBLE_EQ(points[0].flop, 2.0 * 64 * 64 * 64);
    EXPECT_FALSE(points[1].right()) << "an error that is no number is wrong";
    EXPECT_TRUE(points[2].right());
    EXPECT_DOUBLE_EQ(points[2].rate, 5e9);
    EXPECT_DOUBLE_EQ(points[2].best, 10e9);
}

TEST(MatmulPoints, LeaveOutWhatIsNoSize) {
    for (const double bad : {nan, 0.0, -4.0, 1e6, std::numeric_limits<double>::infinity()})
        EXPECT_TRUE(matmulPoints(matmulRun(Variant::Naive, {{bad, 1e9}})).empty()) << bad;
}

TEST(MatmulPoints, ReadEveryColumn) {
    const std::vector<std::string_view> columns{
        column::n,          column::flop,          column::elapsed,   column::elapsedBest, column::clock,
        column::units,      column::error,         column::tolerance, column::launches,    column::gridX,
        column::gridY,      column::blockX,        column::blockY,    column::registers,   column::sharedBytes,
        column::occupancy,  column::registerBytes, column::l1Bytes,   column::l2Bytes,     column::l3Bytes,
        column::memoryBytes};
    std::vector<double> values;
    for (std::size_t i = 0; i < columns.size(); ++i) values.push_back(static_cast<double>(i + 2));
    const auto points = matmulPoints(runOf(Probe::Matmul, columns, {values}));
    ASSERT_EQ(points.size(), 1u);
    const MatmulPoint& point = points[0];
    EXPECT_EQ(point.n, 2);
    EXPECT_DOUBLE_EQ(point.rate, 3e9 / 4);
    EXPECT_DOUBLE_EQ(point.best, 3e9 / 5);
    EXPECT_EQ(point.clockHz, 6);
    EXPECT_EQ(point.units, 7);
    EXPECT_EQ(point.error, 8);
    EXPECT_EQ(point.tolerance, 9);
    EXPECT_EQ(point.launches, 10);
    EXPECT_EQ(point.grid, (std::array{11.0, 12.0}));
    EXPECT_EQ(point.block, (std::array{13.0, 14.0}));
    EXPECT_EQ(point.registers, 15);
    EXPECT_EQ(point.sharedBytes, 16);
    EXPECT_EQ(point.occupancy, 17);
    EXPECT_EQ(point.traffic, (Traffic{18, 19, 20, 21, 22}));
}

TEST(Intensity, IsFlopOverTheBytesOfThatLevelAndTheCoursesNaiveProductHasAQuarter) {
    MatmulPoint point;
    const double n = 1024;
    point.flop = 2 * n * n * n;
    point.traffic = {16 * n * n * n, 8 * n * n * n, n * n * n, 0, 12 * n * n};
    EXPECT_DOUBLE_EQ(point.intensity(LevelKind::Registers), 0.125);
    EXPECT_DOUBLE_EQ(point.intensity(LevelKind::SharedL1), 0.25);
    EXPECT_DOUBLE_EQ(point.intensity(LevelKind::L1), 0.25);
    EXPECT_DOUBLE_EQ(point.intensity(LevelKind::L2), 2);
    EXPECT_DOUBLE_EQ(point.intensity(LevelKind::Memory), n / 6);
    EXPECT_TRUE(std::isnan(point.intensity(LevelKind::L3)));
    EXPECT_TRUE(std::isnan(point.intensity(LevelKind::Constant)));
}

TEST(LevelThatHolds, IsTheFirstWhoseCapacityOfAllThatTakePartIsLargeEnough) {
    const Device device = gpu();
    Request read;
    read.probe = Probe::Bandwidth;
    EXPECT_EQ(levelThatHolds(device, read, mib, 4), LevelKind::SharedL1);
    EXPECT_EQ(levelThatHolds(device, read, mib, 2), LevelKind::L2) << "two SMs have half of it";
    EXPECT_EQ(levelThatHolds(device, read, mib + 1, 4), LevelKind::L2);
    EXPECT_EQ(levelThatHolds(device, read, 4 * mib, 4), LevelKind::L2);
    EXPECT_EQ(levelThatHolds(device, read, 4 * mib + 1, 4), LevelKind::Memory);
}

TEST(CacheThatHelps, IsTheLastOneUpToFourTimesItsSizeAndNoneWhereTheSetFits) {
    Request read;
    read.probe = Probe::Bandwidth;
    EXPECT_EQ(cacheThatHelps(gpu(), read, 4 * mib, 4), std::nullopt) << "it fits";
    EXPECT_EQ(cacheThatHelps(gpu(), read, 5 * mib, 4), LevelKind::L2);
    EXPECT_EQ(cacheThatHelps(gpu(), read, 16 * mib - 1, 4), LevelKind::L2);
    EXPECT_EQ(cacheThatHelps(gpu(), read, 16 * mib, 4), std::nullopt);
    EXPECT_EQ(cacheThatHelps(Device{}, read, 1, 1), std::nullopt) << "no cache is known";
}

TEST(LevelThatHolds, IsNotTheL1OfAGpuForWritesAndForLoadsPastIt) {
    const Device device = gpu();
    Request request;
    request.probe = Probe::Bandwidth;
    request.path = CachePath::PastL1;
    EXPECT_EQ(levelThatHolds(device, request, 4096, 4), LevelKind::L2);
    request.path = CachePath::ThroughL1;
    for (const Access access : {Access::Write, Access::Copy}) {
        request.access = access;
        EXPECT_EQ(levelThatHolds(device, request, 4096, 4), LevelKind::L2);
    }
    request.space = Space::Shared;
    EXPECT_EQ(levelThatHolds(device, request, 4096, 4), LevelKind::SharedL1);
}

TEST(LevelThatHolds, OfACpuCountsTheCachesOfTheCoresThatTakePart) {
    const Device device = cpu();
    Request request;
    request.probe = Probe::Bandwidth;
    request.access = Access::Write; // a CPU's caches hold what is written
    EXPECT_EQ(levelThatHolds(device, request, 32 * kib, 1), LevelKind::L1);
    EXPECT_EQ(levelThatHolds(device, request, 64 * kib, 1), LevelKind::L2);
    EXPECT_EQ(levelThatHolds(device, request, 64 * kib, 2), LevelKind::L1);
    EXPECT_EQ(levelThatHolds(device, request, 32 * mib, 1), LevelKind::Memory) << "one core reaches one L3";
    EXPECT_EQ(levelThatHolds(device, request, 32 * mib, 8), LevelKind::L3);
    EXPECT_EQ(levelThatHolds(device, request, 32 * kib, nan), LevelKind::L1);
    EXPECT_EQ(levelThatHolds(Device{}, request, 1, 1), LevelKind::Memory);
}

TEST(TheoreticalRate, OfAPartOfTheChipIsThatPartOfItAndSaysSo) {
    const auto whole = theoreticalRate(gpu(), Arithmetic::Fp32, 4);
    ASSERT_TRUE(whole.has_value());
    EXPECT_EQ(*whole, gpu().peaks[0].rate);
    const auto half = theoreticalRate(gpu(), Arithmetic::Fp32, 2);
    ASSERT_TRUE(half.has_value());
    EXPECT_DOUBLE_EQ(half->value, 0.512e12);
    EXPECT_EQ(half->unit, Unit::FlopPerSecond);
    EXPECT_EQ(half->cite, "(a formula) x 2 / 4");
    EXPECT_DOUBLE_EQ(theoreticalRate(cpu(), Arithmetic::Fp32, 1)->value, 64e9);
}

TEST(TheoreticalRate, IsAbsentWhereNothingIsKnown) {
    EXPECT_FALSE(theoreticalRate(gpu(), Arithmetic::Fp64, 4).has_value());
    for (const double units : {nan, 0.0, -1.0})
        EXPECT_FALSE(theoreticalRate(gpu(), Arithmetic::Fp32, units).has_value());
    EXPECT_FALSE(theoreticalRate(Device{}, Arithmetic::Fp32, 4).has_value());
}

TEST(MeasuredCeilings, StandBesideTheirTheoryAndTheClockSeen) {
    Session session;
    session.device = gpu();
    session.runs = {computeRun(Arithmetic::Bf16Tensor, 0, 1.28e10, 1e6, 0.8e9, 4),
                    computeRun(Arithmetic::Fp32, 0, 0.768e9, 1e6, 1e9, 4)};
    const auto ceilings = measuredCeilings(session);
    ASSERT_EQ(ceilings.size(), 2u);
    EXPECT_EQ(ceilings[0].arithmetic, Arithmetic::Fp32) << "in the order of the list, not of the file";
    EXPECT_EQ(ceilings[0].run, 1u);
    EXPECT_DOUBLE_EQ(ceilings[0].reached, 0.75);
    EXPECT_DOUBLE_EQ(ceilings[0].reachedPerCycle, 0.75);
    EXPECT_DOUBLE_EQ(ceilings[1].reached, 1.28e13 / 16.384e12);
    EXPECT_DOUBLE_EQ(ceilings[1].reachedPerCycle, 1.28e13 / 0.8e9 / 4 / 4096);
}

TEST(MeasuredCeilings, AreTheNewestOfEachArithmeticAndNumberOfCores) {
    Session session;
    session.device = cpu();
    session.runs = {computeRun(Arithmetic::Fp32, 0, 400, 1, 2e9, 8), computeRun(Arithmetic::Fp32, 1, 60, 1, 2e9, 1),
                    computeRun(Arithmetic::Fp64, 1, 20, 1, 2e9, 1), computeRun(Arithmetic::Fp32, 1, 50, 1, 2e9, 1)};
    const auto ceilings = measuredCeilings(session);
    ASSERT_EQ(ceilings.size(), 3u);
    EXPECT_EQ(ceilings[0].arithmetic, Arithmetic::Fp64);
    EXPECT_TRUE(std::isnan(ceilings[0].reached));
    EXPECT_EQ(ceilings[1].run, 3u);
    EXPECT_DOUBLE_EQ(ceilings[1].measured.rate, 50e9);
    EXPECT_EQ(ceilings[2].run, 0u) << "all cores come last";
    EXPECT_DOUBLE_EQ(ceilings[2].theory->value, 512e9);
}

TEST(MeasuredCeilings, LeaveOutARunWithoutANumber) {
    Session session;
    session.device = gpu();
    session.runs = {computeRun(Arithmetic::Fp32, 0, 400, 1, 2e9, 4), computeRun(Arithmetic::Fp32, 0, nan, 1, 2e9, 4)};
    ASSERT_EQ(measuredCeilings(session).size(), 1u);
    EXPECT_EQ(measuredCeilings(session)[0].run, 0u);
}

TEST(ReferenceOf, IsALibraryOnTheSameDeviceInTheSameArithmetic) {
    for (const VariantFacts& facts : allVariants()) {
        const auto reference = referenceOf(facts.variant);
        EXPECT_EQ(reference.has_value(), !facts.reference) << facts.name;
        if (!reference) continue;
        EXPECT_TRUE(factsOf(*reference).reference) << facts.name;
        EXPECT_EQ(factsOf(*reference).device, facts.device) << facts.name;
        EXPECT_EQ(factsOf(*reference).arithmetic, facts.arithmetic) << facts.name;
    }
    EXPECT_EQ(referenceOf(Variant::CpuSimd), Variant::OpenblasOneThread);
    EXPECT_EQ(referenceOf(Variant::CpuThreaded), Variant::OpenblasThreaded);
}

const LadderPoint* pointOf(const std::vector<LadderPoint>& points, Variant variant, int n) {
    for (const LadderPoint& point : points)
        if (point.facts.variant == variant && point.point.n == n) return &point;
    return nullptr;
}

TEST(Ladder, HoldsEachRungAgainstItsReferenceAtTheSameN) {
    Session session;
    session.device = gpu();
    session.runs = {matmulRun(Variant::CublasFp32, {{64, 400e9}, {128, 800e9}}),
                    matmulRun(Variant::Naive, {{128, 80e9}}),
                    matmulRun(Variant::WarpTiles, {{64, 300e9}, {128, 600e9}, {256, 700e9}}),
                    matmulRun(Variant::WgmmaBf16, {{128, 4e12}})};
    const auto points = ladder(session);
    ASSERT_EQ(points.size(), 7u);
    EXPECT_DOUBLE_EQ(pointOf(points, Variant::Naive, 128)->ofReference, 0.1);
    EXPECT_DOUBLE_EQ(pointOf(points, Variant::WarpTiles, 64)->ofReference, 0.75);
    EXPECT_TRUE(std::isnan(pointOf(points, Variant::WarpTiles, 256)->ofReference)) << "cuBLAS has no such N";
    EXPECT_TRUE(std::isnan(pointOf(points, Variant::WgmmaBf16, 128)->ofReference)) << "no reference in its arithmetic";
    EXPECT_TRUE(std::isnan(pointOf(points, Variant::CublasFp32, 64)->ofReference));
    EXPECT_DOUBLE_EQ(pointOf(points, Variant::CublasFp32, 128)->ofTheory, 800e9 / 1.024e12);
    EXPECT_DOUBLE_EQ(pointOf(points, Variant::WgmmaBf16, 128)->ofTheory, 4e12 / 16.384e12);
    for (std::size_t i = 1; i < points.size(); ++i)
        EXPECT_LT(std::pair(points[i - 1].point.n, points[i - 1].facts.variant),
                  std::pair(points[i].point.n, points[i].facts.variant));
}

TEST(Ladder, TakesTheNewestOfAVariantAndNAndJoinsRuns) {
    Session session;
    session.device = gpu();
    session.runs = {matmulRun(Variant::Naive, {{64, 1e9}, {128, 2e9}}),
                    matmulRun(Variant::Naive, {{128, 3e9}, {256, 4e9}})};
    const auto points = ladder(session);
    ASSERT_EQ(points.size(), 3u);
    EXPECT_EQ(pointOf(points, Variant::Naive, 64)->run, 0u);
    EXPECT_EQ(pointOf(points, Variant::Naive, 128)->run, 1u);
    EXPECT_DOUBLE_EQ(pointOf(points, Variant::Naive, 128)->point.rate, 3e9);
}

TEST(Ladder, GivesAWrongResultNoSpeedAndNothingToBeHeldAgainst) {
    Session session;
    session.device = gpu();
    session.runs = {matmulRun(Variant::CublasFp32, {{64, 400e9, nan}, {128, 800e9}}),
                    matmulRun(Variant::Naive, {{64, 40e9}, {128, 80e9, 0.5}})};
    const auto points = ladder(session);
    const LadderPoint* small = pointOf(points, Variant::Naive, 64);
    const LadderPoint* large = pointOf(points, Variant::Naive, 128);
    EXPECT_TRUE(std::isnan(small->ofReference));
    EXPECT_DOUBLE_EQ(small->point.rate, 40e9);
    EXPECT_TRUE(std::isnan(large->point.rate));
    EXPECT_TRUE(std::isnan(large->ofReference));
    EXPECT_TRUE(std::isnan(large->ofTheory));
}

TEST(Ladder, OfAGpuIsHeldAgainstTheWholeChipAndOfACpuAgainstTheCoresThatTookPart) {
    Session onGpu, onCpu;
    onGpu.device = gpu();
    onGpu.runs = {matmulRun(Variant::NaiveGridStride, {{64, 1e9}}, 1)}; // one block on one SM
    EXPECT_DOUBLE_EQ(ladder(onGpu)[0].theory->value, 1.024e12);
    onCpu.device = cpu();
    onCpu.runs = {matmulRun(Variant::CpuSimd, {{64, 32e9}}, 1), matmulRun(Variant::CpuThreaded, {{64, 128e9}}, 8)};
    EXPECT_DOUBLE_EQ(ladder(onCpu)[0].ofTheory, 0.5);
    EXPECT_DOUBLE_EQ(ladder(onCpu)[1].ofTheory, 0.25);
}

TEST(Ladder, OfASessionWithoutProductsIsEmpty) {
    Session session;
    session.runs = {bandwidthRun({{4096, 1000, 10, 8, 1e9, 4}})};
    EXPECT_TRUE(ladder(session).empty());
    EXPECT_TRUE(measuredCeilings(session).empty());
}

} // namespace

} // namespace zg
