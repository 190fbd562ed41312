// SPDX-License-Identifier: GPL-3.0-or-later
// What a run of a rate came to, in a few words (for show) and as JSON (for rates --json).
#pragma once

#include "kernels/cli_commands.h"

#include <string>

namespace zg {

/// "up to 33 TB/s at 16 MiB, 4.66 TB/s at 1 GiB", "64.4 TFLOP/s, 96.3 % of 66.9 TFLOP/s = ...",
/// "N = 1024: 6.2 TFLOP/s, N = 2048: wrong". Empty where the run has no rates.
[[nodiscard]] std::string rateSummary(const Run& run, const Device& device);

/// "4 KiB to 1 GiB", "N = 1024 to 4096": the sizes of its rows; empty where there are none.
[[nodiscard]] std::string rateRange(const Run& run);

/// One object with "bandwidth", "transfer", "ceilings" and "ladder", those that `parts` names; null for no value.
[[nodiscard]] std::string ratesJson(const Session& session, const std::vector<Part>& parts);

} // namespace zg
