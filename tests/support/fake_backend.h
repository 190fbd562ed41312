// SPDX-License-Identifier: GPL-3.0-or-later
// A backend that does what a test scripts: rows at a pace, a failure after so many, or no end until it is stopped.
#pragma once

#include "core/backend.h"

#include <atomic>
#include <chrono>
#include <cmath>
#include <memory>
#include <set>
#include <thread>

namespace zg::testing_support {

struct Script {
    int rows = 20;
    std::chrono::microseconds pace{200}; ///< between rows
    int failAfter = -1;                  ///< rows before `failure`; -1: never
    Error failure{Fault::DeviceLost, {}, 0, "scripted"};
    bool endless = false; ///< after its rows, waits to be stopped
    std::set<Probe> lacking;
    std::vector<Note> notes;
};

/// Seen from outside while it runs.
struct Seen {
    std::atomic<int> opened = 0, runs = 0;
    std::atomic<bool> stopped = false;
    std::atomic<std::thread::id> thread{};
};

class FakeBackend : public Backend {
public:
    FakeBackend(Device device, Script script, std::shared_ptr<Seen> seen)
        : device_(std::move(device)), script_(std::move(script)), seen_(std::move(seen)) {}

    [[nodiscard]] const Device& device() const override { return device_; }
    [[nodiscard]] std::optional<Error> lacks(const Request& request) const override {
        if (script_.lacking.contains(request.probe)) return Error{Fault::ProbeNotSupported, {}, 0, {}};
        return std::nullopt;
    }
    [[nodiscard]] Result<RunState> run(const Request& request, std::stop_token stop, RunListener& listener) override {
        ++seen_->runs;
        seen_->thread = std::this_thread::get_id();
        const bool chase = request.probe == Probe::Chase;
        std::vector<Column> columns;
        if (chase) columns.push_back({std::string(column::bytes), Unit::Bytes});
        columns.push_back({std::string(column::latencyCycles), Unit::Cycles});
        columns.push_back({std::string(column::clock), Unit::Hertz});
        listener.begun(columns);
        for (const Note& note : script_.notes) listener.note(note);
        const int rows = chase ? script_.rows : 1;
        for (int i = 0; i < rows; ++i) {
            if (chase && i == script_.failAfter) return tl::unexpected(script_.failure);
            if (stop.stop_requested()) {
                seen_->stopped = true;
                return RunState::Stopped;
            }
            Row row{i * 0.001, {}};
            if (chase) row.values.push_back(4096 * std::pow(2.0, i * 18.0 / std::max(rows, 1)));
            row.values.push_back(!chase ? 4 : i < rows / 3 ? 32 : i < 2 * rows / 3 ? 280 : 680);
            row.values.push_back(1.98e9);
            listener.row(row);
            listener.progress(static_cast<double>(i + 1) / rows, i + 1, rows);
            std::this_thread::sleep_for(script_.pace);
        }
        while (chase && script_.endless && !stop.stop_requested())
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        if (stop.stop_requested()) {
            seen_->stopped = true;
            return RunState::Stopped;
        }
        return RunState::Complete;
    }

private:
    Device device_;
    Script script_;
    std::shared_ptr<Seen> seen_;
};

inline Quantity reported(double value, Unit unit) { return {value, unit, Source::Reported, {}}; }

/// A small GPU of 8 SMs with every level that a pyramid has.
inline Device fakeGpu() {
    Device device;
    device.id = "cuda:0";
    device.name = "Test GPU";
    device.architecture = "9.0";
    device.driver = "580.1";
    device.coreClock = reported(1.98e9, Unit::Hertz);
    const auto level = [](LevelKind kind, int instances, double each) {
        Level made;
        made.kind = kind;
        made.instances = instances;
        made.perInstance = reported(each, Unit::Bytes);
        made.total = reported(each * instances, Unit::Bytes);
        return made;
    };
    device.levels = {level(LevelKind::Registers, 8, 262144), level(LevelKind::SharedL1, 8, 262144),
                     level(LevelKind::L2, 1, 4194304), level(LevelKind::Memory, 1, 8589934592.0),
                     level(LevelKind::Constant, 1, 65536)};
    device.levels[1].sharedMax = reported(233472, Unit::Bytes);
    device.levels[3].technology = Technology::Dram;
    device.sm = SmLimits{};
    device.sm->smCount = 8;
    return device;
}

/// A CPU with two caches.
inline Device fakeCpu() {
    Device device = fakeGpu();
    device.id = "cpu";
    device.kind = DeviceKind::Cpu;
    device.name = "Test CPU";
    device.architecture = "x86-64";
    device.driver.clear();
    device.levels.erase(device.levels.begin() + 4);
    device.levels[1].kind = LevelKind::L1;
    device.levels[1].sharedMax.reset();
    device.sm.reset();
    return device;
}

/// A source of the given devices, all played by the same script.
inline DeviceSource fakeSource(std::vector<Device> devices, Script script = {},
                               std::shared_ptr<Seen> seen = std::make_shared<Seen>()) {
    DeviceSource source;
    source.find = [devices] {
        Found found{devices, std::nullopt};
        const bool gpu = !devices.empty() && devices.front().kind == DeviceKind::Gpu;
        if (!gpu) found.noGpu = Error{Fault::NoDriver, {}, 0, {}};
        return found;
    };
    source.open = [devices, script, seen](const std::string& id) -> Result<std::unique_ptr<Backend>> {
        for (const Device& device : devices) {
            if (device.id != id) continue;
            ++seen->opened;
            return std::make_unique<FakeBackend>(device, script, seen);
        }
        return fail(Fault::UnknownDevice, id);
    };
    return source;
}

} // namespace zg::testing_support
