// SPDX-License-Identifier: GPL-3.0-or-later
// Latency of one dependent operation without a working set: FMA on registers, a load from shared memory, a load from
// constant memory. Host side of op_latency.cu.
#pragma once

#include "core/probe.h"

#include <cstddef>
#include <cstdint>

namespace zg {

struct OpResult {
    std::uint64_t operations = 0; ///< dependent, timed
    std::int64_t cycles = 0;
    std::int64_t nanoseconds = 0;
    int sm = 0;
};

[[nodiscard]] std::size_t opScratchBytes();

/// One launch of well under a millisecond; the result is checked. @param probe not Chase. Throws CudaFailure,
/// WrongResultFailure.
[[nodiscard]] OpResult timeOperation(Probe probe, std::uint64_t seed, void* scratch);

/// Spins every SM for about 20 ms with FMAs. @return the SM clock it saw, in Hz. Throws CudaFailure.
[[nodiscard]] double spinAndReadClock(int smCount, void* scratch);

} // namespace zg
