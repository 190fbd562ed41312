// SPDX-License-Identifier: GPL-3.0-or-later
// Workspace: the one state object of the window. It holds which device is chosen, the session of each device, what is
// overlaid, and what runs; pages read it and listen to its few signals, and never talk to each other.
#pragma once

#include "core/backend.h"
#include "core/session.h"
#include "gui/runner.h"

#include <QElapsedTimer>
#include <QObject>
#include <QString>
#include <QTimer>

#include <limits>
#include <memory>
#include <optional>
#include <vector>

namespace zg {

/// Where a device on the list comes from.
enum class Origin { Live, Recorded, Published };

/// One line of the device picker: a live device with the session measured so far, or a recording.
struct DeviceEntry {
    Origin origin = Origin::Live;
    Session session;      ///< Live: its runs measured now (empty at first); else what the file holds
    QString file;         ///< Recorded, Published: path or resource; else empty
    bool unsaved = false; ///< Live: rows were measured since it was last saved
};

/// What the runner does now; everything the status line says. Stays after the end, with `running` false.
struct Activity {
    bool running = false;
    bool stopping = false; ///< stop was asked for; the point in progress is being dropped
    bool replaying = false;
    Request request; ///< the one that runs
    int requestIndex = 0, requestCount = 0;
    double fraction = 0; ///< of all requests together, 0..1
    int pointsDone = 0, pointsPlanned = 0;
    double secondsLeft = -1;         ///< -1: not known yet
    std::optional<RunState> outcome; ///< of the last request that ended; nothing before the first run of this device
};

/// Recorded where any number in it was measured, Published where it is a data sheet.
[[nodiscard]] Origin originOf(const Session& session);

class Workspace : public QObject {
    Q_OBJECT
public:
    /// Reads the embedded sessions and chooses the first recorded device; findDevices() may choose a live GPU later.
    explicit Workspace(DeviceSource source, QObject* parent = nullptr);
    ~Workspace() override;

    [[nodiscard]] const std::vector<DeviceEntry>& entries() const { return entries_; }
    [[nodiscard]] int current() const { return current_; } ///< index into entries(), -1 while nothing is known yet
    [[nodiscard]] const DeviceEntry* currentEntry() const { return entryAt(current_); }
    [[nodiscard]] int overlay() const { return overlay_; } ///< index of the device drawn beside the current one, or -1
    [[nodiscard]] const DeviceEntry* overlayEntry() const { return entryAt(overlay_); }
    [[nodiscard]] const Activity& activity() const { return activity_; }
    [[nodiscard]] const std::optional<Error>& lastError() const { return lastError_; } ///< of the last run or file
    [[nodiscard]] const std::optional<Error>& noGpu() const { return noGpu_; }
    [[nodiscard]] bool searching() const { return searching_; } ///< the search for devices is not done

    /// The session pages draw: the current entry's; while a replay runs, only the rows replayed so far.
    [[nodiscard]] const Session* shownSession() const;
    /// How fast replays go: 1 is the recorded pace, infinity at once.
    void setReplaySpeed(double speed) { replaySpeed_ = speed; }

public Q_SLOTS:
    void findDevices();                          ///< off the GUI thread; devicesChanged() when done
    void chooseDevice(int index);                ///< stops what runs
    void chooseOverlay(int index);               ///< -1: none
    void run(std::vector<zg::Request> requests); ///< on the current entry: measures where it is Live, replays where not
    void stop();
    bool openSession(const QString& file); ///< adds an entry and chooses it; false and failed() where it cannot be read
    bool saveSession(const QString& file); ///< the current entry's; false and failed() where it cannot be written

Q_SIGNALS:
    void devicesChanged();
    void currentChanged();
    void sessionChanged(); ///< rows, runs or overlay: at most 30 times a second
    void activityChanged();
    void failed(const zg::Error& error);
    void linesLeftOut(int count, const zg::Error& first); ///< a file was opened without lines that cannot be used

private:
    [[nodiscard]] const DeviceEntry* entryAt(int index) const;
    [[nodiscard]] DeviceEntry* currentLive();
    void addEmbedded();
    void take(Found found);
    void take(std::uint64_t job, RunReport report);
    void finish(std::uint64_t job, const std::optional<Error>& error);
    void end(std::optional<RunState> outcome);
    Run* growingRun();
    void complain(const Error& error);
    void tellChange();
    void tellSoon();

    std::vector<DeviceEntry> entries_;
    int current_ = -1;
    int overlay_ = -1;
    bool choseByHand_ = false; ///< the person picked a device: a search that ends later does not take it away
    Activity activity_;
    std::optional<Error> lastError_, noGpu_;
    bool searching_ = false;
    std::optional<Session> replayed_; ///< what a replay has shown so far
    double replaySpeed_ = 1;
    std::uint64_t job_ = 0; ///< the job whose reports count; 0: none
    bool runOpen_ = false;  ///< the last run of the growing session still gets rows
    QElapsedTimer since_;
    QTimer pace_;                    ///< runs while a change waits to be told
    QElapsedTimer told_;             ///< since the last change that was told
    std::unique_ptr<Runner> runner_; // last: its thread is joined before anything it touches goes
};

} // namespace zg

Q_DECLARE_METATYPE(zg::Error)
