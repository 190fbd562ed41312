// SPDX-License-Identifier: GPL-3.0-or-later
// ziggurat-cli: the main job without a window. This file holds what belongs to a process: the command line, signals,
// standard output and the exit code. The commands are in cli_commands.h.
#include "kernels/backends.h"
#include "kernels/cli_commands.h"
#include "kernels/cli_options.h"
#include "kernels/cli_text.h"

#include <CLI/CLI.hpp>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <functional>
#include <iostream>
#include <sstream>
#include <thread>

#include <pthread.h>
#include <unistd.h>

namespace zg {

namespace {

constexpr const char* footer = R"(Exit codes:
  0  done
  1  the command line is wrong
  2  a file cannot be read or written, or `check` found something
  3  no such device, it failed, or it cannot run the probe
  4  stopped by Ctrl-C; what was measured until then is kept

Sizes: 4096, 4KiB, 64M, 1.5GiB. K, M, G, T and KiB ... TiB count in 1024, KB ... TB in 1000.

Examples:
  ziggurat-cli record --out lecture.ziggurat          all of the first GPU
  ziggurat-cli record --out lecture.ziggurat --resume what of it is still missing
  ziggurat-cli rates lecture.ziggurat --only ladder
  ziggurat-cli record --variant naive,tiled-32 --sizes 512,4096 --out two.ziggurat
  ziggurat-cli record --probe chase --max 64M | ziggurat-cli stairs -)";

/// Writes all of `text` to standard output. A reader that went away, such as head, is no error.
int deliver(const std::string& text, int code) {
    for (std::size_t done = 0; done < text.size();) {
        const ssize_t written = ::write(STDOUT_FILENO, text.data() + done, text.size() - done);
        if (written > 0) done += static_cast<std::size_t>(written);
        else if (written < 0 && errno == EPIPE) return code;
        else if (written < 0 && errno != EINTR) {
            std::cerr << "standard output: " << std::strerror(errno) << ".\n";
            return exit_code::file;
        }
    }
    return code;
}

/// Runs a command whose result is text, and delivers it whole.
int withText(const std::function<int(const Console&)>& command) {
    std::ostringstream out;
    const int code = command({out, std::cerr, false, false});
    return deliver(out.str(), code);
}

/// Runs a command that the signals INT, TERM and HUP stop in an orderly way; a second signal ends the process at once.
/// The signals are waited for on a thread of their own, since a handler may call next to nothing.
int untilStopped(bool progress, const std::function<int(std::stop_token, const Console&)>& command) {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGUSR1); // ends the watcher
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        struct sigaction now {};
        if (sigaction(signal, nullptr, &now) == 0 && now.sa_handler != SIG_IGN) // what nohup had ignored stays ignored
            sigaddset(&signals, signal);
    }
    pthread_sigmask(SIG_BLOCK, &signals, nullptr); // before any other thread starts, so that all inherit it
    std::stop_source stop;
    std::jthread watcher([&](std::stop_token done) {
        for (int signal = 0; !done.stop_requested();) {
            if (sigwait(&signals, &signal) != 0 || signal == SIGUSR1) continue;
            if (stop.stop_requested()) _exit(128 + signal);
            stop.request_stop();
        }
    });
    const bool terminal = ::isatty(STDERR_FILENO) == 1;
    const int code = command(stop.get_token(), {std::cout, std::cerr, progress || terminal, terminal});
    watcher.request_stop();
    pthread_kill(watcher.native_handle(), SIGUSR1);
    return code;
}

void addRunOptions(CLI::App* app, RunOptions& options) {
    app->add_option("FILE", options.file, "A session; - for standard input")->required();
    runOption(app, options.run, "Which run, as `show` numbers them; else the chase");
}

void addDevices(CLI::App& app, const DeviceSource& source, std::function<int()>& command) {
    CLI::App* devices = app.add_subcommand("devices", "List the GPUs and the CPU of this computer");
    auto json = std::make_shared<bool>(false);
    devices->add_flag("--json", *json, "As JSON, with every level and limit");
    devices->callback([=, &source, &command] {
        command = [=, &source] {
            return withText([&](const Console& console) { return listDevices(source, *json, console); });
        };
    });
}

void addPyramid(CLI::App& app, const DeviceSource& source, std::function<int()>& command) {
    CLI::App* pyramid = app.add_subcommand("pyramid", "Print a device's memory pyramid, from registers to memory");
    auto options = std::make_shared<PyramidOptions>();
    CLI::Option* device =
        pyramid->add_option("--device", options->device, "A device of `devices`; else the first")->type_name("ID");
    pyramid
        ->add_option("--session", options->file,
                     "The device of a session, with the latencies of its runs; - for standard input")
        ->type_name("FILE")
        ->excludes(device);
    unitOption(pyramid, options->unit);
    pyramid->add_flag("--json", options->json, "As JSON");
    pyramid->callback([=, &source, &command] {
        command = [=, &source] {
            return withText([&](const Console& console) { return printPyramid(source, *options, console); });
        };
    });
}

void addRecord(CLI::App& app, const DeviceSource& source, std::function<int()>& command) {
    CLI::App* app2 =
        app.add_subcommand("record", "Measure a device; the session's lines are written as they are measured");
    auto options = std::make_shared<RecordOptions>();
    auto progress = std::make_shared<bool>(false);
    addRecordOptions(*app2, *options);
    app2->add_flag("--progress", *progress, "Progress on standard error even where it is no terminal");
    app2->callback([=, &source, &command] {
        checkRecordOptions(*options);
        command = [=, &source] {
            return untilStopped(*progress, [&](std::stop_token stop, const Console& console) {
                return record(source, *options, stop, console);
            });
        };
    });
}

void addReplay(CLI::App& app, std::function<int()>& command) {
    CLI::App* app2 = app.add_subcommand("replay", "Write a session's lines again at the pace they were recorded");
    auto options = std::make_shared<ReplayOptions>();
    auto progress = std::make_shared<bool>(false);
    app2->add_option("FILE", options->file, "A session")->required();
    runOption(app2, options->run, "Only this run, as `show` numbers them");
    app2->add_option("--speed", options->speed, "2: twice as fast; inf: at once (1)")
        ->check([](const std::string& text) {
            const double speed = std::strtod(text.c_str(), nullptr);
            return speed > 0 ? std::string() : "must be above 0, not " + plainText(text);
        })
        ->type_name("X");
    app2->add_option("--out", options->out, "The session file to write; - for standard output (-)")->type_name("FILE");
    app2->add_flag("--progress", *progress, "Progress on standard error even where it is no terminal");
    app2->callback([=, &command] {
        command = [=] {
            return untilStopped(*progress, [&](std::stop_token stop, const Console& console) {
                return replay(*options, stop, console);
            });
        };
    });
}

void addReaders(CLI::App& app, std::function<int()>& command) {
    CLI::App* show = app.add_subcommand("show", "Say what a session holds: device, origin, runs, notes, stairs");
    auto file = std::make_shared<std::string>();
    show->add_option("FILE", *file, "A session; - for standard input")->required();
    show->callback([=, &command] {
        command = [=] { return withText([&](const Console& console) { return showSession(*file, console); }); };
    });

    CLI::App* stairs =
        app.add_subcommand("stairs", "Find the stairs of a chase: latencies, and capacities as intervals");
    auto stairsOptions = std::make_shared<RunOptions>();
    addRunOptions(stairs, *stairsOptions);
    unitOption(stairs, stairsOptions->unit);
    stairs->add_flag("--json", stairsOptions->json, "As JSON");
    stairs->callback([=, &command] {
        command = [=] {
            return withText([&](const Console& console) { return printStairs(*stairsOptions, console); });
        };
    });

    CLI::App* rates =
        app.add_subcommand("rates", "Print bandwidths, transfers, compute ceilings and the matmul ladder of a session");
    auto ratesOptions = std::make_shared<RatesOptions>();
    rates->add_option("FILE", ratesOptions->file, "A session; - for standard input")->required();
    namesOption<Part>(rates, "--only", {Part::Bandwidth, Part::Ceilings, Part::Ladder}, partName, ratesOptions->parts,
                      "Only these tables");
    rates->add_flag("--json", ratesOptions->json, "As JSON");
    rates->callback([=, &command] {
        command = [=] { return withText([&](const Console& console) { return printRates(*ratesOptions, console); }); };
    });

    CLI::App* csv = app.add_subcommand("csv", "Print the rows of one run as comma-separated values");
    auto csvOptions = std::make_shared<RunOptions>();
    addRunOptions(csv, *csvOptions);
    csv->callback([=, &command] {
        command = [=] { return withText([&](const Console& console) { return printCsv(*csvOptions, console); }); };
    });

    CLI::App* check =
        app.add_subcommand("check", "Check sessions: one line for every line that cannot be used, nothing when clean");
    auto files = std::make_shared<std::vector<std::string>>();
    check->add_option("FILE", *files, "Sessions; - for standard input")->required();
    check->callback([=, &command] {
        command = [=] { return withText([&](const Console& console) { return checkSessions(*files, console); }); };
    });
}

int runProgram(int argc, char** argv) {
    const DeviceSource source = liveDevices();
    std::function<int()> command;
    CLI::App app("Ziggurat without its window: the memory pyramid of a GPU or CPU, its latency staircase and its "
                 "roofs, measured",
                 "ziggurat-cli");
    app.set_version_flag("--version", "ziggurat-cli " ZIGGURAT_VERSION);
    app.set_help_all_flag("--help-all", "Print the help of every command and exit");
    app.footer(footer);
    app.require_subcommand(1);
    addDevices(app, source, command);
    addPyramid(app, source, command);
    addRecord(app, source, command);
    addReplay(app, command);
    addReaders(app, command);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        std::ostringstream out;
        const bool asked = app.exit(error, out, std::cerr) == 0; // --help and --version come as exceptions too
        return deliver(out.str(), asked ? exit_code::ok : exit_code::usage);
    }
    return command();
}

} // namespace

} // namespace zg

int main(int argc, char** argv) {
    std::signal(SIGPIPE, SIG_IGN); // a closed pipe is a failing write, not a death
    try {
        return zg::runProgram(argc, argv);
    } catch (const std::exception& error) {
        // Out of memory, or a fault of ours: say so instead of aborting.
        std::cerr << "ziggurat-cli: " << error.what() << '\n';
        return zg::exit_code::device;
    }
}
