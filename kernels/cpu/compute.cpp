// SPDX-License-Identifier: GPL-3.0-or-later
// How the chains are timed: every core carries out its own, all at once, for about half a millisecond; the time is from
// the first begin to the last end. The numbers that come out are compared, bit by bit, with the same steps taken one
// after another by scalar operations.
#include "kernels/cpu/compute.h"

#include "core/stats.h"
#include "kernels/cpu/cores.h"
#include "kernels/cpu/crew.h"
#include "kernels/cpu/fma_throughput.h"
#include "kernels/cpu/random.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <hwy/aligned_allocator.h>
#include <utility>
#include <vector>

namespace zg::cpu {
namespace {

constexpr std::uint64_t stepsPerRound = 8192; // 24 chains on two units: 40 microseconds
constexpr int rounds = 12;                    // of one repeat; each begins with the same numbers
constexpr int defaultRepeats = 15;
constexpr double chaotic = -1.9;

std::vector<Column> columns() {
    const auto named = [](std::string_view name, Unit unit) { return Column{std::string(name), unit}; };
    return {named(column::flop, Unit::One),
            named(column::elapsed, Unit::Nanoseconds),
            named(column::elapsedBest, Unit::Nanoseconds),
            named(column::clock, Unit::Hertz),
            named(column::units, Unit::One),
            named(column::repeats, Unit::One)};
}

/// The numbers of one core: where they begin, where they must end, and where they have got to.
template <class T>
class Numbers {
public:
    Numbers(const FmaShape& shape, std::uint64_t seed)
        : fused_(shape.fused),
          begin_(shape.numbers()),
          must_(shape.numbers()),
          is_(hwy::AllocateAligned<T>(shape.numbers())) {
        for (std::size_t i = 0; i < begin_.size(); ++i) begin_[i] = static_cast<T>(randomFloat(seed, i));
    }
    /// The steps one after another. @return false where `stop` ended it
    bool foresee(const std::stop_token& stop) {
        for (std::size_t i = 0; i < begin_.size(); ++i) {
            if (stop.stop_requested()) return false;
            must_[i] = squareAndAddOne(begin_[i], static_cast<T>(chaotic), stepsPerRound, fused_);
        }
        return true;
    }
    void run() {
        for (int round = 0; round < rounds; ++round) {
            std::ranges::copy(begin_, is_.get());
            squareAndAdd(is_.get(), static_cast<T>(chaotic), stepsPerRound);
        }
    }
    [[nodiscard]] bool right() const { return std::equal(must_.begin(), must_.end(), is_.get()); }

private:
    bool fused_;
    std::vector<T> begin_, must_;
    hwy::AlignedFreeUniquePtr<T[]> is_;
};

template <class T>
Result<RunState> measure(Crew& crew, const Request& request, const std::stop_token& stop, RunListener& listener) {
    using Clock = std::chrono::steady_clock;
    const auto start = Clock::now();
    const FmaShape shape = fmaShape(request.arithmetic);
    std::vector<Numbers<T>> numbers;
    for (int member = 0; member < crew.size(); ++member)
        numbers.emplace_back(shape, request.seed + (static_cast<std::uint64_t>(member) << 40));
    const auto of = [&numbers](int member) -> Numbers<T>& { return numbers[static_cast<std::size_t>(member)]; };
    std::atomic<bool> right = true;
    crew.run([&](int member) {
        if (!of(member).foresee(stop)) right = false;
    });
    const int repeats = request.repeats > 0 ? request.repeats : defaultRepeats;
    std::vector<double> nanoseconds, clocks;
    double clockHz = crew.clockHz();
    for (int i = -1; i < repeats; ++i) { // the one before the first raises the power, which may lower the clock
        if (stop.stop_requested()) return RunState::Stopped;
        const double took = crew.run([&](int member) { of(member).run(); });
        for (const Numbers<T>& member : numbers) right = right && member.right();
        if (!right) return fail(Fault::WrongResult, std::string(arithmeticName(request.arithmetic)));
        // The higher of the two around it: an interruption only ever lowers one.
        const double clockBefore = std::exchange(clockHz, crew.clockHz());
        if (i < 0) continue;
        nanoseconds.push_back(took);
        clocks.push_back(std::max(clockBefore, clockHz));
    }
    const double flop = fmaFlop(request.arithmetic, stepsPerRound) * rounds * crew.size();
    listener.row({std::chrono::duration<double>(Clock::now() - start).count(),
                  {flop, median(nanoseconds), std::ranges::min(nanoseconds), median(clocks),
                   static_cast<double>(crew.size()), static_cast<double>(repeats)}});
    listener.progress(1, 1, 1);
    return RunState::Complete;
}

} // namespace

std::optional<Error> lacksCompute(const Request& request) {
    if (request.arithmetic == Arithmetic::Fp32 || request.arithmetic == Arithmetic::Fp64) return std::nullopt;
    return Error{Fault::ProbeNotSupported, {}, 0, std::string(arithmeticName(request.arithmetic))};
}

Result<RunState> runCompute(const Request& request, const std::stop_token& stop, RunListener& listener) {
    listener.begun(columns());
    Crew crew(coresToMeasureOn(std::max(0, request.threads)));
    listener.note(crew.note());
    listener.note({NoteKind::VectorBits, static_cast<double>(fmaShape(request.arithmetic).vectorBits)});
    warmClock(stop, listener);
    return request.arithmetic == Arithmetic::Fp64 ? measure<double>(crew, request, stop, listener)
                                                  : measure<float>(crew, request, stop, listener);
}

} // namespace zg::cpu
