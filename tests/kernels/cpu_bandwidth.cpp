// SPDX-License-Identifier: GPL-3.0-or-later
// Streams move the bytes they count and notice when they did not; the bandwidth probe keeps the contract of a backend.
// How fast is no test.
#include "kernels/cpu/bandwidth.h"

#include "core/rates.h"
#include "kernels/cpu/arena.h"
#include "kernels/cpu/cores.h"
#include "kernels/cpu/random.h"
#include "kernels/cpu/stream.h"
#include "kernels/cpu/stream_set.h"
#include "tests/kernels/cpu_ear.h"

#include <cmath>
#include <numeric>
#include <set>

namespace zg::cpu {
namespace {

constexpr Access accesses[] = {Access::Read, Access::Write, Access::Copy};

struct alignas(64) Block {
    std::uint64_t words[1024];
};

TEST(CpuRandom, WordsAreDifferentAndFloatsSpreadOverTheirRange) {
    std::set<std::uint64_t> words;
    double sum = 0, least = 1, most = -1;
    for (std::uint64_t i = 0; i < 10'000; ++i) {
        words.insert(randomWord(7, i));
        const double x = randomFloat(7, i);
        sum += x;
        least = std::min(least, x);
        most = std::max(most, x);
    }
    EXPECT_EQ(words.size(), 10'000u);
    EXPECT_NEAR(sum / 10'000, 0, 0.03); // five standard deviations
    EXPECT_GE(least, -1);
    EXPECT_LT(least, -0.99);
    EXPECT_LT(most, 1);
    EXPECT_GT(most, 0.99);
}

TEST(CpuStream, ReadsEveryWordOfAnyCount) {
    Block block;
    for (std::size_t i = 0; i < 1024; ++i) block.words[i] = randomWord(1, i);
    for (const std::size_t count : {0, 1, 7, 8, 63, 64, 65, 127, 128, 129, 1000, 1024})
        for (const std::uint64_t passes : {1, 2, 5})
            EXPECT_EQ(readWords(block.words, count, passes),
                      std::accumulate(block.words, block.words + count, std::uint64_t{0}))
                << count;
}

TEST(CpuStream, WritesEveryWordOfAnyCountAndNoOther) {
    for (const std::size_t count : {0, 1, 7, 8, 63, 64, 65, 127, 129, 1000, 1023}) {
        Block block;
        std::fill_n(block.words, 1024, 5u);
        writeWords(block.words, count, 3, 10);
        EXPECT_TRUE(std::all_of(block.words, block.words + count, [](auto word) { return word == 12; })) << count;
        EXPECT_TRUE(std::all_of(block.words + count, block.words + 1024, [](auto word) { return word == 5; })) << count;
    }
}

TEST(CpuStream, CopiesEveryWordOfAnyCountAndNoOther) {
    Block from;
    for (std::size_t i = 0; i < 1024; ++i) from.words[i] = randomWord(2, i);
    for (const std::size_t count : {0, 1, 7, 8, 63, 64, 65, 127, 129, 1000, 1023}) {
        Block to;
        std::fill_n(to.words, 1024, 5u);
        copyWords(from.words, to.words, count, 2);
        EXPECT_TRUE(std::equal(from.words, from.words + count, to.words)) << count;
        EXPECT_TRUE(std::all_of(to.words + count, to.words + 1024, [](auto word) { return word == 5; })) << count;
    }
}

TEST(CpuStreamSet, CountsTheBytesOfAPass) {
    auto arena = Arena::reserve(64 << 20);
    ASSERT_TRUE(arena);
    for (const Access access : accesses) {
        StreamSet set(arena->data(), 64 << 20, access, 1);
        for (const std::size_t bytes : {1024, 5 * 1024, 1 << 20, 16 << 20}) {
            ASSERT_TRUE(set.resize(bytes, {}));
            EXPECT_EQ(set.movedBytes(), bytes) << "a copy reads one half and writes the other";
        }
        ASSERT_TRUE(set.resize(40 << 20, {}));
        EXPECT_EQ(set.movedBytes(), access == Access::Copy ? 32u << 20 : 16u << 20) << "a window of 16 MiB";
    }
}

TEST(CpuStreamSet, IsRightAtEverySizeAndAfterEveryWindow) {
    auto arena = Arena::reserve(48 << 20);
    ASSERT_TRUE(arena);
    for (const Access access : accesses) {
        StreamSet set(arena->data(), 48 << 20, access, 9);
        for (const std::size_t bytes : {1024u, 3u * 1024, 64u << 10, 1u << 20, (33u << 20) + 1024, 48u << 20, 2048u}) {
            ASSERT_TRUE(set.resize(bytes, {}));
            for (int i = 0; i < 4; ++i) {
                set.stream(bytes < 1 << 20 ? 3 : 1);
                EXPECT_TRUE(set.check()) << accessName(access) << " " << bytes;
            }
        }
    }
}

TEST(CpuStreamSet, NoticesASingleWrongWord) {
    auto arena = Arena::reserve(4 << 20);
    ASSERT_TRUE(arena);
    for (const Access access : accesses) {
        StreamSet set(arena->data(), 4 << 20, access, 3);
        ASSERT_TRUE(set.resize(1 << 20, {}));
        set.stream(2);
        set.spoil();
        EXPECT_FALSE(set.check()) << accessName(access);
        set.stream(2);
        EXPECT_TRUE(set.check()) << "and a new pass mends it";
    }
}

TEST(CpuStreamSet, ACopyThatDidNothingIsNoticed) {
    auto arena = Arena::reserve(4 << 20);
    ASSERT_TRUE(arena);
    StreamSet set(arena->data(), 4 << 20, Access::Copy, 3);
    ASSERT_TRUE(set.resize(1 << 20, {}));
    set.stream(1);
    EXPECT_TRUE(set.check());
    EXPECT_FALSE(set.check()) << "spoilt again after the check, and nothing has been copied since";
}

TEST(CpuStreamSet, AStopEndsTheFilling) {
    auto arena = Arena::reserve(4 << 20);
    ASSERT_TRUE(arena);
    StreamSet set(arena->data(), 4 << 20, Access::Read, 3);
    std::stop_source source;
    source.request_stop();
    EXPECT_FALSE(set.resize(1 << 20, source.get_token()));
}

/// A sweep of milliseconds.
Request smallBandwidth(Access access, int threads) {
    Request request;
    request.probe = Probe::Bandwidth;
    request.access = access;
    request.threads = threads;
    request.minBytes = 16 << 10;
    request.maxBytes = 256 << 10;
    request.pointsPerOctave = 1;
    request.repeats = 3;
    return request;
}

TEST(CpuBandwidth, GivesARowForEverySizeWithWhatWasCounted) {
    const auto backend = cpuBackend();
    const auto cores = static_cast<double>(coresToMeasureOn().size());
    for (const Access access : accesses) {
        for (const int threads : {1, 0}) {
            CpuEar ear;
            ear.run.request = smallBandwidth(access, threads);
            const auto ended = backend->run(ear.run.request, {}, ear);
            ASSERT_TRUE(ended);
            EXPECT_EQ(*ended, RunState::Complete);
            ASSERT_GE(ear.run.rows.size(), 3u);
            double before = 0;
            for (const Row& row : ear.run.rows) {
                ASSERT_EQ(row.values.size(), ear.run.columns.size());
                for (const double value : row.values) EXPECT_TRUE(std::isfinite(value) && value > 0);
                const double bytes = valueOf(ear.run, row, column::bytes), moved = valueOf(ear.run, row, column::moved);
                EXPECT_GT(bytes, before);
                before = bytes;
                EXPECT_EQ(std::fmod(moved, bytes), 0) << "whole passes";
                EXPECT_LE(valueOf(ear.run, row, column::elapsedBest), valueOf(ear.run, row, column::elapsed));
                EXPECT_EQ(valueOf(ear.run, row, column::units), threads == 1 ? 1 : cores);
                EXPECT_EQ(valueOf(ear.run, row, column::repeats), 3);
            }
            EXPECT_EQ(rateCurve(ear.run).size(), ear.run.rows.size());
            EXPECT_EQ(ear.lastFraction, 1);
            ASSERT_TRUE(ear.noteOf(NoteKind::VectorBits));
            EXPECT_EQ(ear.noteOf(NoteKind::VectorBits)->value, streamVectorBits());
            EXPECT_NE(ear.noteOf(NoteKind::HugePages) != nullptr, ear.noteOf(NoteKind::NoHugePages) != nullptr);
        }
    }
}

TEST(CpuBandwidth, ALargeSetIsMeasuredByWindows) {
    Request request = smallBandwidth(Access::Copy, 1);
    request.minBytes = request.maxBytes = 80 << 20;
    CpuEar ear;
    ASSERT_TRUE(cpuBackend()->run(request, {}, ear));
    ASSERT_EQ(ear.run.rows.size(), 1u);
    EXPECT_EQ(std::fmod(valueOf(ear.run, ear.run.rows[0], column::moved), 32 << 20), 0);
}

TEST(CpuBandwidth, AStopKeepsTheRowsSoFarAndGivesTheCoresBack) {
    cpu_set_t before, after;
    ASSERT_EQ(sched_getaffinity(0, sizeof before, &before), 0);
    CpuEar ear;
    ear.stopAfterRows = 2;
    const auto ended = cpuBackend()->run(smallBandwidth(Access::Read, 0), ear.source.get_token(), ear);
    ASSERT_TRUE(ended);
    EXPECT_EQ(*ended, RunState::Stopped);
    EXPECT_EQ(ear.run.rows.size(), 2u);
    ASSERT_EQ(sched_getaffinity(0, sizeof after, &after), 0);
    EXPECT_TRUE(CPU_EQUAL(&before, &after));
}

TEST(CpuBandwidth, AStopBeforeTheStartIsAnEmptyRunAndNoFailure) {
    CpuEar ear;
    ear.source.request_stop();
    const auto ended = cpuBackend()->run(smallBandwidth(Access::Write, 0), ear.source.get_token(), ear);
    ASSERT_TRUE(ended);
    EXPECT_EQ(*ended, RunState::Stopped);
    EXPECT_TRUE(ear.run.rows.empty());
    EXPECT_FALSE(ear.run.columns.empty());
}

TEST(CpuBandwidth, LacksTheSharedMemoryOfAGpu) {
    Request request = smallBandwidth(Access::Read, 1);
    request.space = Space::Shared;
    const auto lacking = cpuBackend()->lacks(request);
    ASSERT_TRUE(lacking);
    EXPECT_EQ(lacking->fault, Fault::ProbeNotSupported);
}

TEST(CpuBandwidth, ARequestThatMakesNoSenseIsBroughtIntoRange) {
    Request none = smallBandwidth(Access::Copy, -3), reversed = none, sparse = none, odd = none;
    none.minBytes = 0;
    std::swap(reversed.minBytes, reversed.maxBytes);
    sparse.pointsPerOctave = 0;
    odd.minBytes = 1001;
    odd.maxBytes = 10007;
    for (const Request& request : {none, reversed, sparse, odd}) {
        CpuEar ear;
        const auto ended = cpuBackend()->run(request, {}, ear);
        ASSERT_TRUE(ended);
        EXPECT_EQ(*ended, RunState::Complete);
        EXPECT_FALSE(ear.run.rows.empty());
    }
}

} // namespace
} // namespace zg::cpu
