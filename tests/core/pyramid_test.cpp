// SPDX-License-Identifier: GPL-3.0-or-later
// One latency a tier, from the runs of a session, and its ratio to a register.
#include "curves.h"

#include "core/pyramid.h"
#include "core/requests.h"

#include <algorithm>
#include <set>

namespace zg {

namespace {

const TierLatency* tierOf(const std::vector<TierLatency>& tiers, LevelKind level) {
    const auto found = std::ranges::find(tiers, level, &TierLatency::level);
    return found == tiers.end() ? nullptr : &*found;
}

zg::Run oneLatency(Probe probe, double cycles) {
    zg::Run run;
    run.request.probe = probe;
    run.columns = {{"latency", Unit::Cycles}};
    run.rows = {{0, {cycles}}};
    run.state = RunState::Complete;
    return run;
}

zg::Run chaseOf(const std::vector<LatencyPoint>& curve) {
    zg::Run run;
    run.columns = {{"bytes", Unit::Bytes}, {"latency", Unit::Cycles}, {"clock", Unit::Hertz}};
    for (const LatencyPoint& point : curve) run.rows.push_back({0, {point.bytes, point.median, 1.98e9}});
    run.state = RunState::Complete;
    return run;
}

Session h200Session() {
    Session session = loadSession(courseFile())->session; // its levels; the L2 of an H200 holds 60 MiB
    for (Level& level : session.device.levels)
        if (level.kind == LevelKind::L2) level.total->value = 60.0 * (1 << 20);
    session.runs = {oneLatency(Probe::FmaLatency, 4.1), oneLatency(Probe::SharedLatency, 29),
                    oneLatency(Probe::ConstantLatency, 26), chaseOf(curveFromCsv("h200-fast-laps.csv"))};
    return session;
}

TEST(TierLatencies, OfTheCoursesSessionAreItsRatios) {
    const Session course = loadSession(courseFile())->session;
    const std::vector<TierLatency> tiers = tierLatencies(course, Unit::Cycles);
    ASSERT_TRUE(tierOf(tiers, LevelKind::Registers));
    ASSERT_TRUE(tierOf(tiers, LevelKind::SharedL1));
    ASSERT_TRUE(tierOf(tiers, LevelKind::L2));
    ASSERT_TRUE(tierOf(tiers, LevelKind::Memory));
    EXPECT_DOUBLE_EQ(tierOf(tiers, LevelKind::Registers)->latency.value, 4);
    EXPECT_DOUBLE_EQ(tierOf(tiers, LevelKind::Registers)->ratio.value(), 1);
    EXPECT_NEAR(tierOf(tiers, LevelKind::SharedL1)->ratio.value(), 8, 0.5);
    EXPECT_NEAR(tierOf(tiers, LevelKind::Memory)->ratio.value(), 178, 5);
    for (const TierLatency& tier : tiers) {
        EXPECT_EQ(tier.latency.source, Source::Published);
        EXPECT_FALSE(tier.latency.cite.empty());
        EXPECT_EQ(tier.latency.unit, Unit::Cycles);
        EXPECT_FALSE(tier.far.has_value());
        EXPECT_FALSE(tier.shared.has_value());
    }
    EXPECT_EQ(tierOf(tiers, LevelKind::Constant), nullptr);
    EXPECT_TRUE(tierLatencies(course, Unit::Nanoseconds).empty()); // it tells no clock
}

TEST(TierLatencies, GiveTheFarHalfOfL2AndSharedMemoryTheirOwn) {
    const std::vector<TierLatency> tiers = tierLatencies(h200Session(), Unit::Cycles);
    const TierLatency* l1 = tierOf(tiers, LevelKind::SharedL1);
    const TierLatency* l2 = tierOf(tiers, LevelKind::L2);
    ASSERT_TRUE(l1 && l2);
    EXPECT_NEAR(l1->latency.value, 32, 0.5);
    ASSERT_TRUE(l1->shared.has_value());
    EXPECT_DOUBLE_EQ(l1->shared->value, 29);
    EXPECT_DOUBLE_EQ(l1->sharedRatio.value(), 29 / 4.1);
    EXPECT_NEAR(l2->latency.value, 276.3, 1);
    ASSERT_TRUE(l2->far.has_value());
    EXPECT_NEAR(l2->far->value, 521.8, 5);
    EXPECT_NEAR(tierOf(tiers, LevelKind::Memory)->latency.value, 683, 7);
    EXPECT_DOUBLE_EQ(tierOf(tiers, LevelKind::Constant)->latency.value, 26);
}

TEST(TierLatencies, DoNotPassSharedMemoryOffAsL1BeforeTheStaircaseIsMeasured) {
    Session session = h200Session();
    EXPECT_FALSE(tierOf(tierLatencies(session, Unit::Cycles), LevelKind::SharedL1)->sharedOnly);
    session.runs.pop_back();
    const std::vector<TierLatency> tiers = tierLatencies(session, Unit::Cycles);
    EXPECT_TRUE(tierOf(tiers, LevelKind::SharedL1)->sharedOnly);
    EXPECT_DOUBLE_EQ(tierOf(tiers, LevelKind::SharedL1)->latency.value, 29);
}

TEST(TierLatencies, ComeFromTopToBottomWithoutDoubles) {
    const std::vector<TierLatency> tiers = tierLatencies(h200Session(), Unit::Cycles);
    EXPECT_TRUE(std::ranges::is_sorted(tiers, {}, &TierLatency::level));
    std::set<LevelKind> seen;
    for (const TierLatency& tier : tiers) EXPECT_TRUE(seen.insert(tier.level).second);
}

TEST(TierLatencies, OfSeveralRunsAreTheNewestOnes) {
    Session session = h200Session();
    session.runs.push_back(oneLatency(Probe::FmaLatency, 5));
    EXPECT_DOUBLE_EQ(tierOf(tierLatencies(session, Unit::Cycles), LevelKind::Registers)->latency.value, 5);
    session.runs.push_back(oneLatency(Probe::FmaLatency, 6));
    session.runs.back().rows.clear(); // failed before its first row: says nothing
    EXPECT_DOUBLE_EQ(tierOf(tierLatencies(session, Unit::Cycles), LevelKind::Registers)->latency.value, 5);
}

TEST(TierLatencies, HaveNoRatioWithoutAMeasuredRegister) {
    Session session = h200Session();
    session.runs.erase(session.runs.begin());
    const std::vector<TierLatency> tiers = tierLatencies(session, Unit::Cycles);
    EXPECT_EQ(tierOf(tiers, LevelKind::Registers), nullptr);
    for (const TierLatency& tier : tiers) EXPECT_FALSE(tier.ratio.has_value());
    session.runs.clear();
    EXPECT_TRUE(tierLatencies(session, Unit::Cycles).empty());
}

TEST(StandardRequests, AskAGpuForEverythingAndACpuForWhatItHas) {
    const auto probesOf = [](DeviceKind kind) {
        Device device;
        device.kind = kind;
        std::set<Probe> probes;
        for (const Request& request : pyramidRequests(device))
            EXPECT_TRUE(probes.insert(request.probe).second) << "asked twice";
        return probes;
    };
    EXPECT_EQ(probesOf(DeviceKind::Gpu),
              (std::set<Probe>{Probe::FmaLatency, Probe::SharedLatency, Probe::ConstantLatency, Probe::Chase}));
    EXPECT_EQ(probesOf(DeviceKind::Cpu), (std::set<Probe>{Probe::FmaLatency, Probe::Chase}));
}

} // namespace

} // namespace zg
