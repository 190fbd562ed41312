// SPDX-License-Identifier: GPL-3.0-or-later
// Sessions made at random from a seed, with everything a session may hold: all probes, notes, states and faults, odd
// text, extreme numbers, cells without a value, fields of a newer version.
#pragma once

#include "core/session.h"

#include <cstdint>

namespace zg {

[[nodiscard]] Session randomSession(std::uint64_t seed);

} // namespace zg
