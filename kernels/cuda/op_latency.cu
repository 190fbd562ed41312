// SPDX-License-Identifier: GPL-3.0-or-later
// Measures one dependent operation: a chain of FMAs, of loads from shared memory by index, of broadcast loads from
// constant memory. What could fool it: operations that overlap (each needs the result of the one before), that are
// removed (the result is stored and compared with the host's), loop overhead (256 operations an iteration), a nominal
// clock (%clock64 and %globaltimer in one launch).
#include "kernels/cuda/op_latency.h"

#include "core/permutation.h"
#include "kernels/cuda/check.h"
#include "kernels/cuda/device_clock.cuh"

#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace zg {
namespace {

constexpr int unrolled = 256;   // operations in one iteration: the course's chain
constexpr int iterations = 256; // 65,536 operations: long against a coarse %globaltimer
constexpr int tableSize = 256;  // 1 KiB of indices: well inside the constant cache's first level (2 KiB)

struct Report {
    long long cycles, nanoseconds;
    unsigned smid;
    unsigned result;           // bits of the last value
    unsigned table[tableSize]; // input of the index chains
};

__constant__ unsigned constantTable[tableSize];

struct Stamp {
    long long cycle, nanosecond;
};

__device__ void finish(Report* report, const Stamp& start, unsigned result) {
    // The reading depends on the result, so that it cannot be moved before the last operation.
    long long end;
    asm volatile(
        "{ .reg .u32 t; and.b32 t, %1, 0; .reg .u64 w; cvt.u64.u32 w, t; mov.u64 %0, %%clock64; add.u64 %0, %0, w; }"
        : "=l"(end)
        : "r"(result)
        : "memory");
    if (threadIdx.x != 0) return;
    report->cycles = end - start.cycle;
    report->nanoseconds = globalNanoseconds() - start.nanosecond;
    report->result = result;
    report->smid = smid();
}

// x = a x + b, again and again
__global__ void fmaKernel(Report* report, float x, float a, float b) {
    const Stamp start{clock64(), globalNanoseconds()};
#pragma unroll 1 // the whole of it unrolled is 65,536 operations: some compilers do that, and take minutes
    for (int i = 0; i < iterations; ++i) {
#pragma unroll
        for (int k = 0; k < unrolled; ++k) asm volatile("fma.rn.f32 %0, %0, %1, %2;" : "+f"(x) : "f"(a), "f"(b));
    }
    finish(report, start, __float_as_uint(x));
}

// index = table[index], in shared memory
__global__ void sharedKernel(Report* report) {
    __shared__ volatile unsigned table[tableSize];
    for (int i = threadIdx.x; i < tableSize; i += blockDim.x) table[i] = report->table[i];
    __syncthreads();
    unsigned index = 0;
    const Stamp start{clock64(), globalNanoseconds()};
#pragma unroll 1
    for (int i = 0; i < iterations; ++i) {
#pragma unroll
        for (int k = 0; k < unrolled; ++k) index = table[index];
    }
    finish(report, start, index);
}

// index = table[index], in constant memory; all 32 lanes ask for the same address, which is what makes it fast
__global__ void constantKernel(Report* report) {
    unsigned index = 0;
    for (int k = 0; k < tableSize; ++k) index = constantTable[index]; // one lap brings the table in
    const Stamp start{clock64(), globalNanoseconds()};
#pragma unroll 1
    for (int i = 0; i < iterations; ++i) {
#pragma unroll
        for (int k = 0; k < unrolled; ++k) index = constantTable[index];
    }
    finish(report, start, index);
}

__global__ void spinKernel(Report* report, long long nanoseconds) {
    const Stamp start{clock64(), globalNanoseconds()};
    float x = static_cast<float>(threadIdx.x);
    while (globalNanoseconds() - start.nanosecond < nanoseconds) {
#pragma unroll
        for (int k = 0; k < unrolled; ++k) asm volatile("fma.rn.f32 %0, %0, %0, %0;" : "+f"(x));
    }
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        report->cycles = clock64() - start.cycle;
        report->nanoseconds = globalNanoseconds() - start.nanosecond;
    }
}

/// One random cycle over the table. @return where `steps` steps from 0 end
unsigned makeTable(std::uint64_t seed, std::uint64_t steps, unsigned* table) {
    const Permutation order(tableSize, seed);
    std::uint64_t startPosition = 0;
    for (std::uint64_t i = 0; i < tableSize; ++i) {
        table[order(i)] = static_cast<unsigned>(order((i + 1) % tableSize));
        if (order(i) == 0) startPosition = i;
    }
    return static_cast<unsigned>(order((startPosition + steps) % tableSize));
}

unsigned bitsOf(float value) {
    unsigned bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    return bits;
}

/// The host's result of the same FMA chain: both round once per operation (IEEE 754), so the bits must be equal.
unsigned fmaExpected(float x, float a, float b) {
    for (int i = 0; i < iterations * unrolled; ++i) x = std::fma(x, a, b);
    return bitsOf(x);
}

Report fetch(const void* scratch) {
    Report report{};
    ZG_CUDA(cudaMemcpy(&report, scratch, sizeof report, cudaMemcpyDeviceToHost));
    return report;
}

} // namespace

std::size_t opScratchBytes() { return sizeof(Report); }

OpResult timeOperation(Probe probe, std::uint64_t seed, void* scratch) {
    auto* report = static_cast<Report*>(scratch);
    Report input{};
    constexpr std::uint64_t operations = std::uint64_t{iterations} * unrolled;
    unsigned expected = makeTable(seed, operations, input.table);
    ZG_CUDA(cudaMemcpy(report, &input, sizeof input, cudaMemcpyHostToDevice));
    switch (probe) {
    case Probe::FmaLatency: {
        // A contraction towards 1/2: the value stays finite and never becomes denormal.
        const float x = 0.25f + 0.001f * static_cast<float>(seed % 97), a = -0.5f, b = 0.75f;
        fmaKernel<<<1, 1>>>(report, x, a, b);
        expected = fmaExpected(x, a, b);
        break;
    }
    case Probe::SharedLatency: sharedKernel<<<1, 1>>>(report); break;
    case Probe::ConstantLatency:
        // The cycle starts at index 0 after one lap as before it, since a lap has tableSize steps.
        ZG_CUDA(cudaMemcpyToSymbol(constantTable, input.table, sizeof input.table));
        constantKernel<<<1, 32>>>(report);
        break;
    default: throw WrongResultFailure("not an operation");
    }
    ZG_CUDA(cudaGetLastError());
    const Report done = fetch(scratch);
    if (done.result != expected) throw WrongResultFailure("the chain ended at a wrong value");
    if (done.cycles <= 0 || done.nanoseconds <= 0) throw WrongResultFailure("the clock did not advance");
    return {operations, done.cycles, done.nanoseconds, static_cast<int>(done.smid)};
}

double spinAndReadClock(int smCount, void* scratch) {
    ZG_CUDA(cudaMemset(scratch, 0, sizeof(Report)));
    spinKernel<<<smCount, 256>>>(static_cast<Report*>(scratch), 20'000'000);
    ZG_CUDA(cudaGetLastError());
    const Report done = fetch(scratch);
    return done.nanoseconds > 0 ? 1e9 * static_cast<double>(done.cycles) / static_cast<double>(done.nanoseconds) : 0;
}

} // namespace zg
