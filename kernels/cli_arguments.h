// SPDX-License-Identifier: GPL-3.0-or-later
// What people write on the command line, read into values: sizes, lists of SMs and of N, units. Pure, and no CLI11:
// tests call it.
#pragma once

#include "core/device.h"
#include "core/quantity.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace zg {

/// "4KiB", "64M", "1.5GiB", "4096": bytes. K, M, G, T count in 1024 with and without "iB"; KB, MB, GB, TB in 1000, as
/// SI says. Upper and lower case, a space before the unit. @return nothing for anything else, for 0, and beyond 2^62.
[[nodiscard]] std::optional<std::int64_t> parseSize(std::string_view text);

/// "3", "0,5,64-66" or "all": indices below `smCount`, ascending, each once. @return nothing for anything else.
[[nodiscard]] std::optional<std::vector<int>> parseSmList(std::string_view text, int smCount);

/// "1024,2048": N of matrices, 1 to 100000, in the order given, each once. @return nothing for anything else.
[[nodiscard]] std::optional<std::vector<int>> parseMatrixSizes(std::string_view text);

/// "cycles" (or "cy") and "ns". @return nothing for anything else.
[[nodiscard]] std::optional<Unit> parseLatencyUnit(std::string_view text);

} // namespace zg
