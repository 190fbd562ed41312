// SPDX-License-Identifier: GPL-3.0-or-later
// Measures the SM clock: cycles between two ticks of %globaltimer. What could fool it: a timer that ticks in steps
// (both readings are taken as it ticks), a clock that moves (the reading follows the work within microseconds).
#include "kernels/cuda/device_clock.cuh"
#include "kernels/cuda/matmul/clock_reading.h"

#include <limits>

namespace zg::matmul {
namespace {

constexpr long long watched = 50'000; // ns

struct Report {
    long long cycles, nanoseconds;
};

__device__ long long nextTick(long long after) {
    long long now;
    do now = globalNanoseconds();
    while (now <= after);
    return now;
}

__global__ void watchKernel(Report* report) {
    const long long startTime = nextTick(globalNanoseconds()), startCycle = clock64();
    const long long endTime = nextTick(startTime + watched), endCycle = clock64();
    *report = {endCycle - startCycle, endTime - startTime};
}

} // namespace

ClockReading::ClockReading() : report_(sizeof(Report)) {}

void ClockReading::enqueue(cudaStream_t stream) {
    watchKernel<<<1, 1, 0, stream>>>(report_.as<Report>());
    ZG_CUDA(cudaGetLastError());
}

double ClockReading::hertz(cudaStream_t stream) const {
    Report report{};
    ZG_CUDA(cudaMemcpyAsync(&report, report_.data(), sizeof report, cudaMemcpyDeviceToHost, stream));
    ZG_CUDA(cudaStreamSynchronize(stream));
    if (report.cycles <= 0 || report.nanoseconds <= 0) return std::numeric_limits<double>::quiet_NaN();
    return 1e9 * static_cast<double>(report.cycles) / static_cast<double>(report.nanoseconds);
}

} // namespace zg::matmul
