// SPDX-License-Identifier: GPL-3.0-or-later
// Bandwidth on a GPU: rates within what physics allows, data checked, wrong data found. What needs no GPU comes first.
#include "core/rates.h"
#include "gpu_fixture.h"
#include "kernels/cuda/block_times.h"
#include "kernels/cuda/check.h"
#include "kernels/cuda/pattern.h"
#include "kernels/cuda/stream.h"
#include "kernels/cuda/warp_way.h"

#include <array>
#include <cmath>

namespace zg {
namespace {

std::uint32_t drawn(std::mt19937& random, std::uint32_t count) { return static_cast<std::uint32_t>(random()) % count; }

TEST(WarpWayOrder, AllWarpsTogetherVisitEachUnitOnceALap) {
    std::mt19937 random(1);
    for (int trial = 0; trial < 300; ++trial) {
        const std::uint32_t units = 1 + drawn(random, 200), walkers = 1 + drawn(random, 200),
                            laps = 1 + drawn(random, 5);
        std::vector<std::uint32_t> visits(units, 0);
        for (std::uint32_t own = 0; own < walkers; ++own)
            for (WarpWay way(units, walkers, own, laps); way.count > 0; --way.count) {
                const std::uint32_t unit = way.next();
                ASSERT_LT(unit, units);
                ++visits[unit];
            }
        for (const std::uint32_t count : visits) ASSERT_EQ(count, laps) << units << " " << walkers;
    }
}

TEST(WarpWayOrder, WrapsRightUpToTheLargestSet) {
    const std::uint32_t units = 0x7FFFFFFF;
    WarpWay way(units, 4224, units - 1, 1);
    EXPECT_EQ(way.next(), units - 1);
    EXPECT_EQ(way.next(), 4223u);
}

TEST(LaunchTimesOfBlocks, ReachFromTheFirstStartToTheLastEndAtTheMeanClock) {
    const std::array blocks{BlockTimes{100, 1100, 1500, 3, 0}, BlockTimes{150, 1350, 2400, 7, 0},
                            BlockTimes{120, 1120, 2000, 3, 0}};
    const LaunchTimes times = launchTimes(blocks);
    EXPECT_DOUBLE_EQ(times.nanoseconds, 1250);
    EXPECT_DOUBLE_EQ(times.clockHz, 1e9 * 5900 / 3200);
    EXPECT_EQ(times.units, 2);
}

TEST(LaunchTimesOfBlocks, AClockThatStandsStillIsAWrongResult) {
    const std::array blocks{BlockTimes{100, 100, 1500, 0, 0}};
    EXPECT_THROW((void)launchTimes(blocks), WrongResultFailure);
    EXPECT_THROW((void)launchTimes({}), WrongResultFailure);
}

TEST(Pattern, NeighboursSeedsAndLanesDiffer) {
    const auto equal = [](uint4 a, uint4 b) { return a.x == b.x || a.y == b.y || a.z == b.z || a.w == b.w; };
    for (std::uint32_t unit = 0; unit < 1000; ++unit) {
        const uint4 here = patternAt(unit, 7, 1);
        EXPECT_FALSE(equal(here, patternAt(unit + 1, 7, 1)));
        EXPECT_FALSE(equal(here, patternAt(unit, 8, 1)));
        EXPECT_FALSE(equal(here, patternAt(unit, 7, 2)));
    }
}

class GpuBandwidth : public GpuTest {
protected:
    static Request request(Access access, CachePath path, std::int64_t min, std::int64_t max, int perOctave) {
        Request all;
        all.probe = Probe::Bandwidth;
        all.access = access;
        all.path = path;
        all.minBytes = min;
        all.maxBytes = max;
        all.pointsPerOctave = perOctave;
        return all;
    }

    static Request shared(Access access) {
        Request all = request(access, CachePath::ThroughL1, 1 << 10, 0, 1);
        all.space = Space::Shared;
        return all;
    }

    double bytesOf(LevelKind kind) const { return findLevel(backend_->device(), kind)->total->value; }

    /// B/cy that one SM's shared memory or L1 can deliver.
    double portBytesPerCycle() const {
        const Device& device = backend_->device();
        const auto& rate = findLevel(device, LevelKind::SharedL1)->bandwidth;
        return rate ? rate->value / device.coreClock->value / device.sm->smCount : 128;
    }

    void expectPhysical(const zg::Run& run) const {
        ASSERT_EQ(run.state, RunState::Complete) << why(run);
        const auto curve = rateCurve(run);
        ASSERT_EQ(curve.size(), run.rows.size()) << "every row has a positive size, count and time";
        for (const RatePoint& point : curve) {
            EXPECT_TRUE(std::isfinite(point.rate));
            EXPECT_GE(point.best, point.rate);
            // The best of some repeats, timed by clocks of 1 us at the coarsest: 1 %.
            EXPECT_LE(point.best / point.clockHz / backend_->device().sm->smCount, 1.01 * portBytesPerCycle())
                << point.x << " bytes";
        }
        for (const Row& row : run.rows) EXPECT_LE(valueOf(run, row, column::units), backend_->device().sm->smCount);
    }

    /// At least bytes - L2 of every lap come from memory.
    void expectNotAboveMemory(const zg::Run& run) const {
        const auto& memory = findLevel(backend_->device(), LevelKind::Memory)->bandwidth;
        if (!memory) return;
        for (const RatePoint& point : rateCurve(run)) {
            const double fromMemory = 1 - bytesOf(LevelKind::L2) / point.x;
            EXPECT_LE(point.best * fromMemory, 1.01 * memory->value) << point.x << " bytes";
        }
    }
};

TEST_F(GpuBandwidth, EveryAccessOnEveryPathStaysBelowWhatPortsAndMemoryCanCarry) {
    for (const Access access : {Access::Read, Access::Write, Access::Copy})
        for (const CachePath path : {CachePath::ThroughL1, CachePath::PastL1}) {
            SCOPED_TRACE(std::string(accessName(access)) + " " + std::string(cachePathName(path)));
            const zg::Run run = measured(request(access, path, 64 << 10, 0, 1));
            expectPhysical(run);
            expectNotAboveMemory(run);
        }
}

TEST_F(GpuBandwidth, SharedMemoryIsReadWrittenAndCopiedBelowItsBanksBound) {
    for (const Access access : {Access::Read, Access::Write, Access::Copy}) {
        SCOPED_TRACE(accessName(access));
        const zg::Run run = measured(shared(access));
        expectPhysical(run);
        EXPECT_LE(rateCurve(run).back().x, static_cast<double>(backend_->device().sm->sharedPerBlockOptinBytes));
    }
}

TEST_F(GpuBandwidth, LevelsFurtherDownAreSlower) {
    const auto l1 = rateCurve(measured(request(Access::Read, CachePath::ThroughL1, 1 << 20, 1 << 20, 1)));
    const auto l2 = rateCurve(measured(request(Access::Read, CachePath::PastL1, 1 << 20, 1 << 20, 1)));
    const auto large = static_cast<std::int64_t>(8 * bytesOf(LevelKind::L2));
    const auto memory = rateCurve(measured(request(Access::Read, CachePath::PastL1, large, large, 1)));
    ASSERT_TRUE(!l1.empty() && !l2.empty() && !memory.empty());
    EXPECT_GT(l1.front().rate, l2.front().rate);
    EXPECT_GT(l2.front().rate, memory.front().rate);
}

TEST_F(GpuBandwidth, MovesWholeLapsOfTheSetThatTheRowNames) {
    for (const Access access : {Access::Read, Access::Copy}) {
        const zg::Run run = measured(request(access, CachePath::PastL1, 100'000, 3'000'000, 3));
        ASSERT_FALSE(run.rows.empty()) << why(run);
        for (const Row& row : run.rows) {
            const double bytes = valueOf(run, row, column::bytes), moved = valueOf(run, row, column::moved);
            EXPECT_GT(moved, 0);
            EXPECT_EQ(std::fmod(moved, bytes), 0) << bytes;
            EXPECT_EQ(std::fmod(bytes, 512), 0);
            EXPECT_LE(bytes, 3'000'000);
        }
    }
}

TEST_F(GpuBandwidth, RepeatsAreAsManyAsAskedFor) {
    Request three = request(Access::Read, CachePath::PastL1, 1 << 20, 1 << 20, 1);
    three.repeats = 3;
    const zg::Run run = measured(three);
    ASSERT_EQ(run.rows.size(), 1u) << why(run);
    EXPECT_EQ(valueOf(run, run.rows[0], column::repeats), 3);
}

TEST_F(GpuBandwidth, StopsAtAnyMomentAndLeavesNoMemoryBehind) {
    expectStopsCleanly(request(Access::Copy, CachePath::PastL1, 64 << 10, 0, 2), 12);
    expectStopsCleanly(shared(Access::Read), 4);
}

TEST_F(GpuBandwidth, ASetThatIsTooLargeIsLimitedAndSaidAndOneThatCannotBeIsAnError) {
    const std::size_t free = freeBytes();
    if (free > (8ULL << 30)) { // leave 512 MiB, as a neighbour that fills the GPU would
        const DeviceBuffer neighbour(free - (512ULL << 20));
        const zg::Run limited = measured(request(Access::Write, CachePath::PastL1, 1 << 20, 1LL << 40, 1));
        ASSERT_EQ(limited.state, RunState::Complete) << why(limited);
        ASSERT_FALSE(limited.notes.empty());
        EXPECT_EQ(limited.notes.front().kind, NoteKind::MemoryLimited);
        const zg::Run none = measured(request(Access::Read, CachePath::PastL1, 1LL << 40, 1LL << 41, 1));
        ASSERT_EQ(none.state, RunState::Failed);
        EXPECT_EQ(none.error->fault, Fault::OutOfMemory);
    }
    Request tooLarge = shared(Access::Read);
    tooLarge.minBytes = 1 << 20;
    EXPECT_EQ(measured(tooLarge).state, RunState::Failed);
}

/// Below the backend: the kernels on sets of any size, with data that is right and data that is not.
class GpuStream : public GpuBandwidth {
protected:
    void SetUp() override {
        GpuBandwidth::SetUp();
        if (!backend_) return;
        smCount_ = backend_->device().sm->smCount;
        scratch_ = DeviceBuffer(streamScratchBytes(smCount_));
        source_ = DeviceBuffer(mostUnits * patternUnitBytes);
        target_ = DeviceBuffer((mostUnits + 1) * patternUnitBytes);
        fillPattern(source_.data(), mostUnits, seed);
    }

    StreamWork work(std::uint32_t units, std::uint32_t laps, CachePath path) const {
        return {source_.as<uint4>(), target_.as<uint4>(), 0, streamUnits(units, path, smCount_), laps, seed,
                traversalOf(path),   laps % 2 == 0};
    }

    LaunchTimes time(const StreamWork& work, Access access, CachePath path) const {
        const std::uint32_t sum = patternSum(0, work.units, seed, scratch_.data());
        return timeStream(work, access, path, smCount_, scratch_.data(), sum);
    }

    static constexpr std::uint32_t mostUnits = 20000, seed = 5;
    int smCount_ = 1;
    DeviceBuffer scratch_, source_, target_;
};

TEST_F(GpuStream, ReadsSumUpAndWritesAndCopiesArriveForRandomSizes) {
    std::mt19937 random(3);
    for (int trial = 0; trial < 60; ++trial) {
        const CachePath path = trial % 2 == 0 ? CachePath::ThroughL1 : CachePath::PastL1;
        const StreamWork some = work(1 + drawn(random, mostUnits), 1 + drawn(random, 7), path);
        ASSERT_LE(some.units, mostUnits);
        EXPECT_NO_THROW((void)time(some, Access::Read, path)) << some.units << " units, " << some.laps << " laps";
        for (const Access access : {Access::Write, Access::Copy}) {
            ASSERT_EQ(cudaMemset(target_.data(), 0xFF, target_.bytes()), cudaSuccess);
            (void)time(some, access, path);
            EXPECT_EQ(patternMismatches(target_.data(), some.units, seed, scratch_.data()), 0u);
            // And nothing beyond: one unit more differs in all its elements.
            EXPECT_EQ(patternMismatches(target_.data(), some.units + 1, seed, scratch_.data()),
                      std::uint64_t{patternUnitElements});
        }
    }
}

TEST_F(GpuStream, ReadingAnythingButThePatternIsAWrongResult) {
    const StreamWork some = work(3000, 3, CachePath::PastL1);
    ASSERT_EQ(cudaMemset(source_.as<char>() + 1000, 0x11, 1), cudaSuccess);
    EXPECT_THROW((void)time(some, Access::Read, CachePath::PastL1), WrongResultFailure);
    EXPECT_EQ(patternMismatches(source_.data(), mostUnits, seed, scratch_.data()), 1u);
}

TEST_F(GpuStream, TheSumOfThePatternIsThatOfTheHost) {
    std::uint32_t sum = 0;
    for (std::uint32_t unit = 100; unit < 400; ++unit)
        for (std::uint32_t lane = 0; lane < patternUnitElements; ++lane) sum += sumOf(patternAt(unit, lane, seed));
    EXPECT_EQ(patternSum(100, 300, seed, scratch_.data()), sum);
}

} // namespace
} // namespace zg
