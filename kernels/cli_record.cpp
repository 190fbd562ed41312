// SPDX-License-Identifier: GPL-3.0-or-later
// record: a backend's runs, one after the other, become lines of a session as they happen; or the lines that a session
// still lacks.
#include "kernels/cli_arguments.h"
#include "kernels/cli_commands.h"
#include "kernels/cli_progress.h"
#include "kernels/cli_text.h"

#include <algorithm>
#include <random>

namespace zg {

namespace {

/// Stops the backend as soon as a line cannot be written: nobody would see the rest.
class StopWhenUnwritable : public RunListener {
public:
    StopWhenUnwritable(RunListener& next, std::stop_source& stop) : next_(next), stop_(stop) {}
    void watch(const RunCollector& collector) { collector_ = &collector; }
    void begun(const std::vector<Column>& columns) override { next_.begun(columns); }
    void row(const Row& row) override {
        next_.row(row);
        if (collector_ && collector_->writeError()) stop_.request_stop();
    }
    void note(const Note& note) override { next_.note(note); }
    void progress(double fraction, int done, int planned) override { next_.progress(fraction, done, planned); }

private:
    RunListener& next_;
    std::stop_source& stop_;
    const RunCollector* collector_ = nullptr;
};

/// Where the lines go, and whether there is anything left to add.
class Recorder {
public:
    Recorder(Backend& backend, const RecordOptions& options, const Console& console)
        : backend_(backend), options_(options), console_(console) {}

    int record(Plan plan, std::stop_token stop) {
        if (const int code = open(plan.requests); code != exit_code::ok) return code;
        for (const auto& [request, why] : plan.leftOut) leftOut(request, why);
        for (const Request& request : plan.requests) {
            const int code = one(request, stop);
            if (code == exit_code::device) code_ = code;
            else if (code != exit_code::ok) return code;
            if (gone_) break;
        }
        return code_;
    }

private:
    /// Opens the file, new or to go on with, and leaves in `requests` what it has not.
    int open(std::vector<Request>& requests) {
        const bool there = options_.resume && std::filesystem::exists(options_.out);
        if (there) {
            const Result<Session> session = openSession(options_.out, console_);
            if (!session) return complain(session.error(), console_);
            if (const int code = refuseOther(*session); code != exit_code::ok) return code;
            const std::size_t planned = requests.size();
            std::erase_if(requests, [&](const Request& request) { return holds(*session, request); });
            if (requests.size() < planned)
                console_.err << plainText(options_.out) << " holds " << planned - requests.size() << " of the "
                             << planned << (planned == 1 ? " run" : " runs") << " already.\n";
            if (requests.empty()) return exit_code::ok; // and the file stays as it is
        }
        Result<SessionWriter> writer =
            there ? SessionWriter::append(options_.out) : openWriter(options_.out, header(), console_);
        if (!writer) return complainAbout(writer.error(), options_.out, console_);
        writer_.emplace(std::move(*writer));
        return exit_code::ok;
    }

    [[nodiscard]] Session header() const {
        Session session;
        session.device = backend_.device();
        session.provenance = provenanceNow(session.device);
        session.provenance.remark = options_.remark;
        return session;
    }

    static bool holds(const Session& session, const Request& request) {
        return std::ranges::any_of(session.runs, [&](const Run& run) {
            return run.state == RunState::Complete && run.source == Source::Measured &&
                   sameMeasurement(run.request, request);
        });
    }

    /// A session has one header: what another device measured, or another version, has no place below it.
    int refuseOther(const Session& session) const {
        const Session now = header();
        const Device &was = session.device, &is = now.device;
        const bool sameCard = was.uuid.empty() || is.uuid.empty() || was.uuid == is.uuid;
        const auto refuse = [&](const std::string& then, const std::string& today) {
            console_.err << plainText(options_.out) << " was recorded with " << plainText(then) << ", and this is "
                         << plainText(today) << ": record into another file.\n";
            return exit_code::file;
        };
        if (was.kind != is.kind || was.name != is.name) return refuse(was.name, is.name);
        if (!sameCard) return refuse(was.name + " (" + was.uuid + ")", is.name + " (" + is.uuid + ")");
        const Provenance &then = session.provenance, &today = now.provenance;
        if (then.program != today.program) return refuse(then.program, today.program);
        if (then.driver != today.driver) return refuse("driver " + then.driver, "driver " + today.driver);
        if (then.toolkit != today.toolkit) return refuse("toolkit " + then.toolkit, "toolkit " + today.toolkit);
        return exit_code::ok;
    }

    void leftOut(const Request& request, const Error& why) const {
        console_.err << "Left out: " << requestTerm(request, backend_.device().kind) << ": " << errorLine(why) << ".\n";
    }

    /// One request from start to end; the writer has every row that was measured, whatever the outcome. A failure is
    /// of this run alone, as long as the device is there.
    int one(const Request& request, const std::stop_token& stop) {
        std::stop_source inner;
        std::stop_callback passOn(stop, [&inner] { inner.request_stop(); });
        const std::string title = requestTerm(request, backend_.device().kind);
        Result<RunState> result = RunState::Complete;
        {
            ProgressLine line(console_, title);
            StopWhenUnwritable guard(line, inner);
            RunCollector collector(request, &*writer_, &guard);
            guard.watch(collector);
            result = backend_.run(request, inner.get_token(), collector);
            collector.ended(result);
            if (collector.writeError()) return complainAbout(*collector.writeError(), options_.out, console_);
        }
        if (result) return *result == RunState::Stopped ? exit_code::stopped : exit_code::ok;
        if (kindOf(result.error().fault) == ErrorKind::Unsupported) { // a library that is found only when it is loaded
            leftOut(request, result.error());
            return exit_code::ok;
        }
        console_.err << title << ": ";
        gone_ = result.error().fault == Fault::DeviceLost;
        return complain(result.error(), console_);
    }

    Backend& backend_;
    const RecordOptions& options_;
    const Console& console_;
    std::optional<SessionWriter> writer_;
    int code_ = exit_code::ok;
    bool gone_ = false;
};

} // namespace

int record(const DeviceSource& source, const RecordOptions& options, std::stop_token stop, const Console& console) {
    const Result<Device> device = chooseDevice(source, options.device);
    if (!device) return complain(device.error(), console);
    Parameters parameters = options.parameters;
    if (!options.sms.empty()) {
        const int smCount = device->sm ? device->sm->smCount : 0;
        const std::optional<std::vector<int>> sms = parseSmList(options.sms, smCount);
        if (!sms) {
            console.err << "--sm " << plainText(options.sms) << ": " << plainText(device->name) << " has "
                        << (smCount > 0 ? "SMs 0 to " + std::to_string(smCount - 1) : std::string("no SMs")) << ".\n";
            return exit_code::usage;
        }
        parameters.sms = *sms;
    }
    // Fresh random data for every recording, and short enough to be typed again.
    parameters.seed = options.seed ? *options.seed : std::random_device{}();
    const Result<std::unique_ptr<Backend>> backend = source.open(device->id);
    if (!backend) return complain(backend.error(), console);
    Result<Plan> plan = planRecording(**backend, options.selection, parameters);
    if (!plan) return complain(plan.error(), console);
    return Recorder(**backend, options, console).record(std::move(*plan), std::move(stop));
}

} // namespace zg
