// SPDX-License-Identifier: GPL-3.0-or-later
// The recordings that the program ships: what a lecture shows without a GPU must be complete, right, and possible.
#include "session_text.h"

#include "core/rates.h"
#include "core/replay.h"
#include "core/requests.h"

#include <algorithm>
#include <cctype>

namespace zg {

namespace {

std::vector<std::filesystem::path> shippedRecordings() {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(ZIGGURAT_SESSIONS))
        if (entry.path().extension() == ".ziggurat" && entry.path() != courseFile()) files.push_back(entry.path());
    return files;
}

class ShippedRecording : public testing::TestWithParam<std::filesystem::path> {
protected:
    void SetUp() override {
        Result<LoadedSession> read = loadSession(GetParam());
        ASSERT_TRUE(read.has_value());
        EXPECT_TRUE(read->warnings.empty());
        session = std::move(read->session);
    }
    Session session;
};

TEST_P(ShippedRecording, HoldsACompleteRunOfEveryStandardRequest) {
    for (const Request& request : standardRequests(session.device)) {
        const int run = bestRun(session, request);
        ASSERT_GE(run, 0) << probeName(request.probe) << ' ' << variantName(request.variant);
        EXPECT_EQ(session.runs[static_cast<std::size_t>(run)].state, RunState::Complete);
    }
    for (const zg::Run& run : session.runs) EXPECT_EQ(run.source, Source::Measured);
}

TEST_P(ShippedRecording, HoldsNoWrongProductAndEveryVariantAtEveryStandardSize) {
    const std::vector<LadderPoint> points = ladder(session);
    for (const LadderPoint& entry : points) {
        EXPECT_TRUE(entry.point.right()) << entry.facts.name << ' ' << entry.point.n;
        EXPECT_GT(entry.point.rate, 0) << entry.facts.name << ' ' << entry.point.n;
        EXPECT_GE(entry.point.best, entry.point.rate) << entry.facts.name << ' ' << entry.point.n;
    }
    for (const Request& request : ladderRequests(session.device))
        for (const int n : matmulSizes(request))
            EXPECT_TRUE(std::ranges::any_of(
                points,
                [&](const LadderPoint& entry) { return entry.facts.variant == request.variant && entry.point.n == n; }))
                << variantName(request.variant) << ' ' << n;
}

/// Clocks are read within a launch and cycles counted by another unit: a thousandth is their disagreement.
constexpr double unsure = 1.001;

TEST_P(ShippedRecording, HoldsNothingAboveItsPhysicalBound) {
    for (const Ceiling& ceiling : measuredCeilings(session)) {
        ASSERT_TRUE(ceiling.theory.has_value()) << arithmeticName(ceiling.arithmetic);
        EXPECT_LE(ceiling.reached, unsure) << arithmeticName(ceiling.arithmetic);
        EXPECT_LE(ceiling.reachedPerCycle, unsure) << arithmeticName(ceiling.arithmetic);
    }
    for (const LadderPoint& entry : ladder(session)) {
        EXPECT_LE(entry.ofTheory, unsure) << entry.facts.name << ' ' << entry.point.n;
    }
    const Level* memory = findLevel(session.device, LevelKind::Memory);
    for (const zg::Run& run : session.runs) {
        if (run.request.probe != Probe::Bandwidth) continue;
        const std::vector<RatePoint> curve = rateCurve(run);
        ASSERT_FALSE(curve.empty());
        for (const RatePoint& point : curve) {
            // The L1 of an SM, which is its shared memory too, moves 128 bytes a cycle (CUDA C++ Programming Guide:
            // 32 banks of 4 bytes); nothing below it moves more to one SM.
            EXPECT_LE(point.perCycleAndUnit, 128 * unsure) << accessName(run.request.access) << ' ' << point.x;
        }
        if (run.request.space == Space::Global && memory && memory->bandwidth) {
            EXPECT_LE(curve.back().rate, memory->bandwidth->value) << accessName(run.request.access);
        }
    }
}

std::string nameOf(const testing::TestParamInfo<std::filesystem::path>& info) {
    std::string name;
    for (const char c : info.param.stem().string())
        if (std::isalnum(static_cast<unsigned char>(c))) name += c;
    return name;
}

INSTANTIATE_TEST_SUITE_P(Sessions, ShippedRecording, testing::ValuesIn(shippedRecordings()), nameOf);

} // namespace

} // namespace zg
