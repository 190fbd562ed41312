// SPDX-License-Identifier: GPL-3.0-or-later
// What a session's runs say about each tier of its device's pyramid: one latency a tier, and its ratio to a register.
#pragma once

#include "core/session.h"
#include "core/staircase.h"

#include <optional>
#include <vector>

namespace zg {

struct TierLatency {
    LevelKind level{};
    Quantity latency;               ///< Cycles or Nanoseconds; source as the run's
    std::optional<Quantity> shared; ///< SharedL1: of a load from shared memory, same unit
    bool sharedOnly =
        false; ///< SharedL1: no staircase yet, so `latency` is that of shared memory and L1's is not known
    std::optional<Quantity> far;       ///< L2 of two halves: of the far half, same unit
    std::optional<double> ratio;       ///< latency over that of a dependent FMA on registers
    std::optional<double> sharedRatio; ///< the same for `shared`
};

/// The newest run of each probe counts. Tiers without a measurement are absent.
/// @param unit Cycles or Nanoseconds; runs that cannot be given in it are left out.
[[nodiscard]] std::vector<TierLatency> tierLatencies(const Session& session, Unit unit);

} // namespace zg
