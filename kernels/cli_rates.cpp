// SPDX-License-Identifier: GPL-3.0-or-later
// rates: bandwidths, transfers, compute ceilings and the matmul ladder of a session as tables. What is computed is in
// core/rates.
#include "kernels/cli_rates.h"

#include "kernels/cli_table.h"
#include "kernels/cli_text.h"

#include "core/format.h"
#include "core/rates.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace zg {

namespace {

std::string cell(double value, Unit unit) {
    return std::isfinite(value) ? formatQuantity({value, unit, Source::Measured, {}}) : std::string{};
}

std::string unitName(const Device& device) { return device.kind == DeviceKind::Gpu ? "SM" : "core"; }

/// One digit and a power of ten: errors are compared, not added up.
std::string errorCell(double error) {
    if (!std::isfinite(error)) return "no number";
    std::array<char, 32> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), error, std::chars_format::scientific, 1).ptr;
    return {text.data(), end};
}

std::string title(const Session& session, std::size_t index) {
    const Run& run = session.runs[index];
    std::string text = "Run " + std::to_string(index + 1) + ": " + requestTerm(run.request, session.device.kind);
    if (run.source != Source::Measured) text += ", " + std::string(sourceName(run.source));
    if (run.state != RunState::Complete) text += " (" + std::string(stateSentence(run.state)) + ")";
    return text + "\n\n";
}

/// Where the working set could lie. A GPU's L1 and shared memory are one SRAM, of which each run uses one side.
std::string holderCell(const Run& run, const Device& device, const RatePoint& point) {
    if (run.request.probe == Probe::Transfer) return {};
    if (run.request.space == Space::Shared) return "shared";
    const LevelKind level = levelThatHolds(device, run.request, point.x, point.units);
    std::string holder(tierTerm(level == LevelKind::SharedL1 ? LevelKind::L1 : level, device.kind));
    if (const auto helps = cacheThatHelps(device, run.request, point.x, point.units))
        holder += ", partly " + std::string(tierTerm(*helps, device.kind));
    return holder;
}

std::string bandwidthTable(const Run& run, const Device& device) {
    const bool transfer = run.request.probe == Probe::Transfer;
    TextTable table({transfer ? ">transfer" : ">working set", "fits in", ">median", ">best",
                     ">B/clk/" + unitName(device), ">clock"});
    for (const RatePoint& point : rateCurve(run)) {
        table.add({formatBytes(point.x), holderCell(run, device, point), cell(point.rate, Unit::BytesPerSecond),
                   cell(point.best, Unit::BytesPerSecond), cell(point.perCycleAndUnit, Unit::One),
                   cell(point.clockHz, Unit::Hertz)});
    }
    return table.text();
}

/// Which instructions or vectors the number is of, where the run noted it.
std::string throughCell(const Run& run) {
    for (const Note& note : run.notes) {
        if (note.kind == NoteKind::ThroughMma) return "mma.sync";
        if (note.kind == NoteKind::ThroughWgmma) return "wgmma";
        if (note.kind == NoteKind::VectorBits) return "vectors of " + cell(note.value, Unit::Bits);
    }
    return {};
}

std::string ceilingsTable(const Session& session) {
    const std::string unit = unitName(session.device);
    TextTable table({"arithmetic", ">" + unit + "s", ">median", ">best", ">FLOP/clk/" + unit, ">clock", ">theory",
                     ">reached", ">at that clock", "through", "theory is"});
    for (const Ceiling& ceiling : measuredCeilings(session)) {
        const RatePoint& measured = ceiling.measured;
        table.add({std::string(arithmeticTerm(ceiling.arithmetic)), cell(measured.units, Unit::One),
                   cell(measured.rate, Unit::FlopPerSecond), cell(measured.best, Unit::FlopPerSecond),
                   cell(measured.perCycleAndUnit, Unit::One), cell(measured.clockHz, Unit::Hertz),
                   ceiling.theory ? formatQuantity(*ceiling.theory) : "", percentTerm(ceiling.reached),
                   percentTerm(ceiling.reachedPerCycle), throughCell(session.runs[ceiling.run]),
                   ceiling.theory ? plainText(ceiling.theory->cite) : ""});
    }
    return table.text();
}

std::string ladderTable(const Session& session) {
    const bool gpu = session.device.kind == DeviceKind::Gpu;
    TextTable table({">N", "variant", ">median", ">best", gpu ? ">of cuBLAS" : ">of OpenBLAS", ">of theory", ">error",
                     ">launches", ">registers", ">shared", ">occupancy", ">FLOP/B at L1", ">at L2", ">at L3",
                     ">at memory"});
    int before = 0;
    for (const LadderPoint& entry : ladder(session)) {
        const MatmulPoint& point = entry.point;
        if (before != 0 && before != point.n) table.add({});
        before = point.n;
        const bool right = std::isfinite(point.rate);
        table.add({std::to_string(point.n), std::string(entry.facts.name),
                   right ? cell(point.rate, Unit::FlopPerSecond) : "wrong",
                   right ? cell(point.best, Unit::FlopPerSecond) : "", percentTerm(entry.ofReference),
                   percentTerm(entry.ofTheory), errorCell(point.error),
                   point.launches > 1 ? cell(point.launches, Unit::One) : "", cell(point.registers, Unit::One),
                   cell(point.sharedBytes, Unit::Bytes), percentTerm(point.occupancy),
                   cell(point.intensity(gpu ? LevelKind::SharedL1 : LevelKind::L1), Unit::One),
                   cell(point.intensity(LevelKind::L2), Unit::One), cell(point.intensity(LevelKind::L3), Unit::One),
                   cell(point.intensity(LevelKind::Memory), Unit::One)});
    }
    return table.text();
}

bool shows(const std::vector<Part>& parts, Part part) {
    return parts.empty() || std::ranges::find(parts, part) != parts.end();
}

std::string ratesText(const Session& session, const std::vector<Part>& parts) {
    std::vector<std::string> tables;
    for (std::size_t i = 0; i < session.runs.size() && shows(parts, Part::Bandwidth); ++i) {
        const Run& run = session.runs[i];
        const bool asked = run.request.probe == Probe::Bandwidth || run.request.probe == Probe::Transfer;
        if (asked && !rateCurve(run).empty()) tables.push_back(title(session, i) + bandwidthTable(run, session.device));
    }
    if (shows(parts, Part::Ceilings) && !measuredCeilings(session).empty())
        tables.push_back("Compute ceilings\n\n" + ceilingsTable(session));
    if (shows(parts, Part::Ladder) && !ladder(session).empty())
        tables.push_back("Matmul, C = A B of N x N; FLOP/B: the intensity at each level by the algorithm\n\n" +
                         ladderTable(session));
    std::string text = plainText(session.device.name) + "\n";
    for (const std::string& table : tables) text += "\n" + table;
    return text + (tables.empty() ? "\nNo rates.\n" : "");
}

std::string matmulSummary(const Run& run) {
    std::string text;
    for (const MatmulPoint& point : matmulPoints(run))
        text += (text.empty() ? "N = " : ", N = ") + std::to_string(point.n) + ": " +
                (std::isfinite(point.rate) ? cell(point.rate, Unit::FlopPerSecond) : "wrong");
    return text;
}

std::string ceilingSummary(const RatePoint& point, const Run& run, const Device& device) {
    std::string text = cell(point.rate, Unit::FlopPerSecond);
    if (const auto theory = theoreticalRate(device, run.request.arithmetic, point.units))
        text += ", " + percentTerm(point.rate / theory->value) + " of " + formatQuantity(*theory) + " = " +
                plainText(theory->cite);
    return text;
}

} // namespace

std::string rateSummary(const Run& run, const Device& device) {
    if (run.request.probe == Probe::Matmul) return matmulSummary(run);
    const std::vector<RatePoint> points = rateCurve(run);
    if (points.empty()) return {};
    if (run.request.probe == Probe::Compute) return ceilingSummary(points.back(), run, device);
    const auto at = [](const RatePoint& point) {
        return cell(point.rate, Unit::BytesPerSecond) + " at " + formatBytes(point.x);
    };
    const RatePoint& most = *std::ranges::max_element(points, {}, &RatePoint::rate);
    return most.x == points.back().x ? at(most) : "up to " + at(most) + ", " + at(points.back());
}

std::string rateRange(const Run& run) {
    if (run.request.probe == Probe::Matmul || run.request.probe == Probe::Compute) return {};
    const std::vector<RatePoint> points = rateCurve(run);
    return points.empty() ? std::string{} : formatBytes(points.front().x) + " to " + formatBytes(points.back().x);
}

int printRates(const RatesOptions& options, const Console& console) {
    const Result<Session> session = openSession(options.file, console);
    if (!session) return complain(session.error(), console);
    console.out << (options.json ? ratesJson(*session, options.parts) : ratesText(*session, options.parts));
    return exit_code::ok;
}

} // namespace zg
