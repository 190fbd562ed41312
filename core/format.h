// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as people say them: "256 KiB", "79.1 GiB", "3.35 TB/s", "1.98 GHz". No words, no locale: a point in every
// language.
#pragma once

#include "core/quantity.h"

#include <string>

namespace zg {

/// Up to three significant digits, binary prefixes: 262144 -> "256 KiB"; 34603008 -> "33 MiB". Sizes below 1 KiB: "512
/// B".
[[nodiscard]] std::string formatBytes(double bytes);
/// The same in whole numbers from 10 up: sums over a chip, as the course says them: 30818304 -> "29 MiB"; 1.25 MiB
/// stays.
[[nodiscard]] std::string formatBytesWhole(double bytes);
/// Three significant digits without trailing zeros: 32.04 -> "32", 4.07 -> "4.1" where below 10, 683.6 -> "684".
[[nodiscard]] std::string formatLatency(double value);
/// Value and unit of any quantity, decimal prefixes for rates.
[[nodiscard]] std::string formatQuantity(const Quantity& quantity);
/// "x 8", "x 70", "x 165": two to three significant digits, the sign is U+00D7.
[[nodiscard]] std::string formatRatio(double ratio);

} // namespace zg
