// SPDX-License-Identifier: GPL-3.0-or-later
// A stream of reads, writes or copies over shared memory by one block on each SM, timed. Host side of shared_stream.cu.
#pragma once

#include "core/probe.h"
#include "kernels/cuda/block_times.h"

#include <cstddef>
#include <cstdint>

namespace zg {

struct SharedWork {
    std::uint32_t units = 0; ///< of 512 bytes, on each side of a copy; of one SM
    std::uint32_t laps = 1;  ///< laps x units is below 2^32
    std::uint32_t seed = 1;  ///< of the pattern that lies there or is written
};

[[nodiscard]] std::size_t sharedStreamScratchBytes(int smCount);

/// One launch. @param scratch sharedStreamScratchBytes() of device memory. Everything read or written is checked.
/// Throws CudaFailure, WrongResultFailure.
[[nodiscard]] LaunchTimes timeSharedStream(const SharedWork& work, Access access, int smCount, void* scratch);

} // namespace zg
