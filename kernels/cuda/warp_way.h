// SPDX-License-Identifier: GPL-3.0-or-later
// The order in which warps that share a working set visit it, for the bandwidth kernels. constexpr, so that the device
// and the tests share it.
#pragma once

#include <cstdint>

namespace zg {

/// One warp's way through `units` units in steps of all warps that share them: unit by unit, wrapping round, so that
/// any number of units keeps any number of warps busy, and each unit is visited equally often.
struct WarpWay {
    std::uint32_t position, step, units, count;

    /// @param walkers warps that share the units; @param own which of them; laps x unitsOfAll is below 2^32
    constexpr WarpWay(std::uint32_t unitsOfAll, std::uint32_t walkers, std::uint32_t own, std::uint32_t laps)
        : position(own % unitsOfAll),
          step(walkers % unitsOfAll),
          units(unitsOfAll),
          count(laps * unitsOfAll > own ? (laps * unitsOfAll - own - 1) / walkers + 1 : 0) {}

    /// The unit to visit, stepping on. Below 2^31 units nothing overflows, and the smaller of the two is the wrapped
    /// one exactly where it should be: a negative difference is huge.
    constexpr std::uint32_t next() {
        const std::uint32_t here = position, further = position + step, wrapped = further - units;
        position = wrapped < further ? wrapped : further;
        return here;
    }
};

} // namespace zg
