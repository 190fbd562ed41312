// SPDX-License-Identifier: GPL-3.0-or-later
// Workspace: the one state object of the window. It holds which device is chosen, the session of each device, what is overlaid,
// and what runs; pages read it and listen to its few signals, and never talk to each other.
#pragma once

#include "core/backend.h"
#include "core/replay.h"
#include "core/session.h"

#include <QObject>
#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace zg {

class Runner;

/// Where a device on the list comes from.
enum class Origin { Live, Recorded, Published };

/// One line of the device picker: a live device with the session measured so far, or a recording.
struct DeviceEntry {
    Origin origin = Origin::Live;
    Session session;   ///< Live: its runs measured now (empty at first); Recorded: what the file holds
    QString file;      ///< Recorded: path or resource; else empty
};

/// What the runner does now; everything the status line says.
struct Activity {
    bool running = false;
    Request request;          ///< the one that runs
    int requestIndex = 0, requestCount = 0;
    double fraction = 0;      ///< of all requests together, 0..1
    int pointsDone = 0, pointsPlanned = 0;
    double secondsLeft = -1;  ///< -1: not known yet
    bool replaying = false;
};

class Workspace : public QObject {
    Q_OBJECT
public:
    explicit Workspace(DeviceSource source, QObject* parent = nullptr);
    ~Workspace() override;

    [[nodiscard]] const std::vector<DeviceEntry>& entries() const { return entries_; }
    [[nodiscard]] int current() const { return current_; }        ///< index into entries(), -1 while nothing is known yet
    [[nodiscard]] const DeviceEntry* currentEntry() const;
    [[nodiscard]] int overlay() const { return overlay_; }        ///< index of the device drawn beside the current one, or -1
    [[nodiscard]] const DeviceEntry* overlayEntry() const;
    [[nodiscard]] const Activity& activity() const { return activity_; }
    [[nodiscard]] const std::optional<Error>& lastError() const { return lastError_; } ///< of the last run, search or file
    [[nodiscard]] const std::optional<Error>& noGpu() const { return noGpu_; }
    [[nodiscard]] bool searching() const { return searching_; }   ///< the search for devices is not done

    /// The session pages draw: the current entry's; while a replay runs, only the rows replayed so far.
    [[nodiscard]] const Session* shownSession() const;

public slots:
    void findDevices();                       ///< off the GUI thread; devicesChanged() when done
    void chooseDevice(int index);             ///< stops what runs
    void chooseOverlay(int index);            ///< -1: none
    void run(std::vector<zg::Request> requests); ///< on the current entry: measures where it is Live, replays where not
    void stop();
    bool openSession(const QString& file);    ///< adds a Recorded entry and chooses it; false and lastError() where it cannot be read
    bool saveSession(const QString& file);

signals:
    void devicesChanged();
    void currentChanged();
    void sessionChanged();   ///< rows, runs or overlay: at most 30 times a second
    void activityChanged();
    void failed(const zg::Error& error);

private:
    friend class Runner;
    DeviceSource source_;
    std::vector<DeviceEntry> entries_;
    int current_ = -1;
    int overlay_ = -1;
    Activity activity_;
    std::optional<Error> lastError_, noGpu_;
    bool searching_ = false;
    std::unique_ptr<Runner> runner_; // last: its thread is joined before anything it touches goes
};

} // namespace zg
