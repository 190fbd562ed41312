// SPDX-License-Identifier: GPL-3.0-or-later
// All of these programs print figures between words, so a line is its numbers in order, and the words decide which kind
// of line it is.
#include "tests/bench/peer_output.h"

#include <algorithm>
#include <cctype>
#include <charconv>

namespace zg::peers {
namespace {

constexpr double kib = 1024, giga = 1e9, tera = 1e12;

bool has(std::string_view line, std::string_view word) { return line.find(word) != std::string_view::npos; }

/// The lines of a text; a progress display ends its lines with a carriage return.
std::vector<std::string_view> linesOf(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
        if (end > 0) lines.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

/// Every unsigned decimal number of a line, in order. Digits that continue a word ("fp32") are not a number.
std::vector<double> numbersOf(std::string_view line) {
    std::vector<double> numbers;
    for (std::size_t i = 0; i < line.size();) {
        const auto is = [&](std::size_t at, auto test) { return test(static_cast<unsigned char>(line[at])) != 0; };
        double value = 0;
        const char* const begin = line.data() + i;
        const bool inWord = i > 0 && (is(i - 1, [](int c) { return std::isalpha(c); }) || line[i - 1] == '_');
        if (!is(i, [](int c) { return std::isdigit(c); })) {
            ++i;
            continue;
        }
        const auto [end, error] = std::from_chars(begin, line.data() + line.size(), value);
        if (error == std::errc{} && !inWord) numbers.push_back(value);
        i += std::max<std::size_t>(1, static_cast<std::size_t>(end - begin));
    }
    return numbers;
}

tl::unexpected<std::string> noSuchLine(std::string_view form, std::string_view output) {
    constexpr std::size_t shown = 200;
    std::string begin(output.substr(0, shown));
    std::ranges::replace_if(
        begin, [](char c) { return c == '\n' || c == '\r'; }, ' ');
    return tl::make_unexpected("no line of the form '" + std::string(form) + "' in: " +
                               (begin.empty() ? "(nothing)" : begin) + (output.size() > shown ? " ..." : ""));
}

/// Lines with `word` and at least `columns` numbers: the size, in KiB, and the rate, in GB/s, by their places.
Outcome<std::vector<SizeRate>> sizesAndRates(std::string_view output, std::string_view form, std::size_t columns,
                                             std::size_t size, std::size_t rate) {
    std::vector<SizeRate> points;
    for (const std::string_view line : linesOf(output)) {
        if (!has(line, "GB/s") || !has(line, "kB")) continue;
        const std::vector<double> numbers = numbersOf(line);
        if (numbers.size() < columns || !(numbers[size] > 0 && numbers[rate] > 0)) continue;
        points.push_back({numbers[size] * kib, numbers[rate] * giga});
    }
    if (points.empty()) return noSuchLine(form, output);
    return points;
}

} // namespace

Outcome<std::vector<LatencyPoint>> parseGpuLatency(std::string_view output) {
    std::vector<LatencyPoint> curve;
    for (const std::string_view line : linesOf(output)) {
        const std::vector<double> numbers = numbersOf(line);
        if (numbers.size() != 8 || has(line, "clock") || !(numbers[2] > 0 && numbers[5] > 0)) continue;
        curve.push_back({numbers[2] * kib, numbers[5], numbers[6], numbers[7], numbers[1] * 1e6});
    }
    if (curve.empty()) return noSuchLine("steps MHz KiB ms mean median p5 p95", output);
    return curve;
}

Outcome<std::vector<SizeRate>> parseGpuCache(std::string_view output) {
    return sizesAndRates(output, "KIB kB MS ms SPREAD% RATE GB/s", 4, 0, 3);
}

Outcome<std::vector<SizeRate>> parseGpuL2Cache(std::string_view output) {
    return sizesAndRates(output, "KIB kB KIB kB MS ms SPREAD% RATE GB/s", 5, 1, 4);
}

Outcome<StreamRates> parseGpuStream(std::string_view output) {
    constexpr std::string_view mark = "GB/s:";
    StreamRates best;
    for (const std::string_view line : linesOf(output)) {
        const std::size_t at = line.find(mark);
        if (at == std::string_view::npos) continue;
        const std::vector<double> numbers = numbersOf(line.substr(at + mark.size()));
        if (numbers.size() < 4) continue;
        best.init = std::max(best.init, numbers[0] * giga);
        best.read = std::max(best.read, numbers[1] * giga);
        best.scale = std::max(best.scale, numbers[2] * giga);
        best.triad = std::max(best.triad, numbers[3] * giga);
    }
    if (!(best.read > 0)) return noSuchLine("... GB/s: INIT READ SCALE TRIAD ...", output);
    return best;
}

Outcome<double> parseGpuRoofline(std::string_view output) {
    double best = 0;
    for (const std::string_view line : linesOf(output)) {
        const std::size_t at = line.find("GB/s"), end = line.find("GF/s");
        if (at == std::string_view::npos || end == std::string_view::npos || end < at) continue;
        const std::vector<double> numbers = numbersOf(line.substr(at, end - at));
        if (!numbers.empty()) best = std::max(best, numbers.back() * giga);
    }
    if (!(best > 0)) return noSuchLine("... RATE GB/s RATE GF/s ...", output);
    return best;
}

Outcome<std::vector<SizeRate>> parseCudaMemcpy(std::string_view output) {
    return sizesAndRates(output, "Device: D KIB kB MS ms RATE GB/s", 4, 1, 3);
}

Outcome<std::vector<KernelRate>> parseNumberedKernels(std::string_view output) {
    std::vector<KernelRate> rates;
    int kernel = -1;
    bool failed = false;
    for (const std::string_view line : linesOf(output)) {
        const std::vector<double> numbers = numbersOf(line);
        if (line.starts_with("Running kernel ") || line.starts_with("KERNEL ")) {
            if (!numbers.empty()) kernel = static_cast<int>(numbers.front());
            failed = false;
        }
        if (has(line, "Failed to pass")) failed = true;
        const std::size_t at = line.find("performance:");
        if (at == std::string_view::npos || kernel < 0) continue;
        const std::vector<double> figures = numbersOf(line.substr(at)); // the rate, then N
        const double unit = has(line, "TFLOPS") ? tera : has(line, "GFLOPS") ? giga : 0;
        if (figures.size() < 2 || !(figures[0] > 0 && unit > 0)) continue;
        rates.push_back({kernel, static_cast<int>(figures[1]), figures[0] * unit, failed});
        failed = false; // the next size has its own check
    }
    if (rates.empty()) return noSuchLine("performance: (RATE) GFLOPS. size: (N)", output);
    return rates;
}

Outcome<std::vector<KernelRate>> parseSgemmCu(std::string_view output) {
    std::vector<KernelRate> rates;
    int n = 0;
    for (const std::string_view line : linesOf(output)) {
        const std::vector<double> numbers = numbersOf(line);
        if (line.starts_with("m=n=k=") && !numbers.empty()) n = static_cast<int>(numbers.front());
        if (!has(line, "GFLOP/s") || n == 0 || numbers.empty() || !(numbers.back() > 0)) continue;
        rates.push_back({1, n, numbers.back() * giga, false});
        n = 0;
    }
    if (rates.empty()) return noSuchLine("m=n=k=N: NAME RATE GFLOP/s", output);
    return rates;
}

} // namespace zg::peers
