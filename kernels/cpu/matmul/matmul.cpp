// SPDX-License-Identifier: GPL-3.0-or-later
// How a rung is measured. For every N: fresh random data; a first product into a C full of NaN, which is checked and
// brings code, pages and clock to where they will be; then, into NaN again, as many products as a quarter of a second
// holds, and the check once more, so that what was timed is what was right. A product of microseconds is repeated
// within one timing. Where the first product took more than a second it is the only one.
#include "kernels/cpu/matmul/matmul.h"

#include "core/requests.h"
#include "core/stats.h"
#include "kernels/cpu/arena.h"
#include "kernels/cpu/cores.h"
#include "kernels/cpu/crew.h"
#include "kernels/cpu/matmul/check.h"
#include "kernels/cpu/matmul/product.h"
#include "kernels/cpu/topology.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <limits>

namespace zg::cpu {
namespace {

using namespace matmul;
using Clock = std::chrono::steady_clock;
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double leastNanoseconds = 2e5;    // of one timing
constexpr double budgetNanoseconds = 2.5e8; // of all timings of one N
constexpr double onlyOnceNanoseconds = 1e9; // a first product of so long is not repeated
constexpr double longestSeconds = 60;       // of one product: a size that takes longer is left out
constexpr int fewestRepeats = 3, mostRepeats = 51;

class Ladder {
public:
    Ladder(Rung& rung, const Request& request, const std::function<double()>& clockHz, std::stop_token stop,
           RunListener& listener)
        : rung_(rung), request_(request), clockHz_(clockHz), stop_(std::move(stop)), listener_(listener) {}

    Result<RunState> run() {
        const std::vector<int> sizes = fitting();
        const std::size_t largest = sizes.empty() ? 1 : static_cast<std::size_t>(std::ranges::max(sizes));
        Result<Arena> arena = Arena::reserve(Matrices::floats(largest) * sizeof(float));
        if (!arena) return tl::unexpected<Error>(arena.error());
        double all = 0, done = 0;
        for (const int n : sizes) all += std::pow(n, 3);
        for (std::size_t i = 0; i < sizes.size(); ++i) {
            const int n = sizes[i];
            if (!size(static_cast<std::size_t>(n), reinterpret_cast<float*>(arena->data()))) return RunState::Stopped;
            done += std::pow(n, 3);
            listener_.progress(std::min(1.0, done / all), static_cast<int>(i + 1), static_cast<int>(sizes.size()));
        }
        if (mostSlices_ > 1) listener_.note({NoteKind::LaunchesSplit, static_cast<double>(mostSlices_)});
        return RunState::Complete;
    }

private:
    /// The sizes that are at least 1 and whose matrices take no more than a quarter of the free memory.
    std::vector<int> fitting() {
        std::vector<int> sizes;
        const auto available = static_cast<double>(availableMemoryBytes());
        for (const int n : matmulSizes(request_)) {
            const double bytes = 12.0 * n * n;
            if (n >= 1 && (available <= 0 || bytes <= available / 4)) sizes.push_back(n);
            else listener_.note({NoteKind::SizeLeftOut, static_cast<double>(n)});
        }
        return sizes;
    }

    /// Measures one N and reports its row, or the note that it is left out. @return false where it was stopped
    bool size(std::size_t n, float* memory) {
        Matrices matrices(memory, n);
        if (!matrices.fill(request_.seed, stop_)) return false;
        Reference reference(matrices.operands(), request_.seed);
        if (!reference.compute(stop_)) return false;
        Slicer slicer(rung_, matrices.operands(), perTerm_);
        matrices.poison();
        const auto first = slicer.run(stop_, [](double seconds) { return seconds < longestSeconds; });
        perTerm_ = slicer.nanosecondsPerTerm();
        if (stop_.stop_requested()) return false;
        if (!first) {
            listener_.note({NoteKind::SizeLeftOut, static_cast<double>(n)});
            return true;
        }
        double error = reference.errorOf(matrices.c());
        std::vector<double> nanoseconds{first->nanoseconds}, clocks{clockHz_()};
        int slices = first->slices;
        if (first->nanoseconds < onlyOnceNanoseconds && error <= toleranceFor(n)) {
            matrices.poison();
            if (!repeat(slicer, nanoseconds, clocks, slices)) return false;
            error = worse(error, reference.errorOf(matrices.c()));
        }
        report(matrices.operands(), error, nanoseconds, clocks, slices);
        return true;
    }

    /// NaN is worse than any number.
    static double worse(double one, double other) { return std::isnan(one) || one > other ? one : other; }

    /// Times it again and again; the first product, which was cold, is forgotten. @return false where it was stopped
    bool repeat(Slicer& slicer, std::vector<double>& nanoseconds, std::vector<double>& clocks, int& slices) {
        const double one = nanoseconds.front();
        const auto calls = static_cast<int>(std::ceil(leastNanoseconds / std::max(one, 1.0)));
        const int affordable = static_cast<int>(budgetNanoseconds / (one * calls));
        const int repeats =
            request_.repeats > 0 ? request_.repeats : std::clamp(affordable, fewestRepeats, mostRepeats);
        nanoseconds.clear();
        clocks.clear();
        for (int i = 0; i < repeats; ++i) {
            double sum = 0;
            for (int call = 0; call < calls; ++call) {
                const auto timed = slicer.run(stop_);
                if (!timed) return false;
                sum += timed->nanoseconds;
                slices = timed->slices;
            }
            nanoseconds.push_back(sum / calls);
            clocks.push_back(clockHz_());
        }
        return true;
    }

    void report(const Operands& operands, double error, const std::vector<double>& nanoseconds,
                const std::vector<double>& clocks, int slices) {
        const auto n = static_cast<double>(operands.n);
        const double tolerance = toleranceFor(operands.k);
        const bool right = error <= tolerance; // NaN is not
        if (!right) listener_.note({NoteKind::WrongResult, n});
        mostSlices_ = std::max(mostSlices_, slices);
        const Traffic traffic = rung_.traffic(operands);
        listener_.row(
            {std::chrono::duration<double>(Clock::now() - start_).count(),
             {n, right ? matmulFlop(n, n, n) : nan, right ? median(nanoseconds) : nan,
              right ? std::ranges::min(nanoseconds) : nan, median(clocks), static_cast<double>(rung_.threads()),
              static_cast<double>(nanoseconds.size()), std::isfinite(error) ? error : nan, tolerance,
              static_cast<double>(slices), traffic.registerBytes, traffic.l1Bytes, traffic.l2Bytes, traffic.l3Bytes,
              traffic.memoryBytes}});
    }

    Rung& rung_;
    const Request& request_;
    const std::function<double()>& clockHz_;
    std::stop_token stop_;
    RunListener& listener_;
    Clock::time_point start_ = Clock::now();
    double perTerm_ = 0; ///< ns of a multiply-add at the size before
    int mostSlices_ = 0;
};

/// @param cores that a library with threads of its own may use
Result<std::unique_ptr<Rung>> makeRung(Variant variant, const Caches& caches, Crew& crew, int cores,
                                       const Result<std::shared_ptr<Openblas>>& openblas) {
    switch (variant) {
    case Variant::CpuNaive: return makeNaive(caches);
    case Variant::CpuReordered: return makeReordered(caches);
    case Variant::CpuBlocked: return makeBlocked(caches);
    case Variant::CpuSimd: return makeSimd(caches);
    case Variant::CpuThreaded: return makeThreaded(caches, crew);
    case Variant::OpenblasOneThread: return makeOpenblas(*openblas, variant, 1);
    case Variant::OpenblasThreaded: return makeOpenblas(*openblas, variant, cores);
    default: return fail(Fault::ProbeNotSupported, std::string(variantName(variant)));
    }
}

} // namespace

std::vector<Column> matmulColumns() {
    const auto named = [](std::string_view name, Unit unit) { return Column{std::string(name), unit}; };
    return {named(column::n, Unit::One),
            named(column::flop, Unit::One),
            named(column::elapsed, Unit::Nanoseconds),
            named(column::elapsedBest, Unit::Nanoseconds),
            named(column::clock, Unit::Hertz),
            named(column::units, Unit::One),
            named(column::repeats, Unit::One),
            named(column::error, Unit::One),
            named(column::tolerance, Unit::One),
            named(column::launches, Unit::One),
            named(column::registerBytes, Unit::Bytes),
            named(column::l1Bytes, Unit::Bytes),
            named(column::l2Bytes, Unit::Bytes),
            named(column::l3Bytes, Unit::Bytes),
            named(column::memoryBytes, Unit::Bytes)};
}

std::optional<Error> lacksMatmul(const Request& request, const Result<std::shared_ptr<Openblas>>& openblas) {
    const VariantFacts& facts = factsOf(request.variant);
    if (facts.device != DeviceKind::Cpu) return Error{Fault::ProbeNotSupported, {}, 0, std::string(facts.name)};
    if (facts.reference && !openblas) return openblas.error();
    return std::nullopt;
}

Result<RunState> measureRung(Rung& rung, const Request& request, const std::function<double()>& clockHz,
                             const std::stop_token& stop, RunListener& listener) {
    listener.note({NoteKind::SamplesFull, static_cast<double>(fullyCheckedUpTo)});
    for (const Note& note : rung.notes()) listener.note(note);
    return Ladder(rung, request, clockHz, stop, listener).run();
}

Result<RunState> runMatmul(const Device& device, const Request& request,
                           const Result<std::shared_ptr<Openblas>>& openblas, const std::stop_token& stop,
                           RunListener& listener) {
    listener.begun(matmulColumns());
    const std::vector<int> all = coresToMeasureOn(); // asked before this thread is pinned, and may use but one
    // OpenBLAS has threads of its own; beside a pinned one the system may keep them on the same core for a while.
    std::vector<int> cores = all;
    if (request.variant == Variant::OpenblasThreaded) cores.clear();
    else if (request.variant != Variant::CpuThreaded && !cores.empty()) cores.resize(1);
    Crew crew(cores);
    listener.note(crew.note());
    const auto rung =
        makeRung(request.variant, cachesOf(device), crew, std::max(1, static_cast<int>(all.size())), openblas);
    if (!rung) return tl::unexpected<Error>(rung.error());
    warmClock(stop, listener);
    return measureRung(
        **rung, request, [&crew] { return crew.clockHz(); }, stop, listener);
}

} // namespace zg::cpu
