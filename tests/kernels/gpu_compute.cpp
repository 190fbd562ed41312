// SPDX-License-Identifier: GPL-3.0-or-later
// The compute ceilings on a GPU: below theory, results exact. What needs no GPU comes first.
#include "core/rates.h"
#include "gpu_fixture.h"
#include "kernels/cuda/compute.h"
#include "kernels/cuda/small_integers.h"

#include <bit>
#include <cmath>
#include <cstdlib>
#include <map>
#include <set>

namespace zg {
namespace {

/// The value of sign, exponent and mantissa, by the definition of IEEE 754 for normal numbers.
double decoded(std::uint32_t bits, int exponentBits, int mantissaBits) {
    const double sign = bits >> (exponentBits + mantissaBits) & 1 ? -1 : 1;
    const int exponent = static_cast<int>(bits >> mantissaBits & ((1u << exponentBits) - 1));
    const double mantissa = bits & ((1u << mantissaBits) - 1);
    return sign * std::ldexp(1 + mantissa / std::ldexp(1, mantissaBits), exponent - (1 << (exponentBits - 1)) + 1);
}

TEST(SmallIntegers, EveryFormatHoldsThemExactly) {
    for (int value = -127; value <= 127; ++value) {
        if (value == 0) continue;
        EXPECT_EQ((std::bit_cast<float>(encodeSmallInteger<8, 23>(value))), static_cast<float>(value));
        EXPECT_EQ((std::bit_cast<float>(encodeSmallInteger<8, 7>(value) << 16)), static_cast<float>(value));
        EXPECT_EQ((decoded(encodeSmallInteger<5, 10>(value), 5, 10)), value);
        if (std::abs(value) > 15) continue;
        EXPECT_EQ((decoded(encodeSmallInteger<4, 3>(value), 4, 3)), value);
    }
}

TEST(SmallIntegers, AreAllDrawnAboutEquallyOftenAndNeverZero) {
    std::map<int, int> drawn;
    for (std::uint32_t i = 0; i < 140000; ++i) ++drawn[smallInteger<7>(i, 1)];
    ASSERT_EQ(drawn.size(), 14u);
    EXPECT_FALSE(drawn.contains(0));
    EXPECT_EQ(drawn.begin()->first, -7);
    EXPECT_EQ(drawn.rbegin()->first, 7);
    for (const auto& [value, count] : drawn) EXPECT_NEAR(count, 10000, 500) << value; // 5 standard deviations
}

Request ceiling(Arithmetic arithmetic) {
    Request request;
    request.probe = Probe::Compute;
    request.arithmetic = arithmetic;
    return request;
}

TEST(ComputeNeeds, OlderGpusAreToldWhichCapabilityTheyLack) {
    Device device;
    device.sm = SmLimits{};
    const auto lacking = [&](const char* architecture, Arithmetic arithmetic) {
        device.architecture = architecture;
        const auto error = lacksCompute(device, ceiling(arithmetic));
        EXPECT_TRUE(!error || error->fault == Fault::NeedsNewerGpu);
        return error ? error->detail : std::string("nothing");
    };
    EXPECT_EQ(lacking("7.5", Arithmetic::Fp32), "nothing");
    EXPECT_EQ(lacking("7.5", Arithmetic::Fp16Tensor), "nothing");
    EXPECT_EQ(lacking("7.5", Arithmetic::Bf16Tensor), "8.0");
    EXPECT_EQ(lacking("7.5", Arithmetic::Fp64Tensor), "8.0");
    EXPECT_EQ(lacking("8.6", Arithmetic::Tf32Tensor), "nothing");
    EXPECT_EQ(lacking("8.6", Arithmetic::Fp8Tensor), "8.9");
    EXPECT_EQ(lacking("9.0", Arithmetic::Fp8Tensor), "nothing");
}

class GpuCompute : public GpuTest {};

TEST_F(GpuCompute, EveryCeilingIsReachedFromBelow) {
    for (const Arithmetic arithmetic : allArithmetics()) {
        SCOPED_TRACE(arithmeticName(arithmetic));
        const Request request = ceiling(arithmetic);
        if (const auto lacking = backend_->lacks(request)) {
            EXPECT_EQ(measured(request).state, RunState::Failed);
            continue;
        }
        const zg::Run run = measured(request);
        ASSERT_EQ(run.state, RunState::Complete) << why(run);
        const auto points = rateCurve(run);
        ASSERT_EQ(points.size(), 1u);
        EXPECT_TRUE(std::isfinite(points[0].rate));
        EXPECT_GE(points[0].best, points[0].rate);
        EXPECT_EQ(valueOf(run, run.rows[0], column::units), backend_->device().sm->smCount);
        const Peak* peak = findPeak(backend_->device(), arithmetic);
        EXPECT_TRUE(!peak || points[0].perCycleAndUnit <= 1.005 * peak->perCycle.value) << points[0].perCycleAndUnit;
        const bool tensor = arithmetic != Arithmetic::Fp32 && arithmetic != Arithmetic::Fp64;
        std::set<NoteKind> notes;
        for (const Note& note : run.notes) notes.insert(note.kind);
        EXPECT_EQ(notes.contains(NoteKind::ThroughMma) || notes.contains(NoteKind::ThroughWgmma), tensor);
        EXPECT_TRUE(backend_->device().architecture == "9.0" || !notes.contains(NoteKind::ThroughWgmma));
    }
}

TEST_F(GpuCompute, AnySeedGivesExactSums) { // a wrong accumulator is a failed run
    for (const Arithmetic arithmetic : allArithmetics())
        for (const std::uint64_t seed : {2u, 77u, 123456u}) {
            Request request = ceiling(arithmetic);
            request.seed = seed;
            request.repeats = 1;
            if (backend_->lacks(request)) continue;
            EXPECT_EQ(measured(request).state, RunState::Complete) << arithmeticName(arithmetic) << " " << seed;
        }
}

TEST_F(GpuCompute, PeaksAreTheProductOfTheirFormula) {
    const Device& device = backend_->device();
    for (const Peak& peak : device.peaks) {
        EXPECT_DOUBLE_EQ(peak.rate.value, device.sm->smCount * peak.perCycle.value * device.coreClock->value);
        EXPECT_FALSE(peak.perCycle.cite.empty());
        EXPECT_NE(peak.rate.cite.find(std::to_string(device.sm->smCount) + " SMs"), std::string::npos);
    }
}

TEST_F(GpuCompute, StopsAtAnyMomentAndLeavesNoMemoryBehind) {
    expectStopsCleanly(ceiling(Arithmetic::Fp32), 6);
    if (!backend_->lacks(ceiling(Arithmetic::Bf16Tensor))) expectStopsCleanly(ceiling(Arithmetic::Bf16Tensor), 6);
}

} // namespace
} // namespace zg
