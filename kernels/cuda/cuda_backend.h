// SPDX-License-Identifier: GPL-3.0-or-later
// The backend of one NVIDIA GPU. Its CUDA context lives on the thread that calls run().
#pragma once

#include "core/backend.h"

#include <memory>
#include <string>

namespace zg {

[[nodiscard]] Found findCudaDevices();

/// @param id "cuda:N". Errors: UnknownDevice, and what the driver says.
[[nodiscard]] Result<std::unique_ptr<Backend>> openCudaDevice(const std::string& id);

} // namespace zg
