// SPDX-License-Identifier: GPL-3.0-or-later
// Runs our latency sweep and RRZE-HPC/gpu-benches' gpu-latency on the same GPU, and prints the median of each stair and
// their ratio. Usage: gpu_peer GPU_LATENCY [RUNS]. The peer is built elsewhere; nothing of it is kept here. It walks
// whole laps and builds each of its 21 shuffles on the host, so it may take minutes; two GPUs of one name can differ by
// more than 3 % in device memory, so only a ratio from one run says anything.
#include "core/latency.h"
#include "core/session.h"
#include "core/staircase.h"
#include "core/stats.h"
#include "kernels/backends.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

namespace {

struct Stair {
    const char* name;
    double fromBytes, toBytes; // sizes that lie well inside the stair on both curves
};

/// The stairs of our curve, each without its outer tenth, as the ranges over which both are compared.
std::vector<Stair> commonRanges(const zg::Staircase& stairs, const std::vector<zg::Answer>& answers,
                                double peerMaxBytes) {
    std::vector<Stair> ranges;
    for (std::size_t i = 0; i < stairs.plateaus.size(); ++i) {
        const zg::Plateau& plateau = stairs.plateaus[i];
        const char* name = answers[i] == zg::Answer::L1       ? "L1"
                           : answers[i] == zg::Answer::L2Near ? "L2 near"
                           : answers[i] == zg::Answer::L2Far  ? "L2 far"
                           : answers[i] == zg::Answer::L2     ? "L2"
                                                              : "memory";
        // The peer's L1 climbs towards its capacity; the first octave is what both call the latency of L1.
        const double to =
            answers[i] == zg::Answer::L1 ? 2 * plateau.fromBytes : std::min(plateau.toBytes / 1.1, peerMaxBytes);
        ranges.push_back({name, plateau.fromBytes * (answers[i] == zg::Answer::L1 ? 1 : 1.1), to});
    }
    return ranges;
}

double medianWithin(const std::vector<zg::LatencyPoint>& curve, const Stair& stair) {
    std::vector<double> values;
    for (const zg::LatencyPoint& point : curve)
        if (point.bytes >= stair.fromBytes && point.bytes <= stair.toBytes) values.push_back(point.median);
    return zg::median(values);
}

/// Columns of the peer: steps, MHz, KiB, ms, then mean, median, p5 and p95 cycles.
std::vector<zg::LatencyPoint> peerCurve(const std::string& command) {
    const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
    std::vector<zg::LatencyPoint> curve;
    char line[512];
    while (pipe && std::fgets(line, sizeof line, pipe.get())) {
        double steps = 0, mhz = 0, kib = 0, ms = 0, mean = 0, middle = 0;
        if (std::sscanf(line, "%lf %lf %lf %lf %lf %lf", &steps, &mhz, &kib, &ms, &mean, &middle) != 6) continue;
        curve.push_back({kib * 1024, middle, middle, middle, mhz * 1e6});
    }
    return curve;
}

} // namespace

int main(int argc, char** argv) {
    if (argc < 2) {
        std::fprintf(stderr, "usage: gpu_peer GPU_LATENCY [RUNS]\n");
        return 1;
    }
    auto backend = zg::liveDevices().open("cuda:0");
    if (!backend) {
        std::fprintf(stderr, "no GPU: %s\n", backend.error().detail.c_str());
        return 3;
    }
    std::printf("%s, %s\n", (*backend)->device().name.c_str(), (*backend)->device().uuid.c_str());
    std::vector<zg::LatencyPoint> curve;
    zg::Staircase stairs;
    std::vector<zg::Answer> answers;
    const int runs = argc > 2 ? std::atoi(argv[2]) : 10;
    for (int i = 0; i < runs; ++i) {
        zg::Request request;
        request.maxBytes = 1 << 30;
        zg::RunCollector collector(request, nullptr, nullptr);
        const auto start = std::chrono::steady_clock::now();
        collector.ended((*backend)->run(request, {}, collector));
        const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        curve = zg::latencyCurve(collector.run(), zg::Unit::Cycles);
        stairs = zg::findStairs(curve);
        answers = zg::nameStairs(stairs, (*backend)->device(), request);
        std::printf("run %2d: %.2f s, %zu sizes, %zu stairs:", i + 1, seconds, curve.size(), stairs.plateaus.size());
        for (const zg::Plateau& plateau : stairs.plateaus) std::printf(" %.1f", plateau.value);
        for (const zg::Capacity& capacity : stairs.capacities)
            std::printf("  [%.0f .. %.0f KiB]", capacity.fitsBytes / 1024, capacity.goneBytes / 1024);
        std::printf("\n");
    }
    const auto peer = peerCurve(argv[1]);
    if (peer.empty()) {
        std::fprintf(stderr, "%s printed no rows\n", argv[1]);
        return 2;
    }
    std::printf("%-8s %12s %12s %8s\n", "stair", "ours cy", "peer cy", "ratio");
    for (const Stair& stair : commonRanges(stairs, answers, peer.back().bytes)) {
        const double own = medianWithin(curve, stair), theirs = medianWithin(peer, stair);
        std::printf("%-8s %12.2f %12.2f %8.4f\n", stair.name, own, theirs, own / theirs);
    }
    return 0;
}
