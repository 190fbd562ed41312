// SPDX-License-Identifier: GPL-3.0-or-later
// While a sweep streams into the latency page, a 1 ms timer beats in the event loop; the gaps between beats are what a
// person would feel. Bar: none over 16 ms. Sweeps: a scripted device as fast as it can and at a usual pace, this
// computer's CPU, and its first GPU where there is one.
#include "fake_backend.h"
#include "gui/dictionary.h"
#include "gui/fonts.h"
#include "gui/main_window.h"
#include "kernels/backends.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QStyleFactory>
#include <QTimer>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

using namespace zg;
using namespace zg::testing_support;

/// Runs the page's own request on the first live device and prints the gaps.
bool beat(const char* name, DeviceSource source, PageId page, QSize size) {
    Dictionary dictionary;
    Workspace workspace(std::move(source));
    Settings settings;
    settings.page = page;
    MainWindow window(workspace, dictionary, settings);
    window.resize(size);
    window.show();
    std::vector<double> gaps;
    QElapsedTimer since;
    QTimer heart;
    bool ending = false;
    heart.setTimerType(Qt::PreciseTimer);
    QObject::connect(&heart, &QTimer::timeout, &window,
                     [&] { gaps.push_back(static_cast<double>(since.nsecsElapsed()) / 1e6), since.start(); });
    QObject::connect(&workspace, &Workspace::devicesChanged, &window, [&] {
        workspace.chooseDevice(0);
        QTimer::singleShot(500, &window, [&] { // the first paint of everything is the start, not the sweep
            since.start();
            heart.start(1);
            workspace.run(window.page().requests());
        });
    });
    QObject::connect(&workspace, &Workspace::activityChanged, &window, [&] {
        if (!heart.isActive() || workspace.activity().running || ending) return;
        ending = true;
        QTimer::singleShot(100, qApp, &QCoreApplication::quit); // the last picture counts too
    });
    workspace.findDevices();
    QApplication::exec();
    heart.stop();
    std::ranges::sort(gaps);
    if (gaps.empty()) return false;
    const auto at = [&](double part) {
        return gaps[static_cast<std::size_t>(part * static_cast<double>(gaps.size() - 1))];
    };
    const auto over = static_cast<long>(std::ranges::count_if(gaps, [](double gap) { return gap > 16; }));
    std::size_t rows = 0;
    for (const Run& run : workspace.currentEntry()->session.runs) rows += run.rows.size();
    std::printf("%-34s %6zu rows %6zu beats  median %5.2f ms  p99 %5.2f ms  largest %6.2f ms  over 16 ms: %ld\n", name,
                rows, gaps.size(), at(0.5), at(0.99), gaps.back(), over);
    return over == 0;
}

} // namespace

int main(int argc, char** argv) {
    setenv("QT_QPA_PLATFORM", "offscreen", 0);
    nameApplication();
    QApplication application(argc, argv);
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("fusion")));
    loadFonts();
    Script flood, usual;
    flood.rows = 300; // more points than any sweep has
    flood.pace = std::chrono::microseconds(1000);
    usual.rows = 250;
    usual.pace = std::chrono::microseconds(10000);
    bool good = beat("scripted, 1000 rows a second", fakeSource({fakeGpu()}, flood), PageId::Latency, {1920, 1080});
    good &= beat("scripted, 100 rows a second", fakeSource({fakeGpu()}, usual), PageId::Latency, {1920, 1080});
    good &= beat("scripted, pyramid page", fakeSource({fakeGpu()}, usual), PageId::Pyramid, {1920, 1080});
    good &= beat("scripted, latency page, 3840x2160", fakeSource({fakeGpu()}, usual), PageId::Latency, {3840, 2160});
    const auto only = [](DeviceKind kind) {
        DeviceSource source = liveDevices();
        source.find = [find = source.find, kind] {
            Found found = find();
            std::erase_if(found.devices, [kind](const Device& device) { return device.kind != kind; });
            return found;
        };
        return source;
    };
    good &= beat("this CPU, latency page", only(DeviceKind::Cpu), PageId::Latency, {1920, 1080});
    if (!only(DeviceKind::Gpu).find().devices.empty())
        good &= beat("this GPU, latency page", only(DeviceKind::Gpu), PageId::Latency, {1920, 1080});
    return good ? 0 : 1;
}
