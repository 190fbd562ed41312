// SPDX-License-Identifier: GPL-3.0-or-later
// Bandwidth of every level, transfers and the FP32 ceiling beside gpu-benches' programs. All of ours are medians; the
// peers print the smallest of their times (gpu-cache, gpu-l2-cache), a median (gpu-stream) or a mean (cuda-memcpy).
#include "core/rates.h"
#include "tests/bench/peer_bench.h"

#include <algorithm>
#include <cmath>

namespace zg::peers {
namespace {

constexpr std::int64_t kib = 1 << 10, mib = 1 << 20, gib = 1 << 30;
constexpr double giga = 1e9, tera = 1e12;
constexpr double roofBar = 0.98;

Request bandwidth(Access access, std::int64_t minBytes, std::int64_t maxBytes, CachePath path) {
    Request request;
    request.probe = Probe::Bandwidth;
    request.access = access;
    request.path = path;
    request.minBytes = minBytes;
    request.maxBytes = maxBytes;
    request.pointsPerOctave = 1;
    return request;
}

std::optional<double> bandwidthOf(const Device& device, LevelKind kind) {
    const Level* level = findLevel(device, kind);
    return level && level->bandwidth ? std::optional(level->bandwidth->value) : std::nullopt;
}

/// The fastest point of a run; NaN throughout where it has none.
RatePoint fastest(const Run& run) {
    const std::vector<RatePoint> points = rateCurve(run);
    if (points.empty()) return {NAN, NAN, NAN, NAN, NAN};
    return *std::ranges::max_element(points, {}, &RatePoint::rate);
}

void addOurs(Figure& figure, double value, double clockHz) {
    if (!std::isfinite(value)) return;
    figure.ours.push_back(value);
    if (std::isfinite(clockHz)) figure.clocksHz.push_back(clockHz);
}

void addRate(Figure& figure, const Run& run) {
    const RatePoint point = fastest(run);
    addOurs(figure, point.rate, point.clockHz);
}

/// Bytes a cycle and SM at most; nothing where the device's L1 is not known.
std::optional<double> smBound(const Device& device) {
    const auto all = bandwidthOf(device, LevelKind::SharedL1);
    if (!all || !device.coreClock) return std::nullopt;
    return *all / device.sm->smCount / device.coreClock->value;
}

void compareL1(PeerBench& bench) {
    const Device& device = bench.device();
    const auto theirs = bench.read("gpu-cache", {}, &parseGpuCache);
    const int sms = device.sm->smCount;
    Figure& l1 = bench.figures().of(
        {"L1 read", "B/cy/SM", 1, "gpu-cache, best size", roofBar, bench.knownOfH200(126.4), smBound(device)});
    const RatePoint own =
        fastest(bench.ours(bandwidth(Access::Read, 32 * kib * sms, 128 * kib * sms, CachePath::ThroughL1)));
    addOurs(l1, own.perCycleAndUnit, own.clockHz);
    // The peer says GB/s of the chip: its cycles are taken to be as long as those of our run beside it.
    if (theirs && std::isfinite(own.clockHz))
        l1.peers.push_back(std::ranges::max_element(*theirs, {}, &SizeRate::rate)->rate / sms / own.clockHz);

    Request request = bandwidth(Access::Read, 32 * kib, 0, CachePath::ThroughL1);
    request.space = Space::Shared;
    const RatePoint shared = fastest(bench.ours(request));
    addOurs(bench.figures().of({"shared read", "B/cy/SM", 1, "", roofBar, bench.knownOfH200(127.6), smBound(device)}),
            shared.perCycleAndUnit, shared.clockHz);
}

/// A set that a cache may keep a part of is served by memory in the rest only.
std::optional<double> memoryBound(const Device& device, double bytes) {
    const auto memory = bandwidthOf(device, LevelKind::Memory);
    const Level* cache = findLevel(device, LevelKind::L2);
    if (!memory || !cache || !cache->total || bytes >= 4 * cache->total->value) return memory;
    return bytes > cache->total->value ? std::optional(*memory * bytes / (bytes - cache->total->value)) : std::nullopt;
}

struct L2Size {
    std::int64_t kilobytes; ///< of 1024 bytes, as gpu-l2-cache prints them
    const char* name;
    double known; ///< B/s, of one H200; 0: none
};

constexpr L2Size l2Sizes[] = {
    {1536, "L2 read, 1.5 MiB", 12.8e12},  {4096, "L2 read, 4 MiB", 0},
    {4608, "L2 read, 4.5 MiB", 10.4e12},  {16384, "L2 read, 16 MiB", 0},
    {20992, "L2 read, 20.5 MiB", 9.6e12}, {32768, "L2 read, 32 MiB", 9.6e12},
    {36864, "L2 read, 36 MiB", 9.6e12},   {112640, "memory read, 110 MiB", 4732e9},
};

void compareL2(PeerBench& bench) {
    const Device& device = bench.device();
    const auto theirs = bench.read("gpu-l2-cache", {}, &parseGpuL2Cache);
    for (const L2Size& size : l2Sizes) {
        const auto bytes = static_cast<double>(size.kilobytes * kib);
        // What lies in the L2 still comes through the load units of the SMs.
        const auto memory = memoryBound(device, bytes);
        Figure& figure = bench.figures().of({size.name, "GB/s", giga, "gpu-l2-cache", roofBar,
                                             size.known > 0 ? bench.knownOfH200(size.known) : std::nullopt,
                                             memory ? memory : bandwidthOf(device, LevelKind::SharedL1)});
        addRate(figure,
                bench.ours(bandwidth(Access::Read, size.kilobytes * kib, size.kilobytes * kib, CachePath::PastL1)));
        if (!theirs) continue;
        const auto same = std::ranges::find(*theirs, bytes, &SizeRate::bytes);
        if (same != theirs->end()) figure.peers.push_back(same->rate);
        else bench.problem("gpu-l2-cache: no line for " + std::to_string(size.kilobytes) + " kB");
    }
}

} // namespace

void compareCaches(PeerBench& bench) {
    compareL1(bench);
    compareL2(bench);
}

void compareMemory(PeerBench& bench) {
    const auto theirs = bench.read("gpu-stream", {}, &parseGpuStream);
    const auto bound = bandwidthOf(bench.device(), LevelKind::Memory);
    // As large as the peer's arrays, 2 GiB each; a copy has two.
    const auto compare = [&](Goal goal, Access access, std::int64_t bytes, double StreamRates::*rate) {
        goal.bound = bound;
        Figure& figure = bench.figures().of(goal);
        addRate(figure, bench.ours(bandwidth(access, bytes, bytes, CachePath::PastL1)));
        if (theirs) figure.peers.push_back((*theirs).*rate);
    };
    compare({"memory read, 2 GiB", "GB/s", giga, "gpu-stream read", roofBar, bench.knownOfH200(4732e9)}, Access::Read,
            2 * gib, &StreamRates::read);
    compare({"memory write, 2 GiB", "GB/s", giga, "gpu-stream init", roofBar, bench.knownOfH200(4656e9)}, Access::Write,
            2 * gib, &StreamRates::init);
    compare({"memory copy, 2 x 2 GiB", "GB/s", giga, "gpu-stream scale", roofBar, bench.knownOfH200(4164e9)},
            Access::Copy, 4 * gib, &StreamRates::scale);
    // Three reads to a write turn the bus around less often than a copy does: no namesake, for information.
    Figure& triad = bench.figures().of(
        {"memory copy, against triad", "GB/s", giga, "gpu-stream triad (3 reads to a write)", {}, {}, bound});
    const Figure& copy = bench.figures().of({"memory copy, 2 x 2 GiB"});
    if (!copy.ours.empty()) addOurs(triad, copy.ours.back(), copy.clocksHz.empty() ? NAN : copy.clocksHz.back());
    if (theirs) triad.peers.push_back(theirs->triad);
}

void compareTransfers(PeerBench& bench) {
    const auto compare = [&](const Goal& goal, Direction direction, const std::vector<std::string>& arguments) {
        const auto theirs = bench.read("cuda-memcpy", arguments, &parseCudaMemcpy);
        Figure& figure = bench.figures().of(goal);
        Request request;
        request.probe = Probe::Transfer;
        request.direction = direction;
        request.minBytes = request.maxBytes = 256 * mib;
        addRate(figure, bench.ours(request));
        if (theirs) figure.peers.push_back(theirs->back().rate);
    };
    compare({"host to device, pinned, 256 MiB", "GB/s", giga, "cuda-memcpy", roofBar, bench.knownOfH200(55.5e9)},
            Direction::HostToDevice, {});
    compare({"device to host, pinned, 256 MiB", "GB/s", giga, "cuda-memcpy d2h", roofBar, bench.knownOfH200(55.3e9)},
            Direction::DeviceToHost, {"d2h"});
}

void compareCompute(PeerBench& bench) {
    const auto theirs = bench.read("gpu-roofline", {}, &parseGpuRoofline);
    const Peak* peak = findPeak(bench.device(), Arithmetic::Fp32);
    Figure& figure =
        bench.figures().of({"FP32 multiply-adds", "TFLOP/s", tera, "gpu-roofline", roofBar, bench.knownOfH200(64.4e12),
                            peak ? std::optional(peak->rate.value) : std::nullopt});
    Request request;
    request.probe = Probe::Compute;
    addRate(figure, bench.ours(request));
    if (theirs) figure.peers.push_back(*theirs);
}

} // namespace zg::peers
