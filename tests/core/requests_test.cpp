// SPDX-License-Identifier: GPL-3.0-or-later
// The lists of what is measured when nobody says what: complete, without repetition, and without what a device cannot
// have.
#include "core/requests.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace zg {

namespace {

Device deviceOf(DeviceKind kind) {
    Device device;
    device.kind = kind;
    return device;
}

using List = std::vector<Request> (*)(const Device&);

std::vector<Request> ladderOf(const Device& device) { return ladderRequests(device); }

constexpr List lists[] = {pyramidRequests, bandwidthRequests, ceilingRequests, ladderOf, standardRequests};
constexpr DeviceKind kinds[] = {DeviceKind::Gpu, DeviceKind::Cpu};

TEST(Requests, OfEachListAreThereOnce) {
    for (const DeviceKind kind : kinds)
        for (const List list : lists) {
            const std::vector<Request> requests = list(deviceOf(kind));
            EXPECT_FALSE(requests.empty());
            for (std::size_t i = 0; i < requests.size(); ++i)
                for (std::size_t j = 0; j < i; ++j) EXPECT_NE(requests[i], requests[j]) << i << ' ' << j;
        }
}

TEST(StandardRequests, AreTheFourListsInTheirOrder) {
    for (const DeviceKind kind : kinds) {
        const Device device = deviceOf(kind);
        std::vector<Request> joined;
        for (const List list : {lists[0], lists[1], lists[2], lists[3]})
            for (const Request& request : list(device)) joined.push_back(request);
        EXPECT_EQ(standardRequests(device), joined);
    }
}

TEST(StandardRequests, OfAGpuHoldEveryProbe) {
    std::set<Probe> probes;
    for (const Request& request : standardRequests(deviceOf(DeviceKind::Gpu))) probes.insert(request.probe);
    EXPECT_EQ(probes.size(), allProbes().size());
}

TEST(StandardRequests, OfACpuHoldNothingThatOnlyAGpuHas) {
    for (const Request& request : standardRequests(deviceOf(DeviceKind::Cpu))) {
        EXPECT_NE(request.probe, Probe::SharedLatency);
        EXPECT_NE(request.probe, Probe::ConstantLatency);
        EXPECT_NE(request.probe, Probe::Transfer);
        EXPECT_EQ(request.space, Space::Global);
        EXPECT_EQ(request.path, CachePath::ThroughL1);
        if (request.probe == Probe::Matmul) {
            EXPECT_EQ(factsOf(request.variant).device, DeviceKind::Cpu);
        }
        if (request.probe == Probe::Compute) {
            EXPECT_TRUE(request.arithmetic == Arithmetic::Fp32 || request.arithmetic == Arithmetic::Fp64);
        }
    }
}

TEST(LadderRequests, HoldEveryVariantOfTheDeviceOnceInTheOrderOfTheLadder) {
    for (const DeviceKind kind : kinds) {
        std::vector<Variant> of, asked;
        for (const VariantFacts& facts : allVariants())
            if (facts.device == kind) of.push_back(facts.variant);
        for (const Request& request : ladderRequests(deviceOf(kind), {33, 64})) {
            EXPECT_EQ(request.probe, Probe::Matmul);
            EXPECT_EQ(request.sizes, (std::vector{33, 64}));
            asked.push_back(request.variant);
        }
        EXPECT_EQ(asked, of);
    }
}

TEST(CeilingRequests, AskAGpuForEveryArithmeticAndACpuForOneCoreAndAll) {
    std::multiset<Arithmetic> onGpu, all(allArithmetics().begin(), allArithmetics().end());
    for (const Request& request : ceilingRequests(deviceOf(DeviceKind::Gpu))) onGpu.insert(request.arithmetic);
    EXPECT_EQ(onGpu, all);
    std::multiset<std::pair<Arithmetic, int>> onCpu;
    for (const Request& request : ceilingRequests(deviceOf(DeviceKind::Cpu)))
        onCpu.emplace(request.arithmetic, request.threads);
    EXPECT_EQ(onCpu, (std::multiset<std::pair<Arithmetic, int>>{
                         {Arithmetic::Fp64, 1}, {Arithmetic::Fp64, 0}, {Arithmetic::Fp32, 1}, {Arithmetic::Fp32, 0}}));
}

TEST(BandwidthRequests, CoverEveryAccessOfEveryWayToALevel) {
    std::set<std::tuple<Access, Space, CachePath>> onGpu;
    std::set<std::pair<Direction, HostMemory>> transfers;
    for (const Request& request : bandwidthRequests(deviceOf(DeviceKind::Gpu))) {
        if (request.probe == Probe::Transfer) transfers.emplace(request.direction, request.hostMemory);
        else onGpu.emplace(request.access, request.space, request.path);
    }
    EXPECT_EQ(onGpu.size(), 9u); // three accesses; through L1, past it, shared
    EXPECT_EQ(transfers.size(), 4u);
    std::set<std::pair<Access, int>> onCpu;
    for (const Request& request : bandwidthRequests(deviceOf(DeviceKind::Cpu)))
        onCpu.emplace(request.access, request.threads);
    EXPECT_EQ(onCpu.size(), 6u); // three accesses; one core, all
}

TEST(MatmulSizes, AreTheRequestsOwnOrTheDefaultOfItsDevice) {
    Request request;
    request.probe = Probe::Matmul;
    request.sizes = {5, 3};
    EXPECT_EQ(matmulSizes(request), (std::vector{5, 3}));
    request.sizes.clear();
    EXPECT_EQ(matmulSizes(request), (std::vector{1024, 2048, 4096}));
    request.variant = Variant::CpuNaive;
    EXPECT_EQ(matmulSizes(request), (std::vector{256, 512, 1024}));
}

} // namespace

} // namespace zg
