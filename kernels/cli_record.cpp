// SPDX-License-Identifier: GPL-3.0-or-later
// record and replay: a backend's runs become lines of a session as they happen. They differ only in who measures.
#include "kernels/cli_arguments.h"
#include "kernels/cli_commands.h"
#include "kernels/cli_text.h"

#include "core/format.h"
#include "core/pyramid.h"
#include "core/replay.h"
#include "core/requests.h"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace zg {

namespace {

/// On a terminal one line, rewritten at most ten times a second; in a log a line a second.
class ProgressLine : public RunListener {
public:
    ProgressLine(const Console& console, std::string title) : console_(console), title_(std::move(title)) {}
    ~ProgressLine() override { clear(); }
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    void begun(const std::vector<Column>&) override {}
    void row(const Row&) override {}
    void note(const Note& note) override {
        if (!console_.progress) return;
        clear();
        console_.err << title_ << ": " << noteSentence(note) << '\n';
    }
    void progress(double fraction, int done, int planned) override {
        const auto now = std::chrono::steady_clock::now();
        const auto pause = std::chrono::milliseconds(console_.terminal ? 100 : 1000);
        if (!console_.progress || (last_ && done < planned && now - *last_ < pause)) return;
        last_ = now;
        drawn_ = console_.terminal;
        console_.err << (console_.terminal ? "\r" : "") << title_ << ": " << std::lround(fraction * 100) << " %, "
                     << done << " of " << planned << " points" << (console_.terminal ? "\x1b[K" : "\n") << std::flush;
    }

private:
    void clear() {
        if (drawn_) console_.err << "\r\x1b[K" << std::flush;
        drawn_ = false;
    }
    const Console& console_;
    std::string title_;
    bool drawn_ = false;
    std::optional<std::chrono::steady_clock::time_point> last_;
};

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

Result<SessionWriter> openWriter(const std::string& out, const Session& header, const Console& console) {
    return out == "-" ? SessionWriter::create(console.out, header)
                      : SessionWriter::create(std::filesystem::path(out), header);
}

/// A stream has no name of its own.
int complainAbout(Error error, const std::string& out, const Console& console) {
    if (error.file.empty()) error.file = out == "-" ? "standard output" : out;
    return complain(error, console);
}

/// One request from start to end; the writer has every row that was measured, whatever the outcome.
int recordOne(Backend& backend, const Request& request, SessionWriter& writer, const std::string& out,
              std::stop_token stop, const Console& console) {
    std::stop_source inner;
    std::stop_callback passOn(stop, [&inner] { inner.request_stop(); });
    ProgressLine line(console, requestTerm(request, backend.device().kind));
    StopWhenUnwritable guard(line, inner);
    RunCollector collector(request, &writer, &guard);
    guard.watch(collector);
    const Result<RunState> result = backend.run(request, inner.get_token(), collector);
    collector.ended(result);
    if (collector.writeError()) return complainAbout(*collector.writeError(), out, console);
    if (!result) return complain(result.error(), console);
    return *result == RunState::Stopped ? exit_code::stopped : exit_code::ok;
}

/// Writes what a replay reports under the recorded run's own words: its start, its source (published stays published)
/// and, where it is replayed to its end, its state.
class RunCopier : public RunListener {
public:
    RunCopier(const Run& run, SessionWriter& writer, RunListener& next, std::stop_source& stop)
        : run_(run), writer_(writer), next_(next), stop_(stop) {
        keep(writer_.beginRun(run_));
    }
    void begun(const std::vector<Column>&) override {}
    void row(const Row& row) override {
        if (!error_) keep(writer_.row(row));
    }
    void note(const Note& note) override {
        if (!error_) keep(writer_.note(note));
    }
    void progress(double fraction, int done, int planned) override { next_.progress(fraction, done, planned); }
    void ended(RunState state) {
        if (error_) return;
        if (state == RunState::Stopped) keep(writer_.endRun(state, std::nullopt));
        else if (run_.state != RunState::Running) keep(writer_.endRun(run_.state, run_.error));
    }
    [[nodiscard]] const std::optional<Error>& error() const { return error_; }

private:
    void keep(const Result<void>& written) {
        if (written) return;
        error_ = written.error();
        stop_.request_stop();
    }
    const Run& run_;
    SessionWriter& writer_;
    RunListener& next_;
    std::stop_source& stop_;
    std::optional<Error> error_;
};

int replayOne(const Session& header, const Run& run, const ReplayOptions& options, SessionWriter& writer,
              std::stop_token stop, const Console& console) {
    // A session of this one run: two runs of one request would otherwise both replay the newest.
    Session one = header;
    one.runs.push_back(run);
    ReplayBackend backend(std::move(one), options.speed);
    std::stop_source inner;
    std::stop_callback passOn(stop, [&inner] { inner.request_stop(); });
    ProgressLine line(console, requestTerm(run.request, header.device.kind));
    RunCopier copier(run, writer, line, inner);
    const bool empty = run.rows.empty(); // a run that failed before its first row has nothing to replay, but is kept
    const Result<RunState> result = empty ? RunState::Complete : backend.run(run.request, inner.get_token(), copier);
    if (result) copier.ended(*result);
    if (copier.error()) return complainAbout(*copier.error(), options.out, console);
    if (!result) return complain(result.error(), console);
    return *result == RunState::Stopped ? exit_code::stopped : exit_code::ok;
}

/// The requests asked for: the named probes with the chase's parameters, or the standard ones of the device.
Result<std::vector<Request>> plannedRequests(const RecordOptions& options, const Request& chase,
                                             const Backend& backend) {
    std::vector<Request> requests;
    for (const Probe probe : options.probes) {
        Request request = chase;
        request.probe = probe;
        if (const std::optional<Error> lacking = backend.lacks(request)) {
            Error error = *lacking;
            if (error.detail.empty()) error.detail = probeName(probe);
            return tl::unexpected<Error>(error);
        }
        requests.push_back(request);
    }
    if (!options.probes.empty()) return requests;
    for (const Request& standard : pyramidRequests(backend.device())) {
        Request request = standard.probe == Probe::Chase ? chase : standard;
        request.probe = standard.probe;
        const bool twice = std::find(requests.begin(), requests.end(), request) != requests.end();
        if (!twice && !backend.lacks(request)) requests.push_back(request);
    }
    return requests;
}

} // namespace

int record(const DeviceSource& source, const RecordOptions& options, std::stop_token stop, const Console& console) {
    const Result<Device> device = chooseDevice(source, options.device);
    if (!device) return complain(device.error(), console);
    Request chase = options.chase;
    if (!options.sms.empty()) {
        const int smCount = device->sm ? device->sm->smCount : 0;
        const std::optional<std::vector<int>> sms = parseSmList(options.sms, smCount);
        if (!sms) {
            console.err << "--sm " << plainText(options.sms) << ": " << plainText(device->name) << " has "
                        << (smCount > 0 ? "SMs 0 to " + std::to_string(smCount - 1) : std::string("no SMs")) << ".\n";
            return exit_code::usage;
        }
        chase.sms = *sms;
    }
    const Result<std::unique_ptr<Backend>> backend = source.open(device->id);
    if (!backend) return complain(backend.error(), console);
    const Result<std::vector<Request>> requests = plannedRequests(options, chase, **backend);
    if (!requests) return complain(requests.error(), console);

    Session header;
    header.device = (*backend)->device();
    header.provenance = provenanceNow(header.device);
    header.provenance.remark = options.remark;
    Result<SessionWriter> writer = openWriter(options.out, header, console);
    if (!writer) return complainAbout(writer.error(), options.out, console);
    for (const Request& request : *requests)
        if (const int code = recordOne(**backend, request, *writer, options.out, stop, console); code != exit_code::ok)
            return code;
    return exit_code::ok;
}

int replay(const ReplayOptions& options, std::stop_token stop, const Console& console) {
    Result<Session> session = openSession(options.file, console);
    if (!session) return complain(session.error(), console);
    if (options.run && *options.run > static_cast<int>(session->runs.size()))
        return complain(Error{Fault::NoRecordedRun, options.file, 0, "run " + std::to_string(*options.run)}, console);
    Session header = *session;
    header.runs.clear();
    Result<SessionWriter> writer = openWriter(options.out, header, console);
    if (!writer) return complainAbout(writer.error(), options.out, console);
    for (std::size_t i = 0; i < session->runs.size(); ++i) {
        if (options.run && *options.run != static_cast<int>(i) + 1) continue;
        if (const int code = replayOne(header, session->runs[i], options, *writer, stop, console);
            code != exit_code::ok)
            return code;
    }
    return exit_code::ok;
}

} // namespace zg
