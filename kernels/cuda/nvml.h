// SPDX-License-Identifier: GPL-3.0-or-later
// The three facts that only NVIDIA's management library knows, loaded at run time where it is found: nothing needs it.
#pragma once

#include <string>

namespace zg {

struct NvmlFacts {
    std::string driver; ///< "580.159.04"; empty where NVML is not there
    bool displayActive = false;
    double freeBytes = 0; ///< of the device's memory; 0 where unknown. Asking CUDA instead would make a context
};

/// @param uuid "GPU-..." as CUDA reports it
[[nodiscard]] NvmlFacts queryNvml(const std::string& uuid);

} // namespace zg
