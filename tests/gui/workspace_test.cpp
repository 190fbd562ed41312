// SPDX-License-Identifier: GPL-3.0-or-later
// The state and the one background thread: what is chosen, what runs, what is kept, and what is dropped.
#include "gui_support.h"

#include "core/pyramid.h"
#include "core/requests.h"

#include <QSignalSpy>
#include <QTemporaryDir>

#include <set>

namespace zg::testing_support {
namespace {

TEST(Workspace, OpensOnARecordingAtOnceAndOnTheLiveGpuWhenItIsFound) {
    Workspace workspace(fakeSource({fakeGpu(), fakeCpu()}));
    ASSERT_NE(workspace.currentEntry(), nullptr);
    EXPECT_NE(workspace.currentEntry()->origin, Origin::Live);
    workspace.findDevices();
    EXPECT_TRUE(workspace.searching());
    ASSERT_TRUE(eventually([&] { return !workspace.searching(); }));
    EXPECT_EQ(workspace.currentEntry()->origin, Origin::Live);
    EXPECT_EQ(workspace.currentEntry()->session.device.name, "Test GPU");
}

TEST(Workspace, StaysOnTheRecordingWhereThereIsNoGpuAndListsTheCpu) {
    Bench bench({fakeCpu()});
    EXPECT_NE(bench.workspace.currentEntry()->origin, Origin::Live);
    EXPECT_TRUE(bench.workspace.noGpu().has_value());
    EXPECT_EQ(bench.workspace.entries().front().session.device.id, "cpu");
}

TEST(Workspace, ASearchThatEndsLateDoesNotTakeAwayADevicePickedByHand) {
    Workspace workspace(fakeSource({fakeGpu()}));
    ASSERT_GE(workspace.entries().size(), 1U);
    const std::string name = workspace.entries().back().session.device.name;
    workspace.findDevices();
    workspace.chooseDevice(static_cast<int>(workspace.entries().size()) - 1);
    ASSERT_TRUE(eventually([&] { return !workspace.searching(); }));
    EXPECT_EQ(workspace.currentEntry()->session.device.name, name);
    EXPECT_NE(workspace.currentEntry()->origin, Origin::Live);
}

TEST(Workspace, KeepsEveryRowOfALiveRunInOrder) {
    Script script;
    script.rows = 500;
    script.pace = {};
    Bench bench({fakeGpu()}, script);
    ASSERT_TRUE(bench.runToEnd({chase()}));
    const Session& session = bench.workspace.currentEntry()->session;
    ASSERT_EQ(session.runs.size(), 1U);
    ASSERT_EQ(session.runs[0].rows.size(), 500U);
    for (std::size_t i = 0; i < 500; ++i)
        EXPECT_DOUBLE_EQ(session.runs[0].rows[i].seconds, static_cast<double>(i) * 0.001);
    EXPECT_EQ(session.runs[0].state, RunState::Complete);
    EXPECT_TRUE(bench.workspace.currentEntry()->unsaved);
}

TEST(Workspace, MeasuresOnOneThreadThatIsNotTheGuiThreadAndKeepsTheDeviceOpen) {
    Bench bench({fakeGpu()});
    ASSERT_TRUE(bench.runToEnd({chase()}));
    const std::thread::id first = bench.seen->thread;
    ASSERT_TRUE(bench.runToEnd({chase()}));
    EXPECT_EQ(bench.seen->thread.load(), first);
    EXPECT_NE(first, std::this_thread::get_id());
    EXPECT_EQ(bench.seen->opened, 1);
}

TEST(Workspace, RunsSeveralRequestsOneAfterTheOtherAndSkipsWhatTheDeviceLacks) {
    Script script;
    script.lacking = {Probe::SharedLatency};
    Bench bench({fakeGpu()}, script);
    Request fma, shared;
    fma.probe = Probe::FmaLatency;
    shared.probe = Probe::SharedLatency;
    ASSERT_TRUE(bench.runToEnd({fma, shared, chase()}));
    const Session& session = bench.workspace.currentEntry()->session;
    ASSERT_EQ(session.runs.size(), 2U);
    EXPECT_EQ(session.runs[0].request.probe, Probe::FmaLatency);
    EXPECT_EQ(session.runs[1].request.probe, Probe::Chase);
    EXPECT_EQ(bench.workspace.activity().outcome, RunState::Complete);
    EXPECT_FALSE(bench.workspace.lastError().has_value());
}

TEST(Workspace, SaysSoWhereNothingThatWasAskedForCanRun) {
    Script script;
    script.lacking = {Probe::Chase};
    Bench bench({fakeGpu()}, script);
    ASSERT_TRUE(bench.runToEnd({chase()}));
    ASSERT_TRUE(bench.workspace.lastError().has_value());
    EXPECT_EQ(bench.workspace.lastError()->fault, Fault::ProbeNotSupported);
    EXPECT_EQ(bench.workspace.activity().outcome, RunState::Failed);
}

TEST(Workspace, StopEndsARunThatWouldNotEndAndKeepsItsRows) {
    Script script;
    script.endless = true;
    Bench bench({fakeGpu()}, script);
    bench.workspace.run({chase()});
    const auto rows = [&] {
        const Session& session = bench.workspace.currentEntry()->session;
        return session.runs.empty() ? 0U : session.runs.back().rows.size();
    };
    ASSERT_TRUE(eventually([&] { return rows() > 3; }));
    bench.workspace.stop();
    ASSERT_TRUE(eventually([&] { return !bench.workspace.activity().running; }));
    EXPECT_TRUE(bench.seen->stopped);
    EXPECT_GT(rows(), 3U);
    EXPECT_EQ(bench.workspace.currentEntry()->session.runs.back().state, RunState::Stopped);
    EXPECT_FALSE(bench.workspace.lastError().has_value()) << "stopping is not an error";
}

TEST(Workspace, AFailureKeepsTheRowsBeforeItAndTheNextRunOpensTheDeviceAnew) {
    Script script;
    script.failAfter = 7;
    Bench bench({fakeGpu()}, script);
    ASSERT_TRUE(bench.runToEnd({chase()}));
    const zg::Run& run = bench.workspace.currentEntry()->session.runs.back();
    EXPECT_EQ(run.rows.size(), 7U);
    EXPECT_EQ(run.state, RunState::Failed);
    ASSERT_TRUE(run.error.has_value());
    EXPECT_EQ(run.error->fault, Fault::DeviceLost);
    ASSERT_TRUE(bench.runToEnd({chase()}));
    EXPECT_EQ(bench.seen->opened, 2);
}

TEST(Workspace, RowsOfARunThatIsNoLongerCurrentAreDropped) {
    Script script;
    script.rows = 2000;
    Bench bench({fakeGpu(), fakeCpu()}, script);
    bench.workspace.run({chase()});
    ASSERT_TRUE(eventually([&] { return !bench.workspace.currentEntry()->session.runs.empty(); }));
    const std::size_t rows = bench.workspace.currentEntry()->session.runs.back().rows.size();
    bench.workspace.chooseDevice(1); // reports of the first run are still on their way
    ASSERT_TRUE(bench.runToEnd({chase()}));
    ASSERT_EQ(bench.workspace.currentEntry()->session.runs.size(), 1U);
    EXPECT_EQ(bench.workspace.currentEntry()->session.runs[0].rows.size(), 2000U);
    EXPECT_EQ(bench.workspace.entries()[0].session.runs.back().rows.size(), rows);
    EXPECT_EQ(bench.workspace.entries()[0].session.runs.back().state, RunState::Stopped);
}

TEST(Workspace, ProgressNeverFallsAndEndsAtAll) {
    Bench bench({fakeGpu()});
    double last = 0;
    bool fell = false;
    QObject::connect(&bench.workspace, &Workspace::activityChanged, &bench.workspace, [&] {
        if (bench.workspace.activity().running && bench.workspace.activity().fraction < last) fell = true;
        last = bench.workspace.activity().fraction;
    });
    ASSERT_TRUE(bench.runToEnd(pyramidRequests(fakeGpu())));
    EXPECT_FALSE(fell);
    EXPECT_DOUBLE_EQ(bench.workspace.activity().fraction, 1.0);
}

TEST(Workspace, ReportsComeThirtyTimesASecondAtMostHoweverFastRowsCome) {
    Script script;
    script.rows = 20000;
    script.pace = {};
    Bench bench({fakeGpu()}, script);
    QSignalSpy changes(&bench.workspace, &Workspace::sessionChanged);
    QElapsedTimer timer;
    timer.start();
    ASSERT_TRUE(bench.runToEnd({chase()}));
    // One for the start, one for the first report, one for the last, one for the end; the rest by the clock.
    EXPECT_LE(changes.count(), 5 + timer.elapsed() * 31 / 1000);
    EXPECT_EQ(bench.workspace.currentEntry()->session.runs.back().rows.size(), 20000U);
}

TEST(Workspace, RunOnARecordingReplaysItsRowsAtTheirPaceAndEndsWithTheRecordingItself) {
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("r.ziggurat"));
    Script script;
    script.rows = 300; // 0.3 s of recorded time
    Bench bench({fakeGpu()}, script);
    ASSERT_TRUE(bench.runToEnd({chase()}));
    ASSERT_TRUE(bench.workspace.saveSession(file));
    ASSERT_TRUE(bench.workspace.openSession(file));
    const Session recorded = bench.workspace.currentEntry()->session;
    std::set<std::size_t> lengths;
    QObject::connect(&bench.workspace, &Workspace::sessionChanged, &bench.workspace, [&] {
        if (!bench.workspace.activity().running) return;
        for (const zg::Run& run : bench.workspace.shownSession()->runs) lengths.insert(run.rows.size());
    });
    bench.workspace.setReplaySpeed(1);
    bench.workspace.run({chase()});
    EXPECT_TRUE(bench.workspace.activity().replaying);
    EXPECT_TRUE(bench.workspace.shownSession()->runs.empty()) << "a replay starts empty";
    ASSERT_TRUE(eventually([&] { return !bench.workspace.activity().running; }));
    EXPECT_GT(lengths.size(), 2U) << "it grows before the eyes";
    EXPECT_EQ(bench.workspace.activity().outcome, RunState::Complete);
    EXPECT_EQ(*bench.workspace.shownSession(), recorded);
}

TEST(Workspace, SavedAndOpenedAgainIsTheSameSession) {
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("ספר 1.ziggurat"));
    Bench bench({fakeGpu()});
    ASSERT_TRUE(bench.runToEnd({chase()}));
    const Session measured = bench.workspace.currentEntry()->session;
    ASSERT_TRUE(bench.workspace.saveSession(file));
    EXPECT_FALSE(bench.workspace.currentEntry()->unsaved);
    ASSERT_TRUE(bench.workspace.openSession(file));
    EXPECT_EQ(bench.workspace.currentEntry()->origin, Origin::Recorded);
    EXPECT_EQ(bench.workspace.currentEntry()->session, measured);
}

TEST(Workspace, AFileThatCannotBeReadChangesNothingElse) {
    Bench bench({fakeGpu()});
    ASSERT_TRUE(bench.runToEnd({chase()}));
    const std::size_t entries = bench.workspace.entries().size();
    const int current = bench.workspace.current();
    EXPECT_FALSE(bench.workspace.openSession(QStringLiteral("/no/such/file.ziggurat")));
    EXPECT_EQ(bench.workspace.lastError()->fault, Fault::NoSuchFile);
    EXPECT_EQ(bench.workspace.entries().size(), entries);
    EXPECT_EQ(bench.workspace.current(), current);
    EXPECT_EQ(bench.workspace.currentEntry()->session.runs.size(), 1U);
}

TEST(Workspace, ClosingWhileItRunsWaitsForNoMoreThanAPoint) {
    Script script;
    script.endless = true;
    auto bench = std::make_unique<Bench>(std::vector{fakeGpu()}, script);
    bench->workspace.run({chase()});
    const auto seen = bench->seen;
    ASSERT_TRUE(eventually([&] { return seen->runs > 0; }));
    bench.reset(); // hangs if the thread is not asked to stop
    EXPECT_TRUE(seen->stopped);
}

} // namespace
} // namespace zg::testing_support
