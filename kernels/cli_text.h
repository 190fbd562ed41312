// SPDX-License-Identifier: GPL-3.0-or-later
// The English of ziggurat-cli: one sentence or term for each enumerator of core, and text made safe for a terminal.
// Core itself makes no sentence; the window has its own, translated, dictionary in gui/labels.
#pragma once

#include "core/device.h"
#include "core/probe.h"
#include "core/result.h"
#include "core/run.h"
#include "core/staircase.h"

#include <string>
#include <string_view>

namespace zg {

/// Exit codes, as --help and the man page list them.
namespace exit_code {
inline constexpr int ok = 0;
inline constexpr int usage = 1;   ///< the command line is wrong
inline constexpr int file = 2;    ///< a file cannot be read or written, or `check` found something
inline constexpr int device = 3;  ///< no such device, it failed, or it cannot run the probe
inline constexpr int stopped = 4; ///< stopped by a signal; what was measured is kept
} // namespace exit_code

[[nodiscard]] std::string_view faultSentence(Fault fault); ///< without the full stop: "The file is empty"
[[nodiscard]] std::string noteSentence(const Note& note);
[[nodiscard]] std::string_view stateSentence(RunState state);

/// One line: "FILE:LINE: sentence: detail", with what of that there is.
[[nodiscard]] std::string errorLine(const Error& error);
[[nodiscard]] int exitCodeOf(const Error& error);

[[nodiscard]] std::string_view tierTerm(LevelKind level, DeviceKind device);
[[nodiscard]] std::string_view technologyTerm(Technology technology);
[[nodiscard]] std::string_view managerTerm(ManagedBy managedBy);
[[nodiscard]] std::string_view arithmeticTerm(Arithmetic arithmetic); ///< "FP32", "BF16, tensor cores"
[[nodiscard]] std::string_view answerTerm(Answer answer);
[[nodiscard]] std::string_view answerWord(Answer answer); ///< the word used in --json: "l2-near"

/// "chase, random, through L1, carve-out 0 %": what was asked for, on one line.
[[nodiscard]] std::string requestTerm(const Request& request, DeviceKind device);

/// "96.3 %" of a share of 1; "" for NaN.
[[nodiscard]] std::string percentTerm(double share);

/// Text from a file or a driver, safe to print: control characters (terminal escapes among them) and bytes that are not
/// UTF-8 become U+FFFD, line breaks become spaces.
[[nodiscard]] std::string plainText(std::string_view text);

} // namespace zg
