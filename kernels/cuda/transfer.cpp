// SPDX-License-Identifier: GPL-3.0-or-later
// Measures one copy at a time, from the call to the last byte, so that small sizes show what a call costs and large
// ones the link. What could fool it: a copy that returns early (the end is waited for), pages that nobody has touched
// (the host's memory is written before), an idle link (the clock is brought up first), a copy of nothing (what arrives
// is compared with the pattern that was sent, over poison).
#include "kernels/cuda/transfer.h"

#include "core/sweep.h"
#include "kernels/cuda/check.h"
#include "kernels/cuda/clock_ramp.h"
#include "kernels/cuda/device_memory.h"
#include "kernels/cuda/op_latency.h"
#include "kernels/cuda/pattern.h"
#include "kernels/rate_rows.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <limits>
#include <memory>
#include <new>
#include <unistd.h>

namespace zg {
namespace {

constexpr std::int64_t largestByDefault = 256 << 20;
constexpr double longestSeconds = 0.025;     // of one copy at the best rate seen, half of what is allowed
constexpr double slowestRate = 256e6;        // B/s: an old laptop's link, before anything has been seen
constexpr std::int64_t leastPiece = 1 << 20; // bytes
constexpr std::int64_t smallBytes = 1 << 20; // up to here a call's cost counts, which varies: more repeats, all checked

/// The host's side: pinned (page-locked, which the GPU reads and writes by itself) or pageable.
class HostBuffer {
public:
    /// Throws CudaFailure, std::bad_alloc.
    HostBuffer(HostMemory kind, std::size_t bytes) {
        if (kind == HostMemory::Pinned) {
            void* data = nullptr;
            ZG_CUDA(cudaMallocHost(&data, bytes));
            pinned_.reset(static_cast<std::byte*>(data));
        } else {
            pageable_ = std::make_unique_for_overwrite<std::byte[]>(bytes);
        }
    }
    [[nodiscard]] std::byte* data() const { return pinned_ ? pinned_.get() : pageable_.get(); }
    [[nodiscard]] uint4* elements() const { return reinterpret_cast<uint4*>(data()); }

private:
    struct Unpin {
        void operator()(std::byte* data) const { (void)cudaFreeHost(data); }
    };
    std::unique_ptr<std::byte, Unpin> pinned_;
    std::unique_ptr<std::byte[]> pageable_;
};

class Event {
public:
    Event() { ZG_CUDA(cudaEventCreate(&event_)); }
    ~Event() { (void)cudaEventDestroy(event_); }
    Event(const Event&) = delete;
    Event& operator=(const Event&) = delete;
    [[nodiscard]] cudaEvent_t get() const { return event_; }

private:
    cudaEvent_t event_ = nullptr;
};

class Link {
public:
    /// Throws CudaFailure, std::bad_alloc.
    Link(const Request& request, std::int64_t bytes)
        : request_(request),
          seed_(static_cast<std::uint32_t>(request.seed)),
          scratch_(opScratchBytes()),
          device_(static_cast<std::size_t>(bytes)),
          host_(request.hostMemory, static_cast<std::size_t>(bytes)),
          bytes_(bytes) {}

    [[nodiscard]] void* scratch() const { return scratch_.data(); }
    /// Of the last copy.
    [[nodiscard]] std::int64_t pieces() const { return pieces_; }

    /// Lays the pattern where copies come from. @return false where asked to stop
    [[nodiscard]] bool fill(const std::stop_token& stop) {
        if (request_.direction == Direction::DeviceToHost) {
            fillPattern(device_.data(), static_cast<std::uint64_t>(bytes_ / patternUnitBytes), seed_);
            return true;
        }
        for (std::int64_t i = 0; i < bytes_ / patternElementBytes; ++i) {
            if (i % leastPiece == 0 && stop.stop_requested()) return false;
            host_.elements()[i] = expected(i);
        }
        return true;
    }

    void poison(std::int64_t bytes) {
        const auto count = static_cast<std::size_t>(bytes);
        if (request_.direction == Direction::DeviceToHost) std::memset(host_.data(), 0xFF, count);
        else ZG_CUDA(cudaMemset(device_.data(), 0xFF, count));
    }

    /// In pieces where the link is slow; stops between them. @return nanoseconds
    double copy(std::int64_t bytes, const std::stop_token& stop) {
        const auto piece = std::max(leastPiece, static_cast<std::int64_t>(longestSeconds * bestRate_));
        double nanoseconds = 0;
        for (std::int64_t from = 0; from < bytes && !stop.stop_requested(); from += piece) {
            const std::int64_t count = std::min(piece, bytes - from);
            const double took =
                request_.hostMemory == HostMemory::Pinned ? pinnedCopy(from, count) : pageableCopy(from, count);
            bestRate_ = std::max(bestRate_, static_cast<double>(count) / took * 1e9);
            nanoseconds += took;
        }
        pieces_ = (bytes - 1) / piece + 1;
        return nanoseconds;
    }

    /// Small sizes in full; of large ones an element of every 4 KiB, and the last. Throws WrongResultFailure.
    void check(std::int64_t bytes) {
        bool right = true;
        if (request_.direction == Direction::HostToDevice) {
            right = patternMismatches(device_.data(), static_cast<std::uint64_t>(bytes / patternUnitBytes), seed_,
                                      scratch()) == 0;
        } else {
            const std::int64_t last = bytes / patternElementBytes - 1, step = bytes <= smallBytes ? 1 : 256;
            for (std::int64_t i = 0; i < last; i += step) right = right && isRight(i);
            right = right && isRight(last);
        }
        if (!right) throw WrongResultFailure("what arrived is not what was sent");
    }

private:
    [[nodiscard]] uint4 expected(std::int64_t element) const {
        return patternAt(static_cast<std::uint32_t>(element / patternUnitElements),
                         static_cast<std::uint32_t>(element % patternUnitElements), seed_);
    }
    [[nodiscard]] bool isRight(std::int64_t element) const {
        const uint4 should = expected(element);
        return std::memcmp(host_.elements() + element, &should, sizeof should) == 0;
    }

    void enqueue(std::int64_t from, std::int64_t bytes) {
        std::byte* device = device_.as<std::byte>() + from;
        std::byte* host = host_.data() + from;
        const bool toDevice = request_.direction == Direction::HostToDevice;
        ZG_CUDA(cudaMemcpyAsync(toDevice ? device : host, toDevice ? host : device, static_cast<std::size_t>(bytes),
                                toDevice ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost));
    }

    /// The GPU's copy engine does it all, so its own events see it all, without the host's way of waiting.
    double pinnedCopy(std::int64_t from, std::int64_t bytes) {
        ZG_CUDA(cudaEventRecord(begin_.get()));
        enqueue(from, bytes);
        ZG_CUDA(cudaEventRecord(end_.get()));
        ZG_CUDA(cudaEventSynchronize(end_.get()));
        float milliseconds = 0;
        ZG_CUDA(cudaEventElapsedTime(&milliseconds, begin_.get(), end_.get()));
        return 1e6 * static_cast<double>(milliseconds);
    }

    /// The driver copies through a staging buffer with the CPU, before or after what events see, so the host's clock
    /// is read, after waiting: small copies to the device return before they have arrived.
    double pageableCopy(std::int64_t from, std::int64_t bytes) {
        const auto start = std::chrono::steady_clock::now();
        enqueue(from, bytes);
        ZG_CUDA(cudaDeviceSynchronize());
        return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count();
    }

    Request request_;
    std::uint32_t seed_;
    DeviceBuffer scratch_, device_;
    HostBuffer host_;
    std::int64_t bytes_;
    Event begin_, end_;
    double bestRate_ = slowestRate;
    std::int64_t pieces_ = 1;
};

/// What of it may be taken of the host's memory: half of what is free, since pinned pages are lost to everybody else.
std::int64_t affordableOnHost(std::int64_t wanted, RunListener& listener) {
    const long pages = sysconf(_SC_AVPHYS_PAGES), pageBytes = sysconf(_SC_PAGESIZE);
    if (pages <= 0 || pageBytes <= 0 || wanted <= pages / 2 * pageBytes) return wanted;
    const std::int64_t most = std::int64_t{pages} / 2 * pageBytes;
    listener.note({NoteKind::MemoryLimited, static_cast<double>(most)});
    return most;
}

SweepPlan planOf(const Request& request, std::int64_t max) {
    SweepPlan plan;
    plan.points = geometricSizes(std::max(request.minBytes, patternUnitBytes), max,
                                 std::clamp(request.pointsPerOctave, 1, 64), patternUnitBytes);
    plan.repeats = [given = request.repeats](double bytes) {
        return given > 0 ? given : bytes <= static_cast<double>(smallBytes) ? 21 : 7;
    };
    plan.cost = [](double bytes) { return 10e-6 + bytes / 10e9; };
    plan.refine = false;
    return plan;
}

} // namespace

Result<RunState> runTransfer(const Device& device, const Request& request, std::stop_token stop,
                             RunListener& listener) {
    listener.begun(bandwidthColumns());
    const std::int64_t wanted = request.maxBytes > 0 ? request.maxBytes : largestByDefault;
    const std::int64_t most =
        affordableOnHost(affordableBytes(wanted, listener), listener) / patternUnitBytes * patternUnitBytes;
    if (most < std::max(request.minBytes, patternUnitBytes))
        return fail(Fault::OutOfMemory, "no room for the smallest transfer");
    try {
        Link link(request, most);
        if (!link.fill(stop) || !rampClock(device, link.scratch(), stop, listener)) return RunState::Stopped;
        const SweepPlan plan = planOf(request, most);
        const auto measure = [&](double size, int repeat) -> Result<Sample> {
            const auto bytes = static_cast<std::int64_t>(size);
            if (repeat == 0) {
                link.poison(bytes);
                (void)link.copy(bytes, stop); // the first also wakes the link, and the driver's staging buffers
            }
            const double took = link.copy(bytes, stop);
            if (repeat + 1 == plan.repeats(size) && !stop.stop_requested()) link.check(bytes);
            return timedSample(took, std::numeric_limits<double>::quiet_NaN(), size);
        };
        std::int64_t pieces = 1;
        const auto reduce = [&](double bytes, std::span<const Sample> samples) {
            pieces = std::max(pieces, link.pieces());
            return bandwidthValues(bytes, bytes, samples, 1);
        };
        const auto went = sweep(plan, measure, reduce, stop, listener);
        if (pieces > 1) listener.note({NoteKind::LaunchesSplit, static_cast<double>(pieces)});
        return went;
    } catch (const std::bad_alloc&) {
        return fail(Fault::OutOfMemory, std::to_string(most) + " bytes of the host's memory");
    }
}

} // namespace zg
