// SPDX-License-Identifier: GPL-3.0-or-later
// The stairs of a latency curve: plateaus by optimal partitioning of ln(latency), capacities as intervals between them,
// and the level of the device that answers on each. Pure; instant at 300 points.
#pragma once

#include "core/device.h"
#include "core/latency.h"

#include <optional>
#include <span>
#include <vector>

namespace zg {

struct Plateau {
    double fromBytes = 0, toBytes = 0; ///< first and last size on it
    double value = 0;                  ///< median of its points, in the curve's unit
    double low = 0, high = 0;          ///< 5th and 95th percentile of its points
    int points = 0;
    bool operator==(const Plateau&) const = default;
};

/// How much the level of the plateau below holds, in bytes: a transition is never razor sharp, so it is an interval.
struct Capacity {
    double fitsBytes = 0; ///< up to here the curve departs from the lower plateau by 5 % of the step at most
    double halfBytes = 0; ///< here half of the step is gone
    double goneBytes = 0; ///< from here on the curve lies within 5 % of the step below the upper plateau
    bool operator==(const Capacity&) const = default;
};

struct Staircase {
    std::vector<Plateau> plateaus;    ///< ascending
    std::vector<Capacity> capacities; ///< one between each two neighbours: plateaus.size() - 1, or empty
    bool operator==(const Staircase&) const = default;
};

/// @param curve ascending by size, in any unit. Fewer than 3 points give no plateau unless the step between them is
/// clear: see the .cpp for the method, its constants and where they come from.
[[nodiscard]] Staircase findStairs(std::span<const LatencyPoint> curve);

/// What answers on a plateau.
enum class Answer {
    L1,
    L2,
    L2Near, ///< the half of L2 beside this SM
    L2Far,  ///< the other half, across the chip
    L3,
    Memory,
    Tlb,     ///< memory (or a cache) plus a missed translation: not a level
    Unknown, ///< a plateau the device's levels do not explain
};

/// One answer a plateau, from the capacities of `device` where it has them and from their order where not.
/// @param request of the run: past L1 no plateau can be L1, and a carve-out for shared memory leaves that much less L1.
[[nodiscard]] std::vector<Answer> nameStairs(const Staircase& stairs, const Device& device, const Request& request);

/// Bytes of L1 that a chase can use on this device: the SRAM of an SM less the carve-out; the L1d of a core. Nothing if
/// unknown.
[[nodiscard]] std::optional<double> usableL1Bytes(const Device& device, const Request& request);

} // namespace zg
