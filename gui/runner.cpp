// SPDX-License-Identifier: GPL-3.0-or-later
// The thread is an event loop of its own: jobs are queued calls into it, reports are queued calls out of it, so nothing
// is shared and nothing is locked.
#include "gui/runner.h"

#include "core/replay.h"

#include <QEventLoop>
#include <QMetaObject>

#include <chrono>
#include <future>
#include <utility>

namespace zg {
namespace {

using SteadyClock = std::chrono::steady_clock;
constexpr auto window = std::chrono::milliseconds(33);
constexpr int reportsPerWindow =
    200; // more rows than this in 33 ms (a replay at once) are gathered, lest they flood the event loop

/// A chase takes seconds, the other probes milliseconds each.
double weightOf(const Request& request) { return request.probe == Probe::Chase ? 20 : 1; }

/// Gathers what a backend says and passes it on in reports, on the measuring thread.
class Reporter : public RunListener {
public:
    /// @param share of the whole job's time that this request takes; blank.fraction is what came before it
    Reporter(RunReport blank, double share, std::function<void(RunReport)> send)
        : before_(blank.fraction), share_(share), pending_(std::move(blank)), send_(std::move(send)) {}

    void begun(const std::vector<Column>& columns) override {
        pending_.begun = columns;
        flush();
    }
    void row(const Row& row) override {
        pending_.rows.push_back(row);
        // At once, so that no row waits for the next one, which may take a second.
        if (sentInWindow_ < reportsPerWindow || windowIsOver()) flush();
    }
    void note(const Note& note) override {
        pending_.notes.push_back(note);
        if (windowIsOver()) flush();
    }
    void progress(double fraction, int done, int planned) override {
        pending_.fraction = before_ + share_ * fraction;
        pending_.pointsDone = done;
        pending_.pointsPlanned = planned;
        if (windowIsOver()) flush();
    }
    void ended(Result<RunState> result) {
        if (result && *result == RunState::Complete) pending_.fraction = before_ + share_;
        pending_.ended = std::move(result);
        flush();
    }

private:
    [[nodiscard]] bool windowIsOver() const { return SteadyClock::now() - windowBegan_ >= window; }
    void flush() {
        if (windowIsOver()) {
            windowBegan_ = SteadyClock::now();
            sentInWindow_ = 0;
        }
        ++sentInWindow_;
        RunReport report = pending_; // position and progress stay for the next one
        pending_.begun.reset();
        pending_.rows.clear();
        pending_.notes.clear();
        send_(std::move(report));
    }

    double before_, share_;
    RunReport pending_;
    std::function<void(RunReport)> send_;
    SteadyClock::time_point windowBegan_{};
    int sentInWindow_ = 0;
};

} // namespace

/// What belongs to the thread: the backend that is open, for as long as its device is the one that is measured.
struct Runner::Worker {
    const DeviceSource& source;
    std::string openId;
    std::unique_ptr<Backend> backend;

    Result<Backend*> live(const std::string& id) {
        if (backend && openId == id) return backend.get();
        backend.reset();
        auto opened = source.open(id);
        if (!opened) return tl::unexpected(opened.error());
        backend = std::move(*opened);
        openId = id;
        return backend.get();
    }
    Result<Backend*> recorded(Session session, double speed) {
        openId.clear();
        backend = std::make_unique<ReplayBackend>(std::move(session), speed);
        return backend.get();
    }
    /// After a failure the device may be in any state: the next job opens it anew.
    void forget() {
        backend.reset();
        openId.clear();
    }
};

Runner::Runner(DeviceSource source, QObject* context, RunnerEvents events)
    : source_(std::move(source)), context_(context), events_(std::move(events)) {
    std::promise<void> ready;
    thread_ = std::jthread([this, &ready](const std::stop_token& quit) {
        QObject doorbell;
        QEventLoop loop;
        Worker worker{source_, {}, nullptr};
        doorbell_ = &doorbell;
        worker_ = &worker;
        const std::stop_callback leave(quit, [&loop, bell = &doorbell] {
            QMetaObject::invokeMethod(
                bell, [&loop] { loop.quit(); }, Qt::QueuedConnection);
        });
        ready.set_value();
        loop.exec();
    });
    ready.get_future().wait(); // microseconds: until the thread has a doorbell
}

Runner::~Runner() {
    stop_.request_stop();
    thread_.request_stop();
    thread_.join();
}

void Runner::post(std::function<void(Worker&)> task) {
    QMetaObject::invokeMethod(
        doorbell_, [this, task = std::move(task)] { task(*worker_); }, Qt::QueuedConnection);
}

void Runner::findDevices() {
    post([this](Worker& worker) {
        Found found = worker.source.find();
        QMetaObject::invokeMethod(
            context_, [this, found = std::move(found)]() mutable { events_.found(std::move(found)); },
            Qt::QueuedConnection);
    });
}

std::uint64_t Runner::measure(std::string deviceId, std::vector<Request> requests) {
    return start([id = std::move(deviceId)](Worker& worker) { return worker.live(id); }, std::move(requests));
}

std::uint64_t Runner::replay(Session session, std::vector<Request> requests, double speed) {
    return start([session = std::move(session), speed](Worker& worker) { return worker.recorded(session, speed); },
                 std::move(requests));
}

void Runner::stop() { stop_.request_stop(); }

std::uint64_t Runner::start(std::function<Result<Backend*>(Worker&)> open, std::vector<Request> requests) {
    stop_.request_stop();
    stop_ = std::stop_source();
    const std::uint64_t job = ++lastJob_;
    const auto finish = [this, job](std::optional<Error> error) {
        QMetaObject::invokeMethod(
            context_, [this, job, error = std::move(error)] { events_.finished(job, error); }, Qt::QueuedConnection);
    };
    post([this, job, finish, token = stop_.get_token(), open = std::move(open),
          requests = std::move(requests)](Worker& worker) {
        if (token.stop_requested()) return finish(std::nullopt);
        const Result<Backend*> backend = open(worker);
        if (!backend) return finish(backend.error());

        std::vector<Request> possible;
        std::optional<Error> lack;
        for (const Request& request : requests) {
            if (auto missing = (*backend)->lacks(request)) lack = std::move(missing);
            else possible.push_back(request);
        }
        if (possible.empty()) return finish(lack);

        double all = 0, before = 0;
        for (const Request& request : possible) all += weightOf(request);
        for (std::size_t i = 0; i < possible.size() && !token.stop_requested(); ++i) {
            RunReport blank;
            blank.requestIndex = static_cast<int>(i);
            blank.requestCount = static_cast<int>(possible.size());
            blank.request = possible[i];
            blank.fraction = before / all;
            before += weightOf(possible[i]);
            Reporter reporter(std::move(blank), weightOf(possible[i]) / all, [this, job](RunReport report) {
                QMetaObject::invokeMethod(
                    context_,
                    [this, job, report = std::move(report)]() mutable { events_.report(job, std::move(report)); },
                    Qt::QueuedConnection);
            });
            const Result<RunState> result = (*backend)->run(possible[i], token, reporter);
            reporter.ended(result);
            if (!result) {
                worker.forget();
                break;
            }
        }
        finish(std::nullopt);
    });
    return job;
}

} // namespace zg
