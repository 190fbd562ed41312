// SPDX-License-Identifier: GPL-3.0-or-later
// Requests to launches: sizes, repeats, warm-up, clock ramp, one arena for a whole run, failures to Errors.
#include "kernels/cuda/cuda_backend.h"

#include "core/stats.h"
#include "core/sweep.h"
#include "kernels/cuda/bandwidth.h"
#include "kernels/cuda/chase.h"
#include "kernels/cuda/check.h"
#include "kernels/cuda/clock_ramp.h"
#include "kernels/cuda/compute.h"
#include "kernels/cuda/device_memory.h"
#include "kernels/cuda/device_query.h"
#include "kernels/cuda/matmul/matmul.h"
#include "kernels/cuda/op_latency.h"
#include "kernels/cuda/transfer.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <limits>

namespace zg {
namespace {

constexpr double mib = 1024.0 * 1024.0;

std::vector<Column> latencyColumns(bool withBytes) {
    std::vector<Column> columns;
    if (withBytes) columns.push_back({std::string(column::bytes), Unit::Bytes});
    columns.push_back({std::string(column::latencyCycles), Unit::Cycles});
    columns.push_back({std::string(column::p5Cycles), Unit::Cycles});
    columns.push_back({std::string(column::p95Cycles), Unit::Cycles});
    columns.push_back({std::string(column::nanoseconds), Unit::Nanoseconds});
    columns.push_back({std::string(column::clock), Unit::Hertz});
    columns.push_back({std::string(column::steps), Unit::One});
    columns.push_back({std::string(column::repeats), Unit::One});
    columns.push_back({std::string(column::sm), Unit::One});
    return columns;
}

std::vector<double> latencyValues(std::optional<double> bytes, std::span<const Sample> samples, int sm) {
    std::vector<double> latency, nanoseconds, clock;
    for (const Sample& sample : samples) {
        latency.push_back(sample.latency);
        nanoseconds.push_back(sample.nanoseconds);
        clock.push_back(sample.clockHz);
    }
    std::vector<double> values;
    if (bytes) values.push_back(*bytes);
    for (const double value :
         {median(latency), percentile(latency, 5), percentile(latency, 95), median(nanoseconds), median(clock),
          samples.empty() ? 0 : samples.front().steps, static_cast<double>(samples.size()), static_cast<double>(sm)})
        values.push_back(value);
    return values;
}

Sample sampleOf(std::uint64_t steps, std::int64_t cycles, std::int64_t nanoseconds) {
    const double count = static_cast<double>(steps);
    return {static_cast<double>(cycles) / count, static_cast<double>(nanoseconds) / count,
            1e9 * static_cast<double>(cycles) / static_cast<double>(nanoseconds), count};
}

/// Several sweeps, one an SM, seen as one run: progress goes on from sweep to sweep.
class PartOfRun : public RunListener {
public:
    /// @param startedAfter seconds of the run before this part; a sweep counts its rows' times from its own start
    PartOfRun(RunListener& whole, int part, int parts, double startedAfter)
        : whole_(whole), part_(part), parts_(parts), startedAfter_(startedAfter) {}
    void begun(const std::vector<Column>& columns) override { whole_.begun(columns); }
    void row(const Row& row) override { whole_.row({startedAfter_ + row.seconds, row.values}); }
    void note(const Note& note) override { whole_.note(note); }
    void progress(double fraction, int done, int planned) override {
        whole_.progress((part_ + fraction) / parts_, part_ * planned + done, parts_ * planned);
    }

private:
    RunListener& whole_;
    int part_, parts_;
    double startedAfter_;
};

class CudaBackend : public Backend {
public:
    CudaBackend(int index, Device device) : index_(index), device_(std::move(device)) {}

    [[nodiscard]] const Device& device() const override { return device_; }

    [[nodiscard]] std::optional<Error> lacks(const Request& request) const override {
        if (device_.computeMode == ComputeMode::Prohibited)
            return Error{Fault::DeviceBusy, {}, 0, "compute mode: prohibited"};
        switch (request.probe) {
        case Probe::FmaLatency:
        case Probe::SharedLatency:
        case Probe::ConstantLatency:
        case Probe::Chase: return std::nullopt;
        case Probe::Bandwidth: return lacksBandwidth(device_, request);
        case Probe::Transfer: return std::nullopt;
        case Probe::Compute: return lacksCompute(device_, request);
        case Probe::Matmul: return lacksMatmul(device_, request);
        }
        return Error{Fault::ProbeNotSupported, {}, 0, std::string(probeName(request.probe))};
    }

    [[nodiscard]] Result<RunState> run(const Request& request, std::stop_token stop, RunListener& listener) override {
        try {
            ZG_CUDA(cudaSetDevice(index_));
            switch (request.probe) {
            case Probe::FmaLatency:
            case Probe::SharedLatency:
            case Probe::ConstantLatency: return operation(request, stop, listener);
            case Probe::Chase: return chase(request, stop, listener);
            case Probe::Bandwidth: return runBandwidth(device_, request, stop, listener);
            case Probe::Transfer: return runTransfer(device_, request, stop, listener);
            case Probe::Compute: return runCompute(device_, request, stop, listener);
            case Probe::Matmul: return runMatmul(device_, request, stop, listener);
            }
            return fail(Fault::ProbeNotSupported, std::string(probeName(request.probe)));
        } catch (const CudaFailure& failure) {
            recover();
            return tl::unexpected<Error>(failure.error());
        } catch (const WrongResultFailure& failure) {
            return fail(Fault::WrongResult, failure.what());
        }
    }

private:
    /// After an illegal address and its like every further call fails: a fresh context lets the next run work.
    void recover() const {
        (void)cudaGetLastError();
        if (cudaDeviceSynchronize() != cudaSuccess) (void)cudaDeviceReset();
        (void)cudaGetLastError();
    }

    Result<RunState> operation(const Request& request, const std::stop_token& stop, RunListener& listener) {
        const DeviceBuffer scratch(opScratchBytes());
        listener.begun(latencyColumns(false));
        const auto start = std::chrono::steady_clock::now();
        if (!rampClock(device_, scratch.data(), stop, listener)) return RunState::Stopped;
        const int repeats = request.repeats > 0 ? request.repeats : 25;
        std::vector<Sample> samples;
        OpResult result;
        for (int i = 0; i < repeats; ++i) {
            if (stop.stop_requested()) return RunState::Stopped;
            result = timeOperation(request.probe, request.seed + static_cast<std::uint64_t>(i), scratch.data());
            if (i == 0)
                result = timeOperation(request.probe, request.seed, scratch.data()); // the first also loads the code
            samples.push_back(sampleOf(result.operations, result.cycles, result.nanoseconds));
        }
        const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        listener.row({seconds, latencyValues(std::nullopt, samples, result.sm)});
        listener.progress(1, 1, 1);
        return RunState::Complete;
    }

    double l2Bytes() const {
        const Level* level = findLevel(device_, LevelKind::L2);
        return level && level->total ? level->total->value : 4 * mib;
    }

    double l1Bytes() const {
        const Level* level = findLevel(device_, LevelKind::SharedL1);
        return level && level->perInstance ? level->perInstance->value : 128 * 1024;
    }

    /// Timed steps: enough for a coarse %globaltimer where steps are cheap, few enough for a quick point where they are
    /// not.
    std::uint64_t stepsFor(double bytes) const { return bytes <= 2 * l1Bytes() ? 16384 : 4096; }

    /// Positions to bring in before the walk: all (0) up to three times the L2; beyond, the end of the lap of that
    /// length, which replaces every line of the L2 three times over and so leaves the caches as the whole lap would.
    std::uint64_t warmLinesFor(double bytes) const {
        const double tail = 3 * l2Bytes();
        return bytes <= tail ? 0 : static_cast<std::uint64_t>(tail / chaseLineBytes);
    }

    SweepPlan planOf(const Request& request, std::int64_t maxBytes) const {
        SweepPlan plan;
        plan.points = geometricSizes(std::max<std::int64_t>(request.minBytes, chaseLineBytes), maxBytes,
                                     std::clamp(request.pointsPerOctave, 1, 64), chaseLineBytes);
        const double small = 2 * l1Bytes();
        const int repeats = request.repeats;
        plan.repeats = [repeats, small](double bytes) { return repeats > 0 ? repeats : bytes <= small ? 5 : 3; };
        // Seconds of one repeat: steps at a guess of their latency, lines of the warm-up, lines of the build. Only the
        // shape counts.
        plan.cost = [this](double bytes) {
            const double lines = bytes / chaseLineBytes;
            const std::uint64_t tail = warmLinesFor(bytes);
            const double warm = tail ? static_cast<double>(tail) : 2 * lines;
            const double step = bytes <= l1Bytes() ? 16e-9 : bytes <= l2Bytes() ? 150e-9 : 345e-9;
            return 100e-6 + static_cast<double>(stepsFor(bytes)) * step + 1.3e-9 * warm + 0.3e-9 * lines;
        };
        plan.refine = request.refine;
        plan.refineAtMost = 32;
        plan.between = [](double a, double b) {
            const double middle = std::round(std::sqrt(a * b) / chaseLineBytes) * chaseLineBytes;
            return middle > a && middle < b ? middle : std::numeric_limits<double>::quiet_NaN();
        };
        return plan;
    }

    Result<RunState> chase(const Request& request, const std::stop_token& stop, RunListener& listener) {
        const DeviceBuffer scratch(std::max(chaseScratchBytes(), opScratchBytes()));
        const std::int64_t wanted = request.maxBytes > 0 ? request.maxBytes : defaultLargestBytes(device_);
        listener.begun(latencyColumns(true));
        const std::int64_t maxBytes = affordableBytes(wanted, listener) / chaseLineBytes * chaseLineBytes;
        if (maxBytes < std::max<std::int64_t>(request.minBytes, chaseLineBytes))
            return fail(Fault::OutOfMemory, "no room for the smallest working set");
        const DeviceBuffer arena(static_cast<std::size_t>(maxBytes));
        const std::uint64_t pieces =
            (static_cast<std::uint64_t>(maxBytes) / chaseLineBytes + chaseLinesPerLaunch - 1) / chaseLinesPerLaunch;
        if (pieces > 1) listener.note({NoteKind::LaunchesSplit, static_cast<double>(pieces)});

        ChaseSetup setup;
        setup.arena = arena.data();
        setup.order = request.order;
        setup.path = request.path;
        setup.sharedCarveout = std::clamp(request.sharedCarveout, 0, 100);
        setup.smCount = device_.sm->smCount;
        std::vector<int> sms = request.sms;
        if (sms.empty()) sms.push_back(driversChoiceOfSm(scratch.data()));
        for (const int sm : sms)
            if (sm < 0 || sm >= setup.smCount) return fail(Fault::ProbeNotSupported, "SM " + std::to_string(sm));

        const SweepPlan plan = planOf(request, maxBytes);
        const auto start = std::chrono::steady_clock::now();
        if (!rampClock(device_, scratch.data(), stop, listener)) return RunState::Stopped;
        for (std::size_t i = 0; i < sms.size(); ++i) {
            setup.sm = sms[i];
            const double before = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
            PartOfRun part(listener, static_cast<int>(i), static_cast<int>(sms.size()), before);
            const auto measure = [&](double bytes, int repeat) -> Result<Sample> {
                setup.lines = static_cast<std::uint64_t>(bytes) / chaseLineBytes;
                setup.seed = request.seed + static_cast<std::uint64_t>(repeat);
                setup.warmLines = warmLinesFor(bytes);
                setup.steps = stepsFor(bytes);
                buildCycle(setup, scratch.data());
                const ChaseResult result = timeChase(setup, scratch.data());
                return sampleOf(result.steps, result.cycles, result.nanoseconds);
            };
            const auto reduce = [&](double bytes, std::span<const Sample> samples) {
                return latencyValues(bytes, samples, setup.sm);
            };
            auto went = sweep(plan, measure, reduce, stop, part);
            if (!went || *went == RunState::Stopped) return went;
        }
        return RunState::Complete;
    }

    int index_;
    Device device_;
};

} // namespace

Found findCudaDevices() { return queryCudaDevices(); }

Result<std::unique_ptr<Backend>> openCudaDevice(const std::string& id) {
    int index = -1;
    const std::string number = id.starts_with("cuda:") ? id.substr(5) : "";
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), index);
    if (error != std::errc{} || end != number.data() + number.size() || index < 0)
        return fail(Fault::UnknownDevice, id);
    try {
        return std::unique_ptr<Backend>(new CudaBackend(index, queryCudaDevice(index)));
    } catch (const CudaFailure& failure) {
        (void)cudaGetLastError();
        Error why = failure.error();
        if (why.fault == Fault::DriverTooOld || why.fault == Fault::NoGpu) why = queryCudaDevices().noGpu.value_or(why);
        return tl::unexpected<Error>(why);
    }
}

} // namespace zg
