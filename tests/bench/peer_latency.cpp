// SPDX-License-Identifier: GPL-3.0-or-later
// The staircase beside gpu-benches' gpu-latency, stair by stair; and the operations that no peer's program measures.
// The peer walks whole laps and builds each of its shuffles on the host, so it may take minutes unless its sizes are
// few.
#include "core/latency.h"
#include "core/staircase.h"
#include "core/stats.h"
#include "tests/bench/peer_bench.h"

#include <algorithm>
#include <cmath>

namespace zg::peers {
namespace {

constexpr double latencyBar = 0.03; // the near L2 of two SMs of one chip differs by 2 %

struct Stair {
    Answer answer;
    double fromBytes, toBytes; ///< sizes that lie well inside the stair on both curves
};

/// A stair without its outer tenth; of L1 the first octave, since the peer's climbs towards its capacity.
Stair commonRange(const Plateau& plateau, Answer answer) {
    if (answer == Answer::L1) return {answer, plateau.fromBytes, 2 * plateau.fromBytes};
    return {answer, plateau.fromBytes * 1.1, plateau.toBytes / 1.1};
}

const char* nameOf(Answer answer) {
    switch (answer) {
    case Answer::L1: return "latency, L1";
    case Answer::L2: return "latency, L2";
    case Answer::L2Near: return "latency, L2 near";
    case Answer::L2Far: return "latency, L2 far";
    case Answer::Memory: return "latency, memory";
    default: return nullptr;
    }
}

/// Cycles, of one H200; 0 where none is known.
double knownLatency(Answer answer) {
    switch (answer) {
    case Answer::L1: return 32.3;
    case Answer::L2Near: return 280.8;
    case Answer::L2Far: return 525;
    case Answer::Memory: return 683.7;
    default: return 0;
    }
}

std::vector<LatencyPoint> within(const std::vector<LatencyPoint>& curve, const Stair& stair) {
    std::vector<LatencyPoint> points;
    std::ranges::copy_if(curve, std::back_inserter(points), [&](const LatencyPoint& point) {
        return point.bytes >= stair.fromBytes && point.bytes <= stair.toBytes;
    });
    return points;
}

double medianOf(const std::vector<LatencyPoint>& points, double LatencyPoint::*what) {
    std::vector<double> values;
    for (const LatencyPoint& point : points) values.push_back(point.*what);
    return median(values);
}

void compareOperation(PeerBench& bench, Probe probe, const char* name, double known, const char* source) {
    Request request;
    request.probe = probe;
    const Run run = bench.ours(request);
    Figure& figure =
        bench.figures().of({name, "cy", 1, source, latencyBar, bench.knownOfH200(known), {}, Sense::Latency});
    if (run.rows.empty()) return;
    figure.ours.push_back(valueOf(run, run.rows.front(), column::latencyCycles));
    figure.clocksHz.push_back(valueOf(run, run.rows.front(), column::clock));
}

} // namespace

void compareLatency(PeerBench& bench) {
    const auto theirs = bench.read("gpu-latency", {}, &parseGpuLatency);
    Request request;
    request.maxBytes = 1 << 30;
    const std::vector<LatencyPoint> curve = latencyCurve(bench.ours(request), Unit::Cycles);
    const Staircase stairs = findStairs(curve);
    const std::vector<Answer> answers = nameStairs(stairs, bench.device(), request);
    for (std::size_t i = 0; i < stairs.plateaus.size(); ++i) {
        const char* name = nameOf(answers[i]);
        if (!name) continue;
        const Stair stair = commonRange(stairs.plateaus[i], answers[i]);
        const double known = knownLatency(answers[i]);
        Figure& figure = bench.figures().of({name,
                                             "cy",
                                             1,
                                             "gpu-latency",
                                             latencyBar,
                                             known > 0 ? bench.knownOfH200(known) : std::nullopt,
                                             {},
                                             Sense::Latency});
        const auto points = within(curve, stair);
        if (points.empty()) continue;
        figure.ours.push_back(medianOf(points, &LatencyPoint::median));
        figure.clocksHz.push_back(medianOf(points, &LatencyPoint::clockHz));
        if (!theirs) continue;
        const auto others = within(*theirs, stair);
        if (!others.empty()) figure.peers.push_back(medianOf(others, &LatencyPoint::median));
        else bench.problem("gpu-latency: no size within the stair " + std::string(name));
    }
    compareOperation(bench, Probe::SharedLatency, "latency, shared by index", 29.0, "known: Luo et al., 2402.13499");
    compareOperation(bench, Probe::FmaLatency, "latency, dependent FMA", 4.1, "");
}

} // namespace zg::peers
