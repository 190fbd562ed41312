// SPDX-License-Identifier: GPL-3.0-or-later
// The words that files and the command line use for enums: one table an enum, read in both directions.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <utility>

namespace zg {

template <class E, std::size_t N>
using NameTable = std::array<std::pair<E, std::string_view>, N>;

template <class E, std::size_t N>
[[nodiscard]] constexpr std::string_view nameIn(const NameTable<E, N>& table, E value) {
    for (const auto& [key, name] : table)
        if (key == value) return name;
    return {};
}

template <class E, std::size_t N>
[[nodiscard]] constexpr std::optional<E> parseIn(const NameTable<E, N>& table, std::string_view name) {
    for (const auto& [key, text] : table)
        if (text == name) return key;
    return std::nullopt;
}

} // namespace zg
