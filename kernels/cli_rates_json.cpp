// SPDX-License-Identifier: GPL-3.0-or-later
// rates --json. Numbers as they are, in B, B/s, FLOP/s, Hz and FLOP/B; JSON has no NaN, so no value is null.
#include "kernels/cli_rates.h"

#include "core/rates.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace zg {

namespace {

using Json = nlohmann::ordered_json;

Json quantityJson(const std::optional<Quantity>& quantity) {
    if (!quantity) return nullptr;
    Json json{
        {"value", quantity->value}, {"unit", unitSymbol(quantity->unit)}, {"source", sourceName(quantity->source)}};
    if (!quantity->cite.empty()) json["cite"] = quantity->cite;
    return json;
}

Json headOf(const Session& session, std::size_t run) {
    return {{"run", run + 1},
            {"source", sourceName(session.runs[run].source)},
            {"state", stateName(session.runs[run].state)}};
}

Json pointsOf(const Run& run, const Device& device) {
    Json points = Json::array();
    for (const RatePoint& point : rateCurve(run)) {
        Json json{{"bytes", point.x}, {"rate", point.rate}, {"best", point.best}};
        if (run.request.probe == Probe::Bandwidth) {
            json["fitsIn"] = levelKindName(levelThatHolds(device, run.request, point.x, point.units));
            if (const auto helps = cacheThatHelps(device, run.request, point.x, point.units))
                json["partlyIn"] = levelKindName(*helps);
            json["perCycleAndUnit"] = point.perCycleAndUnit;
            json["clock"] = point.clockHz;
            json["units"] = point.units;
        }
        points.push_back(std::move(json));
    }
    return points;
}

Json bandwidthJson(const Session& session, std::size_t index) {
    const Request& request = session.runs[index].request;
    Json json = headOf(session, index);
    json["access"] = accessName(request.access);
    json["space"] = spaceName(request.space);
    json["path"] = cachePathName(request.path);
    json["threads"] = request.threads;
    json["points"] = pointsOf(session.runs[index], session.device);
    return json;
}

Json transferJson(const Session& session, std::size_t index) {
    const Request& request = session.runs[index].request;
    Json json = headOf(session, index);
    json["direction"] = directionName(request.direction);
    json["hostMemory"] = hostMemoryName(request.hostMemory);
    json["points"] = pointsOf(session.runs[index], session.device);
    return json;
}

Json ceilingJson(const Session& session, const Ceiling& ceiling) {
    Json json = headOf(session, ceiling.run);
    json["arithmetic"] = arithmeticName(ceiling.arithmetic);
    json["threads"] = session.runs[ceiling.run].request.threads;
    json["rate"] = ceiling.measured.rate;
    json["best"] = ceiling.measured.best;
    json["perCycleAndUnit"] = ceiling.measured.perCycleAndUnit;
    json["clock"] = ceiling.measured.clockHz;
    json["units"] = ceiling.measured.units;
    json["theory"] = quantityJson(ceiling.theory);
    json["reached"] = ceiling.reached;
    json["reachedPerCycle"] = ceiling.reachedPerCycle;
    return json;
}

Json intensityJson(const MatmulPoint& point) {
    return {{"registers", point.intensity(LevelKind::Registers)},
            {"l1", point.intensity(LevelKind::L1)},
            {"l2", point.intensity(LevelKind::L2)},
            {"l3", point.intensity(LevelKind::L3)},
            {"memory", point.intensity(LevelKind::Memory)}};
}

Json ladderJson(const Session& session, const LadderPoint& entry) {
    const MatmulPoint& point = entry.point;
    Json json = headOf(session, entry.run);
    json["variant"] = entry.facts.name;
    json["arithmetic"] = arithmeticName(entry.facts.arithmetic);
    json["n"] = point.n;
    json["right"] = point.right();
    json["rate"] = point.rate;
    json["best"] = point.best;
    json["ofReference"] = entry.ofReference;
    const std::optional<Variant> reference = referenceOf(entry.facts.variant);
    json["reference"] = reference ? Json(variantName(*reference)) : Json(nullptr);
    json["theory"] = quantityJson(entry.theory);
    json["ofTheory"] = entry.ofTheory;
    json["error"] = point.error;
    json["tolerance"] = point.tolerance;
    json["clock"] = point.clockHz;
    json["units"] = point.units;
    json["launches"] = point.launches;
    json["grid"] = point.grid;
    json["block"] = point.block;
    json["registers"] = point.registers;
    json["sharedBytes"] = point.sharedBytes;
    json["occupancy"] = point.occupancy;
    json["intensity"] = intensityJson(point);
    return json;
}

} // namespace

std::string ratesJson(const Session& session, const std::vector<Part>& parts) {
    const auto shows = [&](Part part) { return parts.empty() || std::ranges::find(parts, part) != parts.end(); };
    Json json{{"device", session.device.name}};
    if (shows(Part::Bandwidth)) {
        Json bandwidth = Json::array(), transfer = Json::array();
        for (std::size_t i = 0; i < session.runs.size(); ++i) {
            if (rateCurve(session.runs[i]).empty()) continue;
            if (session.runs[i].request.probe == Probe::Bandwidth) bandwidth.push_back(bandwidthJson(session, i));
            if (session.runs[i].request.probe == Probe::Transfer) transfer.push_back(transferJson(session, i));
        }
        json["bandwidth"] = std::move(bandwidth);
        json["transfer"] = std::move(transfer);
    }
    if (shows(Part::Ceilings)) {
        json["ceilings"] = Json::array();
        for (const Ceiling& ceiling : measuredCeilings(session))
            json["ceilings"].push_back(ceilingJson(session, ceiling));
    }
    if (shows(Part::Ladder)) {
        json["ladder"] = Json::array();
        for (const LadderPoint& entry : ladder(session)) json["ladder"].push_back(ladderJson(session, entry));
    }
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

} // namespace zg
