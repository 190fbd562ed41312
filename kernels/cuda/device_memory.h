// SPDX-License-Identifier: GPL-3.0-or-later
// How much device memory a run may take.
#pragma once

#include "core/backend.h"

#include <cstdint>

namespace zg {

/// What of `wanted` bytes fits in free memory with room to spare for everybody else on the GPU: four fifths of it at
/// most; says so where that is less. Throws CudaFailure.
[[nodiscard]] std::int64_t affordableBytes(std::int64_t wanted, RunListener& listener);

} // namespace zg
