// SPDX-License-Identifier: GPL-3.0-or-later
// Which shape of the stream kernels is the fastest on the GPU at hand: every shape here at the sizes of the bars, in
// GB/s, the median of five launches. The shapes in use stand at the head of kernels/cuda/stream.cu. Takes some seconds.
#include "core/stats.h"
#include "kernels/cuda/check.h"
#include "kernels/cuda/clock_ramp.h"
#include "kernels/cuda/device_query.h"
#include "kernels/cuda/op_latency.h"
#include "kernels/cuda/stream_kernels.cuh"

#include <algorithm>
#include <cstdio>
#include <vector>

namespace {

constexpr double mib = 1 << 20;
constexpr double sizes[] = {1.5 * mib, 4 * mib,  4.6e6,     8 * mib,   16 * mib,
                            21e6,      32 * mib, 100 * mib, 256 * mib, 1024 * mib};
constexpr double l1Sizes[] = {16 << 10, 64 << 10, 128 << 10, 192 << 10, 224 << 10}; // of one SM

class Silent : public zg::RunListener {
public:
    void begun(const std::vector<zg::Column>&) override {}
    void row(const zg::Row&) override {}
    void note(const zg::Note&) override {}
    void progress(double, int, int) override {}
};

struct Bench {
    int smCount;
    zg::DeviceBuffer scratch, arena;

    template <zg::Access access, bool throughL1, int threads, int blocksPerSm, int unroll>
    void point(zg::Traversal traversal, double bytes, bool perCycle) {
        constexpr int sides = access == zg::Access::Copy ? 2 : 1;
        const auto granule = static_cast<std::uint32_t>(traversal == zg::Traversal::Slices ? smCount * blocksPerSm : 1);
        zg::StreamWork work;
        work.units = static_cast<std::uint32_t>(bytes / sides / zg::patternUnitBytes) / granule * granule;
        work.laps = static_cast<std::uint32_t>(std::max(1.0, 12e9 / bytes));
        work.traversal = traversal;
        work.warm = perCycle;
        work.source = arena.as<uint4>();
        work.target = arena.as<uint4>() + (sides - 1) * std::uint64_t{work.units} * zg::patternUnitElements;
        const std::uint32_t sum =
            access == zg::Access::Read ? zg::patternSum(0, work.units, work.seed, scratch.data()) : 0;
        std::vector<double> times, clocks;
        for (int repeat = -1; repeat < 5; ++repeat) {
            const zg::LaunchTimes took =
                zg::launchStream<access, throughL1, threads, blocksPerSm, unroll>(work, smCount, scratch.data(), sum);
            if (repeat < 0) continue;
            times.push_back(took.nanoseconds);
            clocks.push_back(took.clockHz);
        }
        const double moved = 1.0 * work.laps * work.units * sides * zg::patternUnitBytes;
        const double rate = moved / zg::median(times);
        if (perCycle) std::printf(" %8.2f", rate * 1e9 / zg::median(clocks) / smCount);
        else std::printf(" %8.0f", rate);
    }

    template <zg::Access access, bool throughL1, int threads, int blocksPerSm, int unroll>
    void line(zg::Traversal traversal) {
        std::printf("%-6s %-3s %-6s %4d x %d x %d", zg::accessName(access).data(), throughL1 ? "ca" : "cg",
                    traversal == zg::Traversal::Slices ? "slices" : "grid", threads, blocksPerSm, unroll);
        for (const double bytes : sizes)
            point<access, throughL1, threads, blocksPerSm, unroll>(traversal, bytes, false);
        if (throughL1 && traversal == zg::Traversal::Slices)
            for (const double bytes : l1Sizes)
                point<access, throughL1, threads, blocksPerSm, unroll>(traversal, bytes * smCount, true);
        std::printf("\n");
        std::fflush(stdout);
    }

    template <zg::Access access, int threads, int blocksPerSm, int unroll>
    void lines() {
        line<access, false, threads, blocksPerSm, unroll>(zg::Traversal::Grid);
        line<access, false, threads, blocksPerSm, unroll>(zg::Traversal::Slices);
        line<access, true, threads, blocksPerSm, unroll>(zg::Traversal::Grid);
        line<access, true, threads, blocksPerSm, unroll>(zg::Traversal::Slices);
    }
};

void run() {
    const zg::Device device = zg::queryCudaDevice(0);
    const int smCount = device.sm->smCount;
    std::printf("%s, %d SMs; threads x blocks per SM x unroll; columns: set in MB, GB/s; then KiB of one SM, B/cy\n",
                device.name.c_str(), smCount);
    Bench bench{smCount, zg::DeviceBuffer(std::max(zg::streamScratchBytes(smCount), zg::opScratchBytes())),
                zg::DeviceBuffer(std::size_t{1} << 30)};
    Silent silent;
    (void)zg::rampClock(device, bench.scratch.data(), {}, silent);
    zg::fillPattern(bench.arena.data(), (1u << 30) / zg::patternUnitBytes, 1);
    std::printf("%29s", "");
    for (const double bytes : sizes) std::printf(" %8.1f", bytes / 1e6);
    for (const double bytes : l1Sizes) std::printf(" %8.0f", bytes / 1024);
    std::printf("\n");
    using enum zg::Access;
    bench.lines<Read, 1024, 1, 2>();
    bench.lines<Read, 1024, 1, 4>();
    bench.lines<Read, 1024, 1, 8>();
    bench.lines<Read, 1024, 2, 2>();
    bench.lines<Read, 1024, 2, 4>();
    bench.lines<Read, 512, 4, 2>();
    bench.lines<Read, 512, 4, 4>();
    bench.lines<Read, 512, 2, 8>();
    bench.lines<Read, 256, 8, 4>();
    bench.lines<Read, 256, 4, 8>();
    bench.lines<Read, 128, 8, 8>();
    bench.lines<Write, 1024, 1, 4>();
    bench.lines<Write, 512, 4, 4>();
    bench.lines<Write, 512, 2, 2>();
    bench.lines<Write, 256, 2, 4>();
    bench.lines<Copy, 1024, 1, 4>();
    bench.lines<Copy, 512, 3, 4>();
    bench.lines<Copy, 512, 2, 4>();
    bench.lines<Copy, 256, 4, 8>();
}

} // namespace

int main() {
    try {
        run();
    } catch (const std::exception& failure) {
        std::fprintf(stderr, "%s\n", failure.what());
        return 3;
    }
    return 0;
}
