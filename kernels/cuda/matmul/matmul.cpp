// SPDX-License-Identifier: GPL-3.0-or-later
// Measures a product on one rung over sizes. What could fool it, and how that is met:
//  - data that is easy (random numbers, fresh for each size) or in a cache from the check (an untimed batch comes
//    first, and every batch finds the caches as the one before left them);
//  - a result that is wrong (C is poisoned, then compared with double precision; a wrong one gets no time) or not
//    written by the run that is timed (it is the same kernel, launch and data);
//  - the host's calls (products of microseconds are put together into graphs), a cold clock (it is brought up first),
//    a clock that falls (read right after each batch), one lucky repeat (the median, the best beside it).
#include "kernels/cuda/matmul/matmul.h"

#include "core/requests.h"
#include "core/stats.h"
#include "kernels/cuda/check.h"
#include "kernels/cuda/clock_ramp.h"
#include "kernels/cuda/matmul/cublas.h"
#include "kernels/cuda/matmul/matrices.h"
#include "kernels/cuda/matmul/product.h"
#include "kernels/cuda/matmul/reference.h"
#include "kernels/cuda/matmul/rungs.h"
#include "kernels/cuda/op_latency.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <limits>

namespace zg::matmul {
namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
constexpr double nanosecondsOfRepeats = 60e6; // GPU time for the repeats of one size
constexpr int mostRepeats = 40;
constexpr int leastRepeats = 3, leastRepeatsIfSlow = 2;
constexpr double slowProduct = 150e6;      // ns: what takes longer is repeated twice only
constexpr double secondsOfReference = 0.3; // of a check; a GPU for games has a sixty-fourth of its FP32 pace in FP64
constexpr double spareBytes = 96u << 20;   // for a library's workspace and what a rung keeps beside its matrices

std::vector<Column> matmulColumns() {
    std::vector<Column> columns;
    const auto add = [&](std::string_view name, Unit unit) { columns.push_back({std::string(name), unit}); };
    for (const auto name : {column::n, column::flop}) add(name, Unit::One);
    for (const auto name : {column::elapsed, column::elapsedBest}) add(name, Unit::Nanoseconds);
    add(column::clock, Unit::Hertz);
    for (const auto name : {column::units, column::repeats, column::error, column::tolerance, column::launches,
                            column::gridX, column::gridY, column::blockX, column::blockY, column::registers})
        add(name, Unit::One);
    add(column::sharedBytes, Unit::Bytes);
    add(column::occupancy, Unit::One);
    for (const auto name :
         {column::registerBytes, column::l1Bytes, column::l2Bytes, column::l3Bytes, column::memoryBytes})
        add(name, Unit::Bytes);
    return columns;
}

/// Times of one size.
struct Times {
    std::vector<double> nanoseconds, clockHz;
};

class MatmulRun {
public:
    MatmulRun(Rung& rung, const Device& device, const Request& request, const std::stop_token& stop,
              RunListener& listener)
        : rung_(rung),
          device_(device),
          request_(request),
          stop_(stop),
          listener_(listener),
          arithmetic_(factsOf(rung.variant()).arithmetic) {}

    Result<RunState> run() {
        const auto start = std::chrono::steady_clock::now();
        listener_.begun(matmulColumns());
        for (const Note& note : rung_.notes()) listener_.note(note);
        const std::vector<int> sizes = affordable(matmulSizes(request_));
        if (!sizes.empty()) {
            const int largest = *std::ranges::max_element(sizes);
            matrices_.emplace(largest, largest, largest, inputs() == Inputs::Bf16);
        }
        const DeviceBuffer scratch(opScratchBytes());
        if (!sizes.empty() && !rampClock(device_, scratch.data(), stop_, listener_)) return RunState::Stopped;
        for (std::size_t i = 0; i < sizes.size(); ++i) {
            done_ = static_cast<int>(i), planned_ = static_cast<int>(sizes.size());
            const auto values = size(sizes[i]);
            if (!values) return RunState::Stopped;
            const std::chrono::duration<double> since = std::chrono::steady_clock::now() - start;
            if (!values->empty()) listener_.row({since.count(), *values});
            progress(1);
        }
        if (mostLaunches_ > 1) listener_.note({NoteKind::LaunchesSplit, static_cast<double>(mostLaunches_)});
        if (sampled_) listener_.note({NoteKind::SamplesFull, static_cast<double>(largestChecked_)});
        return RunState::Complete;
    }

private:
    [[nodiscard]] Inputs inputs() const { return inputsOf(arithmetic_); }

    void progress(double ofThisSize) {
        listener_.progress((done_ + ofThisSize) / planned_, ofThisSize < 1 ? done_ : done_ + 1, planned_);
    }

    void leaveOut(int n) { listener_.note({NoteKind::SizeLeftOut, static_cast<double>(n)}); }

    /// Sizes for which four fifths of free memory suffice; the rest belongs to everybody else on the GPU.
    std::vector<int> affordable(const std::vector<int>& wanted) {
        std::size_t freeBytes = 0, totalBytes = 0;
        ZG_CUDA(cudaMemGetInfo(&freeBytes, &totalBytes));
        std::vector<int> sizes;
        for (const int n : wanted) {
            const double bytes = Matrices::bytesFor(n, n, n, inputs() == Inputs::Bf16) + spareBytes;
            if (n >= 1 && bytes <= 0.8 * static_cast<double>(freeBytes)) sizes.push_back(n);
            else leaveOut(n);
        }
        return sizes;
    }

    /// The values of one row; none where the size must be left out; nothing where asked to stop.
    std::optional<std::vector<double>> size(int n) {
        const Operands operands = matrices_->fill(n, n, n, request_.seed, watch_.stream());
        Product product(rung_, operands, watch_);
        const Product::Plan plan = product.plan(stop_);
        if (plan == Product::Plan::Stopped) return std::nullopt;
        if (plan == Product::Plan::TooLong) {
            leaveOut(n);
            return std::vector<double>{};
        }
        mostLaunches_ = std::max(mostLaunches_, product.launches());
        matrices_->poison(operands, watch_.stream()); // the plan has written parts of it
        const auto first = product.once(stop_);
        if (!first) return std::nullopt;
        const auto checked =
            reference_.check(operands, inputs(), request_.seed, secondsOfReference, watch_.stream(), stop_);
        if (!checked) return std::nullopt;
        if (checked->complete) largestChecked_ = std::max(largestChecked_, n);
        else sampled_ = true;
        progress(0.3);

        const double tolerance = toleranceOf(arithmetic_, n);
        const bool right = checked->error <= tolerance; // written so that NaN is wrong
        Times times;
        if (right) {
            if (!measure(product, *first, times)) return std::nullopt;
        } else {
            listener_.note({NoteKind::WrongResult, static_cast<double>(n)});
        }
        return valuesOf(n, product, times, checked->error, tolerance);
    }

    /// @return false where asked to stop
    bool measure(Product& product, double first, Times& times) {
        product.makeBatch(first);
        const bool slow = first > slowProduct;
        if (!slow && !product.repeat(stop_)) return false; // untimed: brings the caches to what all later ones find
        const int least = slow ? leastRepeatsIfSlow : leastRepeats;
        double spent = 0;
        const auto more = [&] {
            const auto count = static_cast<int>(times.nanoseconds.size());
            if (request_.repeats > 0) return count < request_.repeats;
            return count < least || (spent < nanosecondsOfRepeats && count < mostRepeats);
        };
        while (more()) {
            const auto timed = product.repeat(stop_);
            if (!timed) return false;
            times.nanoseconds.push_back(timed->nanoseconds);
            times.clockHz.push_back(timed->clockHz);
            spent += std::max(timed->nanoseconds, 1e6); // a batch takes about a millisecond
            progress(0.3 + 0.7 * std::min(1.0, spent / nanosecondsOfRepeats) * 0.99);
        }
        return true;
    }

    std::vector<double> valuesOf(int n, const Product& product, const Times& times, double error,
                                 double tolerance) const {
        const bool timed = !times.nanoseconds.empty();
        const Operands slice = product.firstSlice();
        const auto launch = rung_.launch(slice);
        Operands whole = slice;
        whole.m = n;
        const Traffic traffic = rung_.traffic(whole);
        const SmLimits& sm = *device_.sm;
        const auto known = [&](double value) { return launch ? value : unknown; };
        const Launch shape = launch.value_or(Launch{});
        const double sms = sm.smCount, blocks = static_cast<double>(shape.blocks());
        // What the resources allow, and no more than the launch has.
        const double resident = std::min<double>(rung_.blocksPerSm(slice), std::ceil(blocks / sms));
        const double warps = resident * std::ceil(static_cast<double>(shape.threadsPerBlock()) / sm.warpSize);
        return {static_cast<double>(n),
                timed ? matmulFlop(n, n, n) : unknown,
                timed ? median(times.nanoseconds) : unknown,
                timed ? *std::ranges::min_element(times.nanoseconds) : unknown,
                timed ? median(times.clockHz) : unknown,
                launch ? std::min(sms, blocks) : sms,
                static_cast<double>(times.nanoseconds.size()),
                std::isfinite(error) ? error : unknown,
                tolerance,
                static_cast<double>(product.launches()),
                known(static_cast<double>(shape.grid[0])),
                known(static_cast<double>(shape.grid[1])),
                known(static_cast<double>(shape.block[0])),
                known(static_cast<double>(shape.block[1])),
                known(shape.registersPerThread),
                known(static_cast<double>(shape.sharedBytesPerBlock)),
                known(warps * sm.warpSize / sm.threadsPerSm),
                traffic.registerBytes,
                traffic.l1Bytes,
                traffic.l2Bytes,
                traffic.l3Bytes,
                traffic.memoryBytes};
    }

    Rung& rung_;
    const Device& device_;
    const Request& request_;
    const std::stop_token& stop_;
    RunListener& listener_;
    Arithmetic arithmetic_;
    Stopwatch watch_;
    Reference reference_;
    std::optional<Matrices> matrices_;
    int done_ = 0, planned_ = 1;
    int mostLaunches_ = 1, largestChecked_ = 0;
    bool sampled_ = false;
};

} // namespace

Result<RunState> runRung(Rung& rung, const Device& device, const Request& request, std::stop_token stop,
                         RunListener& listener) {
    return MatmulRun(rung, device, request, stop, listener).run();
}

int capabilityOf(const Device& device) {
    const std::string& text = device.architecture;
    const char* const end = text.data() + text.size();
    int major = 0, minor = 0;
    const auto [dot, error] = std::from_chars(text.data(), end, major);
    if (error != std::errc{} || dot == end || *dot != '.') return 0;
    if (std::from_chars(dot + 1, end, minor).ec != std::errc{}) return 0;
    return 10 * major + minor;
}

} // namespace zg::matmul

namespace zg {

std::optional<Error> lacksMatmul(const Device& device, const Request& request) {
    const auto rung = matmul::makeRung(request);
    if (!rung || !device.sm) return Error{Fault::ProbeNotSupported, {}, 0, std::string(variantName(request.variant))};
    const int capability = matmul::capabilityOf(device), least = rung->minimumCapability();
    if (!matmul::runsOn(*rung, capability)) {
        // A rung for one architecture alone is as much out of reach of a newer one.
        const Fault fault = capability < least ? Fault::NeedsNewerGpu : Fault::ProbeNotSupported;
        return Error{fault, {}, 0, std::to_string(least / 10) + "." + std::to_string(least % 10)};
    }
    if (factsOf(request.variant).reference) return matmul::lacksCublas();
    return std::nullopt;
}

Result<RunState> runMatmul(const Device& device, const Request& request, std::stop_token stop, RunListener& listener) {
    if (auto lacking = lacksMatmul(device, request)) return tl::unexpected<Error>(std::move(*lacking));
    const auto rung = matmul::makeRung(request);
    try {
        return matmul::runRung(*rung, device, request, std::move(stop), listener);
    } catch (const matmul::LibraryFailure& failure) {
        return tl::unexpected<Error>(failure.error());
    }
}

} // namespace zg
