// SPDX-License-Identifier: GPL-3.0-or-later
// Field by field, with every type checked: a file may hold anything. Fields that this version does not know are kept as
// text.
#include "core/session_json.h"

#include "core/names.h"

#include <cmath>
#include <limits>

namespace zg {
namespace {

constexpr NameTable<DeviceKind, 2> deviceKinds{{{DeviceKind::Gpu, "gpu"}, {DeviceKind::Cpu, "cpu"}}};
constexpr NameTable<Technology, 2> technologies{{{Technology::Sram, "sram"}, {Technology::Dram, "dram"}}};
constexpr NameTable<ManagedBy, 4> managers{{
    {ManagedBy::Compiler, "compiler"},
    {ManagedBy::Programmer, "programmer"},
    {ManagedBy::Hardware, "hardware"},
    {ManagedBy::ProgrammerAndHardware, "programmer-and-hardware"},
}};
constexpr NameTable<ComputeMode, 3> computeModes{{
    {ComputeMode::Shared, "shared"},
    {ComputeMode::Exclusive, "exclusive"},
    {ComputeMode::Prohibited, "prohibited"},
}};
constexpr NameTable<Fault, 35> faults{{
    {Fault::NotBuiltWithCuda, "not-built-with-cuda"},
    {Fault::ProbeNotSupported, "probe-not-supported"},
    {Fault::NeedsNewerGpu, "needs-newer-gpu"},
    {Fault::LibraryNotFound, "library-not-found"},
    {Fault::NoRecordedRun, "no-recorded-run"},
    {Fault::NoDriver, "no-driver"},
    {Fault::DriverTooOld, "driver-too-old"},
    {Fault::NoGpu, "no-gpu"},
    {Fault::NoKernelImage, "no-kernel-image"},
    {Fault::DeviceBusy, "device-busy"},
    {Fault::OutOfMemory, "out-of-memory"},
    {Fault::IllegalAccess, "illegal-access"},
    {Fault::LaunchTimeout, "launch-timeout"},
    {Fault::DeviceLost, "device-lost"},
    {Fault::WrongResult, "wrong-result"},
    {Fault::UnknownDevice, "unknown-device"},
    {Fault::DeviceOther, "device-other"},
    {Fault::NoSuchFile, "no-such-file"},
    {Fault::IsDirectory, "is-directory"},
    {Fault::NotReadable, "not-readable"},
    {Fault::NotWritable, "not-writable"},
    {Fault::DiskFull, "disk-full"},
    {Fault::EmptyFile, "empty-file"},
    {Fault::NoHeader, "no-header"},
    {Fault::WrongVersion, "wrong-version"},
    {Fault::NotJson, "not-json"},
    {Fault::LineTooLong, "line-too-long"},
    {Fault::TooManyRows, "too-many-rows"},
    {Fault::CutOffLine, "cut-off-line"},
    {Fault::MissingField, "missing-field"},
    {Fault::WrongType, "wrong-type"},
    {Fault::NegativeSize, "negative-size"},
    {Fault::NotFinite, "not-finite"},
    {Fault::UnknownRun, "unknown-run"},
    {Fault::WrongColumnCount, "wrong-column-count"},
}};

/// Reads fields of one object; the first thing that is wrong is remembered and everything after it is skipped.
class Reader {
public:
    explicit Reader(const Json& json, std::string where = {}) : json_(json), where_(std::move(where)) {
        if (!json.is_object()) reject(Fault::WrongType, "object");
    }

    [[nodiscard]] bool has(const char* name) const {
        return json_.is_object() && json_.contains(name) && !json_.at(name).is_null();
    }

    void text(const char* name, std::string& into, bool required = false) {
        if (const Json* value = find(name, required)) {
            if (!value->is_string()) return reject(Fault::WrongType, name);
            into = value->get<std::string>();
        }
    }

    void boolean(const char* name, bool& into) {
        if (const Json* value = find(name, false)) {
            if (!value->is_boolean()) return reject(Fault::WrongType, name);
            into = value->get<bool>();
        }
    }

    void number(const char* name, double& into, bool required = false) {
        if (const Json* value = find(name, required)) {
            if (!value->is_number()) return reject(Fault::WrongType, name);
            into = value->get<double>();
            if (!std::isfinite(into)) reject(Fault::NotFinite, name);
        }
    }

    /// A count or a size: an integer that is not negative and fits.
    template <class Integer>
    void size(const char* name, Integer& into) {
        if (const Json* value = find(name, false)) {
            if (!value->is_number_integer()) return reject(Fault::WrongType, name);
            if (!value->is_number_unsigned() && value->get<std::int64_t>() < 0)
                return reject(Fault::NegativeSize, name);
            const auto read = value->get<std::uint64_t>();
            if (read > static_cast<std::uint64_t>(std::numeric_limits<Integer>::max()))
                return reject(Fault::WrongType, name);
            into = static_cast<Integer>(read);
        }
    }

    template <class E, std::size_t N>
    void word(const char* name, const NameTable<E, N>& table, E& into) {
        parsed<E>(
            name, [&](std::string_view text) { return parseIn(table, text); }, into);
    }

    template <class E, class Parse>
    void parsed(const char* name, Parse parse, E& into, bool required = false) {
        if (const Json* value = find(name, required)) {
            if (!value->is_string()) return reject(Fault::WrongType, name);
            if (const auto found = parse(value->get_ref<const std::string&>())) into = *found;
            else reject(Fault::WrongType, name);
        }
    }

    [[nodiscard]] const Json* find(const char* name, bool required) {
        if (error_) return nullptr;
        if (has(name)) return &json_.at(name);
        if (required) reject(Fault::MissingField, name);
        return nullptr;
    }

    /// Keeps what is not in `known`.
    void unknown(const std::vector<std::string_view>& known, UnknownFields& into) {
        if (error_) return;
        for (const auto& [name, value] : json_.items()) {
            if (std::ranges::find(known, std::string_view(name)) == known.end())
                into[name] = value.dump(-1, ' ', false, Json::error_handler_t::replace);
        }
    }

    void reject(Fault fault, const std::string& name) {
        if (!error_) error_ = Error{fault, {}, 0, where_.empty() ? name : where_ + "." + name};
    }
    void reject(const Error& error) {
        if (!error_) error_ = error;
    }
    [[nodiscard]] const std::optional<Error>& error() const { return error_; }

private:
    const Json& json_;
    std::string where_;
    std::optional<Error> error_;
};

void addUnknown(Json& json, const UnknownFields& unknown) {
    for (const auto& [name, text] : unknown) {
        Json value = Json::parse(text, nullptr, false);
        if (!value.is_discarded() && !json.contains(name)) json[name] = std::move(value);
    }
}

// A quantity is {"value": 262144, "unit": "B", "source": "reported"} with "cite" where there is one.
Json quantityToJson(const Quantity& quantity) {
    Json json{{"value", quantity.value}, {"unit", unitSymbol(quantity.unit)}, {"source", sourceName(quantity.source)}};
    if (!quantity.cite.empty()) json["cite"] = quantity.cite;
    return json;
}

void addQuantity(Json& json, const char* name, const std::optional<Quantity>& quantity) {
    if (quantity) json[name] = quantityToJson(*quantity);
}

void readQuantity(Reader& reader, const char* name, std::optional<Quantity>& into) {
    const Json* json = reader.find(name, false);
    if (!json) return;
    Reader fields(*json, name);
    Quantity quantity;
    fields.number("value", quantity.value, true);
    fields.parsed("unit", parseUnit, quantity.unit, true);
    fields.parsed("source", parseSource, quantity.source, true);
    fields.text("cite", quantity.cite);
    // Every quantity that a device has is a size, a clock or a rate.
    if (!fields.error() && quantity.value < 0) fields.reject(Fault::NegativeSize, "value");
    if (fields.error()) reader.reject(*fields.error());
    else into = quantity;
}

Json levelToJson(const Level& level) {
    Json json{{"kind", levelKindName(level.kind)}};
    if (!level.name.empty()) json["name"] = level.name;
    json["technology"] = nameIn(technologies, level.technology);
    json["managed-by"] = nameIn(managers, level.managedBy);
    json["instances"] = level.instances;
    addQuantity(json, "per-instance", level.perInstance);
    addQuantity(json, "total", level.total);
    addQuantity(json, "shared-max", level.sharedMax);
    addQuantity(json, "line", level.lineBytes);
    addQuantity(json, "bus-width", level.busWidth);
    addQuantity(json, "clock", level.clock);
    addQuantity(json, "bandwidth", level.bandwidth);
    addUnknown(json, level.unknown);
    return json;
}

Level levelFromJson(Reader& reader, const Json& json) {
    Level level;
    Reader fields(json, "levels");
    fields.parsed("kind", parseLevelKind, level.kind, true);
    fields.text("name", level.name);
    fields.word("technology", technologies, level.technology);
    fields.word("managed-by", managers, level.managedBy);
    fields.size("instances", level.instances);
    readQuantity(fields, "per-instance", level.perInstance);
    readQuantity(fields, "total", level.total);
    readQuantity(fields, "shared-max", level.sharedMax);
    readQuantity(fields, "line", level.lineBytes);
    readQuantity(fields, "bus-width", level.busWidth);
    readQuantity(fields, "clock", level.clock);
    readQuantity(fields, "bandwidth", level.bandwidth);
    fields.unknown({"kind", "name", "technology", "managed-by", "instances", "per-instance", "total", "shared-max",
                    "line", "bus-width", "clock", "bandwidth"},
                   level.unknown);
    if (fields.error()) reader.reject(*fields.error());
    return level;
}

/// One table for both directions: name in the file, member.
template <class Limits, class Visit>
void eachLimit(Limits& sm, Visit visit) {
    visit("count", sm.smCount);
    visit("warp-size", sm.warpSize);
    visit("threads-per-block", sm.threadsPerBlock);
    visit("threads-per-sm", sm.threadsPerSm);
    visit("blocks-per-sm", sm.blocksPerSm);
    visit("registers-per-sm", sm.registersPerSm);
    visit("registers-per-block", sm.registersPerBlock);
    visit("registers-per-thread", sm.registersPerThread);
    visit("shared-per-sm", sm.sharedPerSmBytes);
    visit("shared-per-block", sm.sharedPerBlockBytes);
    visit("shared-per-block-optin", sm.sharedPerBlockOptinBytes);
    visit("shared-reserved-per-block", sm.sharedReservedPerBlockBytes);
    visit("fp32-lanes-per-sm", sm.fp32LanesPerSm);
}

Json deviceToJson(const Device& device) {
    Json json{{"id", device.id},
              {"kind", nameIn(deviceKinds, device.kind)},
              {"name", device.name},
              {"architecture", device.architecture},
              {"levels", Json::array()}};
    for (const Level& level : device.levels) json["levels"].push_back(levelToJson(level));
    if (device.sm) {
        Json& sm = json["sm"] = Json::object();
        eachLimit(*device.sm, [&](const char* name, auto value) { sm[name] = value; });
        addUnknown(sm, device.sm->unknown);
    }
    for (const Peak& peak : device.peaks) {
        Json& entry = json["peaks"].emplace_back(Json{{"arithmetic", arithmeticName(peak.arithmetic)},
                                                      {"per-cycle", quantityToJson(peak.perCycle)},
                                                      {"rate", quantityToJson(peak.rate)}});
        addUnknown(entry, peak.unknown);
    }
    addQuantity(json, "core-clock", device.coreClock);
    addQuantity(json, "memory-free", device.memoryFree);
    json["display-attached"] = device.displayAttached;
    json["compute-mode"] = nameIn(computeModes, device.computeMode);
    if (!device.driver.empty()) json["driver"] = device.driver;
    if (!device.toolkit.empty()) json["toolkit"] = device.toolkit;
    if (!device.uuid.empty()) json["uuid"] = device.uuid;
    addUnknown(json, device.unknown);
    return json;
}

Peak peakFromJson(Reader& reader, const Json& json) {
    Peak peak;
    Reader fields(json, "peaks");
    fields.parsed("arithmetic", parseArithmetic, peak.arithmetic, true);
    std::optional<Quantity> perCycle, rate;
    readQuantity(fields, "per-cycle", perCycle);
    readQuantity(fields, "rate", rate);
    if (!fields.error() && !(perCycle && rate)) fields.reject(Fault::MissingField, perCycle ? "rate" : "per-cycle");
    fields.unknown({"arithmetic", "per-cycle", "rate"}, peak.unknown);
    if (fields.error()) reader.reject(*fields.error());
    else {
        peak.perCycle = *perCycle;
        peak.rate = *rate;
    }
    return peak;
}

void readDevice(Reader& reader, Device& device) {
    const Json* json = reader.find("device", true);
    if (!json) return;
    Reader fields(*json, "device");
    fields.text("id", device.id, true);
    fields.word("kind", deviceKinds, device.kind);
    fields.text("name", device.name, true);
    fields.text("architecture", device.architecture);
    if (const Json* levels = fields.find("levels", true)) {
        if (!levels->is_array()) fields.reject(Fault::WrongType, "levels");
        else
            for (const Json& level : *levels) device.levels.push_back(levelFromJson(fields, level));
    }
    if (const Json* sm = fields.find("sm", false)) {
        Reader limits(*sm, "sm");
        device.sm.emplace();
        std::vector<std::string_view> known;
        eachLimit(*device.sm, [&](const char* name, auto& value) {
            limits.size(name, value);
            known.emplace_back(name);
        });
        limits.unknown(known, device.sm->unknown);
        if (limits.error()) fields.reject(*limits.error());
    }
    if (const Json* peaks = fields.find("peaks", false)) {
        if (!peaks->is_array()) fields.reject(Fault::WrongType, "peaks");
        else
            for (const Json& peak : *peaks) device.peaks.push_back(peakFromJson(fields, peak));
    }
    readQuantity(fields, "core-clock", device.coreClock);
    readQuantity(fields, "memory-free", device.memoryFree);
    fields.boolean("display-attached", device.displayAttached);
    fields.word("compute-mode", computeModes, device.computeMode);
    fields.text("driver", device.driver);
    fields.text("toolkit", device.toolkit);
    fields.text("uuid", device.uuid);
    fields.unknown({"id", "kind", "name", "architecture", "levels", "sm", "peaks", "core-clock", "memory-free",
                    "display-attached", "compute-mode", "driver", "toolkit", "uuid"},
                   device.unknown);
    if (fields.error()) reader.reject(*fields.error());
}

Json requestToJson(const Request& request) {
    Json json{{"probe", probeName(request.probe)}};
    if (request.probe == Probe::Chase || request.probe == Probe::Bandwidth || request.probe == Probe::Transfer) {
        json["min"] = request.minBytes;
        json["max"] = request.maxBytes;
        json["points-per-octave"] = request.pointsPerOctave;
    }
    json["repeats"] = request.repeats;
    switch (request.probe) {
    case Probe::FmaLatency:
    case Probe::SharedLatency:
    case Probe::ConstantLatency: break;
    case Probe::Chase:
        json["refine"] = request.refine;
        json["order"] = orderName(request.order);
        json["path"] = cachePathName(request.path);
        json["shared-carveout"] = request.sharedCarveout;
        break;
    case Probe::Bandwidth:
        json["access"] = accessName(request.access);
        json["space"] = spaceName(request.space);
        json["path"] = cachePathName(request.path);
        json["threads"] = request.threads;
        break;
    case Probe::Transfer:
        json["direction"] = directionName(request.direction);
        json["host-memory"] = hostMemoryName(request.hostMemory);
        break;
    case Probe::Compute:
        json["arithmetic"] = arithmeticName(request.arithmetic);
        json["threads"] = request.threads;
        break;
    case Probe::Matmul:
        json["variant"] = variantName(request.variant);
        if (!request.sizes.empty()) json["sizes"] = request.sizes;
        if (request.blocks != 0) json["blocks"] = request.blocks;
        break;
    }
    if (!request.sms.empty()) json["sms"] = request.sms;
    // A chain of one operation takes as long whatever the numbers are.
    const bool seeded = request.probe != Probe::FmaLatency && request.probe != Probe::SharedLatency &&
                        request.probe != Probe::ConstantLatency;
    if (seeded) json["seed"] = request.seed;
    addUnknown(json, request.unknown);
    return json;
}

/// A list of whole numbers that are no sizes in bytes: SMs, or N of matrices.
void readCounts(Reader& reader, const char* name, std::vector<int>& counts) {
    const Json* json = reader.find(name, false);
    if (!json) return;
    if (!json->is_array()) return reader.reject(Fault::WrongType, name);
    for (const Json& count : *json) {
        if (!count.is_number_unsigned() || count.get<std::uint64_t>() > 100'000)
            return reader.reject(Fault::WrongType, name);
        counts.push_back(count.get<int>());
    }
}

void readRequest(Reader& reader, Request& request) {
    const Json* json = reader.find("request", true);
    if (!json) return;
    Reader fields(*json, "request");
    fields.parsed("probe", parseProbe, request.probe, true);
    fields.size("min", request.minBytes);
    fields.size("max", request.maxBytes);
    fields.size("points-per-octave", request.pointsPerOctave);
    fields.size("repeats", request.repeats);
    fields.boolean("refine", request.refine);
    fields.parsed("order", parseOrder, request.order);
    fields.parsed("path", parseCachePath, request.path);
    fields.size("shared-carveout", request.sharedCarveout);
    fields.parsed("access", parseAccess, request.access);
    fields.parsed("space", parseSpace, request.space);
    fields.parsed("direction", parseDirection, request.direction);
    fields.parsed("host-memory", parseHostMemory, request.hostMemory);
    fields.parsed("arithmetic", parseArithmetic, request.arithmetic);
    fields.parsed("variant", parseVariant, request.variant);
    fields.size("blocks", request.blocks);
    fields.size("threads", request.threads);
    fields.size("seed", request.seed);
    fields.unknown({"probe",   "min",   "max",       "points-per-octave", "repeats",
                    "refine",  "order", "path",      "shared-carveout",   "sms",
                    "access",  "space", "direction", "host-memory",       "arithmetic",
                    "variant", "sizes", "blocks",    "threads",           "seed"},
                   request.unknown);
    readCounts(fields, "sms", request.sms);
    readCounts(fields, "sizes", request.sizes);
    if (fields.error()) reader.reject(*fields.error());
}

void readColumns(Reader& reader, std::vector<Column>& columns) {
    const Json* json = reader.find("columns", true);
    if (!json) return;
    if (!json->is_array() || json->size() > 64) return reader.reject(Fault::WrongType, "columns");
    for (const Json& entry : *json) {
        if (!entry.is_array() || entry.size() != 2 || !entry[0].is_string() || !entry[1].is_string())
            return reader.reject(Fault::WrongType, "columns");
        const auto unit = parseUnit(entry[1].get_ref<const std::string&>());
        if (!unit) return reader.reject(Fault::WrongType, "columns: " + entry[1].get<std::string>());
        columns.push_back({entry[0].get<std::string>(), *unit});
    }
}

/// JSON has no NaN: a cell without a value is null.
Json cellToJson(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

} // namespace

Json headerToJson(const Session& session) {
    Json json{{"ziggurat", sessionFormatVersion}};
    const Provenance& from = session.provenance;
    json["program"] = from.program;
    json["date"] = from.date;
    if (!from.driver.empty()) json["driver"] = from.driver;
    if (!from.toolkit.empty()) json["toolkit"] = from.toolkit;
    if (!from.host.empty()) json["host"] = from.host;
    if (!from.remark.empty()) json["remark"] = from.remark;
    json["device"] = deviceToJson(session.device);
    addUnknown(json, session.unknown);
    return json;
}

Result<Session> headerFromJson(const Json& json) {
    if (!json.is_object() || !json.contains("ziggurat")) return fail(Fault::NoHeader);
    const Json& version = json.at("ziggurat");
    if (!version.is_number_integer() || version.get<std::int64_t>() != sessionFormatVersion)
        return fail(Fault::WrongVersion, version.dump(-1, ' ', false, Json::error_handler_t::replace).substr(0, 40));
    Session session;
    Reader fields(json);
    fields.text("program", session.provenance.program);
    fields.text("date", session.provenance.date);
    fields.text("driver", session.provenance.driver);
    fields.text("toolkit", session.provenance.toolkit);
    fields.text("host", session.provenance.host);
    fields.text("remark", session.provenance.remark);
    readDevice(fields, session.device);
    fields.unknown({"ziggurat", "program", "date", "driver", "toolkit", "host", "remark", "device"}, session.unknown);
    if (fields.error()) return tl::unexpected<Error>(*fields.error());
    return session;
}

Json runToJson(const Run& run) {
    Json json{{"request", requestToJson(run.request)}};
    if (run.source != Source::Measured) json["source"] = sourceName(run.source);
    if (!run.cite.empty()) json["cite"] = run.cite;
    json["started"] = run.started;
    Json& columns = json["columns"] = Json::array();
    for (const Column& column : run.columns) columns.push_back({column.name, unitSymbol(column.unit)});
    addUnknown(json, run.unknown);
    return json;
}

Result<Run> runFromJson(const Json& json) {
    Run run;
    Reader fields(json);
    readRequest(fields, run.request);
    fields.parsed("source", parseSource, run.source);
    fields.text("cite", run.cite);
    fields.text("started", run.started);
    readColumns(fields, run.columns);
    fields.unknown({"request", "source", "cite", "started", "columns"}, run.unknown);
    if (fields.error()) return tl::unexpected<Error>(*fields.error());
    return run;
}

Json rowToJson(const Row& row) {
    Json values = Json::array();
    for (const double value : row.values) values.push_back(cellToJson(value));
    return Json{{"t", cellToJson(row.seconds)}, {"row", std::move(values)}};
}

Result<Row> rowFromJson(const Json& json, const Run& run) {
    Row row;
    Reader fields(json);
    fields.number("t", row.seconds);
    const Json* values = fields.find("row", true);
    if (fields.error()) return tl::unexpected<Error>(*fields.error());
    if (!values->is_array()) return fail(Fault::WrongType, "row");
    if (values->size() != run.columns.size()) return fail(Fault::WrongColumnCount, std::to_string(values->size()));
    row.values.reserve(values->size());
    for (std::size_t i = 0; i < values->size(); ++i) {
        const Json& cell = (*values)[i];
        if (cell.is_null()) {
            row.values.push_back(std::numeric_limits<double>::quiet_NaN());
            continue;
        }
        if (!cell.is_number()) return fail(Fault::WrongType, run.columns[i].name);
        const double value = cell.get<double>();
        if (!std::isfinite(value)) return fail(Fault::NotFinite, run.columns[i].name);
        // Nothing that is counted here is below zero; a size below zero would send a chart's axis to nowhere.
        if (value < 0) return fail(Fault::NegativeSize, run.columns[i].name);
        row.values.push_back(value);
    }
    return row;
}

Json noteToJson(const Note& note) { return Json{{"note", noteName(note.kind)}, {"value", cellToJson(note.value)}}; }

Result<Note> noteFromJson(const Json& json) {
    Note note;
    Reader fields(json);
    fields.parsed("note", parseNote, note.kind, true);
    fields.number("value", note.value);
    if (fields.error()) return tl::unexpected<Error>(*fields.error());
    return note;
}

Json endToJson(RunState state, const std::optional<Error>& error) {
    Json json{{"end", stateName(state)}};
    if (error) json["error"] = Json{{"fault", nameIn(faults, error->fault)}, {"detail", error->detail}};
    return json;
}

Result<void> endFromJson(const Json& json, Run& run) {
    Reader fields(json);
    RunState state = RunState::Complete;
    fields.parsed("end", parseState, state, true);
    if (const Json* cause = fields.find("error", false)) {
        Reader detail(*cause, "error");
        Error error;
        detail.word("fault", faults, error.fault);
        detail.text("detail", error.detail);
        if (detail.error()) fields.reject(*detail.error());
        else run.error = error;
    }
    if (fields.error()) {
        run.error.reset();
        return tl::unexpected<Error>(*fields.error());
    }
    run.state = state;
    return {};
}

} // namespace zg
