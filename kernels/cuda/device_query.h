// SPDX-License-Identifier: GPL-3.0-or-later
// What CUDA and NVML report of the GPUs of this computer, as Devices. Makes no context: a query costs no device memory.
#pragma once

#include "core/backend.h"

namespace zg {

/// Every GPU that CUDA sees, and why there is none.
[[nodiscard]] Found queryCudaDevices();

/// One GPU. Throws CudaFailure.
[[nodiscard]] Device queryCudaDevice(int index);

} // namespace zg
