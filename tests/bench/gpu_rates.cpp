// SPDX-License-Identifier: GPL-3.0-or-later
// Every default bandwidth, transfer and ceiling request of the first GPU, with the seconds it took: GB/s (best beside
// the median), bytes per cycle and SM, TFLOP/s and what part of the theoretical peak at the clock seen that is.
// Usage: gpu_rates [bandwidth|compute]. For comparing with the figures of specialised tools on the same GPU.
#include "core/rates.h"
#include "core/requests.h"
#include "core/session.h"
#include "kernels/backends.h"

#include <chrono>
#include <cstdio>
#include <string_view>

namespace {

void printTitle(const zg::Request& request) {
    using zg::Probe;
    if (request.probe == Probe::Compute) std::printf("%-12s", zg::arithmeticName(request.arithmetic).data());
    else if (request.probe == Probe::Transfer)
        std::printf("transfer %s %s", zg::directionName(request.direction).data(),
                    zg::hostMemoryName(request.hostMemory).data());
    else
        std::printf("bandwidth %s %s %s", zg::spaceName(request.space).data(), zg::accessName(request.access).data(),
                    zg::cachePathName(request.path).data());
}

void printRun(const zg::Run& run, const zg::Device& device, double seconds) {
    const bool compute = run.request.probe == zg::Probe::Compute;
    std::printf(compute ? " %s, %.2f s" : ": %s, %.2f s\n", zg::stateName(run.state).data(), seconds);
    if (run.error) std::printf("  %s\n", run.error->detail.c_str());
    for (const zg::Note& note : run.notes)
        std::printf(compute ? " [%s %g]" : "  [%s %g]\n", zg::noteName(note.kind).data(), note.value);
    for (const zg::RatePoint& point : zg::rateCurve(run)) {
        if (compute) {
            const zg::Peak* peak = zg::findPeak(device, run.request.arithmetic);
            std::printf("  %.2f TFLOP/s (best %.2f) at %.0f MHz", point.rate / 1e12, point.best / 1e12,
                        point.clockHz / 1e6);
            if (peak)
                std::printf(", %.1f %% of %.0f FLOP/cy; %s: %.1f", 100 * point.perCycleAndUnit / peak->perCycle.value,
                            peak->perCycle.value, peak->rate.cite.c_str(), peak->rate.value / 1e12);
        } else {
            std::printf("  %12.1f KiB %10.1f GB/s  best %10.1f  %7.2f B/cy/SM  %5.0f MHz\n", point.x / 1024,
                        point.rate / 1e9, point.best / 1e9, point.perCycleAndUnit, point.clockHz / 1e6);
        }
    }
    if (compute) std::printf("\n");
}

} // namespace

int main(int argc, char** argv) {
    auto backend = zg::liveDevices().open("cuda:0");
    if (!backend) {
        std::fprintf(stderr, "no GPU: %s\n", backend.error().detail.c_str());
        return 3;
    }
    const std::string_view only = argc > 1 ? argv[1] : "";
    const zg::Device& device = (*backend)->device();
    std::vector<zg::Request> requests;
    if (only != "compute") requests = zg::bandwidthRequests(device);
    if (only != "bandwidth")
        for (const zg::Request& request : zg::ceilingRequests(device)) requests.push_back(request);
    int failed = 0;
    for (const zg::Request& request : requests) {
        printTitle(request);
        if (const auto lacking = (*backend)->lacks(request)) {
            std::printf(": not here, %s\n", lacking->detail.c_str());
            continue;
        }
        zg::RunCollector collector(request, nullptr, nullptr);
        const auto start = std::chrono::steady_clock::now();
        collector.ended((*backend)->run(request, {}, collector));
        const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        printRun(collector.run(), device, seconds);
        failed += collector.run().state == zg::RunState::Complete ? 0 : 1;
        std::fflush(stdout);
    }
    return failed == 0 ? 0 : 2;
}
