// SPDX-License-Identifier: GPL-3.0-or-later
// libnvidia-ml.so.1 by dlopen. The prototypes are those of NVIDIA's NVML API reference; its header is not part of every
// toolkit.
#include "kernels/cuda/nvml.h"

#include <array>
#include <dlfcn.h>
#include <memory>

namespace zg {
namespace {

struct NvmlMemory {
    unsigned long long total, free, used;
};

struct LibraryCloser {
    void operator()(void* library) const { dlclose(library); }
};

template <class Function>
Function symbol(void* library, const char* name) {
    return reinterpret_cast<Function>(dlsym(library, name));
}

} // namespace

NvmlFacts queryNvml(const std::string& uuid) {
    NvmlFacts facts;
    const std::unique_ptr<void, LibraryCloser> library(dlopen("libnvidia-ml.so.1", RTLD_LAZY | RTLD_LOCAL));
    if (!library) return facts;
    const auto init = symbol<int (*)()>(library.get(), "nvmlInit_v2");
    const auto shutdown = symbol<int (*)()>(library.get(), "nvmlShutdown");
    if (!init || !shutdown || init() != 0) return facts;

    if (const auto version = symbol<int (*)(char*, unsigned)>(library.get(), "nvmlSystemGetDriverVersion")) {
        std::array<char, 96> text{};
        if (version(text.data(), text.size()) == 0) facts.driver = text.data();
    }
    void* device = nullptr;
    const auto byUuid = symbol<int (*)(const char*, void**)>(library.get(), "nvmlDeviceGetHandleByUUID");
    if (byUuid && byUuid(uuid.c_str(), &device) == 0) {
        int active = 0;
        if (const auto display = symbol<int (*)(void*, int*)>(library.get(), "nvmlDeviceGetDisplayActive");
            display && display(device, &active) == 0)
            facts.displayActive = active != 0;
        NvmlMemory memory{};
        if (const auto info = symbol<int (*)(void*, NvmlMemory*)>(library.get(), "nvmlDeviceGetMemoryInfo");
            info && info(device, &memory) == 0)
            facts.freeBytes = static_cast<double>(memory.free);
    }
    shutdown();
    return facts;
}

} // namespace zg
