// SPDX-License-Identifier: GPL-3.0-or-later
// Peers' programs and our probes in turn on the same GPU in the same run: a table of both figures, their ratio, the bar
// and the verdict, for latency, bandwidth, compute and matmul. Usage: gpu_peer FOLDER [SECONDS]. Ends with 1 where a
// figure does not meet its bar. Two GPUs of one model differ by more than 3 % in device memory, and clocks differ from
// run to run, so only ratios from one run say anything.
//
// FOLDER holds the peers' programs, built elsewhere (nothing of them is kept here); those that are missing are skipped
// and named. All topics are compared once; then once more while the SECONDS (150) last. That is enough where the peers
// are cut down as follows, each with its own kernels and its own way of timing; the matrices keep their distributions,
// drawn by faster generators:
//   gpu-latency     RRZE-HPC/gpu-benches: 11 sizes (4 to 8 KiB; 2 to 16 MiB; 36 to 48 MiB; 116 and 183 MiB), and 3 to 5
//                   shuffles of each instead of 21
//   gpu-cache       five sizes of 16 to 128 KiB an SM
//   gpu-l2-cache    blockRun 3, 8, 9, 32, 41, 64, 72 and 220 (1.5 to 110 MiB)
//   gpu-stream      2 blocks of 512, 768 and 1024 threads an SM
//   gpu-roofline    PARN=128, 60 launches
//   cuda-memcpy     16 and 256 MiB; with any argument from the device to the host
//   sgemm_cuda      siboehm/SGEMM_CUDA: the kernels given as arguments, each at N = 4096 and 8192, for about a quarter
//                   of a second (kernel 1 at 8192: once); C anew before each check, whose failure is printed and does
//                   not end it, with 0.05 allowed at 8192
//   sgemm_salykova  salykova/sgemm.cu, benchmark: 50 warm-ups, then 100 and 24 repeats at N = 4096 and 8192
//   fast_cu         pranjalssh/fast.cu, matmul: cuBLAS (0) and its best kernel (12) at N = 4096 (64 repeats) and 8192
//                   (8, as it has), a second of rest before each instead of five; its check allows the last place of
//                   BF16
// Built by nvcc -O3 for sm_90 (fast_cu: sm_90a, with the flags of its Makefile), the CUDA runtime linked statically.
#include "core/backend.h"
#include "kernels/backends.h"
#include "tests/bench/peer_bench.h"

#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>

namespace {

using zg::peers::Group;
using zg::peers::PeerBench;

constexpr std::array<Group, 9> groups{{
    {"caches", 3, zg::peers::compareCaches},
    {"memory", 3, zg::peers::compareMemory},
    {"compute", 3, zg::peers::compareCompute},
    {"best FP32", 4, zg::peers::compareBestFp32},
    {"tensor", 4, zg::peers::compareTensor},
    {"transfers", 2, zg::peers::compareTransfers},
    {"rungs", 2, zg::peers::compareRungs},
    {"uncoalesced", 1, zg::peers::compareUncoalesced},
    {"latency", 1, zg::peers::compareLatency},
}};

/// Every group once, then again and again as far as its rounds and the time allow.
void runGroups(PeerBench& bench, double budgetSeconds) {
    const auto start = std::chrono::steady_clock::now();
    const auto elapsed = [&] {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    };
    std::array<double, groups.size()> took{};
    for (int round = 1; round <= 4; ++round) {
        for (std::size_t i = 0; i < groups.size(); ++i) {
            if (round > groups[i].rounds || (round > 1 && elapsed() + took[i] > budgetSeconds)) continue;
            const double begin = elapsed();
            groups[i].round(bench);
            took[i] = elapsed() - begin;
            std::fprintf(stderr, "%6.1f s  %s, round %d: %.1f s\n", elapsed(), groups[i].name, round, took[i]);
        }
    }
}

} // namespace

int main(int argc, char** argv) {
    std::error_code error;
    if (argc < 2 || argc > 3 || !std::filesystem::is_directory(argv[1], error)) {
        std::fprintf(stderr, "usage: gpu_peer FOLDER [SECONDS]\n"
                             "FOLDER: of the peers' programs; the head of tests/bench/gpu_peer.cpp lists them.\n");
        return 2;
    }
    const auto backend = zg::liveDevices().open("cuda:0");
    if (!backend) {
        std::fprintf(stderr, "no GPU: fault %d %s\n", static_cast<int>(backend.error().fault),
                     backend.error().detail.c_str());
        return 3;
    }
    const zg::Device& device = (*backend)->device();
    std::printf("%s, %s, driver %s, %s\n\n", device.name.c_str(), device.uuid.c_str(), device.driver.c_str(),
                device.toolkit.c_str());
    PeerBench bench(**backend, argv[1]);
    runGroups(bench, argc > 2 ? std::atof(argv[2]) : 150);
    bench.figures().print();
    for (const std::string& problem : bench.problems()) std::printf("! %s\n", problem.c_str());
    return bench.figures().allMet() ? 0 : 1;
}
