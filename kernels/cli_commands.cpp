// SPDX-License-Identifier: GPL-3.0-or-later
// What several commands of ziggurat-cli share: choosing a device, opening a session, saying what went wrong.
#include "kernels/cli_commands.h"

#include "kernels/cli_text.h"

#include <nlohmann/json.hpp>

#include <iostream>
#include <sstream>

namespace zg {

Result<LoadedSession> loadOrRead(const std::string& file) {
    return file == "-" ? readSession(std::cin, "standard input") : loadSession(file);
}

int complain(const Error& error, const Console& console) {
    console.err << errorLine(error) << ".\n";
    return exitCodeOf(error);
}

int complainAbout(Error error, const std::string& out, const Console& console) {
    if (error.file.empty()) error.file = out == "-" ? "standard output" : out;
    return complain(error, console);
}

Result<SessionWriter> openWriter(const std::string& out, const Session& header, const Console& console) {
    return out == "-" ? SessionWriter::create(console.out, header)
                      : SessionWriter::create(std::filesystem::path(out), header);
}

Result<Session> openSession(const std::string& file, const Console& console) {
    Result<LoadedSession> loaded = loadOrRead(file);
    if (!loaded) return tl::unexpected<Error>(loaded.error());
    for (const Error& warning : loaded->warnings) console.err << errorLine(warning) << '\n';
    return std::move(loaded->session);
}

std::string deviceJson(const Device& device) {
    std::ostringstream line;
    Session header;
    header.device = device;
    if (!SessionWriter::create(line, header)) return "null";
    const auto json = nlohmann::ordered_json::parse(line.str(), nullptr, false);
    return json.is_object() && json.contains("device") ? json["device"].dump() : "null";
}

Unit unitOf(const Run& run, std::optional<Unit> asked) {
    if (asked) return *asked;
    return columnIndex(run, column::latencyCycles) >= 0 ? Unit::Cycles : Unit::Nanoseconds;
}

Result<Device> chooseDevice(const DeviceSource& source, const std::string& id) {
    const Found found = source.find();
    for (const Device& device : found.devices)
        if (id.empty() || device.id == id) return device;
    if (id.starts_with("cuda") && found.noGpu) return tl::unexpected<Error>(*found.noGpu);
    return id.empty() ? fail(Fault::DeviceOther, "no device was found") : fail(Fault::UnknownDevice, id);
}

} // namespace zg
