// SPDX-License-Identifier: GPL-3.0-or-later
// Which file measures which probe. Nothing is measured here.
#include "kernels/cpu/cpu_backend.h"

#include "kernels/cpu/bandwidth.h"
#include "kernels/cpu/compute.h"
#include "kernels/cpu/cores.h"
#include "kernels/cpu/fma_chain.h"
#include "kernels/cpu/latency.h"
#include "kernels/cpu/matmul/matmul.h"
#include "kernels/cpu/topology.h"

#include <utility>

namespace zg::cpu {
namespace {

class CpuBackend : public Backend {
public:
    explicit CpuBackend(Device device) : device_(std::move(device)), openblas_(matmul::Openblas::load()) {
        // Here, where this thread is not pinned: threads that it makes later would inherit one core.
        if (openblas_) (*openblas_)->setThreads(static_cast<int>(coresToMeasureOn().size()));
    }

    const Device& device() const override { return device_; }

    std::optional<Error> lacks(const Request& request) const override {
        const std::optional<Error> notHere =
            Error{Fault::ProbeNotSupported, {}, 0, std::string(probeName(request.probe))};
        switch (request.probe) {
        case Probe::Chase: return std::nullopt;
        case Probe::FmaLatency: return hasFma() ? std::nullopt : notHere;
        case Probe::Bandwidth: return lacksBandwidth(request);
        case Probe::Compute: return lacksCompute(request);
        case Probe::Matmul: return lacksMatmul(request, openblas_);
        case Probe::SharedLatency:
        case Probe::ConstantLatency:
        case Probe::Transfer: break;
        }
        return notHere;
    }

    Result<RunState> run(const Request& request, std::stop_token stop, RunListener& listener) override {
        if (const auto lacking = lacks(request)) return tl::unexpected<Error>(*lacking);
        switch (request.probe) {
        case Probe::FmaLatency: return runFmaLatency(request, stop, listener);
        case Probe::Bandwidth: return runBandwidth(device_, request, stop, listener);
        case Probe::Compute: return runCompute(request, stop, listener);
        case Probe::Matmul: return runMatmul(device_, request, openblas_, stop, listener);
        default: return runChase(device_, request, stop, listener);
        }
    }

private:
    Device device_;
    Result<std::shared_ptr<matmul::Openblas>> openblas_;
};

} // namespace

Result<std::unique_ptr<Backend>> openCpu() {
    Result<Device> device = describeCpu();
    if (!device) return tl::unexpected<Error>(device.error());
    return std::make_unique<CpuBackend>(std::move(*device));
}

} // namespace zg::cpu
