// SPDX-License-Identifier: GPL-3.0-or-later
// Aligned columns. Width counts UTF-8 characters, which is right for what is printed here: no wide or combining
// characters.
#include "kernels/cli_table.h"

#include <algorithm>
#include <utility>

namespace zg {

namespace {

std::size_t width(const std::string& text) {
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

} // namespace

TextTable::TextTable(std::vector<std::string> headings) {
    for (std::string& heading : headings) {
        right_.push_back(heading.starts_with('>'));
        if (right_.back()) heading.erase(0, 1);
    }
    rows_.push_back(std::move(headings));
}

void TextTable::add(std::vector<std::string> cells) {
    cells.resize(right_.size());
    rows_.push_back(std::move(cells));
}

std::string TextTable::text() const {
    std::vector<std::size_t> widths(right_.size(), 0);
    std::vector<bool> used(right_.size(), false);
    for (std::size_t row = 0; row < rows_.size(); ++row)
        for (std::size_t column = 0; column < right_.size(); ++column) {
            widths[column] = std::max(widths[column], width(rows_[row][column]));
            used[column] = used[column] || (row > 0 && !rows_[row][column].empty());
        }
    std::string text;
    for (const std::vector<std::string>& row : rows_) {
        std::string line;
        for (std::size_t column = 0; column < right_.size(); ++column) {
            if (!used[column]) continue;
            const std::string padding(widths[column] - width(row[column]), ' ');
            line += right_[column] ? padding + row[column] : row[column] + padding;
            line += "  ";
        }
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + '\n';
    }
    return text;
}

} // namespace zg
