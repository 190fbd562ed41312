// SPDX-License-Identifier: GPL-3.0-or-later
// What the tests of the window share: waiting with the event loop turning, and a window on a scripted computer.
#pragma once

#include "fake_backend.h"
#include "fatal_warnings.h"
#include "gui/banner.h"
#include "gui/main_window.h"
#include "gui/pages/pyramid_page.h"
#include "gui/workspace.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QTest>

#include <gtest/gtest.h>

#include <limits>

namespace zg::testing_support {

/// Turns the event loop until `done()`; false after ten seconds, which only a hang takes.
template <class Done>
[[nodiscard]] bool eventually(Done done) {
    return QTest::qWaitFor(done, 10000);
}

/// A workspace whose search has ended. Replays go at once.
struct Bench {
    explicit Bench(std::vector<Device> devices, Script script = {})
        : seen(std::make_shared<Seen>()), workspace(fakeSource(std::move(devices), std::move(script), seen)) {
        workspace.setReplaySpeed(std::numeric_limits<double>::infinity());
        workspace.findDevices();
        EXPECT_TRUE(eventually([this] { return !workspace.searching(); }));
    }
    [[nodiscard]] bool runToEnd(std::vector<Request> requests) {
        workspace.run(std::move(requests));
        return eventually([this] { return !workspace.activity().running; });
    }
    std::shared_ptr<Seen> seen;
    Workspace workspace;
};

/// The same with a window of 1280x720.
struct WindowBench : Bench {
    explicit WindowBench(std::vector<Device> devices, Script script = {}, Settings settings = {})
        : Bench(std::move(devices), std::move(script)), window(workspace, dictionary, std::move(settings)) {
        window.show();
        EXPECT_TRUE(QTest::qWaitForWindowExposed(&window));
        Q_EMIT workspace.devicesChanged(); // the search ended before there was a window to hear it
    }
    ~WindowBench() { dictionary.use(Language::English); }
    Dictionary dictionary;
    MainWindow window;
};

inline Request chase() { return {}; }

} // namespace zg::testing_support
