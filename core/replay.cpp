// SPDX-License-Identifier: GPL-3.0-or-later
// Rows at the times they were measured, divided by the speed; the wait ends at once when asked to stop.
#include "core/replay.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <mutex>

namespace zg {
namespace {

/// Waits until `when` or until asked to stop. @return true where asked to stop
bool waitUntil(std::chrono::steady_clock::time_point when, const std::stop_token& stop) {
    std::mutex mutex;
    std::condition_variable_any wake;
    std::unique_lock lock(mutex);
    wake.wait_until(lock, stop, when, [] { return false; });
    return stop.stop_requested();
}

/// Whether a recorded run measured the thing asked for, however it was set up.
bool sameThing(const Request& recorded, const Request& asked) {
    if (recorded.probe != asked.probe) return false;
    switch (asked.probe) {
    case Probe::FmaLatency:
    case Probe::SharedLatency:
    case Probe::ConstantLatency:
    case Probe::Chase: return true;
    case Probe::Bandwidth:
        return recorded.access == asked.access && recorded.space == asked.space && recorded.path == asked.path &&
               recorded.threads == asked.threads;
    case Probe::Transfer: return recorded.direction == asked.direction && recorded.hostMemory == asked.hostMemory;
    case Probe::Compute: return recorded.arithmetic == asked.arithmetic && recorded.threads == asked.threads;
    case Probe::Matmul: return recorded.variant == asked.variant;
    }
    return false;
}

/// How well a recorded run of the same thing answers a request: more is better.
int fit(const Request& recorded, const Request& asked) {
    return (recorded.path == asked.path ? 8 : 0) + (recorded.order == asked.order ? 4 : 0) +
           (recorded.sharedCarveout == asked.sharedCarveout ? 2 : 0) + (recorded.sizes == asked.sizes ? 16 : 0) +
           (recorded.blocks == asked.blocks ? 32 : 0) + (recorded.sms.empty() == asked.sms.empty() ? 1 : 0);
}

} // namespace

int bestRun(const Session& session, const Request& request) {
    int best = -1, bestFit = -1;
    for (std::size_t i = 0; i < session.runs.size(); ++i) {
        const Run& run = session.runs[i];
        if (!sameThing(run.request, request) || run.rows.empty()) continue;
        const int score = fit(run.request, request);
        if (score >= bestFit) { // the newest among equals
            best = static_cast<int>(i);
            bestFit = score;
        }
    }
    return best;
}

ReplayBackend::ReplayBackend(Session session, double speed)
    : session_(std::move(session)), speed_(speed > 0 ? speed : 1) {}

std::optional<Error> ReplayBackend::lacks(const Request& request) const {
    if (bestRun(session_, request) >= 0) return std::nullopt;
    return Error{Fault::NoRecordedRun, {}, 0, std::string(probeName(request.probe))};
}

Result<RunState> ReplayBackend::run(const Request& request, std::stop_token stop, RunListener& listener) {
    const int index = bestRun(session_, request);
    if (index < 0) return fail(Fault::NoRecordedRun, std::string(probeName(request.probe)));
    const Run& run = session_.runs[static_cast<std::size_t>(index)];
    listener.begun(run.columns);
    for (const Note& note : run.notes) listener.note(note);
    const auto start = std::chrono::steady_clock::now();
    const int planned = static_cast<int>(run.rows.size());
    const double length = run.rows.empty() ? 0 : run.rows.back().seconds;
    double fraction = 0;
    for (int done = 0; done < planned; ++done) {
        const Row& row = run.rows[static_cast<std::size_t>(done)];
        if (stop.stop_requested()) return RunState::Stopped;
        // Whatever the file says, no row is waited for longer than an hour: a duration beyond the clock would overflow.
        const double wait =
            std::isinf(speed_) || !std::isfinite(row.seconds) ? 0 : std::clamp(row.seconds / speed_, 0.0, 3600.0);
        if (wait > 0 && waitUntil(start + std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                                              std::chrono::duration<double>(wait)),
                                  stop))
            return RunState::Stopped;
        listener.row(row);
        const double share = length > 0 ? row.seconds / length : static_cast<double>(done + 1) / planned;
        fraction = std::max(fraction, std::clamp(share, 0.0, 1.0));
        listener.progress(fraction, done + 1, planned);
    }
    return RunState::Complete;
}

} // namespace zg
