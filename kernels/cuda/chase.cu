// SPDX-License-Identifier: GPL-3.0-or-later
// Measures the latency of one dependent load over a working set. What could fool it, and how that is met:
//  - lines left in a cache by an earlier pass: the warm-up brings lines in in the order of the cycle and from the same
//  SM, so
//    the caches are left as one walker's whole lap would leave them, and the timed steps are the first of the next lap;
//  - a broken chain, which reads as a fast cache: the built cycle is checked line by line, the end pointer after each
//  walk;
//  - another clock than the nominal one: %clock64 and %globaltimer are read in the same launch;
//  - instructions beside the load: absolute 64-bit pointers, no index arithmetic, 32 loads unrolled, asm volatile.
#include "kernels/cuda/chase.h"

#include "core/cycle.h"
#include "kernels/cuda/check.h"
#include "kernels/cuda/device_clock.cuh"

#include <algorithm>
#include <string>

namespace zg {
namespace {

/// What kernels write for the host.
struct Report {
    unsigned taken; // 1 once a block on the wanted SM has started
    unsigned smid;
    unsigned long long wrongLines;
    unsigned long long end; // the last pointer
    long long cycles, nanoseconds;
};

struct Element {
    Element* next;
    unsigned long long position; // of this line in the cycle; lets the check prove that there is one cycle only
};

struct Arena {
    char* base;
    __device__ Element* line(std::uint64_t index) const {
        return reinterpret_cast<Element*>(base + index * chaseLineBytes);
    }
};

template <bool ThroughL1>
__device__ Element* load(Element* const* address) {
    Element* value;
    if constexpr (ThroughL1) asm volatile("ld.global.ca.u64 %0, [%1];" : "=l"(value) : "l"(address) : "memory");
    else asm volatile("ld.global.cg.u64 %0, [%1];" : "=l"(value) : "l"(address) : "memory");
    return value;
}

// for i in from .. to: line(i) -> line(i + 1)
__global__ void buildKernel(Arena arena, Cycle cycle, std::uint64_t from, std::uint64_t to) {
    const std::uint64_t stride = std::uint64_t{gridDim.x} * blockDim.x;
    for (std::uint64_t i = from + std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < to; i += stride) {
        Element* here = arena.line(cycle.lineAt(i));
        here->next = arena.line(cycle.lineAt(cycle.next(i)));
        here->position = i;
    }
}

// Every line knows a position, and the line of that position is itself: so the positions of all lines differ, so all
// are visited.
__global__ void checkKernel(Arena arena, Cycle cycle, std::uint64_t from, std::uint64_t to, Report* report) {
    const std::uint64_t stride = std::uint64_t{gridDim.x} * blockDim.x;
    for (std::uint64_t i = from + std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < to; i += stride) {
        const Element* here = arena.line(i);
        const bool right = here->position < cycle.lines() && cycle.lineAt(here->position) == i &&
                           here->next == arena.line(cycle.lineAt(cycle.next(here->position)));
        if (!right) atomicAdd(&report->wrongLines, 1ULL);
    }
}

/// Brings in the lines of positions [from, from + count) in their order, by all threads of one block. The values must
/// be used: ptxas removes a load whose result nobody reads, asm volatile or not, and every size then shows its first,
/// cold lap.
template <bool ThroughL1>
__device__ void warm(Arena arena, const Cycle& cycle, std::uint64_t from, std::uint64_t count, Report* report) {
    std::uint64_t all = ~std::uint64_t{0};
    for (std::uint64_t i = threadIdx.x; i < count; i += blockDim.x)
        all &= reinterpret_cast<std::uint64_t>(load<ThroughL1>(&arena.line(cycle.lineAt(from + i))->next));
    if (all == 0) report->wrongLines = 1; // never so: no pointer is null
    __syncthreads();                      // the next lap begins when this one is complete
}

template <bool ThroughL1>
__global__ void __launch_bounds__(1024) chaseKernel(Arena arena, Cycle cycle, unsigned wantedSm,
                                                    std::uint64_t warmLines, std::uint64_t steps, Report* report) {
    // One block on the wanted SM does the work; all others leave at once.
    const bool elected = threadIdx.x == 0 && smid() == wantedSm && atomicCAS(&report->taken, 0u, 1u) == 0u;
    if (!__syncthreads_or(elected)) return;

    const std::uint64_t lines = cycle.lines();
    if (warmLines == 0) { // two whole laps: replacement that is not LRU needs the second
        warm<ThroughL1>(arena, cycle, 0, lines, report);
        warm<ThroughL1>(arena, cycle, 0, lines, report);
    } else { // the end of a lap, long enough to have replaced everything else
        warm<ThroughL1>(arena, cycle, lines - warmLines, warmLines, report);
    }
    if (threadIdx.x != 0) return;

    Element* at = arena.line(cycle.lineAt(0));
    const long long startTime = globalNanoseconds();
    const long long startCycle = clock64();
    for (std::uint64_t i = 0; i < steps; i += 32) {
#pragma unroll
        for (int k = 0; k < 32; ++k) at = load<ThroughL1>(&at->next); // at = at->next
    }
    // The second reading depends on the last pointer, so that it cannot be moved before the last load.
    long long endCycle;
    asm volatile("{ .reg .u64 t; and.b64 t, %1, 0; mov.u64 %0, %%clock64; add.u64 %0, %0, t; }"
                 : "=l"(endCycle)
                 : "l"(at)
                 : "memory");
    report->cycles = endCycle - startCycle;
    report->nanoseconds = globalNanoseconds() - startTime;
    report->end = reinterpret_cast<unsigned long long>(at);
    report->smid = smid();
}

__global__ void whereKernel(Report* report) { report->smid = smid(); }

Cycle cycleOf(const ChaseSetup& setup) {
    return Cycle(setup.lines, chasePageBytes / chaseLineBytes, setup.order, setup.seed);
}

Report fetch(const void* scratch) {
    Report report{};
    ZG_CUDA(cudaMemcpy(&report, scratch, sizeof report, cudaMemcpyDeviceToHost));
    return report;
}

template <bool ThroughL1>
void launchChase(const ChaseSetup& setup, std::uint64_t steps, Report* report) {
    ZG_CUDA(cudaFuncSetAttribute(chaseKernel<ThroughL1>, cudaFuncAttributePreferredSharedMemoryCarveout,
                                 setup.sharedCarveout));
    // Two blocks of 1,024 threads fill every SM, so one lands on the wanted one.
    const int blocks = 2 * setup.smCount;
    chaseKernel<ThroughL1><<<blocks, 1024>>>(Arena{static_cast<char*>(setup.arena)}, cycleOf(setup),
                                             static_cast<unsigned>(setup.sm), setup.warmLines, steps, report);
    ZG_CUDA(cudaGetLastError());
}

} // namespace

std::size_t chaseScratchBytes() { return sizeof(Report); }

void buildCycle(const ChaseSetup& setup, void* scratch) {
    const Arena arena{static_cast<char*>(setup.arena)};
    const Cycle cycle = cycleOf(setup);
    auto* report = static_cast<Report*>(scratch);
    ZG_CUDA(cudaMemset(report, 0, sizeof(Report)));
    // In pieces, so that the largest arena's launches stay short too; the check needs the whole cycle, so it comes
    // after.
    const auto inPieces = [&](const auto& launch) {
        for (std::uint64_t from = 0; from < setup.lines; from += chaseLinesPerLaunch) {
            const std::uint64_t to = std::min(from + chaseLinesPerLaunch, setup.lines);
            launch(static_cast<unsigned>(std::min<std::uint64_t>((to - from + 255) / 256, 16ULL * setup.smCount)), from,
                   to);
            ZG_CUDA(cudaGetLastError());
        }
    };
    inPieces([&](unsigned blocks, std::uint64_t from, std::uint64_t to) {
        buildKernel<<<blocks, 256>>>(arena, cycle, from, to);
    });
    inPieces([&](unsigned blocks, std::uint64_t from, std::uint64_t to) {
        checkKernel<<<blocks, 256>>>(arena, cycle, from, to, report);
    });
    if (fetch(scratch).wrongLines != 0) throw WrongResultFailure("the pointer cycle is broken");
}

ChaseResult timeChase(const ChaseSetup& setup, void* scratch) {
    const std::uint64_t steps = (setup.steps + 31) / 32 * 32;
    // The scheduler may, rarely, place no block on the wanted SM: launch again.
    for (int attempt = 0; attempt < 16; ++attempt) {
        ZG_CUDA(cudaMemset(scratch, 0, sizeof(Report)));
        if (setup.path == CachePath::ThroughL1) launchChase<true>(setup, steps, static_cast<Report*>(scratch));
        else launchChase<false>(setup, steps, static_cast<Report*>(scratch));
        const Report report = fetch(scratch);
        if (report.taken == 0) continue;
        const std::uint64_t last = cycleOf(setup).lineAt(steps % setup.lines);
        const auto expected =
            reinterpret_cast<unsigned long long>(static_cast<char*>(setup.arena) + last * chaseLineBytes);
        if (report.end != expected) throw WrongResultFailure("the walk ended at a wrong line");
        if (report.cycles <= 0 || report.nanoseconds <= 0) throw WrongResultFailure("the clock did not advance");
        return {steps, report.cycles, report.nanoseconds};
    }
    throw WrongResultFailure("no block was placed on SM " + std::to_string(setup.sm));
}

int driversChoiceOfSm(void* scratch) {
    ZG_CUDA(cudaMemset(scratch, 0, sizeof(Report)));
    whereKernel<<<1, 1>>>(static_cast<Report*>(scratch));
    ZG_CUDA(cudaGetLastError());
    return static_cast<int>(fetch(scratch).smid);
}

} // namespace zg
