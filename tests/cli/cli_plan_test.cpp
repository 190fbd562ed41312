// SPDX-License-Identifier: GPL-3.0-or-later
// Which requests `record` makes of names and parameters, for devices that are not here.
#include "stub_backend.h"

#include "core/requests.h"
#include "kernels/cli_plan.h"

#include <gtest/gtest.h>

namespace zg {

namespace {

using testing_support::fakeCpu;
using testing_support::fakeGpu;

std::vector<Request> planOf(const Selection& selection, const Parameters& parameters = {}, Device device = fakeGpu()) {
    const StubBackend backend(std::move(device));
    const Result<Plan> plan = planRecording(backend, selection, parameters);
    EXPECT_TRUE(plan.has_value());
    return plan ? plan->requests : std::vector<Request>{};
}

std::vector<Request> ofProbe(const std::vector<Request>& requests, Probe probe) {
    std::vector<Request> some;
    for (const Request& request : requests)
        if (request.probe == probe) some.push_back(request);
    return some;
}

TEST(Plan, OfNoNamesIsTheStandardRecordingWithAnotherSeed) {
    for (const Device& device : {fakeGpu(), fakeCpu()}) {
        Parameters parameters;
        parameters.seed = 77;
        const std::vector<Request> requests = planOf({}, parameters, device);
        const std::vector<Request> standard = standardRequests(device);
        ASSERT_EQ(requests.size(), standard.size());
        for (std::size_t i = 0; i < requests.size(); ++i) {
            EXPECT_TRUE(sameMeasurement(requests[i], standard[i]));
            EXPECT_EQ(requests[i].seed, 77u);
        }
    }
}

TEST(Plan, OfAPartIsItsListAndPartsAddUpInTheStandardOrder) {
    Selection selection;
    selection.parts = {Part::Ladder};
    std::vector<Request> expected = ladderRequests(fakeGpu());
    EXPECT_EQ(planOf(selection), expected);
    selection.parts = {Part::Ladder, Part::Pyramid};
    std::vector<Request> both = pyramidRequests(fakeGpu());
    both.insert(both.end(), expected.begin(), expected.end());
    EXPECT_EQ(planOf(selection), both);
    std::size_t all = 0;
    for (const Part part : allParts()) {
        EXPECT_EQ(parsePart(partName(part)), part);
        selection.parts = {part};
        all += planOf(selection).size();
    }
    EXPECT_EQ(all, standardRequests(fakeGpu()).size()) << "the parts are all there is, and no request is in two";
}

TEST(Plan, OfANameThatBelongsToOneProbeChoosesThatProbeAlone) {
    Selection selection;
    selection.variants = {Variant::Tiled32, Variant::Naive};
    const std::vector<Request> products = planOf(selection);
    ASSERT_EQ(products.size(), 2u);
    EXPECT_EQ(products[0].variant, Variant::Naive) << "in the order of the ladder";
    EXPECT_EQ(products[1].variant, Variant::Tiled32);

    selection = {};
    selection.accesses = {Access::Write};
    for (const Request& request : planOf(selection)) {
        EXPECT_EQ(request.probe, Probe::Bandwidth);
        EXPECT_EQ(request.access, Access::Write);
    }
    EXPECT_EQ(planOf(selection).size(), 3u); // through L1, past it, shared

    selection = {};
    selection.directions = {Direction::DeviceToHost};
    EXPECT_EQ(planOf(selection).size(), 2u); // pinned, pageable

    selection = {};
    selection.arithmetics = {Arithmetic::Fp32, Arithmetic::Fp64};
    const std::vector<Request> ceilings = planOf(selection);
    ASSERT_EQ(ceilings.size(), 2u);
    EXPECT_EQ(ceilings[0].probe, Probe::Compute);
}

TEST(Plan, OfAnArithmeticWithTheLadderNarrowsTheLadder) {
    Selection selection;
    selection.parts = {Part::Ladder};
    selection.arithmetics = {Arithmetic::Bf16Tensor};
    const std::vector<Request> requests = planOf(selection);
    ASSERT_FALSE(requests.empty());
    for (const Request& request : requests) {
        EXPECT_EQ(request.probe, Probe::Matmul);
        EXPECT_EQ(factsOf(request.variant).arithmetic, Arithmetic::Bf16Tensor);
    }
}

TEST(Plan, OfAPathNarrowsBandwidthsInGlobalMemoryAndTurnsTheChase) {
    Selection selection;
    selection.path = CachePath::PastL1;
    const std::vector<Request> requests = planOf(selection);
    for (const Request& request : ofProbe(requests, Probe::Bandwidth))
        EXPECT_TRUE(request.space == Space::Shared || request.path == CachePath::PastL1);
    EXPECT_EQ(ofProbe(requests, Probe::Bandwidth).size(), 6u);
    EXPECT_EQ(ofProbe(requests, Probe::Chase).at(0).path, CachePath::PastL1);
    EXPECT_EQ(ofProbe(requests, Probe::Matmul).size(), ladderRequests(fakeGpu()).size()) << "a path chooses no probe";
}

TEST(Plan, GivesParametersToTheProbesThatHaveThem) {
    Parameters parameters;
    parameters.minBytes = 8192;
    parameters.maxBytes = 1 << 20;
    parameters.pointsPerOctave = 2;
    parameters.repeats = 3;
    parameters.order = Order::Sequential;
    parameters.sharedCarveout = 50;
    parameters.refine = false;
    parameters.sms = {1, 2};
    parameters.sizes = {33};
    parameters.blocks = 1;
    for (const Request& request : planOf({}, parameters)) {
        EXPECT_EQ(request.repeats, 3);
        const bool sized =
            request.probe == Probe::Chase || request.probe == Probe::Bandwidth || request.probe == Probe::Transfer;
        const bool chase = request.probe == Probe::Chase;
        EXPECT_EQ(request.maxBytes, sized ? 1 << 20 : 0);
        EXPECT_EQ(request.minBytes, sized ? 8192 : Request{}.minBytes);
        EXPECT_EQ(request.pointsPerOctave, sized ? 2 : Request{}.pointsPerOctave);
        EXPECT_EQ(request.order, chase ? Order::Sequential : Order::Random);
        EXPECT_EQ(request.sharedCarveout, chase ? 50 : 0);
        EXPECT_EQ(request.refine, !chase);
        EXPECT_EQ(request.sms.size(), chase ? 2u : 0u);
        EXPECT_EQ(request.sizes, request.probe == Probe::Matmul ? std::vector{33} : std::vector<int>{});
        const bool loop = request.probe == Probe::Matmul && request.variant == Variant::NaiveGridStride;
        EXPECT_EQ(request.blocks, loop ? 1 : 0);
    }
}

TEST(Plan, KeepsTheSmallestSizeBelowTheLargestWhereOneEndIsGiven) {
    Parameters parameters;
    parameters.maxBytes = 4096; // below the 64 KiB at which bandwidths begin
    for (const Request& request : ofProbe(planOf({}, parameters), Probe::Bandwidth)) {
        EXPECT_EQ(request.maxBytes, 4096);
        EXPECT_LE(request.minBytes, request.maxBytes);
    }
    parameters = {};
    parameters.minBytes = 1 << 30; // above the 64 MiB at which transfers end
    for (const Request& request : ofProbe(planOf({}, parameters), Probe::Transfer)) {
        EXPECT_EQ(request.minBytes, 1 << 30);
        EXPECT_GE(request.maxBytes, request.minBytes);
    }
}

TEST(Plan, OfThreadsMeasuresACpuOnSoManyCoresOnceAndLeavesAGpuAlone) {
    Parameters parameters;
    parameters.threads = 3;
    const std::vector<Request> onCpu = planOf({}, parameters, fakeCpu());
    EXPECT_EQ(ofProbe(onCpu, Probe::Compute).size(), 2u);   // FP64, FP32
    EXPECT_EQ(ofProbe(onCpu, Probe::Bandwidth).size(), 3u); // read, write, copy
    for (const Probe probe : {Probe::Compute, Probe::Bandwidth})
        for (const Request& request : ofProbe(onCpu, probe)) EXPECT_EQ(request.threads, 3);
    for (const Request& request : planOf({}, parameters)) EXPECT_EQ(request.threads, 0);
}

TEST(Plan, LeavesOutWhatTheBackendLacksAndSaysWhy) {
    StubBackend backend(fakeGpu());
    backend.lacking = [](const Request& request) -> std::optional<Error> {
        if (request.probe != Probe::Matmul || request.variant != Variant::WgmmaBf16) return std::nullopt;
        return Error{Fault::NeedsNewerGpu, {}, 0, "9.0"};
    };
    const Result<Plan> plan = planRecording(backend, {}, {});
    ASSERT_TRUE(plan.has_value());
    EXPECT_EQ(plan->requests.size(), standardRequests(fakeGpu()).size() - 1);
    ASSERT_EQ(plan->leftOut.size(), 1u);
    EXPECT_EQ(plan->leftOut[0].first.variant, Variant::WgmmaBf16);
    EXPECT_EQ(plan->leftOut[0].second.detail, "9.0");
}

TEST(Plan, FailsWhereNothingIsLeftOfANameAndNamesIt) {
    StubBackend backend(fakeGpu());
    backend.lacking = [](const Request& request) -> std::optional<Error> {
        if (request.probe == Probe::Transfer) return Error{Fault::ProbeNotSupported, {}, 0, {}};
        if (request.probe == Probe::Matmul && request.variant == Variant::WgmmaBf16)
            return Error{Fault::NeedsNewerGpu, {}, 0, "9.0"};
        return std::nullopt;
    };
    Selection selection;
    selection.variants = {Variant::Naive, Variant::WgmmaBf16};
    Result<Plan> plan = planRecording(backend, selection, {});
    ASSERT_FALSE(plan.has_value());
    EXPECT_EQ(plan.error().fault, Fault::NeedsNewerGpu);
    EXPECT_EQ(plan.error().detail, "wgmma-bf16, 9.0");
    selection = {};
    selection.probes = {Probe::Chase, Probe::Transfer};
    plan = planRecording(backend, selection, {});
    ASSERT_FALSE(plan.has_value());
    EXPECT_EQ(plan.error().detail, "transfer");
    selection.probes = {Probe::Matmul}; // most of the ladder is left
    EXPECT_TRUE(planRecording(backend, selection, {}).has_value());
}

TEST(Plan, TriesWhatWasNamedEvenWhereTheStandardListHasItNot) {
    StubBackend backend(fakeCpu());
    std::vector<Request> tried;
    backend.lacking = [&](const Request& request) -> std::optional<Error> {
        tried.push_back(request);
        return Error{Fault::ProbeNotSupported, {}, 0, {}};
    };
    Selection selection;
    selection.variants = {Variant::Naive};
    EXPECT_FALSE(planRecording(backend, selection, {}).has_value());
    ASSERT_EQ(tried.size(), 1u);
    EXPECT_EQ(tried[0].variant, Variant::Naive);
    tried.clear();
    selection = {};
    selection.spaces = {Space::Shared};
    EXPECT_FALSE(planRecording(backend, selection, {}).has_value());
    ASSERT_EQ(tried.size(), 1u);
    EXPECT_EQ(tried[0].space, Space::Shared);
}

TEST(Plan, OfNamesThatExcludeEachOtherIsAnError) {
    const StubBackend backend(fakeGpu());
    Selection selection;
    selection.variants = {Variant::Naive};
    selection.arithmetics = {Arithmetic::Bf16Tensor};
    EXPECT_FALSE(planRecording(backend, selection, {}).has_value());
}

TEST(SameMeasurement, LooksAtEverythingButTheDataAndKnowsDefaultSizes) {
    const std::vector<Request> standard = standardRequests(fakeGpu());
    for (std::size_t i = 0; i < standard.size(); ++i)
        for (std::size_t j = 0; j < standard.size(); ++j) {
            Request other = standard[j];
            other.seed = 99;
            other.unknown.emplace("new", "true");
            EXPECT_EQ(sameMeasurement(standard[i], other), i == j);
        }
    Request one;
    one.probe = Probe::Matmul;
    Request other = one;
    other.sizes = matmulSizes(one);
    EXPECT_TRUE(sameMeasurement(one, other));
    other.sizes.push_back(8192);
    EXPECT_FALSE(sameMeasurement(one, other));
    other = one;
    other.repeats = 5;
    EXPECT_FALSE(sameMeasurement(one, other));
}

} // namespace

} // namespace zg
