// SPDX-License-Identifier: GPL-3.0-or-later
// Runner: the one background thread. It searches for devices, keeps the open backend (and so the CUDA context) to
// itself, and runs requests. What it says arrives on the GUI thread as queued calls that carry the number of the job
// they belong to.
#pragma once

#include "core/backend.h"
#include "core/session.h"

#include <QObject>

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <thread>
#include <vector>

namespace zg {

/// What happened since the last report of the same request: as a rule one row.
struct RunReport {
    int requestIndex = 0, requestCount = 0; ///< of the requests that the device can run
    Request request;
    std::optional<std::vector<Column>> begun; ///< in the first report of a request that began
    std::vector<Row> rows;
    std::vector<Note> notes;
    double fraction = 0; ///< of all requests together, 0..1, by the time each is expected to take
    int pointsDone = 0, pointsPlanned = 0;
    std::optional<Result<RunState>> ended; ///< in the last report of a request
};

/// Where reports go: called on the thread of the context object given to Runner.
struct RunnerEvents {
    std::function<void(Found)> found;
    std::function<void(std::uint64_t job, RunReport)> report;
    std::function<void(std::uint64_t job, std::optional<Error>)> finished; ///< the error where nothing could run at all
};

class Runner {
public:
    /// @param context lives on the GUI thread and outlives the runner
    Runner(DeviceSource source, QObject* context, RunnerEvents events);
    /// Stops what runs and waits for it: a point at most.
    ~Runner();
    Runner(const Runner&) = delete;
    Runner& operator=(const Runner&) = delete;

    void findDevices();
    /// Queues the requests behind what runs now. @return the number of the job.
    std::uint64_t measure(std::string deviceId, std::vector<Request> requests);
    /// The same from a recorded session. @param speed as ReplayBackend's
    std::uint64_t replay(Session session, std::vector<Request> requests, double speed);
    /// Asks the newest job to stop; it ends with RunState::Stopped. Not an error, and harmless where nothing runs.
    void stop();

private:
    struct Worker;
    std::uint64_t start(std::function<Result<Backend*>(Worker&)> open, std::vector<Request> requests);
    void post(std::function<void(Worker&)> task);

    DeviceSource source_;
    QObject* context_;
    RunnerEvents events_;
    std::uint64_t lastJob_ = 0;
    std::stop_source stop_;
    QObject* doorbell_ = nullptr; ///< lives on the thread; queued calls through it run there
    Worker* worker_ = nullptr;    ///< touched on the thread only
    std::jthread thread_;         ///< last: joined before anything it touches goes
};

} // namespace zg
