// SPDX-License-Identifier: GPL-3.0-or-later
// The chains carry out every step they count, and no ceiling lies above theory.
#include "kernels/cpu/compute.h"

#include "core/rates.h"
#include "kernels/cpu/cores.h"
#include "kernels/cpu/fma_throughput.h"
#include "kernels/cpu/random.h"
#include "tests/kernels/cpu_ear.h"

#include <cmath>

namespace zg::cpu {
namespace {

template <class T>
void expectSameBits(Arithmetic arithmetic) {
    const FmaShape shape = fmaShape(arithmetic);
    EXPECT_EQ(shape.vectorBits, shape.lanes * static_cast<int>(sizeof(T)) * 8);
    const std::size_t numbers = shape.numbers();
    alignas(64) T x[24 * 256]; // no vector has more than 2,048 bits
    ASSERT_LE(numbers, std::size(x));
    for (const std::uint64_t steps : {0, 1, 2, 3, 100, 4097}) {
        for (std::size_t i = 0; i < numbers; ++i) x[i] = static_cast<T>(randomFloat(steps, i));
        squareAndAdd(x, static_cast<T>(-1.9), steps);
        for (std::size_t i = 0; i < numbers; ++i) {
            const auto begin = static_cast<T>(randomFloat(steps, i));
            ASSERT_EQ(x[i], squareAndAddOne(begin, static_cast<T>(-1.9), steps, shape.fused)) << i << " " << steps;
        }
    }
}

TEST(CpuFmaThroughput, TheVectorsGiveTheBitsOfScalarOperations) {
    expectSameBits<float>(Arithmetic::Fp32);
    expectSameBits<double>(Arithmetic::Fp64);
}

TEST(CpuFmaThroughput, OneStepLessOrARoundingMoreGivesOtherBits) {
    const float begin = randomFloat(1, 0);
    EXPECT_NE(squareAndAddOne(begin, -1.9f, 8191, true), squareAndAddOne(begin, -1.9f, 8192, true));
    EXPECT_NE(squareAndAddOne(begin, -1.9f, 8192, false), squareAndAddOne(begin, -1.9f, 8192, true));
    const double exact = std::fma(0.7, 0.7, -1.9);
    EXPECT_EQ(squareAndAddOne(0.7, -1.9, 1, true), exact);
}

TEST(CpuFmaThroughput, NumbersNeverSettleNorLeaveTheirRange) {
    float x = randomFloat(5, 0);
    for (int i = 0; i < 100'000; ++i) {
        const float next = squareAndAddOne(x, -1.9f, 1, true);
        ASSERT_NE(next, x);
        ASSERT_LE(std::abs(next), 1.91f);
        x = next;
    }
}

TEST(CpuCompute, GivesOneRowAndNoCeilingAboveTheory) {
    const auto backend = cpuBackend();
    const auto cores = static_cast<double>(coresToMeasureOn().size());
    for (const Arithmetic arithmetic : {Arithmetic::Fp32, Arithmetic::Fp64}) {
        for (const int threads : {1, 0}) {
            CpuEar ear;
            Request& request = ear.run.request;
            request.probe = Probe::Compute;
            request.arithmetic = arithmetic;
            request.threads = threads;
            ASSERT_FALSE(backend->lacks(request));
            const auto ended = backend->run(request, {}, ear);
            ASSERT_TRUE(ended);
            EXPECT_EQ(*ended, RunState::Complete);
            ASSERT_EQ(ear.run.rows.size(), 1u);
            const Row& row = ear.run.rows[0];
            EXPECT_EQ(valueOf(ear.run, row, column::units), threads == 1 ? 1 : cores);
            EXPECT_LE(valueOf(ear.run, row, column::elapsedBest), valueOf(ear.run, row, column::elapsed));
            EXPECT_EQ(ear.lastFraction, 1);
            const auto points = rateCurve(ear.run);
            ASSERT_EQ(points.size(), 1u);
            if (const Peak* peak = findPeak(backend->device(), arithmetic)) {
                EXPECT_LE(points[0].perCycleAndUnit, peak->perCycle.value * 1.02);
            }
        }
    }
}

TEST(CpuCompute, LacksTheTensorCoresOfAGpu) {
    const auto backend = cpuBackend();
    for (const Arithmetic arithmetic : allArithmetics()) {
        Request request;
        request.probe = Probe::Compute;
        request.arithmetic = arithmetic;
        const bool has = arithmetic == Arithmetic::Fp32 || arithmetic == Arithmetic::Fp64;
        EXPECT_EQ(backend->lacks(request).has_value(), !has) << arithmeticName(arithmetic);
    }
}

TEST(CpuCompute, AStopBeforeTheStartIsAnEmptyRunAndNoFailure) {
    CpuEar ear;
    ear.source.request_stop();
    Request request;
    request.probe = Probe::Compute;
    const auto ended = cpuBackend()->run(request, ear.source.get_token(), ear);
    ASSERT_TRUE(ended);
    EXPECT_EQ(*ended, RunState::Stopped);
    EXPECT_TRUE(ear.run.rows.empty());
}

} // namespace
} // namespace zg::cpu
