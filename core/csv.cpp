// SPDX-License-Identifier: GPL-3.0-or-later
// RFC 4180 output.
#include "core/csv.h"

#include <array>
#include <charconv>
#include <cmath>
#include <ostream>

namespace zg {

std::string csvNumber(double value) {
    if (std::isnan(value)) return {};
    std::array<char, 64> buffer{};
    const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    return error == std::errc{} ? std::string(buffer.data(), end) : std::string{};
}

std::string csvText(const std::string& text) {
    std::string safe = text;
    // A spreadsheet runs a cell that begins with one of these as a formula.
    if (!safe.empty() && std::string_view("=+-@\t\r").find(safe.front()) != std::string_view::npos)
        safe.insert(safe.begin(), '\'');
    if (safe.find_first_of(",\"\r\n") == std::string::npos) return safe;
    std::string quoted = "\"";
    for (const char c : safe) {
        if (c == '"') quoted += '"';
        quoted += c;
    }
    return quoted + '"';
}

void writeCsv(std::ostream& out, const Run& run) {
    out << "seconds [s]";
    for (const Column& column : run.columns)
        out << ',' << csvText(column.name + " [" + std::string(unitSymbol(column.unit)) + "]");
    out << "\r\n";
    for (const Row& row : run.rows) {
        out << csvNumber(row.seconds);
        for (const double value : row.values) out << ',' << csvNumber(value);
        out << "\r\n";
    }
}

} // namespace zg
