// SPDX-License-Identifier: GPL-3.0-or-later
// A stream of reads, writes or copies over a working set in global memory by all SMs, timed. Host side of stream.cu.
#pragma once

#include "core/probe.h"
#include "kernels/cuda/block_times.h"

#include <cstddef>
#include <cstdint>
#include <vector_types.h>

namespace zg {

/// Which block visits which part of the working set.
enum class Traversal {
    Slices, ///< each block its own slice, again and again: an L1 can hold it
    Grid,   ///< all blocks side by side through the whole set, lap after lap; as a rule it is no multiple of what they
            ///< visit at once, so each line comes to other SMs in other laps
};

struct StreamWork {
    const uint4* source = nullptr; ///< read, copy: the pattern lies there
    uint4* target = nullptr;       ///< write, copy
    std::uint32_t firstUnit = 0;   ///< of the pattern, at the beginning of both
    std::uint32_t units = 0;       ///< of 512 bytes, below 2^31, on each side of a copy; see streamUnits()
    std::uint32_t laps = 1;        ///< (laps + 1) x units and firstUnit + units are below 2^32
    std::uint32_t seed = 1;        ///< of the pattern that lies there or is written
    Traversal traversal = Traversal::Slices;
    bool warm = false; ///< one lap more before the clock is read, by the same SMs
};

/// How a kernel occupies an SM: bytes in flight there are threads x blocksPerSm x unroll x 16. Where an SM holds fewer
/// threads, there are fewer blocks.
struct StreamShape {
    int threads = 0, blocksPerSm = 0, unroll = 0;
};

/// What timeStream() does on a path.
[[nodiscard]] constexpr Traversal traversalOf(CachePath path) {
    return path == CachePath::ThroughL1 ? Traversal::Slices : Traversal::Grid;
}

/// Units that a launch on that path can visit, near `wanted` and not above it where there is a choice: for slices a
/// multiple of the SMs.
[[nodiscard]] std::uint32_t streamUnits(std::uint64_t wanted, CachePath path, int smCount);

inline constexpr std::size_t streamSumBytes = 16; ///< of the scratch, before the blocks' times
[[nodiscard]] std::size_t streamScratchBytes(int smCount);

/// One launch. @param scratch streamScratchBytes() of device memory; @param lapSum patternSum() of the working set, for
/// reads. @return its times, the warm lap not counted. What it wrote is for the caller to check. Throws CudaFailure,
/// WrongResultFailure where the sum of what was read is wrong.
[[nodiscard]] LaunchTimes timeStream(const StreamWork& work, Access access, CachePath path, int smCount, void* scratch,
                                     std::uint32_t lapSum);

} // namespace zg
