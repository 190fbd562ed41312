// SPDX-License-Identifier: GPL-3.0-or-later
// The CPU backend keeps the contract of core/backend.h: columns, rows, notes, progress, stop, and a thread left as it
// was. How long anything takes is no test: these run beside others on a busy machine.
#include "kernels/cpu/cpu_backend.h"

#include "core/latency.h"
#include "kernels/cpu/topology.h"
#include "tests/kernels/cpu_ear.h"

#include <cmath>
#include <gtest/gtest.h>
#include <sched.h>

namespace zg {
namespace {

/// A sweep of milliseconds.
Request smallChase() {
    Request request;
    request.minBytes = 1 << 10;
    request.maxBytes = 256 << 10;
    request.pointsPerOctave = 2;
    request.repeats = 3;
    request.refine = false;
    return request;
}

TEST(LiveDevices, EndWithThisCpuAndSayWhyThereIsNoGpu) {
    const Found found = liveDevices().find();
    ASSERT_FALSE(found.devices.empty());
    EXPECT_EQ(found.devices.back().kind, DeviceKind::Cpu);
    const bool gpu = found.devices.front().kind == DeviceKind::Gpu;
    EXPECT_EQ(found.noGpu.has_value(), !gpu);
}

TEST(LiveDevices, DoNotOpenWhatDoesNotExist) {
    for (const char* id : {"", "cpu0", "gpu:0", "../cpu"}) {
        const auto backend = liveDevices().open(id);
        ASSERT_FALSE(backend) << id;
        EXPECT_EQ(backend.error().fault, Fault::UnknownDevice) << id;
    }
}

TEST(CpuBackend, LacksTheProbesOfAGpuAndRefusesToRunThem) {
    const auto backend = cpuBackend();
    EXPECT_FALSE(backend->lacks(Request{}));
    for (const Probe probe : {Probe::SharedLatency, Probe::ConstantLatency, Probe::Transfer}) {
        Request request;
        request.probe = probe;
        const auto lacking = backend->lacks(request);
        ASSERT_TRUE(lacking);
        EXPECT_EQ(lacking->fault, Fault::ProbeNotSupported);
        CpuEar ear;
        const auto ended = backend->run(request, {}, ear);
        ASSERT_FALSE(ended);
        EXPECT_EQ(ended.error(), *lacking);
        EXPECT_TRUE(ear.run.columns.empty());
    }
}

TEST(CpuBackend, MeasuresOneRowOfFma) {
    const auto backend = cpuBackend();
    Request request;
    request.probe = Probe::FmaLatency;
    if (backend->lacks(request)) GTEST_SKIP() << "this CPU has no FMA instruction";
    CpuEar ear;
    const auto ended = backend->run(request, {}, ear);
    ASSERT_TRUE(ended);
    EXPECT_EQ(*ended, RunState::Complete);
    ASSERT_EQ(ear.run.rows.size(), 1u);
    EXPECT_EQ(columnIndex(ear.run, column::bytes), -1);
    EXPECT_EQ(ear.run.rows[0].values.size(), ear.run.columns.size());
    EXPECT_TRUE(hasUnit(ear.run, Unit::Nanoseconds));
    EXPECT_TRUE(hasUnit(ear.run, Unit::Cycles));
    EXPECT_EQ(ear.lastFraction, 1);
}

TEST(CpuBackend, ChaseGivesARowForEverySizeWithItsSpreadAndClock) {
    for (const Order order : {Order::Random, Order::Sequential, Order::RandomInPages}) {
        Request request = smallChase();
        request.order = order;
        CpuEar ear;
        const auto ended = cpuBackend()->run(request, {}, ear);
        ASSERT_TRUE(ended);
        EXPECT_EQ(*ended, RunState::Complete);
        ASSERT_EQ(ear.run.rows.size(), 17u); // 8 octaves of 2, and the end
        double before = 0;
        for (const Row& row : ear.run.rows) {
            ASSERT_EQ(row.values.size(), ear.run.columns.size());
            for (const double value : row.values) EXPECT_TRUE(std::isfinite(value) && value > 0);
            EXPECT_GT(valueOf(ear.run, row, column::bytes), before);
            before = valueOf(ear.run, row, column::bytes);
            EXPECT_LE(valueOf(ear.run, row, column::p5Nanoseconds), valueOf(ear.run, row, column::nanoseconds));
            EXPECT_LE(valueOf(ear.run, row, column::nanoseconds), valueOf(ear.run, row, column::p95Nanoseconds));
            EXPECT_EQ(valueOf(ear.run, row, column::repeats), 3);
        }
        EXPECT_EQ(before, 256 << 10);
        EXPECT_EQ(latencyCurve(ear.run, Unit::Cycles).size(), 17u);
        EXPECT_EQ(ear.lastFraction, 1);
    }
}

TEST(CpuBackend, ALargeSetIsWalkedOnAndLaidAgainWhenItsChainIsUsedUp) {
    Request request = smallChase();
    request.minBytes = request.maxBytes = 9 << 20; // more lines than are laid at a time
    request.repeats = 20;                          // more steps than are laid
    CpuEar ear;
    const auto ended = cpuBackend()->run(request, {}, ear);
    ASSERT_TRUE(ended);
    ASSERT_EQ(ear.run.rows.size(), 1u);
    EXPECT_EQ(valueOf(ear.run, ear.run.rows[0], column::repeats), 20);
}

TEST(CpuBackend, SaysWhetherTheArenaHasHugePages) {
    CpuEar ear;
    ASSERT_TRUE(cpuBackend()->run(smallChase(), {}, ear));
    EXPECT_NE(ear.noteOf(NoteKind::HugePages) != nullptr, ear.noteOf(NoteKind::NoHugePages) != nullptr);
}

TEST(CpuBackend, StaysOnOneCoreAndGivesTheThreadItsCoresBack) {
    cpu_set_t before, after;
    ASSERT_EQ(sched_getaffinity(0, sizeof before, &before), 0);
    CpuEar ear;
    ASSERT_TRUE(cpuBackend()->run(smallChase(), {}, ear));
    ASSERT_EQ(sched_getaffinity(0, sizeof after, &after), 0);
    EXPECT_TRUE(CPU_EQUAL(&before, &after));
    const Note* pinned = ear.noteOf(NoteKind::PinnedToCore);
    if (!pinned) GTEST_SKIP() << "this system does not let a thread choose its core";
    EXPECT_TRUE(CPU_ISSET(static_cast<int>(pinned->value), &before));
    for (const int core : ear.cores) EXPECT_EQ(core, static_cast<int>(pinned->value));
}

TEST(CpuBackend, AStopKeepsTheRowsSoFarAndGivesTheCoresBack) {
    cpu_set_t before, after;
    ASSERT_EQ(sched_getaffinity(0, sizeof before, &before), 0);
    CpuEar ear;
    ear.stopAfterRows = 3;
    const auto ended = cpuBackend()->run(smallChase(), ear.source.get_token(), ear);
    ASSERT_TRUE(ended);
    EXPECT_EQ(*ended, RunState::Stopped);
    EXPECT_EQ(ear.run.rows.size(), 3u);
    ASSERT_EQ(sched_getaffinity(0, sizeof after, &after), 0);
    EXPECT_TRUE(CPU_EQUAL(&before, &after));
}

TEST(CpuBackend, AStopBeforeTheStartIsAnEmptyRunAndNoFailure) {
    for (const Probe probe : {Probe::Chase, Probe::FmaLatency}) {
        const auto backend = cpuBackend();
        Request request; // the default sweep, of seconds
        request.probe = probe;
        if (backend->lacks(request)) continue;
        CpuEar ear;
        ear.source.request_stop();
        const auto ended = backend->run(request, ear.source.get_token(), ear);
        ASSERT_TRUE(ended);
        EXPECT_EQ(*ended, RunState::Stopped);
        EXPECT_TRUE(ear.run.rows.empty());
        EXPECT_FALSE(ear.run.columns.empty());
    }
}

TEST(CpuBackend, MoreThanTheMemoryIsLimitedAndSaid) {
    Request request = smallChase();
    request.maxBytes = std::int64_t{1} << 50;
    CpuEar ear;
    ear.stopAfterRows = 1;
    const auto ended = cpuBackend()->run(request, ear.source.get_token(), ear);
    ASSERT_TRUE(ended);
    const Note* limited = ear.noteOf(NoteKind::MemoryLimited);
    ASSERT_TRUE(limited);
    EXPECT_GT(limited->value, 0);
    EXPECT_LE(limited->value, static_cast<double>(cpu::availableMemoryBytes()) / 2);
}

TEST(CpuBackend, ARequestThatMakesNoSenseIsBroughtIntoRange) {
    Request none = smallChase();
    none.minBytes = 0;
    Request negative = smallChase();
    negative.minBytes = -5;
    Request reversed = smallChase();
    std::swap(reversed.minBytes, reversed.maxBytes);
    Request sparse = smallChase();
    sparse.pointsPerOctave = 0;
    Request odd = smallChase();
    odd.minBytes = 1001;
    odd.maxBytes = 10007;
    for (const Request& request : {none, negative, reversed, sparse, odd}) {
        CpuEar ear;
        const auto ended = cpuBackend()->run(request, {}, ear);
        ASSERT_TRUE(ended);
        EXPECT_EQ(*ended, RunState::Complete);
        ASSERT_FALSE(ear.run.rows.empty());
        for (const Row& row : ear.run.rows) EXPECT_GT(valueOf(ear.run, row, column::bytes), 0);
    }
}

} // namespace
} // namespace zg
