// SPDX-License-Identifier: GPL-3.0-or-later
// Reading of sizes, SM lists and units. std::from_chars: no locale, no partial reads, no exceptions.
#include "kernels/cli_arguments.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <set>
#include <string>

namespace zg {

namespace {

std::optional<double> unitFactor(std::string_view suffix) {
    std::string unit;
    for (const char c : suffix) unit += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    if (unit.empty() || unit == "b") return 1;
    const std::size_t power = std::string_view("kmgt").find(unit[0]);
    if (power == std::string_view::npos) return std::nullopt;
    const std::string rest = unit.substr(1);
    if (rest.empty() || rest == "ib") return std::ldexp(1.0, 10 * static_cast<int>(power + 1));
    if (rest == "b") return std::pow(1000.0, static_cast<double>(power + 1));
    return std::nullopt;
}

std::optional<int> parseIndex(std::string_view text) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || value < 0) return std::nullopt;
    return value;
}

} // namespace

std::optional<std::int64_t> parseSize(std::string_view text) {
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
    if (error != std::errc{}) return std::nullopt;
    std::string_view suffix(end, static_cast<std::size_t>(text.data() + text.size() - end));
    while (!suffix.empty() && suffix.front() == ' ') suffix.remove_prefix(1);
    const std::optional<double> factor = unitFactor(suffix);
    if (!factor) return std::nullopt;
    const double bytes = number * *factor;
    if (!(bytes >= 1) || bytes > std::ldexp(1.0, 62)) return std::nullopt;
    return static_cast<std::int64_t>(bytes);
}

std::optional<std::vector<int>> parseSmList(std::string_view text, int smCount) {
    std::set<int> sms;
    const bool all = text == "all";
    for (int sm = 0; all && sm < smCount; ++sm) sms.insert(sm);
    while (!all) {
        const std::size_t comma = text.find(',');
        const std::string_view part = text.substr(0, comma);
        const std::size_t dash = part.find('-');
        const std::optional<int> first = parseIndex(part.substr(0, dash));
        const std::optional<int> last = dash == std::string_view::npos ? first : parseIndex(part.substr(dash + 1));
        if (!first || !last || *first > *last || *last >= smCount) return std::nullopt;
        for (int sm = *first; sm <= *last; ++sm) sms.insert(sm);
        if (comma == std::string_view::npos) break;
        text.remove_prefix(comma + 1);
    }
    if (sms.empty()) return std::nullopt;
    return std::vector<int>(sms.begin(), sms.end());
}

std::optional<std::vector<int>> parseMatrixSizes(std::string_view text) {
    constexpr int largest = 100'000; // 120 GB of three matrices in FP32; a reader of sessions stops there too
    std::vector<int> sizes;
    for (;;) {
        const std::size_t comma = text.find(',');
        const std::optional<int> n = parseIndex(text.substr(0, comma));
        if (!n || *n < 1 || *n > largest) return std::nullopt;
        if (std::ranges::find(sizes, *n) == sizes.end()) sizes.push_back(*n);
        if (comma == std::string_view::npos) return sizes;
        text.remove_prefix(comma + 1);
    }
}

std::optional<Unit> parseLatencyUnit(std::string_view text) {
    if (text == "cycles" || text == "cy") return Unit::Cycles;
    if (text == "ns" || text == "nanoseconds") return Unit::Nanoseconds;
    return std::nullopt;
}

} // namespace zg
