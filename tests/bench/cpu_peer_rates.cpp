// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/cpu_peer_rates.h"

#include "core/rates.h"
#include "core/stats.h"
#include "kernels/cpu/arena.h"
#include "kernels/cpu/cores.h"
#include "kernels/cpu/crew.h"
#include "kernels/cpu/matmul/check.h"
#include "kernels/cpu/matmul/openblas.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <map>

namespace zg::bench {
namespace {

using namespace cpu::matmul;
using Clock = std::chrono::steady_clock;

struct Entry {
    std::unique_ptr<Rung> rung;
    bool slow = false;           ///< measured once, not in every round
    std::vector<double> seconds; ///< one a round
    double error = 0;
};

template <class T>
void add(std::vector<Entry>& entries, T rung, bool slow = false) {
    entries.push_back({std::move(rung), slow, {}, 0});
}

std::vector<Entry> allRungs(const Caches& caches, cpu::Crew& crew) {
    std::vector<Entry> entries;
    add(entries, makeNaive(caches), true);
    add(entries, makeReordered(caches), true);
    add(entries, makeBlocked(caches), true);
    if (auto simd = makeSimd(caches)) add(entries, std::move(*simd));
    const auto library = Openblas::load();
    if (library) {
        std::printf("OpenBLAS %d, its kernels of %s\n", (*library)->version(), (*library)->coreName().c_str());
        add(entries, makeOpenblas(*library, Variant::OpenblasOneThread, 1));
    } else {
        std::printf("no %s here\n", library.error().detail.c_str());
    }
    if (auto threaded = makeThreaded(caches, crew)) add(entries, std::move(*threaded));
    if (library) add(entries, makeOpenblas(*library, Variant::OpenblasThreaded, crew.size()));
    return entries;
}

double secondsOf(Rung& rung, const Operands& operands, int calls) {
    const auto start = Clock::now();
    for (int i = 0; i < calls; ++i) rung.run(operands);
    return std::chrono::duration<double>(Clock::now() - start).count() / calls;
}

/// Two rungs by turns: what the second takes over what the first takes, over the rounds.
void printRatio(const std::vector<Entry>& entries, Variant ours, Variant theirs) {
    const auto find = [&](Variant variant) {
        return std::ranges::find_if(entries, [&](const Entry& entry) { return entry.rung->variant() == variant; });
    };
    const auto mine = find(ours), peer = find(theirs);
    if (mine == entries.end() || peer == entries.end()) return;
    std::vector<double> ratios;
    for (std::size_t i = 0; i < mine->seconds.size(); ++i) ratios.push_back(peer->seconds[i] / mine->seconds[i]);
    std::printf("        %s / %s: %.3f   (rounds %.3f to %.3f; best by best %.3f)\n",
                std::string(variantName(ours)).c_str(), std::string(variantName(theirs)).c_str(), median(ratios),
                std::ranges::min(ratios), std::ranges::max(ratios),
                std::ranges::min(peer->seconds) / std::ranges::min(mine->seconds));
}

void measureSize(std::vector<Entry>& entries, std::size_t n, int rounds) {
    auto arena = cpu::Arena::reserve(Matrices::floats(n) * sizeof(float));
    if (!arena) return;
    Matrices matrices(reinterpret_cast<float*>(arena->data()), n);
    matrices.fill(1, {});
    Reference reference(matrices.operands(), 1);
    reference.compute({});
    const double flop = matmulFlop(static_cast<double>(n), static_cast<double>(n), static_cast<double>(n));
    const int calls = std::max(1, static_cast<int>(1e9 / flop));
    for (Entry& entry : entries) { // warm, and right
        matrices.poison();
        entry.seconds = {secondsOf(*entry.rung, matrices.operands(), 1)};
        entry.error = reference.errorOf(matrices.c());
        if (!entry.slow) entry.seconds.clear();
    }
    for (int round = 0; round < rounds; ++round)
        for (Entry& entry : entries)
            if (!entry.slow) entry.seconds.push_back(secondsOf(*entry.rung, matrices.operands(), calls));
    std::printf("N = %zu\n", n);
    for (const Entry& entry : entries)
        std::printf("    %-20s %8.2f GFLOP/s, best %8.2f%s\n", std::string(variantName(entry.rung->variant())).c_str(),
                    flop / median(entry.seconds) / 1e9, flop / std::ranges::min(entry.seconds) / 1e9,
                    entry.error <= toleranceFor(n) ? "" : "   WRONG");
    printRatio(entries, Variant::CpuSimd, Variant::OpenblasOneThread);
    printRatio(entries, Variant::CpuThreaded, Variant::OpenblasThreaded);
    std::fflush(stdout);
}

struct Rows : RunListener {
    void begun(const std::vector<Column>& columns) override { run.columns = columns; }
    void row(const Row& row) override { run.rows.push_back(row); }
    void note(const Note&) override {}
    void progress(double, int, int) override {}
    Run run;
};

} // namespace

void printLadder(const Device& device, int rounds) {
    const auto cores = cpu::coresToMeasureOn();
    const Caches caches = cachesOf(device);
    cpu::Crew crew(cores);
    std::vector<Entry> entries = allRungs(caches, crew);
    for (const std::size_t n : {256, 512, 1000, 1024}) measureSize(entries, n, rounds);
    std::erase_if(entries, [](const Entry& entry) { return entry.slow; });
    for (const std::size_t n : {1536, 2048}) measureSize(entries, n, std::max(1, rounds / 4));
}

void printCeilings(Backend& backend, int rounds) {
    for (const Arithmetic arithmetic : {Arithmetic::Fp32, Arithmetic::Fp64}) {
        for (const int threads : {1, 0}) {
            std::vector<double> perCycle, rates;
            for (int round = 0; round < rounds; ++round) {
                Rows rows;
                rows.run.request.probe = Probe::Compute;
                rows.run.request.arithmetic = arithmetic;
                rows.run.request.threads = threads;
                if (!backend.run(rows.run.request, {}, rows)) return;
                const RatePoint point = rateCurve(rows.run).front();
                perCycle.push_back(point.perCycleAndUnit);
                rates.push_back(point.rate);
            }
            std::printf("%s, %s: %.1f GFLOP/s, %.2f FLOP/cy and core (rounds %.2f to %.2f)",
                        std::string(arithmeticName(arithmetic)).c_str(), threads == 1 ? "one core" : "all cores",
                        median(rates) / 1e9, median(perCycle), std::ranges::min(perCycle), std::ranges::max(perCycle));
            if (const Peak* peak = findPeak(backend.device(), arithmetic))
                std::printf("; theory %.0f: %.3f, best %.3f", peak->perCycle.value,
                            median(perCycle) / peak->perCycle.value, std::ranges::max(perCycle) / peak->perCycle.value);
            std::printf("\n");
        }
    }
}

} // namespace zg::bench
