// SPDX-License-Identifier: GPL-3.0-or-later
// The state and its few transitions. Reports of a job that is no longer the current one are dropped here, by their
// number.
#include "gui/workspace.h"

#include "core/replay.h"

#include <QDir>
#include <QFile>

#include <algorithm>
#include <sstream>
#include <utility>

namespace zg {
namespace {

constexpr int tellIntervalMs = 34; // 30 repaints a second at most: more cannot be seen

bool sameKind(const Run& run, const std::vector<Request>& requests) {
    return std::ranges::any_of(requests, [&](const Request& request) { return request.probe == run.request.probe; });
}

} // namespace

Origin originOf(const Session& session) {
    const auto published = [](const Run& run) { return run.source == Source::Published; };
    if (!session.runs.empty())
        return std::ranges::all_of(session.runs, published) ? Origin::Published : Origin::Recorded;
    const auto sheet = [](const Level& level) { return level.total && level.total->source != Source::Published; };
    return std::ranges::none_of(session.device.levels, sheet) ? Origin::Published : Origin::Recorded;
}

Workspace::Workspace(DeviceSource source, QObject* parent) : QObject(parent) {
    pace_.setSingleShot(true);
    connect(&pace_, &QTimer::timeout, this, &Workspace::tellChange);
    addEmbedded();
    RunnerEvents events;
    events.found = [this](Found found) { take(std::move(found)); };
    events.report = [this](std::uint64_t job, RunReport report) { take(job, std::move(report)); };
    events.finished = [this](std::uint64_t job, const std::optional<Error>& error) { finish(job, error); };
    runner_ = std::make_unique<Runner>(std::move(source), this, std::move(events));
}

Workspace::~Workspace() = default;

const DeviceEntry* Workspace::entryAt(int index) const {
    return index >= 0 && index < static_cast<int>(entries_.size()) ? &entries_[static_cast<std::size_t>(index)]
                                                                   : nullptr;
}

DeviceEntry* Workspace::currentLive() {
    DeviceEntry* entry = current_ < 0 ? nullptr : &entries_[static_cast<std::size_t>(current_)];
    return entry && entry->origin == Origin::Live ? entry : nullptr;
}

const Session* Workspace::shownSession() const {
    if (replayed_) return &*replayed_;
    const DeviceEntry* entry = currentEntry();
    return entry ? &entry->session : nullptr;
}

void Workspace::addEmbedded() {
    const QDir folder(QStringLiteral(":/sessions"));
    for (const QString& name : folder.entryList(QDir::Files, QDir::Name)) {
        QFile file(folder.filePath(name));
        if (!file.open(QIODevice::ReadOnly)) continue;
        std::istringstream in(file.readAll().toStdString());
        auto loaded = readSession(in, name.toStdString());
        if (!loaded) {
            qWarning("embedded session %s cannot be read",
                     qPrintable(name)); // a fault of the build: a test fails on it
            continue;
        }
        const Origin origin = originOf(loaded->session);
        entries_.push_back({origin, std::move(loaded->session), file.fileName(), false});
    }
    std::ranges::stable_sort(entries_, {}, &DeviceEntry::origin); // recorded before published
    if (!entries_.empty()) current_ = 0;
}

void Workspace::findDevices() {
    if (searching_) return;
    searching_ = true;
    runner_->findDevices();
    Q_EMIT activityChanged();
}

void Workspace::take(Found found) {
    searching_ = false;
    noGpu_ = found.noGpu;
    // Live devices come first. One that was here before keeps its session; one that is gone keeps it too if it has
    // rows.
    std::vector<DeviceEntry> before = std::move(entries_);
    entries_.clear();
    std::vector<int> movedTo(before.size(), -1);
    for (Device& device : found.devices) {
        DeviceEntry entry;
        const auto old = std::ranges::find_if(before, [&](const DeviceEntry& known) {
            return known.origin == Origin::Live && known.session.device.id == device.id;
        });
        if (old != before.end()) {
            movedTo[static_cast<std::size_t>(old - before.begin())] = static_cast<int>(entries_.size());
            entry = std::move(*old);
        } else {
            entry.session.provenance = provenanceNow(device);
        }
        entry.session.device = std::move(device);
        entries_.push_back(std::move(entry));
    }
    for (std::size_t i = 0; i < before.size(); ++i) {
        if (movedTo[i] >= 0 || (before[i].origin == Origin::Live && before[i].session.runs.empty())) continue;
        movedTo[i] = static_cast<int>(entries_.size());
        entries_.push_back(std::move(before[i]));
    }
    const auto follow = [&](int index) { return index < 0 ? -1 : movedTo[static_cast<std::size_t>(index)]; };
    const int kept = follow(current_);
    overlay_ = follow(overlay_);
    const bool liveGpu = !noGpu_ && !entries_.empty() && entries_.front().session.device.kind == DeviceKind::Gpu;
    const bool jump = kept < 0 || (liveGpu && !choseByHand_ && !activity_.running);
    current_ = kept;
    if (jump) {
        current_ = entries_.empty() ? -1 : 0;
        replayed_.reset();
        activity_ = {};
        job_ = 0;
    }
    Q_EMIT devicesChanged();
    if (jump) Q_EMIT currentChanged();
    Q_EMIT activityChanged();
}

void Workspace::chooseDevice(int index) {
    if (!entryAt(index)) return;
    choseByHand_ = true;
    if (index == current_) return;
    runner_->stop();
    if (activity_.running) end(RunState::Stopped);
    job_ = 0;
    replayed_.reset();
    activity_ = {};
    current_ = index;
    if (overlay_ == current_) overlay_ = -1;
    Q_EMIT currentChanged();
    Q_EMIT activityChanged();
}

void Workspace::chooseOverlay(int index) {
    const int wanted = entryAt(index) && index != current_ ? index : -1;
    if (wanted == overlay_) return;
    overlay_ = wanted;
    Q_EMIT sessionChanged();
}

void Workspace::run(std::vector<Request> requests) {
    const DeviceEntry* entry = currentEntry();
    if (!entry || requests.empty()) return;
    if (activity_.running) end(RunState::Stopped);
    choseByHand_ = true;
    lastError_.reset();
    activity_ = {};
    activity_.running = true;
    activity_.replaying = entry->origin != Origin::Live;
    activity_.request = requests.front();
    activity_.requestCount = static_cast<int>(requests.size());
    since_.start();
    if (activity_.replaying) {
        replayed_ = entry->session;
        std::erase_if(replayed_->runs, [&](const Run& run) { return sameKind(run, requests); });
        job_ = runner_->replay(entry->session, std::move(requests), replaySpeed_);
    } else {
        job_ = runner_->measure(entry->session.device.id, std::move(requests));
    }
    tellChange();
}

void Workspace::stop() {
    if (!activity_.running || activity_.stopping) return;
    activity_.stopping = true;
    runner_->stop();
    Q_EMIT activityChanged();
}

Run* Workspace::growingRun() {
    Session* session = replayed_ ? &*replayed_ : nullptr;
    if (DeviceEntry* live = currentLive(); !session && live) session = &live->session;
    return runOpen_ && session && !session->runs.empty() ? &session->runs.back() : nullptr;
}

void Workspace::take(std::uint64_t job, RunReport report) {
    if (job != job_) return;
    if (report.begun) {
        Run run;
        run.request = report.request;
        run.columns = std::move(*report.begun);
        run.started = utcNow();
        if (DeviceEntry* live = currentLive(); live && !replayed_) {
            live->session.runs.push_back(std::move(run));
            live->unsaved = true;
        } else if (const DeviceEntry* entry = currentEntry(); entry && replayed_) {
            if (const int best = bestRun(entry->session, report.request); best >= 0) {
                const Run& source = entry->session.runs[static_cast<std::size_t>(best)];
                run.request = source.request; // what was measured then, not what was asked for now
                run.source = source.source;
                run.cite = source.cite;
                run.started = source.started;
            }
            replayed_->runs.push_back(std::move(run));
        }
        runOpen_ = true;
    }
    Run* run = growingRun();
    if (run) {
        run->rows.insert(run->rows.end(), std::make_move_iterator(report.rows.begin()),
                         std::make_move_iterator(report.rows.end()));
        run->notes.insert(run->notes.end(), report.notes.begin(), report.notes.end());
    }
    activity_.request = report.request;
    activity_.requestIndex = report.requestIndex;
    activity_.requestCount = report.requestCount;
    activity_.fraction = report.fraction;
    activity_.pointsDone = report.pointsDone;
    activity_.pointsPlanned = report.pointsPlanned;
    const double elapsed = static_cast<double>(since_.elapsed()) / 1000;
    if (activity_.fraction > 0.03 && elapsed > 0.2)
        activity_.secondsLeft = elapsed * (1 - activity_.fraction) / activity_.fraction;
    if (report.ended) {
        const RunState state = *report.ended ? **report.ended : RunState::Failed;
        if (run) {
            run->state = state;
            if (!*report.ended) run->error = report.ended->error();
        }
        runOpen_ = false;
        activity_.outcome = state;
        if (!*report.ended) complain(report.ended->error());
    }
    tellSoon();
}

/// At most 30 times a second, the end of a run included: two pictures back to back are one long gap of the event loop.
void Workspace::tellSoon() {
    if (pace_.isActive()) return;
    const qint64 left = told_.isValid() ? std::max<qint64>(0, tellIntervalMs - told_.elapsed()) : 0;
    pace_.start(static_cast<int>(left));
}

void Workspace::tellChange() {
    pace_.stop();
    told_.start();
    Q_EMIT sessionChanged();
    Q_EMIT activityChanged();
}

void Workspace::finish(std::uint64_t job, const std::optional<Error>& error) {
    if (job != job_) return;
    if (error) complain(*error);
    end(error ? RunState::Failed : activity_.outcome.value_or(RunState::Stopped));
}

void Workspace::end(std::optional<RunState> outcome) {
    if (Run* run = growingRun()) run->state = outcome.value_or(RunState::Stopped);
    runOpen_ = false;
    job_ = 0;
    activity_.running = activity_.stopping = false;
    activity_.outcome = outcome;
    activity_.secondsLeft = -1;
    if (replayed_ && outcome != RunState::Stopped)
        replayed_.reset(); // all of it has been shown: back to the recording itself
    tellSoon();
    Q_EMIT activityChanged();
}

void Workspace::complain(const Error& error) {
    lastError_ = error;
    Q_EMIT failed(error);
}

bool Workspace::openSession(const QString& file) {
    auto loaded = loadSession(std::filesystem::path(file.toStdU16String()));
    if (!loaded) {
        complain(loaded.error());
        return false;
    }
    const auto same = std::ranges::find(entries_, file, &DeviceEntry::file);
    const Origin origin = originOf(loaded->session);
    int index = static_cast<int>(same - entries_.begin());
    DeviceEntry entry{origin, std::move(loaded->session), file, false};
    if (same == entries_.end()) {
        entries_.push_back(std::move(entry));
    } else { // opened again: what the file holds now counts
        if (index == current_) {
            if (activity_.running) end(RunState::Stopped);
            current_ = -1;
        }
        *same = std::move(entry);
    }
    Q_EMIT devicesChanged();
    chooseDevice(index);
    if (!loaded->warnings.empty())
        Q_EMIT linesLeftOut(static_cast<int>(loaded->warnings.size()), loaded->warnings.front());
    return true;
}

bool Workspace::saveSession(const QString& file) {
    const DeviceEntry* entry = currentEntry();
    if (!entry) return false;
    if (const auto saved = zg::saveSession(entry->session, std::filesystem::path(file.toStdU16String())); !saved) {
        complain(saved.error());
        return false;
    }
    if (DeviceEntry* live = currentLive()) live->unsaved = false;
    return true;
}

} // namespace zg
