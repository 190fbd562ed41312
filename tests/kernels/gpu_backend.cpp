// SPDX-License-Identifier: GPL-3.0-or-later
// The CUDA backend on a real GPU; skipped with the reason where there is none. Values are held to what physics allows
// and to published bands (MT4G, RRZE-HPC/gpu-benches result files), not to one card.
#include "core/pyramid.h"
#include "gpu_fixture.h"
#include "kernels/cuda/check.h"

#include <chrono>
#include <gtest/gtest.h>
#include <random>
#include <thread>

namespace zg {
namespace {

class Gpu : public GpuTest {
protected:
    static Request chase(std::int64_t min, std::int64_t max, int perOctave) {
        Request request;
        request.minBytes = min;
        request.maxBytes = max;
        request.pointsPerOctave = perOctave;
        request.refine = false;
        return request;
    }
};

double cyclesOf(const Run& run) {
    const auto curve = latencyCurve(run, Unit::Cycles);
    return curve.empty() ? 0 : curve.back().median;
}

TEST(CudaSearch, NeverFailsAndSaysWhyThereIsNoGpu) {
    const Found found = findCudaDevices();
    EXPECT_NE(found.devices.empty(), !found.noGpu.has_value());
}

TEST(CudaSearch, OpeningADeviceThatIsNotThereIsAnErrorAndNoCrash) {
    EXPECT_FALSE(openCudaDevice("cuda:97"));
    EXPECT_FALSE(openCudaDevice("cuda:"));
    EXPECT_FALSE(openCudaDevice("cuda:-1"));
    EXPECT_FALSE(openCudaDevice("cuda:0x"));
}

TEST_F(Gpu, ReportsAPyramidWhoseLevelsGrowFromTopToBottom) {
    const Device& device = backend_->device();
    const Level* registers = findLevel(device, LevelKind::Registers);
    const Level* l1 = findLevel(device, LevelKind::SharedL1);
    const Level* l2 = findLevel(device, LevelKind::L2);
    const Level* memory = findLevel(device, LevelKind::Memory);
    ASSERT_TRUE(registers && l1 && l2 && memory && device.sm);
    EXPECT_LT(l2->total->value, memory->total->value);
    EXPECT_DOUBLE_EQ(registers->total->value, registers->perInstance->value * device.sm->smCount);
    EXPECT_GT(memory->bandwidth->value, 1e10);
    EXPECT_FALSE(device.driver.empty());
}

TEST_F(Gpu, ADependentFmaTakesFourCyclesOrSo) {
    Request request;
    request.probe = Probe::FmaLatency;
    const zg::Run run = measured(request);
    ASSERT_EQ(run.state, RunState::Complete) << (run.error ? run.error->detail : "");
    // 4 cycles on every architecture from Volta to Hopper (arXiv 1804.06826, 2402.13499).
    EXPECT_NEAR(cyclesOf(run), 4.0, 0.6);
}

TEST_F(Gpu, SharedAndConstantLiesBetweenARegisterAndL2) {
    for (const Probe probe : {Probe::SharedLatency, Probe::ConstantLatency}) {
        Request request;
        request.probe = probe;
        const zg::Run run = measured(request);
        ASSERT_EQ(run.state, RunState::Complete) << (run.error ? run.error->detail : "");
        EXPECT_GT(cyclesOf(run), 15);
        EXPECT_LT(cyclesOf(run), 60);
    }
}

TEST_F(Gpu, TheStairsAscendAndCyclesAgreeWithNanosecondsAtTheClockSeen) {
    const zg::Run run = measured(chase(4 << 10, 0, 2));
    ASSERT_EQ(run.state, RunState::Complete) << (run.error ? run.error->detail : "");
    const Staircase stairs = findStairs(latencyCurve(run, Unit::Cycles));
    ASSERT_GE(stairs.plateaus.size(), 2u);
    for (std::size_t i = 1; i < stairs.plateaus.size(); ++i)
        EXPECT_GT(stairs.plateaus[i].value, stairs.plateaus[i - 1].value);
    for (const Row& row : run.rows) {
        const double cycles = valueOf(run, row, column::latencyCycles), ns = valueOf(run, row, column::nanoseconds);
        EXPECT_NEAR(cycles / ns * 1e9, valueOf(run, row, column::clock), 0.02 * valueOf(run, row, column::clock));
    }
}

TEST_F(Gpu, MoreCarveOutForSharedMemoryLeavesLessL1) {
    Request all = chase(4 << 10, 512 << 10, 8), none = all;
    none.sharedCarveout = 100;
    const Staircase with = findStairs(latencyCurve(measured(all), Unit::Cycles));
    const Staircase without = findStairs(latencyCurve(measured(none), Unit::Cycles));
    ASSERT_FALSE(with.capacities.empty());
    ASSERT_FALSE(without.capacities.empty());
    EXPECT_GT(with.capacities.front().halfBytes, 2 * without.capacities.front().halfBytes);
}

TEST_F(Gpu, PastL1EvenTheSmallestSetIsAnsweredByL2) {
    Request request = chase(4 << 10, 64 << 10, 1);
    const double throughL1 = cyclesOf(measured(request));
    request.path = CachePath::PastL1;
    EXPECT_GT(cyclesOf(measured(request)), 3 * throughL1);
}

TEST_F(Gpu, EveryOrderWalksACheckedCycleFromOneLineUpward) {
    for (const Order order : {Order::Random, Order::Sequential, Order::RandomInPages}) {
        Request request = chase(128, 5 << 20, 3);
        request.order = order;
        const zg::Run run = measured(request);
        EXPECT_EQ(run.state, RunState::Complete) << orderName(order) << (run.error ? run.error->detail : "");
        EXPECT_GT(run.rows.size(), 40u);
    }
}

TEST_F(Gpu, MeasuresFromTheSmsAskedFor) {
    Request request = chase(1 << 20, 1 << 20, 1);
    request.sms = {0, 1, backend_->device().sm->smCount - 1};
    const zg::Run run = measured(request);
    ASSERT_EQ(run.rows.size(), 3u);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(valueOf(run, run.rows[i], column::sm), request.sms[i]);
    EXPECT_EQ(latencyCurve(run, Unit::Cycles).size(), 1u) << "one size, three SMs: one point of the curve";
}

TEST_F(Gpu, AnSmThatTheChipDoesNotHaveIsRefused) {
    Request request = chase(1 << 20, 1 << 20, 1);
    request.sms = {100000};
    EXPECT_EQ(measured(request).state, RunState::Failed);
}

TEST_F(Gpu, StopsAtAnyMomentWithWholeRowsAndTheNextRunWorks) {
    std::mt19937 random(1);
    for (int i = 0; i < 40; ++i) {
        std::stop_source source;
        std::jthread stopper([&, wait = std::uniform_int_distribution(0, 400)(random)] {
            std::this_thread::sleep_for(std::chrono::milliseconds(wait));
            source.request_stop();
        });
        const zg::Run run = measured(chase(4 << 10, 0, 8), source.get_token());
        ASSERT_TRUE(run.state == RunState::Stopped || run.state == RunState::Complete);
        for (const Row& row : run.rows) ASSERT_EQ(row.values.size(), run.columns.size());
    }
    EXPECT_EQ(measured(chase(4 << 10, 64 << 10, 2)).state, RunState::Complete);
}

TEST_F(Gpu, RunsLeaveNoDeviceMemoryBehind) {
    (void)measured(chase(4 << 10, 64 << 20, 1));
    std::size_t before = 0, after = 0, total = 0;
    ASSERT_EQ(cudaMemGetInfo(&before, &total), cudaSuccess);
    for (int i = 0; i < 10; ++i) (void)measured(chase(4 << 10, 64 << 20, 1));
    ASSERT_EQ(cudaMemGetInfo(&after, &total), cudaSuccess);
    EXPECT_EQ(before, after);
}

TEST_F(Gpu, AWorkingSetBeyondFreeMemoryIsLimitedAndSaid) {
    std::size_t free = 0, total = 0;
    ASSERT_EQ(cudaMemGetInfo(&free, &total), cudaSuccess);
    if (free > (8ULL << 30)) { // leave 512 MiB, as a neighbour that fills the GPU would
        const DeviceBuffer neighbour(free - (512ULL << 20));
        const zg::Run run = measured(chase(1 << 20, 1LL << 40, 1));
        ASSERT_EQ(run.state, RunState::Complete) << (run.error ? run.error->detail : "");
        ASSERT_FALSE(run.notes.empty());
        EXPECT_EQ(run.notes.front().kind, NoteKind::MemoryLimited);
        EXPECT_LT(run.notes.front().value, 512.0 * (1 << 20));
    }
}

} // namespace
} // namespace zg
