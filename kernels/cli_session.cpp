// SPDX-License-Identifier: GPL-3.0-or-later
// show, stairs, csv and check: what a session file holds. Nothing here measures.
#include "kernels/cli_commands.h"
#include "kernels/cli_rates.h"
#include "kernels/cli_table.h"
#include "kernels/cli_text.h"

#include "core/csv.h"
#include "core/format.h"
#include "core/replay.h"
#include "core/staircase.h"

#include <nlohmann/json.hpp>

namespace zg {

namespace {

using Json = nlohmann::ordered_json;

/// Index of the run that the options mean. Errors: NoRecordedRun.
Result<std::size_t> chosenRun(const Session& session, const RunOptions& options) {
    const std::size_t count = session.runs.size();
    if (options.run) {
        if (*options.run > static_cast<int>(count))
            return tl::unexpected<Error>(Error{Fault::NoRecordedRun, options.file, 0,
                                               "run " + std::to_string(*options.run) + " of " + std::to_string(count)});
        return static_cast<std::size_t>(*options.run - 1);
    }
    if (const int best = bestRun(session, Request{}); best >= 0) return static_cast<std::size_t>(best);
    if (count > 0) return count - 1;
    return tl::unexpected<Error>(Error{Fault::NoRecordedRun, options.file, 0, {}});
}

std::string latencyText(double value, Unit unit) { return formatQuantity({value, unit, Source::Measured, {}}); }

std::string rangeText(const std::vector<LatencyPoint>& curve) {
    if (curve.empty() || curve.back().bytes <= 0) return {};
    return formatBytes(curve.front().bytes) + " to " + formatBytes(curve.back().bytes);
}

/// What came out of a run in a few words: its stairs, its one latency, or its rates.
std::string summaryOf(const Run& run, const Device& device) {
    const Unit unit = unitOf(run, std::nullopt);
    const std::vector<LatencyPoint> curve = latencyCurve(run, unit);
    if (curve.empty()) return rateSummary(run, device);
    if (run.request.probe != Probe::Chase) return latencyText(curve.front().median, unit);
    const Staircase stairs = findStairs(curve);
    const std::vector<Answer> names = nameStairs(stairs, device, run.request);
    std::string text;
    for (std::size_t i = 0; i < stairs.plateaus.size(); ++i)
        text +=
            (i > 0 ? ", " : "") + std::string(answerTerm(names[i])) + ' ' + latencyText(stairs.plateaus[i].value, unit);
    return text;
}

void showRun(const Run& run, std::size_t number, const Device& device, std::ostream& out) {
    out << "\nRun " << number << ": " << requestTerm(run.request, device.kind) << '\n';
    std::string range = rangeText(latencyCurve(run, unitOf(run, std::nullopt)));
    if (range.empty()) range = rateRange(run);
    out << "  " << stateSentence(run.state) << ", " << run.rows.size() << (run.rows.size() == 1 ? " row" : " rows");
    if (!range.empty()) out << ", " << range;
    if (run.source != Source::Measured) out << ", " << sourceName(run.source);
    else if (!run.started.empty()) out << ", started " << plainText(run.started);
    out << '\n';
    if (run.error) out << "  " << errorLine(*run.error) << '\n';
    if (!run.cite.empty()) out << "  " << plainText(run.cite) << '\n';
    for (const Note& note : run.notes) out << "  " << noteSentence(note) << '\n';
    if (const std::string summary = summaryOf(run, device); !summary.empty()) out << "  " << summary << '\n';
}

void showProvenance(const Session& session, std::ostream& out) {
    const Provenance& from = session.provenance;
    TextTable table({"", ""});
    const auto line = [&](const char* what, const std::string& text) {
        if (!text.empty()) table.add({what, plainText(text)});
    };
    line("device", session.device.name);
    line("architecture", session.device.architecture);
    line("recorded", from.date);
    line("by", from.program);
    line("driver", from.driver);
    line("toolkit", from.toolkit);
    line("system", from.host);
    line("remark", from.remark);
    const std::string text = table.text();
    out << text.substr(text.find('\n') + 1); // without the empty headings
}

std::string stairsJson(const Staircase& stairs, const std::vector<Answer>& names, const Session& session,
                       std::size_t run, Unit unit) {
    Json plateaus = Json::array();
    for (std::size_t i = 0; i < stairs.plateaus.size(); ++i) {
        const Plateau& plateau = stairs.plateaus[i];
        plateaus.push_back({{"answer", answerWord(names[i])},
                            {"value", plateau.value},
                            {"low", plateau.low},
                            {"high", plateau.high},
                            {"fromBytes", plateau.fromBytes},
                            {"toBytes", plateau.toBytes},
                            {"points", plateau.points}});
    }
    Json capacities = Json::array();
    for (const Capacity& capacity : stairs.capacities)
        capacities.push_back(
            {{"fitsBytes", capacity.fitsBytes}, {"halfBytes", capacity.halfBytes}, {"goneBytes", capacity.goneBytes}});
    const Json json{{"device", session.device.name},   {"run", run + 1},
                    {"unit", unitSymbol(unit)},        {"source", sourceName(session.runs[run].source)},
                    {"plateaus", std::move(plateaus)}, {"capacities", std::move(capacities)}};
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

std::string stairsText(const Staircase& stairs, const std::vector<Answer>& names, Unit unit) {
    TextTable table({">stair", "answers", ">latency", ">5 %", ">95 %", ">from", ">to", ">points", ">holds up to",
                     ">half gone at", ">gone at"});
    for (std::size_t i = 0; i < stairs.plateaus.size(); ++i) {
        const Plateau& plateau = stairs.plateaus[i];
        std::vector<std::string> cells{
            std::to_string(i + 1),        std::string(answerTerm(names[i])), latencyText(plateau.value, unit),
            formatLatency(plateau.low),   formatLatency(plateau.high),       formatBytes(plateau.fromBytes),
            formatBytes(plateau.toBytes), std::to_string(plateau.points)};
        if (i < stairs.capacities.size())
            for (const double bytes :
                 {stairs.capacities[i].fitsBytes, stairs.capacities[i].halfBytes, stairs.capacities[i].goneBytes})
                cells.push_back(formatBytes(bytes));
        table.add(std::move(cells));
    }
    return table.text();
}

} // namespace

int showSession(const std::string& file, const Console& console) {
    const Result<Session> session = openSession(file, console);
    if (!session) return complain(session.error(), console);
    showProvenance(*session, console.out);
    for (std::size_t i = 0; i < session->runs.size(); ++i)
        showRun(session->runs[i], i + 1, session->device, console.out);
    return exit_code::ok;
}

int printStairs(const RunOptions& options, const Console& console) {
    const Result<Session> session = openSession(options.file, console);
    if (!session) return complain(session.error(), console);
    const Result<std::size_t> chosen = chosenRun(*session, options);
    if (!chosen) return complain(chosen.error(), console);
    const Run& run = session->runs[*chosen];
    if (!hasUnit(run, Unit::Cycles) && !hasUnit(run, Unit::Nanoseconds)) {
        console.err << plainText(options.file) << ": run " << *chosen + 1 << " ("
                    << requestTerm(run.request, session->device.kind) << ") measured no latency.\n";
        return exit_code::file;
    }
    const Unit unit = unitOf(run, options.unit);
    if (!hasUnit(run, unit)) {
        console.err << plainText(options.file) << ": run " << *chosen + 1 << " cannot be given in " << unitSymbol(unit)
                    << ": it recorded no clock.\n";
        return exit_code::file;
    }
    const Staircase stairs = findStairs(latencyCurve(run, unit));
    const std::vector<Answer> names = nameStairs(stairs, session->device, run.request);
    if (options.json) console.out << stairsJson(stairs, names, *session, *chosen, unit);
    else
        console.out << plainText(session->device.name) << ", run " << *chosen + 1 << ": "
                    << requestTerm(run.request, session->device.kind) << "\n\n"
                    << (stairs.plateaus.empty() ? std::string("No stairs.\n") : stairsText(stairs, names, unit));
    return exit_code::ok;
}

int printCsv(const RunOptions& options, const Console& console) {
    const Result<Session> session = openSession(options.file, console);
    if (!session) return complain(session.error(), console);
    const Result<std::size_t> chosen = chosenRun(*session, options);
    if (!chosen) return complain(chosen.error(), console);
    writeCsv(console.out, session->runs[*chosen]);
    return exit_code::ok;
}

int checkSessions(const std::vector<std::string>& files, const Console& console) {
    int code = exit_code::ok;
    for (const std::string& file : files) {
        const Result<LoadedSession> loaded = loadOrRead(file);
        if (!loaded) console.out << errorLine(loaded.error()) << '\n';
        else
            for (const Error& warning : loaded->warnings) console.out << errorLine(warning) << '\n';
        if (!loaded || !loaded->warnings.empty()) code = exit_code::file;
    }
    return code;
}

} // namespace zg
