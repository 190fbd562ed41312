// SPDX-License-Identifier: GPL-3.0-or-later
// What the peers print, turned into numbers in SI units. Lines that do not look as expected are passed over; an output
// without any that does is an error which names the expected form and shows how the output begins.
#pragma once

#include "core/latency.h"
#include "tests/bench/peer_process.h"

#include <string>
#include <string_view>
#include <vector>

namespace zg::peers {

struct SizeRate {
    double bytes = 0; ///< of the working set or transfer
    double rate = 0;  ///< B/s
};

/// gpu-benches/gpu-stream: the best of its launch shapes, B/s.
struct StreamRates {
    double init = 0;  ///< writes one array
    double read = 0;  ///< reads one
    double scale = 0; ///< reads one, writes one
    double triad = 0; ///< reads three, writes one
};

struct KernelRate {
    int kernel = 0;              ///< its number; 0 is cuBLAS in the programs that number theirs
    int n = 0;                   ///< of the square matrices
    double rate = 0;             ///< FLOP/s
    bool failedItsCheck = false; ///< the program itself found its result wrong
};

/// gpu-benches/gpu-latency: steps, MHz, KiB, ms, then mean, median, p5 and p95 cycles, one size a line. In cycles.
[[nodiscard]] Outcome<std::vector<LatencyPoint>> parseGpuLatency(std::string_view output);

/// gpu-benches/gpu-cache: bytes are those of one SM; the rate is of the whole chip.
[[nodiscard]] Outcome<std::vector<SizeRate>> parseGpuCache(std::string_view output);

/// gpu-benches/gpu-l2-cache: bytes are those of the whole working set.
[[nodiscard]] Outcome<std::vector<SizeRate>> parseGpuL2Cache(std::string_view output);

[[nodiscard]] Outcome<StreamRates> parseGpuStream(std::string_view output);

/// gpu-benches/gpu-roofline: FLOP/s of FP32, the best of its lines.
[[nodiscard]] Outcome<double> parseGpuRoofline(std::string_view output);

/// gpu-benches/cuda-memcpy: one size a line.
[[nodiscard]] Outcome<std::vector<SizeRate>> parseCudaMemcpy(std::string_view output);

/// SGEMM_CUDA and fast.cu: a line that says which kernel follows, then a line with "performance:" for each N.
[[nodiscard]] Outcome<std::vector<KernelRate>> parseNumberedKernels(std::string_view output);

/// salykova/sgemm.cu: "m=n=k=N:", then a line with the rate in GFLOP/s.
[[nodiscard]] Outcome<std::vector<KernelRate>> parseSgemmCu(std::string_view output);

} // namespace zg::peers
