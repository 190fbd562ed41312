// SPDX-License-Identifier: GPL-3.0-or-later
// What decides a verdict.
#include "tests/bench/peer_figures.h"

#include <cmath>
#include <gtest/gtest.h>

namespace zg::peers {
namespace {

Goal roof() { return {"roof", "GB/s", 1e9, "peer", 0.98, 100e9, 120e9}; }

Verdict verdictOf(const Goal& goal, std::vector<double> ours, std::vector<double> peers) {
    Figure figure{goal};
    figure.ours = std::move(ours);
    figure.peers = std::move(peers);
    return figure.verdict();
}

TEST(PeerFigures, TheMediansOfTheRoundsAreCompared) {
    Figure figure{roof()};
    figure.ours = {99e9, 10e9, 101e9};
    figure.peers = {100e9, 90e9, 1000e9};
    EXPECT_DOUBLE_EQ(figure.own(), 99e9);
    EXPECT_DOUBLE_EQ(figure.ratio(), 0.99);
    EXPECT_DOUBLE_EQ(figure.ofBound(), 99.0 / 120);
    EXPECT_EQ(figure.verdict(), Verdict::Met);
}

TEST(PeerFigures, TheBarItselfIsMetAndJustBelowItIsShort) {
    Goal goal = roof();
    goal.known.reset();
    EXPECT_EQ(verdictOf(goal, {98e9}, {100e9}), Verdict::Met);
    EXPECT_EQ(verdictOf(goal, {97.9e9}, {100e9}), Verdict::Short);
}

TEST(PeerFigures, LevelWithThePeerButNotWithTheKnownFigureIsSaid) {
    EXPECT_EQ(verdictOf(roof(), {90e9}, {90e9}), Verdict::BelowKnown);
    EXPECT_EQ(verdictOf(roof(), {90e9}, {}), Verdict::Short); // nothing of this run speaks for it
    EXPECT_EQ(verdictOf(roof(), {99e9}, {}), Verdict::Met);
    EXPECT_EQ(verdictOf(roof(), {99e9}, {110e9}), Verdict::Short);
}

TEST(PeerFigures, MoreThanIsPossibleIsAFaultWhateverThePeerSays) {
    EXPECT_EQ(verdictOf(roof(), {121e9}, {90e9}), Verdict::AboveBound);
    EXPECT_EQ(verdictOf(roof(), {120e9}, {90e9}), Verdict::Met);
    Goal goal = roof();
    goal.bar.reset();
    EXPECT_EQ(verdictOf(goal, {121e9}, {90e9}), Verdict::AboveBound);
}

TEST(PeerFigures, WithoutAFigureOfOursOrAnyOtherThereIsNoVerdict) {
    Goal goal = roof();
    EXPECT_EQ(verdictOf(goal, {}, {90e9}), Verdict::NotMeasured);
    EXPECT_EQ(verdictOf(goal, {std::nan("")}, {90e9}), Verdict::NotMeasured);
    goal.known.reset();
    EXPECT_EQ(verdictOf(goal, {90e9}, {}), Verdict::NoPeer);
    goal.bar.reset();
    EXPECT_EQ(verdictOf(goal, {90e9}, {100e9}), Verdict::NoBar);
}

TEST(PeerFigures, LatenciesMustAgreeAndAreNotBetterForBeingLow) {
    Goal goal{"latency", "cy", 1, "peer", 0.03};
    goal.sense = Sense::Latency;
    EXPECT_EQ(verdictOf(goal, {280}, {276}), Verdict::Met);
    EXPECT_EQ(verdictOf(goal, {200}, {276}), Verdict::Short);
    EXPECT_EQ(verdictOf(goal, {300}, {276}), Verdict::Short);
}

TEST(PeerFigures, AFigureIsDefinedOnceAndKeepsItsPlace) {
    FigureTable table;
    Figure& first = table.of(roof());
    for (int i = 0; i < 100; ++i) table.of({"other " + std::to_string(i)});
    Goal again = roof();
    again.bar = 2;
    table.of(again).ours.push_back(99e9);
    EXPECT_EQ(first.ours.size(), 1u);
    EXPECT_EQ(first.goal.bar, 0.98);
    EXPECT_EQ(table.figures().size(), 101u);
}

TEST(PeerFigures, OneFigureThatIsShortOrMissingOrAboveItsBoundSpoilsTheTable) {
    for (const std::vector<double>& ours : {std::vector{90e9}, std::vector<double>{}, std::vector{130e9}}) {
        FigureTable table;
        table.of(roof()).ours.push_back(99e9);
        table.of({"for information, not measured"});
        EXPECT_TRUE(table.allMet());
        Goal other = roof();
        other.name = "other";
        table.of(other).ours = ours;
        EXPECT_FALSE(table.allMet());
    }
}

} // namespace
} // namespace zg::peers
