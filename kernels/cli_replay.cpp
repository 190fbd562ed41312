// SPDX-License-Identifier: GPL-3.0-or-later
// replay: a session's runs again, at the pace they were recorded, as the lines of another session.
#include "kernels/cli_commands.h"
#include "kernels/cli_progress.h"
#include "kernels/cli_text.h"

#include "core/replay.h"

namespace zg {

namespace {

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

} // namespace

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
