// SPDX-License-Identifier: GPL-3.0-or-later
// Text in aligned columns, for a terminal and for golden tests. No colour, no box drawing: it is piped and pasted.
#pragma once

#include <string>
#include <vector>

namespace zg {

/// Rows of cells; columns are two spaces apart, as wide as their widest cell counted in characters, and left-aligned
/// except where said. Columns without any text below the heading are left out, heading and all.
class TextTable {
public:
    /// @param headings one a column; a heading that starts with '>' aligns its column to the right.
    explicit TextTable(std::vector<std::string> headings);
    void add(std::vector<std::string> cells);
    [[nodiscard]] std::string text() const;

private:
    std::vector<bool> right_;
    std::vector<std::vector<std::string>> rows_;
};

} // namespace zg
