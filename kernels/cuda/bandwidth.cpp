// SPDX-License-Identifier: GPL-3.0-or-later
// Which level answers, and how a point is measured. Through L1 each SM visits a slice of its own again and again, so
// the set is served by the L1s as far as they hold it together, then by the L2, then by memory. Past L1 all SMs go
// through the whole set side by side, so the smallest set is served by the L2. What is written ends in the L2 on both
// paths: L1 writes through. The kernels are in stream_kernels.cuh and shared_stream.cu.
#include "kernels/cuda/bandwidth.h"

#include "core/sweep.h"
#include "kernels/cuda/check.h"
#include "kernels/cuda/clock_ramp.h"
#include "kernels/cuda/device_memory.h"
#include "kernels/cuda/op_latency.h"
#include "kernels/cuda/pattern.h"
#include "kernels/rate_rows.h"
#include "kernels/cuda/shared_stream.h"
#include "kernels/cuda/stream.h"

#include <algorithm>
#include <cmath>

namespace zg {
namespace {

constexpr double targetNanoseconds = 0.8e6; // of one launch: long against a %globaltimer of 1 us, short for 57 sizes
constexpr double longestNanoseconds = 40e6; // of one launch: a GPU that drives a display kills or stalls long ones
constexpr int defaultRepeats = 5;
constexpr std::uint32_t calibrationUnits = (256 << 20) / patternUnitBytes; // of a set of unknown speed in one launch
constexpr std::uint32_t calibrationMoved = (64 << 20) / patternUnitBytes;  // at least, so that a coarse timer moves
constexpr double mostVisits = 4e9;                                         // laps x units must fit in 32 bits
// Twice the largest L1 (256 KiB, on 9.0 and 10.0): a slice below it may stay there, so its first lap is not timed.
constexpr std::uint32_t warmUnits = (512 << 10) / patternUnitBytes;

std::uint32_t seedOf(const Request& request) {
    return static_cast<std::uint32_t>(request.seed * 0x9E3779B97F4A7C15u >> 32);
}

int sidesOf(const Request& request) { return request.access == Access::Copy ? 2 : 1; }

SweepPlan planOf(const Request& request, std::int64_t max, std::int64_t granule) {
    SweepPlan plan;
    plan.points = geometricSizes(std::clamp(request.minBytes, granule, max), max,
                                 std::clamp(request.pointsPerOctave, 1, 64), granule);
    plan.repeats = [count = request.repeats > 0 ? request.repeats : defaultRepeats](double) { return count; };
    plan.cost = [](double bytes) { return std::max(1e-9 * targetNanoseconds, bytes / 1e12); };
    plan.refine = false;
    return plan;
}

/// Working sets in global memory: one arena, one size after the other.
class GlobalStream {
public:
    GlobalStream(const Device& device, const Request& request, std::int64_t bytes, std::stop_token stop)
        : access_(request.access),
          path_(request.path),
          sides_(sidesOf(request)),
          smCount_(device.sm->smCount),
          seed_(seedOf(request)),
          stop_(std::move(stop)),
          scratch_(std::max(streamScratchBytes(smCount_), opScratchBytes())),
          arena_(static_cast<std::size_t>(bytes)) {
        const auto units = static_cast<std::uint64_t>(bytes / sides_ / patternUnitBytes);
        source_ = arena_.as<uint4>();
        target_ = source_ + (access_ == Access::Copy ? units * patternUnitElements : 0);
        if (access_ != Access::Write) fillPattern(source_, units, seed_);
    }

    [[nodiscard]] void* scratch() const { return scratch_.data(); }

    /// Goes on to another size: poison, the number of laps, and in passing warm caches.
    void prepare(double bytes) {
        units_ = fitting(bytes / sides_ / patternUnitBytes);
        if (access_ != Access::Read)
            ZG_CUDA(cudaMemset(target_, 0xFF, static_cast<std::size_t>(units_ * patternUnitBytes)));
        const std::uint32_t part = fitting(std::min(units_, calibrationUnits));
        const double lap = lapNanoseconds(part) * units_ / part;
        laps_ = static_cast<std::uint32_t>(
            std::max(1.0, std::round(std::min(targetNanoseconds / lap, mostVisits / units_ - 1))));
        pieceUnits_ = lap > longestNanoseconds ? fitting(units_ * longestNanoseconds / lap) : units_;
    }

    /// All laps once; an empty sample where asked to stop. @param last check what was written
    [[nodiscard]] Sample measure(bool last) {
        double nanoseconds = 0, cycles = 0;
        for (std::uint32_t first = 0; first < units_; first += pieceUnits_) {
            if (stop_.stop_requested()) return {};
            const LaunchTimes took = launch(first, std::min(pieceUnits_, units_ - first), laps_);
            nanoseconds += took.nanoseconds;
            cycles += took.clockHz * took.nanoseconds;
            smsSeen_ = took.units;
        }
        if (last && access_ != Access::Read && patternMismatches(target_, units_, seed_, scratch()) != 0)
            throw WrongResultFailure("memory holds something else than what was written");
        return timedSample(nanoseconds, cycles / nanoseconds, moved());
    }

    [[nodiscard]] double moved() const { return 1.0 * laps_ * units_ * sides_ * patternUnitBytes; }
    [[nodiscard]] int smsSeen() const { return smsSeen_; }
    [[nodiscard]] int pieces() const { return static_cast<int>((units_ - 1) / pieceUnits_ + 1); }

private:
    [[nodiscard]] std::uint32_t fitting(double units) const {
        return streamUnits(static_cast<std::uint64_t>(units), path_, smCount_);
    }

    /// By as many laps as can be timed.
    double lapNanoseconds(std::uint32_t units) {
        double laps = std::max(1u, calibrationMoved / units);
        for (;;) {
            const double took = launch(0, units, static_cast<std::uint32_t>(laps)).nanoseconds;
            const double more = std::ceil(laps * std::clamp(targetNanoseconds / 2 / took, 2.0, 64.0));
            if (took >= targetNanoseconds / 4 || more * units > mostVisits / 2) return took / laps;
            laps = more;
        }
    }

    LaunchTimes launch(std::uint32_t first, std::uint32_t units, std::uint32_t laps) {
        const std::uint64_t offset = std::uint64_t{first} * patternUnitElements;
        const Traversal traversal = traversalOf(path_);
        const bool warm = traversal == Traversal::Slices && units / static_cast<unsigned>(smCount_) <= warmUnits;
        const StreamWork work{source_ + offset, target_ + offset, first, units, laps, seed_, traversal, warm};
        if (access_ == Access::Read && (first != sumFirst_ || units != sumUnits_)) {
            lapSum_ = patternSum(first, units, seed_, scratch());
            sumFirst_ = first;
            sumUnits_ = units;
        }
        return timeStream(work, access_, path_, smCount_, scratch(), lapSum_);
    }

    Access access_;
    CachePath path_;
    int sides_, smCount_;
    std::uint32_t seed_;
    std::stop_token stop_;
    DeviceBuffer scratch_, arena_;
    uint4* source_ = nullptr;
    uint4* target_ = nullptr;
    std::uint32_t units_ = 1, laps_ = 1, pieceUnits_ = 1; // units of one side
    std::uint32_t lapSum_ = 0, sumFirst_ = 0, sumUnits_ = 0;
    int smsSeen_ = 0;
};

Result<RunState> runGlobal(const Device& device, const Request& request, const std::stop_token& stop,
                           RunListener& listener) {
    listener.begun(bandwidthColumns());
    const std::int64_t granule = sidesOf(request) * patternUnitBytes * streamUnits(1, request.path, device.sm->smCount);
    const std::int64_t wanted = request.maxBytes > 0 ? request.maxBytes : defaultLargestBytes(device);
    const std::int64_t most = affordableBytes(wanted, listener) / granule * granule;
    if (most < granule || request.minBytes / granule * granule > most)
        return fail(Fault::OutOfMemory, "no room for the smallest working set");
    GlobalStream stream(device, request, most, stop);
    if (!rampClock(device, stream.scratch(), stop, listener)) return RunState::Stopped;

    const SweepPlan plan = planOf(request, most, granule);
    int pieces = 1;
    const auto measure = [&](double bytes, int repeat) -> Result<Sample> {
        if (repeat == 0) stream.prepare(bytes);
        return stream.measure(repeat + 1 == plan.repeats(bytes));
    };
    const auto reduce = [&](double bytes, std::span<const Sample> samples) {
        pieces = std::max(pieces, stream.pieces());
        return bandwidthValues(bytes, stream.moved(), samples, stream.smsSeen());
    };
    const auto went = sweep(plan, measure, reduce, stop, listener);
    if (pieces > 1) listener.note({NoteKind::LaunchesSplit, static_cast<double>(pieces)});
    return went;
}

Result<RunState> runShared(const Device& device, const Request& request, const std::stop_token& stop,
                           RunListener& listener) {
    listener.begun(bandwidthColumns());
    const int smCount = device.sm->smCount, sides = sidesOf(request);
    const std::int64_t granule = sides * patternUnitBytes;
    const std::int64_t has = std::max(device.sm->sharedPerBlockOptinBytes, device.sm->sharedPerBlockBytes);
    const std::int64_t most = (request.maxBytes > 0 ? std::min(request.maxBytes, has) : has) / granule * granule;
    if (most < granule || request.minBytes / granule * granule > most)
        return fail(Fault::OutOfMemory, "a block has " + std::to_string(has) + " bytes of shared memory");
    const DeviceBuffer scratch(std::max(sharedStreamScratchBytes(smCount), opScratchBytes()));
    if (!rampClock(device, scratch.data(), stop, listener)) return RunState::Stopped;

    SharedWork work;
    work.seed = seedOf(request);
    int smsSeen = 0;
    const auto moved = [&] { return 1.0 * work.laps * work.units * sides * patternUnitBytes * smCount; };
    const auto measure = [&](double bytes, int) -> Result<Sample> {
        work.units = static_cast<std::uint32_t>(bytes / sides / patternUnitBytes);
        // At the bound of 128 bytes a cycle and near 2 GHz; a slower SM takes a small multiple of it.
        work.laps = static_cast<std::uint32_t>(std::ceil(targetNanoseconds / 2 * 256 / bytes));
        const LaunchTimes took = timeSharedStream(work, request.access, smCount, scratch.data());
        smsSeen = took.units;
        return timedSample(took.nanoseconds, took.clockHz, moved());
    };
    const auto reduce = [&](double bytes, std::span<const Sample> samples) {
        return bandwidthValues(bytes, moved(), samples, smsSeen);
    };
    return sweep(planOf(request, most, granule), measure, reduce, stop, listener);
}

} // namespace

std::optional<Error> lacksBandwidth(const Device& device, const Request&) {
    if (!device.sm) return Error{Fault::ProbeNotSupported, {}, 0, {}};
    return std::nullopt;
}

Result<RunState> runBandwidth(const Device& device, const Request& request, std::stop_token stop,
                              RunListener& listener) {
    return request.space == Space::Shared ? runShared(device, request, stop, listener)
                                          : runGlobal(device, request, stop, listener);
}

} // namespace zg
