// SPDX-License-Identifier: GPL-3.0-or-later
// From the start of the process to the first painted pyramid of a recorded device, offscreen: starts itself again and
// again and waits for the child's word. Bar: 300 ms (median). Prints milliseconds.
#include "gui/dictionary.h"
#include "gui/fonts.h"
#include "gui/main_window.h"
#include "kernels/backends.h"

#include <QApplication>
#include <QStyleFactory>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

namespace {

using namespace zg;

/// The window program, up to its first painted page; then one byte on standard output.
int child(int argc, char** argv) {
    nameApplication();
    QApplication application(argc, argv);
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("fusion")));
    loadFonts();
    Dictionary dictionary;
    Workspace workspace(liveDevices());
    Settings settings;
    MainWindow window(workspace, dictionary, settings);
    window.resize(1920, 1080);
    QObject::connect(&window, &MainWindow::firstPagePainted, &window, [] {
        std::putchar('p');
        std::fflush(stdout);
        std::_Exit(0);
    });
    window.show();
    workspace.findDevices();
    return QApplication::exec();
}

/// Milliseconds from fork to the child's byte; negative where there was none.
double once(char* self) {
    int ends[2];
    if (pipe(ends) != 0) return -1;
    const auto start = std::chrono::steady_clock::now();
    const pid_t pid = fork();
    if (pid == 0) {
        dup2(ends[1], STDOUT_FILENO);
        close(ends[0]);
        execl("/proc/self/exe", self, "--child", static_cast<char*>(nullptr));
        std::_Exit(127);
    }
    close(ends[1]);
    char byte = 0;
    const bool painted = read(ends[0], &byte, 1) == 1 && byte == 'p';
    const double milliseconds =
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    close(ends[0]);
    waitpid(pid, nullptr, 0);
    return painted ? milliseconds : -1;
}

} // namespace

int main(int argc, char** argv) {
    setenv("QT_QPA_PLATFORM", "offscreen", 0);
    if (argc > 1 && std::strcmp(argv[1], "--child") == 0) return child(argc, argv);
    std::vector<double> times;
    for (int i = 0; i < 15; ++i) times.push_back(once(argv[0]));
    std::ranges::sort(times);
    if (times.front() < 0) {
        std::puts("no page was painted");
        return 1;
    }
    std::printf("start to first painted pyramid: median %.0f ms, best %.0f ms, worst %.0f ms, of %zu starts\n",
                times[times.size() / 2], times.front(), times.back(), times.size());
    return 0;
}
