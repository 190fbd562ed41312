// SPDX-License-Identifier: GPL-3.0-or-later
// How a rung is measured: a wrong result has no FLOP/s, long products are sliced and stop, and the matmul probe keeps
// the contract of a backend.
#include "kernels/cpu/matmul/matmul.h"

#include "core/rates.h"
#include "kernels/cpu/matmul/check.h"
#include "kernels/cpu/matmul/product.h"
#include "tests/kernels/cpu_ear.h"

#include <chrono>
#include <cmath>
#include <limits>
#include <thread>

namespace zg::cpu {
namespace {

using namespace matmul;
using namespace std::chrono_literals;

/// A right rung that does something more, or less.
struct FakeRung : Rung {
    explicit FakeRung(std::function<void(const Operands&)> more) : after(std::move(more)) {}
    [[nodiscard]] Variant variant() const override { return Variant::CpuReordered; }
    [[nodiscard]] Traffic traffic(const Operands& whole) const override { return outerTraffic(whole); }
    [[nodiscard]] std::size_t leastRows() const override { return least; }
    void multiply(const Operands& operands, const std::stop_token&) override {
        ++calls;
        right->run(operands);
        after(operands);
    }
    std::function<void(const Operands&)> after;
    std::unique_ptr<Rung> right = makeReordered({});
    int calls = 0;
    std::size_t least = 1;
};

Request ladder(std::vector<int> sizes) {
    Request request;
    request.probe = Probe::Matmul;
    request.variant = Variant::CpuReordered;
    request.sizes = std::move(sizes);
    request.repeats = 2;
    return request;
}

RunState measure(Rung& rung, const Request& request, CpuEar& ear) {
    ear.begun(matmulColumns());
    ear.run.request = request;
    const auto ended = measureRung(
        rung, request, [] { return 1e9; }, ear.source.get_token(), ear);
    EXPECT_TRUE(ended);
    return ended ? *ended : RunState::Failed;
}

TEST(CpuMatmulRun, AWrongResultHasNoFlopAndNoTimeButARowAndANote) {
    FakeRung wrong([](const Operands& o) {
        if (o.n == 33) o.c[o.n / 2] += 0.01f;
    });
    CpuEar ear;
    EXPECT_EQ(measure(wrong, ladder({32, 33, 34}), ear), RunState::Complete);
    ASSERT_EQ(ear.run.rows.size(), 3u);
    ASSERT_TRUE(ear.noteOf(NoteKind::WrongResult));
    EXPECT_EQ(ear.noteOf(NoteKind::WrongResult)->value, 33);
    for (const Row& row : ear.run.rows) {
        const bool isWrong = valueOf(ear.run, row, column::n) == 33;
        for (const auto name : {column::flop, column::elapsed, column::elapsedBest})
            EXPECT_EQ(std::isnan(valueOf(ear.run, row, name)), isWrong);
        EXPECT_EQ(valueOf(ear.run, row, column::error) > valueOf(ear.run, row, column::tolerance), isWrong);
    }
    EXPECT_EQ(rateCurve(ear.run).size(), 2u);
}

TEST(CpuMatmulRun, AnElementThatIsNeverWrittenIsAWrongResult) {
    FakeRung lazy([](const Operands& o) { o.c[0] = std::numeric_limits<float>::quiet_NaN(); });
    CpuEar ear;
    EXPECT_EQ(measure(lazy, ladder({16}), ear), RunState::Complete);
    ASSERT_EQ(ear.run.rows.size(), 1u);
    EXPECT_TRUE(std::isnan(valueOf(ear.run, ear.run.rows[0], column::flop)));
    EXPECT_TRUE(std::isnan(valueOf(ear.run, ear.run.rows[0], column::error)));
    EXPECT_TRUE(ear.noteOf(NoteKind::WrongResult));
}

TEST(CpuMatmulRun, AResultThatGoesWrongOnlyWhileItIsTimedIsWrong) {
    FakeRung later([](const Operands&) {});
    later.after = [&later](const Operands& o) {
        if (later.calls > 1) o.c[0] += 1;
    };
    CpuEar ear;
    EXPECT_EQ(measure(later, ladder({64}), ear), RunState::Complete);
    ASSERT_EQ(ear.run.rows.size(), 1u);
    EXPECT_TRUE(std::isnan(valueOf(ear.run, ear.run.rows[0], column::flop)));
    EXPECT_TRUE(ear.noteOf(NoteKind::WrongResult));
}

TEST(CpuMatmulRun, SizesThatCannotBeAreLeftOutAndSaid) {
    FakeRung rung([](const Operands&) {});
    CpuEar ear;
    EXPECT_EQ(measure(rung, ladder({-1, 0, 5, 2'000'000'000}), ear), RunState::Complete);
    ASSERT_EQ(ear.run.rows.size(), 1u);
    EXPECT_EQ(valueOf(ear.run, ear.run.rows[0], column::n), 5);
    std::vector<double> leftOut;
    for (const Note& note : ear.run.notes)
        if (note.kind == NoteKind::SizeLeftOut) leftOut.push_back(note.value);
    EXPECT_EQ(leftOut, (std::vector<double>{-1, 0, 2'000'000'000}));
    EXPECT_EQ(ear.lastFraction, 1);
}

TEST(CpuMatmulRun, AProductThatWouldTakeMinutesIsLeftOutAfterItsFirstSlice) {
    FakeRung slow([](const Operands& o) {
        if (o.n == 2000) std::this_thread::sleep_for(o.m * 40ms); // 80 s in all
    });
    CpuEar ear;
    EXPECT_EQ(measure(slow, ladder({2000, 8}), ear), RunState::Complete);
    ASSERT_EQ(ear.run.rows.size(), 1u);
    EXPECT_EQ(valueOf(ear.run, ear.run.rows[0], column::n), 8);
    ASSERT_TRUE(ear.noteOf(NoteKind::SizeLeftOut));
    EXPECT_EQ(ear.noteOf(NoteKind::SizeLeftOut)->value, 2000);
}

TEST(CpuSlicer, CutsALongProductIntoSlicesOfBoundedLength) {
    constexpr std::size_t n = 64;
    std::vector<float> memory(Matrices::floats(n), 0);
    const Operands whole = Matrices(memory.data(), n).operands();
    std::vector<std::size_t> heights;
    FakeRung slow([&heights](const Operands& o) {
        heights.push_back(o.m);
        std::this_thread::sleep_for(o.m * 4ms); // never sleeps less: a slice can only be shorter than meant
    });
    Slicer slicer(slow, whole, 0);
    const auto timed = slicer.run({});
    ASSERT_TRUE(timed);
    EXPECT_EQ(timed->slices, static_cast<int>(heights.size()));
    EXPECT_GE(timed->nanoseconds, n * 4e6);
    std::size_t rows = 0;
    for (const std::size_t height : heights) rows += height;
    EXPECT_EQ(rows, n) << "every row once";
    for (std::size_t i = 1; i < heights.size(); ++i) EXPECT_LE(heights[i], 12u) << "two slices of 25 ms at most";
    EXPECT_GE(heights.size(), 6u);
}

TEST(CpuSlicer, AStopIsSeenBeforeTheNextSlice) {
    constexpr std::size_t n = 64;
    std::vector<float> memory(Matrices::floats(n), 0);
    const Operands whole = Matrices(memory.data(), n).operands();
    std::stop_source source;
    FakeRung slow([](const Operands&) {});
    slow.after = [&](const Operands& o) {
        std::this_thread::sleep_for(o.m * 10ms);
        if (slow.calls == 3) source.request_stop();
    };
    Slicer slicer(slow, whole, 1e6); // as slow as that: from the first slice on row by row
    EXPECT_FALSE(slicer.run(source.get_token()));
    EXPECT_EQ(slow.calls, 3) << "none after the one in which it was asked for";
}

TEST(CpuSlicer, NoSliceIsLowerThanTheRungWants) {
    constexpr std::size_t n = 64;
    std::vector<float> memory(Matrices::floats(n), 0);
    std::vector<std::size_t> heights;
    FakeRung slow([&heights](const Operands& o) { heights.push_back(o.m); });
    for (const auto& [least, expected] : std::initializer_list<std::pair<std::size_t, std::vector<std::size_t>>>{
             {30, {30, 34}}, {40, {40, 24}}, {allRows, {64}}}) {
        heights.clear();
        slow.least = least;
        Slicer slicer(slow, Matrices(memory.data(), n).operands(), 1e6); // said to be so slow that one row is too long
        ASSERT_TRUE(slicer.run({}));
        EXPECT_EQ(heights, expected);
    }
}

TEST(CpuSlicer, AShortProductIsNotCut) {
    constexpr std::size_t n = 64;
    std::vector<float> memory(Matrices::floats(n), 0);
    FakeRung rung([](const Operands&) {});
    Slicer slicer(rung, Matrices(memory.data(), n).operands(), 1e-3);
    const auto timed = slicer.run({});
    ASSERT_TRUE(timed);
    EXPECT_EQ(timed->slices, 1);
    EXPECT_GT(slicer.nanosecondsPerTerm(), 0);
}

TEST(CpuMatmulRun, AStopKeepsTheRowsSoFar) {
    FakeRung rung([](const Operands&) {});
    CpuEar ear;
    ear.stopAfterRows = 2;
    EXPECT_EQ(measure(rung, ladder({8, 9, 10, 11}), ear), RunState::Stopped);
    EXPECT_EQ(ear.run.rows.size(), 2u);
}

TEST(CpuMatmulBackend, EveryVariantOfACpuGivesItsRowsOrSaysWhatItLacks) {
    const auto backend = cpuBackend();
    for (const VariantFacts& facts : allVariants()) {
        CpuEar ear;
        ear.run.request = ladder({1, 33, 64});
        ear.run.request.variant = facts.variant;
        const auto lacking = backend->lacks(ear.run.request);
        if (facts.device != DeviceKind::Cpu) {
            ASSERT_TRUE(lacking) << facts.name;
            EXPECT_EQ(lacking->fault, Fault::ProbeNotSupported);
            continue;
        }
        if (lacking) {
            EXPECT_TRUE(facts.reference) << facts.name;
            EXPECT_EQ(lacking->fault, Fault::LibraryNotFound);
            continue;
        }
#ifdef __SANITIZE_THREAD__ // the library is not built for it, so its hand-over between threads looks like a race
        if (facts.variant == Variant::OpenblasThreaded) continue;
#endif
        const auto ended = backend->run(ear.run.request, {}, ear);
        ASSERT_TRUE(ended) << facts.name;
        EXPECT_EQ(*ended, RunState::Complete);
        ASSERT_EQ(ear.run.columns, matmulColumns());
        const auto points = matmulPoints(ear.run);
        ASSERT_EQ(points.size(), 3u) << facts.name;
        for (const MatmulPoint& point : points) {
            EXPECT_GT(point.rate, 0) << facts.name;
            EXPECT_GE(point.best, point.rate) << facts.name;
            EXPECT_LE(point.error, point.tolerance) << facts.name;
            EXPECT_EQ(point.launches, 1) << facts.name;
            EXPECT_GT(point.intensity(LevelKind::Memory), 0) << facts.name;
        }
        EXPECT_EQ(ear.noteOf(NoteKind::LibraryVersion) != nullptr, facts.reference) << facts.name;
        EXPECT_TRUE(ear.noteOf(NoteKind::SamplesFull));
        EXPECT_FALSE(ear.noteOf(NoteKind::WrongResult));
        EXPECT_EQ(ear.lastFraction, 1);
    }
}

TEST(CpuMatmulBackend, AStopBeforeTheStartIsAnEmptyRunAndNoFailure) {
    CpuEar ear;
    ear.source.request_stop();
    Request request = ladder({});
    const auto ended = cpuBackend()->run(request, ear.source.get_token(), ear);
    ASSERT_TRUE(ended);
    EXPECT_EQ(*ended, RunState::Stopped);
    EXPECT_TRUE(ear.run.rows.empty());
}

} // namespace
} // namespace zg::cpu
