// SPDX-License-Identifier: GPL-3.0-or-later
// Runs as comma-separated values (RFC 4180): header "name [unit]", numbers always with a point, an empty field for no
// value.
#pragma once

#include "core/run.h"

#include <iosfwd>
#include <string>

namespace zg {

void writeCsv(std::ostream& out, const Run& run);
/// A number as short as it reads back exactly, with a point whatever the locale; "" for NaN.
[[nodiscard]] std::string csvNumber(double value);
/// A text field, quoted where it must be; a field that a spreadsheet would run as a formula gets a leading apostrophe.
[[nodiscard]] std::string csvText(const std::string& text);

} // namespace zg
