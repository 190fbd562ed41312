// SPDX-License-Identifier: GPL-3.0-or-later
// The commands of ziggurat-cli, one function each. They take what the command line said and where to write; they return
// an exit code (exit_code in cli_text.h) and leave parsing, signals and the process to cli_main.cpp.
#pragma once

#include "core/backend.h"
#include "core/session.h"
#include "kernels/cli_plan.h"

#include <optional>
#include <ostream>
#include <stop_token>
#include <string>
#include <vector>

namespace zg {

/// Where a command writes. Results go to `out`, everything else to `err`.
struct Console {
    std::ostream& out;
    std::ostream& err;
    bool progress = false; ///< progress on `err`: only where a person watches or it was asked for
    bool terminal = false; ///< `err` is a terminal: progress rewrites its line
};

struct PyramidOptions {
    std::string device; ///< id; empty: the first one found
    std::string file;   ///< a session instead of a device
    std::optional<Unit> unit;
    bool json = false;
};

struct RecordOptions {
    std::string device;    ///< id; empty: the first one found
    std::string out = "-"; ///< "-": standard output
    bool resume = false;   ///< `out` is a file: what it holds already is not measured again
    std::string remark;
    Selection selection;
    Parameters parameters;             ///< without `sms` and `seed`
    std::string sms;                   ///< as written: what "all" means depends on the device
    std::optional<std::uint64_t> seed; ///< none: a fresh one
};

struct ReplayOptions {
    std::string file;
    std::optional<int> run; ///< 1-based; none: every run, in order
    double speed = 1;
    std::string out = "-";
};

/// What the commands that read one run of a file share.
struct RunOptions {
    std::string file;
    std::optional<int> run; ///< 1-based; none: the chase that a plain request fits best, else the last run
    std::optional<Unit> unit;
    bool json = false;
};

struct RatesOptions {
    std::string file;
    std::vector<Part> parts; ///< empty: all but the pyramid, which has no rates
    bool json = false;
};

[[nodiscard]] int listDevices(const DeviceSource& source, bool json, const Console& console);
[[nodiscard]] int printPyramid(const DeviceSource& source, const PyramidOptions& options, const Console& console);
[[nodiscard]] int record(const DeviceSource& source, const RecordOptions& options, std::stop_token stop,
                         const Console& console);
[[nodiscard]] int replay(const ReplayOptions& options, std::stop_token stop, const Console& console);
[[nodiscard]] int showSession(const std::string& file, const Console& console);
[[nodiscard]] int printRates(const RatesOptions& options, const Console& console);
[[nodiscard]] int printStairs(const RunOptions& options, const Console& console);
[[nodiscard]] int printCsv(const RunOptions& options, const Console& console);
[[nodiscard]] int checkSessions(const std::vector<std::string>& files, const Console& console);

// What several of them share:

/// Prints the error on `err` and gives its exit code.
int complain(const Error& error, const Console& console);
/// The same for an error of writing to `out`: a stream has no name of its own.
int complainAbout(Error error, const std::string& out, const Console& console);
/// Begins a session at `out`, a file or "-".
[[nodiscard]] Result<SessionWriter> openWriter(const std::string& out, const Session& header, const Console& console);
/// Loads a file, or standard input where `file` is "-".
[[nodiscard]] Result<LoadedSession> loadOrRead(const std::string& file);
/// The same, and warnings go to `err`.
[[nodiscard]] Result<Session> openSession(const std::string& file, const Console& console);
/// The id asked for, or the first device found. Errors: UnknownDevice; DeviceOther where nothing was found.
[[nodiscard]] Result<Device> chooseDevice(const DeviceSource& source, const std::string& id);
/// The device as the JSON object of a session's header: one format, not two.
[[nodiscard]] std::string deviceJson(const Device& device);
/// The unit asked for where the run can give it, else the one that was counted.
[[nodiscard]] Unit unitOf(const Run& run, std::optional<Unit> asked);

} // namespace zg
