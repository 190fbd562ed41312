// SPDX-License-Identifier: GPL-3.0-or-later
// The pointer chase on a GPU: build one cycle in an arena, bring its lines in, time one thread's steps. Host side of
// chase.cu.
#pragma once

#include "core/probe.h"

#include <cstddef>
#include <cstdint>

namespace zg {

inline constexpr int chaseLineBytes = 128;              ///< one element a line, so that each step is one line
inline constexpr std::int64_t chasePageBytes = 2 << 20; ///< of the pages that cudaMalloc backs large arenas with

inline constexpr std::uint64_t chaseLinesPerLaunch = 1 << 24; ///< 2 GiB are laid in one launch of a few milliseconds

struct ChaseSetup {
    void* arena = nullptr;
    std::uint64_t lines = 0; ///< of the working set
    Order order = Order::Random;
    CachePath path = CachePath::ThroughL1;
    std::uint64_t seed = 1;
    int sharedCarveout = 0; ///< percent, a hint that the driver rounds to what the chip can do
    int sm = 0;             ///< %smid to run on
    int smCount = 1;
    std::uint64_t warmLines = 0; ///< how many positions before the start to bring in, in order; 0: all, twice
    std::uint64_t steps = 0;     ///< timed, rounded up to a multiple of 32
};

struct ChaseResult {
    std::uint64_t steps = 0;
    std::int64_t cycles = 0;
    std::int64_t nanoseconds = 0;
};

/// Device memory that a chase needs besides its arena.
[[nodiscard]] std::size_t chaseScratchBytes();

/// Writes the cycle into the arena with all SMs and checks it: every line is visited exactly once. Throws CudaFailure,
/// WrongResultFailure.
void buildCycle(const ChaseSetup& setup, void* scratch);

/// One launch of a few milliseconds: warm-up and timed steps by the same SM. Checks the end pointer. Throws as above.
[[nodiscard]] ChaseResult timeChase(const ChaseSetup& setup, void* scratch);

/// The %smid that a launch of one block gets from the driver. Throws CudaFailure.
[[nodiscard]] int driversChoiceOfSm(void* scratch);

} // namespace zg
