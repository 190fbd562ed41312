// SPDX-License-Identifier: GPL-3.0-or-later
// How the streams are timed: every core streams through a share of the working set, all at once, for at least 200
// microseconds; the time is from the first begin to the last end. A large set is gone through once, which leaves the
// caches as a lap leaves them, and then window by window: whole laps of a gigabyte would take a tenth of a second each.
#include "kernels/cpu/bandwidth.h"

#include "core/stats.h"
#include "core/sweep.h"
#include "kernels/cpu/arena.h"
#include "kernels/cpu/cores.h"
#include "kernels/cpu/crew.h"
#include "kernels/cpu/stream.h"
#include "kernels/cpu/stream_set.h"
#include "kernels/rate_rows.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>

namespace zg::cpu {
namespace {

constexpr double granuleBytes = 1024;     // of one core's share: whole turns of the loops for every vector
constexpr double leastNanoseconds = 2e5;  // of one repeat: a thousand times what a clock and a barrier are unsure of
constexpr double smallSetBytes = 8 << 20; // up to here a repeat costs nothing

/// The working sets of all cores, and how often each goes through its window.
class Streams {
public:
    Streams(Crew& crew, const Arena& arena, const Request& request, std::stop_token stop)
        : crew_(crew), stop_(std::move(stop)) {
        const std::size_t each = arena.size() / static_cast<std::size_t>(crew.size()) / hugePageBytes * hugePageBytes;
        for (int member = 0; member < crew.size(); ++member) {
            const auto index = static_cast<std::size_t>(member);
            // Far apart: members whose seeds are neighbours would have the same words, shifted.
            sets_.emplace_back(arena.data() + index * each, each, request.access, request.seed + (index << 40));
        }
    }

    /// One repeat: nanoseconds a byte. After a stop the sample means nothing.
    Result<Sample> measure(double bytes, int repeat) {
        const auto share = static_cast<std::size_t>(bytes) / sets_.size();
        if (repeat == 0 && !prepare(share)) return Sample{};
        const double clockBefore = crew_.clockHz();
        const double nanoseconds = streamed(passes_);
        const double clockHz = std::max(clockBefore, crew_.clockHz()); // an interruption only ever lowers one
        if (!allRight()) return fail(Fault::WrongResult, "bandwidth");
        const double moved = movedBytes();
        return Sample{nanoseconds / moved, nanoseconds / moved, clockHz, moved};
    }

private:
    StreamSet& set(int member) { return sets_[static_cast<std::size_t>(member)]; }

    /// Lets every member bring in its share, and finds how many passes last long enough.
    bool prepare(std::size_t share) {
        std::atomic<bool> done = true;
        crew_.run([&](int member) {
            if (!set(member).resize(share, stop_)) done = false;
        });
        if (!done) return false;
        for (passes_ = 1; !stop_.stop_requested();) {
            const double nanoseconds = streamed(passes_);
            if (nanoseconds >= leastNanoseconds) return true;
            // A first try that was interrupted must not decide, so no more than fourfold at a time.
            const double more = std::ceil(leastNanoseconds / nanoseconds * 1.1);
            passes_ *= static_cast<std::uint64_t>(std::clamp(more, 2.0, 4.0));
        }
        return false;
    }

    double streamed(std::uint64_t passes) {
        return crew_.run([&](int member) { set(member).stream(passes); });
    }

    bool allRight() {
        std::atomic<bool> right = true;
        crew_.run([&](int member) {
            if (!set(member).check()) right = false;
        });
        return right;
    }

    double movedBytes() const {
        double bytes = 0;
        for (const StreamSet& set : sets_) bytes += static_cast<double>(set.movedBytes() * passes_);
        return bytes;
    }

    Crew& crew_;
    std::stop_token stop_;
    std::vector<StreamSet> sets_;
    std::uint64_t passes_ = 1;
};

SweepPlan planFor(const Request& request, double granule, double most) {
    const double least =
        std::clamp(std::round(static_cast<double>(request.minBytes) / granule) * granule, granule, most);
    SweepPlan plan;
    plan.points = geometricSizes(std::llround(least), std::llround(most), std::max(1, request.pointsPerOctave),
                                 std::llround(granule));
    plan.repeats = [asked = request.repeats](double bytes) {
        return asked > 0 ? asked : bytes <= smallSetBytes ? 9 : 7;
    };
    // Only the proportions matter: 10 GB/s for the passes that prepare a point, and the least time of its repeats.
    plan.cost = [repeats = plan.repeats](double bytes) {
        return 2 * leastNanoseconds * 1e-9 + 3 * bytes / 1e10 / repeats(bytes);
    };
    plan.refine = false;
    plan.clockDrop = 0.15; // as for the chase: turbo follows what the other cores do
    return plan;
}

std::vector<double> rowOf(double bytes, std::span<const Sample> samples, int units) {
    std::vector<double> nanoseconds, clocks;
    for (const Sample& sample : samples) {
        nanoseconds.push_back(sample.nanoseconds * sample.steps);
        clocks.push_back(sample.clockHz);
    }
    return {bytes,
            samples.front().steps,
            median(nanoseconds),
            std::ranges::min(nanoseconds),
            median(clocks),
            static_cast<double>(units),
            static_cast<double>(samples.size())};
}

} // namespace

std::optional<Error> lacksBandwidth(const Request& request) {
    if (request.space == Space::Global) return std::nullopt;
    return Error{Fault::ProbeNotSupported, {}, 0, std::string(spaceName(request.space))};
}

Result<RunState> runBandwidth(const Device& device, const Request& request, const std::stop_token& stop,
                              RunListener& listener) {
    listener.begun(bandwidthColumns());
    Crew crew(coresToMeasureOn(std::max(0, request.threads)));
    listener.note(crew.note());
    listener.note({NoteKind::VectorBits, static_cast<double>(streamVectorBits())});
    warmClock(stop, listener);
    const double granule = granuleBytes * crew.size();
    const double most = largestSet(request, device, granule, listener);
    // Whole huge pages for each member.
    Result<Arena> arena =
        Arena::reserve(static_cast<std::size_t>(most) + static_cast<std::size_t>(crew.size()) * hugePageBytes);
    if (!arena) return tl::unexpected<Error>(arena.error());
    Streams streams(crew, *arena, request, stop);
    const Result<RunState> ended = sweep(
        planFor(request, granule, most), [&](double bytes, int repeat) { return streams.measure(bytes, repeat); },
        [&](double bytes, std::span<const Sample> samples) { return rowOf(bytes, samples, crew.size()); }, stop,
        listener);
    const auto huge = static_cast<double>(arena->inHugePagesBytes());
    listener.note(huge > 0 ? Note{NoteKind::HugePages, huge} : Note{NoteKind::NoHugePages});
    return ended;
}

} // namespace zg::cpu
