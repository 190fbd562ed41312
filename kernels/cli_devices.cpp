// SPDX-License-Identifier: GPL-3.0-or-later
// devices and pyramid: what a device is, as text and as JSON.
#include "kernels/cli_commands.h"
#include "kernels/cli_table.h"
#include "kernels/cli_text.h"

#include "core/format.h"
#include "core/pyramid.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace zg {

namespace {

using Json = nlohmann::ordered_json;

std::string architectureTerm(const Device& device) {
    if (device.architecture.empty()) return {};
    return device.kind == DeviceKind::Gpu ? "compute capability " + plainText(device.architecture)
                                          : plainText(device.architecture);
}

std::string sizeCell(const std::optional<Quantity>& size) { return size ? formatBytes(size->value) : std::string{}; }

std::string tierName(const Level& level, const Device& device) {
    std::string name(tierTerm(level.kind, device.kind));
    return level.name.empty() ? name : name + " (" + plainText(level.name) + ")";
}

/// Cache and register sizes of one SM, core or cache: only where the chip has several, or it would say the total twice.
std::string instanceCell(const Level& level, const Device& device) {
    if (level.kind == LevelKind::Memory || (level.instances < 2 && level.total) || !level.perInstance) return {};
    const bool perSm =
        level.kind == LevelKind::Registers || level.kind == LevelKind::SharedL1 || level.kind == LevelKind::Constant;
    const char* each = device.kind == DeviceKind::Gpu ? (perSm ? "/SM" : "")
                       : level.kind == LevelKind::L3  ? "/cache"
                                                      : "/core";
    return formatBytes(level.perInstance->value) + each;
}

const TierLatency* latencyOf(const std::vector<TierLatency>& latencies, LevelKind level) {
    for (const TierLatency& latency : latencies)
        if (latency.level == level) return &latency;
    return nullptr;
}

std::string ratioCell(const std::optional<double>& ratio) { return ratio ? formatRatio(*ratio) : std::string{}; }

void addTier(TextTable& table, const Level& level, const Device& device, const TierLatency* latency) {
    const bool own = latency && !latency->sharedOnly;
    table.add({tierName(level, device), instanceCell(level, device), sizeCell(level.total),
               std::string(technologyTerm(level.technology)), std::string(managerTerm(level.managedBy)),
               level.bandwidth ? formatQuantity(*level.bandwidth) : std::string{},
               own ? formatQuantity(latency->latency) : std::string{},
               own ? ratioCell(latency->ratio) : std::string{}});
    if (level.sharedMax) {
        const bool measured = latency && latency->shared;
        table.add({"  shared, at most", formatBytes(level.sharedMax->value) + "/SM",
                   formatBytesWhole(level.sharedMax->value * level.instances), "", "programmer", "",
                   measured ? formatQuantity(*latency->shared) : std::string{},
                   measured ? ratioCell(latency->sharedRatio) : std::string{}});
    }
    if (latency && latency->far) table.add({"  far half", "", "", "", "", "", formatQuantity(*latency->far), ""});
}

/// The numbers that somebody else published, and where: said once below the table.
std::vector<std::string> citesOf(const Device& device) {
    std::vector<std::string> cites;
    const auto keep = [&](const std::optional<Quantity>& quantity) {
        if (quantity && quantity->source == Source::Published && !quantity->cite.empty() &&
            std::find(cites.begin(), cites.end(), quantity->cite) == cites.end())
            cites.push_back(quantity->cite);
    };
    for (const Level& level : device.levels)
        for (const auto& quantity : {level.perInstance, level.total, level.sharedMax, level.bandwidth}) keep(quantity);
    return cites;
}

std::string headline(const Device& device) {
    std::string line = plainText(device.name);
    if (const std::string architecture = architectureTerm(device); !architecture.empty()) line += ", " + architecture;
    if (device.sm) line += ", " + std::to_string(device.sm->smCount) + " SMs";
    if (device.coreClock) line += ", " + formatQuantity(*device.coreClock);
    return line;
}

std::string pyramidText(const Session& session, const std::vector<TierLatency>& latencies) {
    const Device& device = session.device;
    TextTable table({"tier", device.kind == DeviceKind::Gpu ? ">per SM" : ">each", ">in all", "technology",
                     "managed by", ">bandwidth", ">latency", ">to a register"});
    for (const Level& level : device.levels) addTier(table, level, device, latencyOf(latencies, level.kind));
    std::string text = headline(device) + "\n\n" + table.text();
    for (const std::string& cite : citesOf(device)) text += "\nPublished: " + plainText(cite);
    return text + (citesOf(device).empty() ? "" : "\n");
}

Json quantityJson(const std::optional<Quantity>& quantity) {
    if (!quantity) return nullptr;
    Json json{
        {"value", quantity->value}, {"unit", unitSymbol(quantity->unit)}, {"source", sourceName(quantity->source)}};
    if (!quantity->cite.empty()) json["cite"] = quantity->cite;
    return json;
}

std::string pyramidJson(const Session& session, const std::vector<TierLatency>& latencies) {
    Json tiers = Json::array();
    for (const Level& level : session.device.levels) {
        Json tier{{"tier", levelKindName(level.kind)}, {"name", level.name}, {"instances", level.instances}};
        tier["perInstance"] = quantityJson(level.perInstance);
        tier["total"] = quantityJson(level.total);
        if (level.sharedMax) tier["sharedMax"] = quantityJson(level.sharedMax);
        tier["technology"] = technologyTerm(level.technology);
        tier["managedBy"] = managerTerm(level.managedBy);
        tier["bandwidth"] = quantityJson(level.bandwidth);
        if (const TierLatency* latency = latencyOf(latencies, level.kind)) {
            if (!latency->sharedOnly) {
                tier["latency"] = quantityJson(latency->latency);
                tier["ratio"] = latency->ratio ? Json(*latency->ratio) : Json(nullptr);
            }
            if (latency->shared) tier["sharedLatency"] = quantityJson(latency->shared);
            if (latency->far) tier["farLatency"] = quantityJson(latency->far);
        }
        tiers.push_back(std::move(tier));
    }
    const Json json{{"device", session.device.name}, {"id", session.device.id}, {"tiers", std::move(tiers)}};
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

/// The unit that most tiers can be given in: a GPU counts cycles, a CPU nanoseconds.
std::vector<TierLatency> latenciesIn(const Session& session, std::optional<Unit> asked) {
    if (asked) return tierLatencies(session, *asked);
    const bool gpu = session.device.kind == DeviceKind::Gpu;
    const std::vector<TierLatency> natural = tierLatencies(session, gpu ? Unit::Cycles : Unit::Nanoseconds);
    return natural.empty() ? tierLatencies(session, gpu ? Unit::Nanoseconds : Unit::Cycles) : natural;
}

} // namespace

int listDevices(const DeviceSource& source, bool json, const Console& console) {
    const Found found = source.find();
    if (json) {
        Json devices = Json::array();
        for (const Device& device : found.devices) devices.push_back(Json::parse(deviceJson(device)));
        Json all{{"devices", std::move(devices)}};
        if (found.noGpu) all["noGpu"] = errorLine(*found.noGpu);
        console.out << all.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
        return exit_code::ok;
    }
    TextTable table({"id", "name", "architecture", ">SMs", ">memory", "driver"});
    for (const Device& device : found.devices) {
        const Level* memory = findLevel(device, LevelKind::Memory);
        table.add({device.id, plainText(device.name), architectureTerm(device),
                   device.sm ? std::to_string(device.sm->smCount) : "", memory ? sizeCell(memory->total) : "",
                   plainText(device.driver)});
    }
    console.out << table.text();
    if (found.noGpu) console.err << errorLine(*found.noGpu) << ".\n";
    return exit_code::ok;
}

int printPyramid(const DeviceSource& source, const PyramidOptions& options, const Console& console) {
    Session session;
    if (!options.file.empty()) {
        Result<Session> opened = openSession(options.file, console);
        if (!opened) return complain(opened.error(), console);
        session = std::move(*opened);
    } else {
        Result<Device> device = chooseDevice(source, options.device);
        if (!device) return complain(device.error(), console);
        session.device = std::move(*device);
    }
    const std::vector<TierLatency> latencies = latenciesIn(session, options.unit);
    console.out << (options.json ? pyramidJson(session, latencies) : pyramidText(session, latencies));
    return exit_code::ok;
}

} // namespace zg
