// SPDX-License-Identifier: GPL-3.0-or-later
// The standard list, narrowed by names and changed by parameters.
#include "kernels/cli_plan.h"

#include "core/names.h"
#include "core/requests.h"

#include <algorithm>
#include <functional>

namespace zg {

namespace {

constexpr NameTable<Part, 4> parts{{
    {Part::Pyramid, "pyramid"},
    {Part::Bandwidth, "bandwidth"},
    {Part::Ceilings, "ceilings"},
    {Part::Ladder, "ladder"},
}};

constexpr std::array partsInOrder{Part::Pyramid, Part::Bandwidth, Part::Ceilings, Part::Ladder};

template <class T>
bool allows(const std::vector<T>& named, T value) {
    return named.empty() || std::ranges::find(named, value) != named.end();
}

std::vector<Probe> probesOf(Part part) {
    switch (part) {
    case Part::Pyramid: return {Probe::FmaLatency, Probe::SharedLatency, Probe::ConstantLatency, Probe::Chase};
    case Part::Bandwidth: return {Probe::Bandwidth, Probe::Transfer};
    case Part::Ceilings: return {Probe::Compute};
    case Part::Ladder: return {Probe::Matmul};
    }
    return {};
}

/// All probes that are chosen by any name; empty where nothing is named.
std::vector<Probe> chosenProbes(const Selection& selection) {
    std::vector<Probe> probes = selection.probes;
    for (const Part part : selection.parts)
        for (const Probe probe : probesOf(part)) probes.push_back(probe);
    if (!selection.accesses.empty() || !selection.spaces.empty()) probes.push_back(Probe::Bandwidth);
    if (!selection.directions.empty() || !selection.hostMemories.empty()) probes.push_back(Probe::Transfer);
    if (!selection.variants.empty()) probes.push_back(Probe::Matmul);
    const bool matmul = std::ranges::find(probes, Probe::Matmul) != probes.end();
    if (!selection.arithmetics.empty() && !matmul) probes.push_back(Probe::Compute);
    return probes;
}

bool passes(const Request& request, const Selection& selection) {
    switch (request.probe) {
    case Probe::FmaLatency:
    case Probe::SharedLatency:
    case Probe::ConstantLatency:
    case Probe::Chase: return true;
    case Probe::Bandwidth:
        return allows(selection.accesses, request.access) && allows(selection.spaces, request.space) &&
               (!selection.path || request.space == Space::Shared || request.path == *selection.path);
    case Probe::Transfer:
        return allows(selection.directions, request.direction) && allows(selection.hostMemories, request.hostMemory);
    case Probe::Compute: return allows(selection.arithmetics, request.arithmetic);
    case Probe::Matmul:
        return allows(selection.variants, request.variant) &&
               allows(selection.arithmetics, factsOf(request.variant).arithmetic);
    }
    return false;
}

/// One thing that was named: which requests are it, and what to try where the standard list has none.
struct Named {
    std::function<bool(const Request&)> is;
    Request plain;
};

/// What must be in the plan, or be the reason why there is none.
class Names {
public:
    explicit Names(const Selection& selection) : probes_(chosenProbes(selection)) {
        for (const Probe probe : selection.probes) {
            const auto is = [probe](const Request& request) { return request.probe == probe; };
            all_.push_back({is, plainOf(probe)});
        }
        add(Probe::Matmul, selection.variants, &Request::variant);
        add(Probe::Compute, selection.arithmetics, &Request::arithmetic);
        add(Probe::Bandwidth, selection.accesses, &Request::access);
        add(Probe::Bandwidth, selection.spaces, &Request::space);
        add(Probe::Transfer, selection.directions, &Request::direction);
        add(Probe::Transfer, selection.hostMemories, &Request::hostMemory);
    }
    [[nodiscard]] const std::vector<Named>& all() const { return all_; }
    [[nodiscard]] bool chooses(Probe probe) const { return allows(probes_, probe); }

private:
    static Request plainOf(Probe probe) {
        Request request;
        request.probe = probe;
        return request;
    }
    template <class T>
    void add(Probe probe, const std::vector<T>& values, T Request::*field) {
        if (!chooses(probe)) return;
        for (const T value : values) {
            Request plain = plainOf(probe);
            plain.*field = value;
            const auto is = [=](const Request& request) { return request.probe == probe && request.*field == value; };
            all_.push_back({is, plain});
        }
    }
    std::vector<Probe> probes_;
    std::vector<Named> all_;
};

void applySizes(Request& request, const Parameters& parameters) {
    request.minBytes = parameters.minBytes.value_or(request.minBytes);
    request.maxBytes = parameters.maxBytes.value_or(request.maxBytes);
    request.pointsPerOctave = parameters.pointsPerOctave.value_or(request.pointsPerOctave);
    // One end alone was given, and the standard's other one lies beyond it: a single size is left.
    if (request.maxBytes == 0 || request.maxBytes >= request.minBytes) return;
    (parameters.maxBytes ? request.minBytes : request.maxBytes) =
        parameters.maxBytes ? request.maxBytes : request.minBytes;
}

Request applied(Request request, const Selection& selection, const Parameters& parameters, DeviceKind device) {
    request.repeats = parameters.repeats.value_or(request.repeats);
    request.seed = parameters.seed;
    switch (request.probe) {
    case Probe::FmaLatency:
    case Probe::SharedLatency:
    case Probe::ConstantLatency: break;
    case Probe::Chase:
        applySizes(request, parameters);
        request.order = parameters.order.value_or(request.order);
        request.path = selection.path.value_or(request.path);
        request.sharedCarveout = parameters.sharedCarveout.value_or(request.sharedCarveout);
        request.refine = parameters.refine;
        request.sms = parameters.sms;
        break;
    case Probe::Bandwidth:
        applySizes(request, parameters);
        if (device == DeviceKind::Cpu) request.threads = parameters.threads.value_or(request.threads);
        break;
    case Probe::Transfer: applySizes(request, parameters); break;
    case Probe::Compute:
        if (device == DeviceKind::Cpu) request.threads = parameters.threads.value_or(request.threads);
        break;
    case Probe::Matmul:
        if (!parameters.sizes.empty()) request.sizes = parameters.sizes;
        if (request.variant == Variant::NaiveGridStride) request.blocks = parameters.blocks.value_or(request.blocks);
        break;
    }
    return request;
}

/// The error with the name of what is lacking, where it does not say it itself.
Error named(Error error, const Request& request) {
    std::string name(probeName(request.probe));
    if (request.probe == Probe::Matmul) name = variantName(request.variant);
    if (request.probe == Probe::Compute) name = arithmeticName(request.arithmetic);
    if (error.detail.empty()) error.detail = name;
    else if (error.detail.find(name) == std::string::npos) error.detail = name + ", " + error.detail;
    return error;
}

} // namespace

std::span<const Part> allParts() { return partsInOrder; }
std::string_view partName(Part part) { return nameIn(parts, part); }
std::optional<Part> parsePart(std::string_view name) { return parseIn(parts, name); }

Result<Plan> planRecording(const Backend& backend, const Selection& selection, const Parameters& parameters) {
    const Device& device = backend.device();
    const Names names(selection);
    std::vector<Request> wanted;
    const auto want = [&](const Request& standard) {
        const Request request = applied(standard, selection, parameters, device.kind);
        if (std::ranges::find(wanted, request) == wanted.end()) wanted.push_back(request);
    };
    for (const Request& standard : standardRequests(device))
        if (names.chooses(standard.probe) && passes(standard, selection)) want(standard);
    for (const Named& name : names.all())
        if (passes(name.plain, selection) && std::ranges::none_of(wanted, name.is)) want(name.plain);

    Plan plan;
    for (const Request& request : wanted) {
        if (auto lacking = backend.lacks(request)) plan.leftOut.emplace_back(request, std::move(*lacking));
        else plan.requests.push_back(request);
    }
    for (const Named& name : names.all()) {
        if (std::ranges::any_of(plan.requests, name.is)) continue;
        for (const auto& [request, why] : plan.leftOut)
            if (name.is(request)) return tl::unexpected<Error>(named(why, request));
    }
    if (plan.requests.empty() && !plan.leftOut.empty())
        return tl::unexpected<Error>(named(plan.leftOut.front().second, plan.leftOut.front().first));
    if (plan.requests.empty()) return fail(Fault::ProbeNotSupported);
    return plan;
}

bool sameMeasurement(const Request& one, const Request& other) {
    const auto plain = [](Request request) {
        request.seed = 0;
        request.unknown.clear();
        if (request.probe == Probe::Matmul) request.sizes = matmulSizes(request);
        return request;
    };
    return plain(one) == plain(other);
}

} // namespace zg
