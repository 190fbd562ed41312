// SPDX-License-Identifier: GPL-3.0-or-later
// Which kernel stands for which ceiling, for how long it runs, and its row. Under such load a GPU may lower its clock
// to stay within its power: the row has the clock of its own launches, and the peak at that clock is the one to compare
// with.
#include "kernels/cuda/compute.h"

#include "kernels/cuda/check.h"
#include "kernels/cuda/clock_ramp.h"
#include "kernels/cuda/compute_kernels.h"
#include "kernels/cuda/op_latency.h"
#include "kernels/rate_rows.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>

namespace zg {
namespace {

constexpr double targetNanoseconds = 10e6; // of one launch: long enough for the clock to answer to the load
constexpr double mostTiles = 4e9;
constexpr int defaultRepeats = 7;

#ifdef ZIGGURAT_HAS_SM90A
constexpr bool builtWithWgmma = true;
#else
constexpr bool builtWithWgmma = false;
ComputeTimes timeWgmma(Arithmetic, const ComputeWork&) { throw WrongResultFailure("built without wgmma"); }
#endif

/// "9.0" -> 90
int capabilityOf(const Device& device) {
    int major = 0, minor = 0;
    return std::sscanf(device.architecture.c_str(), "%d.%d", &major, &minor) == 2 ? 10 * major + minor : 0;
}

int neededCapability(Arithmetic arithmetic) {
    switch (arithmetic) {
    case Arithmetic::Fp64:
    case Arithmetic::Fp32: return 0;
    case Arithmetic::Fp16Tensor: return 75;
    case Arithmetic::Fp64Tensor:
    case Arithmetic::Tf32Tensor:
    case Arithmetic::Bf16Tensor: return 80;
    case Arithmetic::Fp8Tensor: return 89;
    }
    return 0;
}

int operandBits(Arithmetic arithmetic) {
    switch (arithmetic) {
    case Arithmetic::Fp64:
    case Arithmetic::Fp64Tensor: return 64;
    case Arithmetic::Fp32:
    case Arithmetic::Tf32Tensor: return 32; // as stored
    case Arithmetic::Bf16Tensor:
    case Arithmetic::Fp16Tensor: return 16;
    case Arithmetic::Fp8Tensor: return 8;
    }
    return 0;
}

bool isOfTensorCores(Arithmetic arithmetic) { return arithmetic != Arithmetic::Fp32 && arithmetic != Arithmetic::Fp64; }

/// wgmma has no FP64, and exists on 9.0 alone: what follows has other instructions.
bool goesThroughWgmma(int capability, Arithmetic arithmetic) {
    return builtWithWgmma && capability == 90 && isOfTensorCores(arithmetic) && arithmetic != Arithmetic::Fp64Tensor;
}

class Ceiling {
public:
    Ceiling(const Device& device, const Request& request)
        : arithmetic_(request.arithmetic),
          wgmma_(goesThroughWgmma(capabilityOf(device), request.arithmetic)),
          scratch_(std::max(computeScratchBytes(device.sm->smCount), opScratchBytes())) {
        work_.seed = static_cast<std::uint32_t>(request.seed);
        work_.smCount = device.sm->smCount;
        work_.scratch = scratch_.data();
    }

    [[nodiscard]] void* scratch() const { return scratch_.data(); }
    [[nodiscard]] bool throughWgmma() const { return wgmma_; }

    ComputeTimes time() const {
        if (!isOfTensorCores(arithmetic_)) return timeFma(arithmetic_, work_);
        return wgmma_ ? timeWgmma(arithmetic_, work_) : timeMma(arithmetic_, work_);
    }

    /// Finds the number of tiles that takes the target time; the first launch also loads the code.
    void calibrate(const std::stop_token& stop) {
        for (double tiles = 1; !stop.stop_requested();) {
            work_.tiles = static_cast<std::uint32_t>(tiles);
            const double took = time().times.nanoseconds;
            tiles = std::clamp(std::round(tiles * std::min(targetNanoseconds / took, 64.0)), 1.0, mostTiles);
            if (took < targetNanoseconds / 8 && tiles < mostTiles) continue;
            work_.tiles = static_cast<std::uint32_t>(tiles);
            return;
        }
    }

private:
    Arithmetic arithmetic_;
    bool wgmma_;
    DeviceBuffer scratch_;
    ComputeWork work_;
};

} // namespace

std::optional<Error> lacksCompute(const Device& device, const Request& request) {
    if (!device.sm) return Error{Fault::ProbeNotSupported, {}, 0, {}};
    const int has = capabilityOf(device), needs = neededCapability(request.arithmetic);
    if (has < needs)
        return Error{Fault::NeedsNewerGpu, {}, 0, std::to_string(needs / 10) + "." + std::to_string(needs % 10)};
    if (request.arithmetic == Arithmetic::Fp8Tensor && !goesThroughWgmma(has, request.arithmetic) && !mmaKnowsFp8())
        return Error{Fault::ProbeNotSupported, {}, 0, "FP8: built with a CUDA older than 12.4"};
    return std::nullopt;
}

Result<RunState> runCompute(const Device& device, const Request& request, std::stop_token stop, RunListener& listener) {
    if (const auto lacking = lacksCompute(device, request)) return tl::unexpected<Error>(*lacking);
    listener.begun(computeColumns());
    Ceiling ceiling(device, request);
    if (isOfTensorCores(request.arithmetic))
        listener.note({ceiling.throughWgmma() ? NoteKind::ThroughWgmma : NoteKind::ThroughMma,
                       static_cast<double>(operandBits(request.arithmetic))});
    const auto start = std::chrono::steady_clock::now();
    if (!rampClock(device, ceiling.scratch(), stop, listener)) return RunState::Stopped;
    ceiling.calibrate(stop);
    std::vector<Sample> samples;
    ComputeTimes took;
    for (int i = 0; i < (request.repeats > 0 ? request.repeats : defaultRepeats); ++i) {
        if (stop.stop_requested()) return RunState::Stopped;
        took = ceiling.time();
        samples.push_back(timedSample(took.times.nanoseconds, took.times.clockHz, took.flop));
    }
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    listener.row({seconds, computeValues(took.flop, samples, took.times.units)});
    listener.progress(1, 1, 1);
    return RunState::Complete;
}

} // namespace zg
