// SPDX-License-Identifier: GPL-3.0-or-later
// How the chains are timed: every core carries out its own, all at once, in rounds of some 140 microseconds. Between
// two rounds it looks at its clock for 12 microseconds, which do not count: wide multiply-adds lower the clock of many
// cores, and a look before or after, out of that state, would see another. (Rounds of 40 microseconds were 3 % slower:
// the units need some time to be at full speed again.) A repeat takes as long as the slowest core's rounds together.
// The numbers that come out are compared, bit by bit, with the same steps taken one after another by scalar operations.
#include "kernels/cpu/compute.h"

#include "core/stats.h"
#include "kernels/cpu/cores.h"
#include "kernels/cpu/crew.h"
#include "kernels/cpu/fma_chain.h"
#include "kernels/cpu/fma_throughput.h"
#include "kernels/cpu/random.h"
#include "kernels/rate_rows.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <hwy/aligned_allocator.h>
#include <utility>
#include <vector>

namespace zg::cpu {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::uint64_t stepsPerRound = 32768; // 24 chains on two units: 140 microseconds
constexpr int rounds = 4;                      // of one repeat; each begins with the same numbers
constexpr int defaultRepeats = 15;
constexpr int warmRepeats = 8; // not counted: some milliseconds, in which power and clock settle
constexpr double chaotic = -1.9;

/// The numbers of one core: where they begin, where they must end, and where they have got to. Foreseen are all lanes
/// of the first vector and one lane of every other, the next one each time: an instruction that is left out, or that
/// does another thing, shows in all lanes or in all vectors.
template <class T>
class Numbers {
public:
    Numbers(const FmaShape& shape, std::uint64_t seed)
        : fused_(shape.fused), begin_(shape.numbers()), is_(hwy::AllocateAligned<T>(shape.numbers())) {
        for (std::size_t i = 0; i < begin_.size(); ++i) begin_[i] = static_cast<T>(randomFloat(seed, i));
        const auto chains = static_cast<std::size_t>(shape.chains), lanes = static_cast<std::size_t>(shape.lanes);
        for (std::size_t lane = 0; lane < lanes; ++lane) must_.push_back({lane, 0});
        for (std::size_t chain = 1; chain < chains; ++chain) must_.push_back({chain * lanes + chain % lanes, 0});
    }
    /// The steps one after another. @return false where `stop` ended it
    bool foresee(const std::stop_token& stop) {
        for (auto& [index, value] : must_) {
            if (stop.stop_requested()) return false;
            value = squareAndAddOne(begin_[index], static_cast<T>(chaotic), stepsPerRound, fused_);
        }
        return true;
    }
    void run() {
        nanoseconds_ = 0;
        for (double& clockHz : clocks_) {
            std::ranges::copy(begin_, is_.get());
            const auto start = Clock::now();
            squareAndAdd(is_.get(), static_cast<T>(chaotic), stepsPerRound);
            nanoseconds_ += std::chrono::duration<double, std::nano>(Clock::now() - start).count();
            clockHz = clockNowHz(1);
        }
    }
    /// Of the last run(), without the looks at the clock.
    [[nodiscard]] double nanoseconds() const { return nanoseconds_; }
    [[nodiscard]] double clockHz() const { return median(clocks_); }
    [[nodiscard]] bool right() const {
        return std::ranges::all_of(must_, [this](const auto& must) { return is_[must.first] == must.second; });
    }

private:
    bool fused_;
    std::vector<T> begin_;
    std::vector<std::pair<std::size_t, T>> must_; ///< index and value
    hwy::AlignedFreeUniquePtr<T[]> is_;
    double nanoseconds_ = 0;
    std::array<double, rounds> clocks_{};
};

template <class T>
Result<RunState> measure(Crew& crew, const Request& request, const std::stop_token& stop, RunListener& listener) {
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
    for (int i = -warmRepeats; i < repeats; ++i) {
        if (stop.stop_requested()) return RunState::Stopped;
        crew.run([&](int member) { of(member).run(); });
        for (const Numbers<T>& member : numbers) right = right && member.right();
        if (!right) return fail(Fault::WrongResult, std::string(arithmeticName(request.arithmetic)));
        if (i < 0) continue;
        double slowest = 0, clockHz = 0;
        for (const Numbers<T>& member : numbers) {
            slowest = std::max(slowest, member.nanoseconds());
            clockHz += member.clockHz() / crew.size();
        }
        nanoseconds.push_back(slowest);
        clocks.push_back(clockHz);
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
    listener.begun(computeColumns());
    Crew crew(coresToMeasureOn(std::max(0, request.threads)));
    listener.note(crew.note());
    listener.note({NoteKind::VectorBits, static_cast<double>(fmaShape(request.arithmetic).vectorBits)});
    warmClock(stop, listener);
    return request.arithmetic == Arithmetic::Fp64 ? measure<double>(crew, request, stop, listener)
                                                  : measure<float>(crew, request, stop, listener);
}

} // namespace zg::cpu
