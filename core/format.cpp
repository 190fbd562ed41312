// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as people say them; std::to_chars throughout, since it knows no locale.
#include "core/format.h"

#include <array>
#include <charconv>
#include <cmath>

namespace zg {
namespace {

std::string fixed(double value, int decimals) {
    std::array<char, 64> buffer{};
    const auto [end, error] =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed, decimals);
    if (error != std::errc{}) return "?";
    std::string text(buffer.data(), end);
    if (text.find('.') != std::string::npos) {
        text.erase(text.find_last_not_of('0') + 1);
        if (text.back() == '.') text.pop_back();
    }
    return text == "-0" ? "0" : text;
}

/// Three significant digits, never an exponent for what people meet.
std::string threeDigits(double value) {
    const double size = std::abs(value);
    return fixed(value, size < 0.995 ? 3 : size < 9.995 ? 2 : size < 99.95 ? 1 : 0);
}

std::string withPrefix(double value, double base, const std::array<const char*, 6>& prefixes, const char* unit,
                       bool whole = false) {
    std::size_t step = 0;
    // 999.5 would print as "1000", 1023.5 as "1024": take the next prefix then. Bytes without a prefix are whole.
    while (step + 1 < prefixes.size() && std::abs(value) >= (base == 1024 ? base - 0.5 : 999.5)) {
        value /= base;
        ++step;
    }
    return (whole && std::abs(value) >= 9.95 ? fixed(value, 0) : threeDigits(value)) + " " + prefixes[step] + unit;
}

constexpr std::array<const char*, 6> binary{"", "Ki", "Mi", "Gi", "Ti", "Pi"};
constexpr std::array<const char*, 6> decimal{"", "k", "M", "G", "T", "P"};

} // namespace

std::string formatBytes(double bytes) {
    if (!std::isfinite(bytes)) return "?";
    return withPrefix(bytes, 1024, binary, "B");
}

std::string formatBytesWhole(double bytes) {
    if (!std::isfinite(bytes)) return "?";
    return withPrefix(bytes, 1024, binary, "B", true);
}

std::string formatLatency(double value) {
    if (!std::isfinite(value)) return "?";
    return fixed(value, std::abs(value) < 9.95 ? 1 : 0);
}

std::string formatRatio(double ratio) {
    if (!std::isfinite(ratio)) return "?";
    return "\u00d7" + fixed(ratio, std::abs(ratio) < 9.95 ? 1 : 0);
}

std::string formatQuantity(const Quantity& quantity) {
    const double value = quantity.value;
    if (!std::isfinite(value)) return "?";
    switch (quantity.unit) {
    case Unit::Bytes: return formatBytes(value);
    case Unit::Cycles: return formatLatency(value) + " cy";
    case Unit::Nanoseconds: return formatLatency(value) + " ns";
    case Unit::Hertz: return value >= 1e9 ? threeDigits(value / 1e9) + " GHz" : threeDigits(value / 1e6) + " MHz";
    case Unit::BytesPerSecond: return withPrefix(value, 1000, decimal, "B/s");
    case Unit::FlopPerSecond: return withPrefix(value, 1000, decimal, "FLOP/s");
    case Unit::One: return threeDigits(value);
    case Unit::Seconds:
    case Unit::Bits:
    case Unit::BytesPerCycle:
    case Unit::FlopPerByte:
    case Unit::FlopPerCycle: break;
    }
    return threeDigits(value) + " " + std::string(unitSymbol(quantity.unit));
}

} // namespace zg
