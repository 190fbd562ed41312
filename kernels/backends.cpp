// SPDX-License-Identifier: GPL-3.0-or-later
// Which backends this program has: the GPUs where it was built with CUDA, then this CPU. Holds the project's only #if
// for CUDA.
#include "kernels/backends.h"

#include "kernels/cpu/cpu_backend.h"
#include "kernels/cpu/topology.h"
#if ZIGGURAT_HAS_CUDA
#include "kernels/cuda/cuda_backend.h"
#endif

#include <utility>

namespace zg {
namespace {

#if ZIGGURAT_HAS_CUDA
Found findGpus() { return findCudaDevices(); }
Result<std::unique_ptr<Backend>> openGpu(const std::string& id) { return openCudaDevice(id); }
#else
Found findGpus() { return Found{{}, Error{Fault::NotBuiltWithCuda, {}, 0, {}}}; }
Result<std::unique_ptr<Backend>> openGpu(const std::string&) { return fail(Fault::NotBuiltWithCuda); }
#endif

Found findAll() {
    Found found = findGpus();
    if (auto cpu = cpu::describeCpu()) found.devices.push_back(std::move(*cpu));
    return found;
}

Result<std::unique_ptr<Backend>> open(const std::string& id) {
    if (id == cpu::deviceId) return cpu::openCpu();
    if (id.starts_with("cuda:")) return openGpu(id);
    return fail(Fault::UnknownDevice, id);
}

} // namespace

DeviceSource liveDevices() { return {findAll, open}; }

} // namespace zg
