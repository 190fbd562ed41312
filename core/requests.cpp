// SPDX-License-Identifier: GPL-3.0-or-later
// The lists of requests.
#include "core/requests.h"

namespace zg {
namespace {

Request requestOf(Probe probe) {
    Request request;
    request.probe = probe;
    return request;
}

void append(std::vector<Request>& all, const std::vector<Request>& more) {
    all.insert(all.end(), more.begin(), more.end());
}

Request bandwidth(Access access, CachePath path) {
    Request request = requestOf(Probe::Bandwidth);
    request.access = access;
    request.path = path;
    request.minBytes = 64 << 10;
    request.pointsPerOctave = 4;
    return request;
}

constexpr Access accesses[] = {Access::Read, Access::Write, Access::Copy};

} // namespace

std::vector<Request> pyramidRequests(const Device& device) {
    std::vector<Request> requests{requestOf(Probe::FmaLatency)};
    if (device.kind == DeviceKind::Gpu) {
        requests.push_back(requestOf(Probe::SharedLatency));
        requests.push_back(requestOf(Probe::ConstantLatency));
    }
    requests.push_back(requestOf(Probe::Chase));
    return requests;
}

std::vector<Request> bandwidthRequests(const Device& device) {
    std::vector<Request> requests;
    if (device.kind == DeviceKind::Cpu) {
        for (const int threads : {1, 0}) {
            for (const Access access : accesses) {
                Request request = bandwidth(access, CachePath::ThroughL1);
                request.minBytes = 4 << 10;
                request.threads = threads;
                requests.push_back(request);
            }
        }
        return requests;
    }
    for (const Access access : accesses) requests.push_back(bandwidth(access, CachePath::ThroughL1));
    for (const Access access : accesses) requests.push_back(bandwidth(access, CachePath::PastL1));
    for (const Access access : accesses) {
        Request request = requestOf(Probe::Bandwidth);
        request.space = Space::Shared;
        request.access = access;
        request.pointsPerOctave = 1;
        requests.push_back(request);
    }
    for (const HostMemory memory : {HostMemory::Pinned, HostMemory::Pageable}) {
        for (const Direction direction : {Direction::HostToDevice, Direction::DeviceToHost}) {
            Request request = requestOf(Probe::Transfer);
            request.hostMemory = memory;
            request.direction = direction;
            request.maxBytes = 64 << 20;
            request.pointsPerOctave = 1;
            requests.push_back(request);
        }
    }
    return requests;
}

std::vector<Request> ceilingRequests(const Device& device) {
    std::vector<Request> requests;
    for (const Arithmetic arithmetic : allArithmetics()) {
        Request request = requestOf(Probe::Compute);
        request.arithmetic = arithmetic;
        if (device.kind == DeviceKind::Cpu) {
            if (arithmetic != Arithmetic::Fp64 && arithmetic != Arithmetic::Fp32) continue;
            request.threads = 1;
            requests.push_back(request);
            request.threads = 0;
        }
        requests.push_back(request);
    }
    return requests;
}

std::vector<Request> ladderRequests(const Device& device, const std::vector<int>& sizes) {
    std::vector<Request> requests;
    for (const VariantFacts& facts : allVariants()) {
        if (facts.device != device.kind) continue;
        Request request = requestOf(Probe::Matmul);
        request.variant = facts.variant;
        request.sizes = sizes;
        requests.push_back(request);
    }
    return requests;
}

std::vector<Request> standardRequests(const Device& device) {
    std::vector<Request> all = pyramidRequests(device);
    append(all, bandwidthRequests(device));
    append(all, ceilingRequests(device));
    append(all, ladderRequests(device));
    return all;
}

std::vector<int> matmulSizes(const Request& request) {
    if (!request.sizes.empty()) return request.sizes;
    return factsOf(request.variant).device == DeviceKind::Gpu ? std::vector<int>{1024, 2048, 4096}
                                                              : std::vector<int>{256, 512, 1024};
}

} // namespace zg
