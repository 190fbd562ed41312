// SPDX-License-Identifier: GPL-3.0-or-later
// Run: one request and its rows under named, unit-bearing columns. Rows hold what was counted; conversions are for
// display.
#pragma once

#include "core/probe.h"
#include "core/quantity.h"
#include "core/result.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace zg {

/// Names of columns that analyses look for. A chase has bytes; then either the cycles group (GPU) or the nanoseconds
/// group (CPU).
namespace column {
inline constexpr std::string_view bytes = "bytes"; ///< working set
inline constexpr std::string_view latencyCycles =
    "latency"; ///< median over repeats, per dependent operation, in cycles
inline constexpr std::string_view p5Cycles = "latency-p5";
inline constexpr std::string_view p95Cycles = "latency-p95";
inline constexpr std::string_view nanoseconds = "time"; ///< median over repeats, per dependent operation, in ns
inline constexpr std::string_view p5Nanoseconds = "time-p5";
inline constexpr std::string_view p95Nanoseconds = "time-p95";
inline constexpr std::string_view clock = "clock"; ///< Hz seen during the measurement (not the nominal one)
inline constexpr std::string_view steps = "steps"; ///< dependent operations timed in each repeat
inline constexpr std::string_view repeats = "repeats";
inline constexpr std::string_view sm = "sm"; ///< %smid of the SM that ran it
} // namespace column

struct Column {
    std::string name;
    Unit unit = Unit::One;
    bool operator==(const Column&) const = default;
};

struct Row {
    double seconds = 0;                ///< since the start of the run, on a clock that never jumps
    std::vector<double> values;        ///< one per column; NaN where the column has no value in this row
    bool operator==(const Row&) const; ///< NaN equals NaN here: a row read back is the row written
};

/// Facts about a run that a viewer must say, with one number each.
enum class NoteKind {
    MemoryLimited, ///< value: bytes the working set was limited to, by free memory
    HugePages,     ///< value: bytes of huge pages behind the arena
    NoHugePages,   ///< the arena has small pages: the TLB shows in the curve
    PinnedToCore,  ///< value: the core
    NotPinned,     ///< the system refused; the scheduler may move the walker
    ClockDropped,  ///< value: bytes of the point that was measured below the clock seen before, after one more try
    ClockUnsteady, ///< value: Hz; no steady clock within the warm-up time
    LaunchesSplit, ///< warm-up laps were split to keep each launch under 50 ms; value: launches of the largest point
};

struct Note {
    NoteKind kind{};
    double value = 0;
    bool operator==(const Note&) const = default;
};

enum class RunState { Running, Complete, Stopped, Failed };

struct Run {
    Request request;
    Source source = Source::Measured; ///< Published for the rows of a data sheet
    std::string cite;                 ///< where Published rows come from
    std::string started;              ///< ISO 8601 UTC
    std::vector<Column> columns;
    std::vector<Row> rows;
    std::vector<Note> notes;
    RunState state = RunState::Running; ///< Running in a file means: the recorder ended without a word (power cut)
    std::optional<Error> error;         ///< where Failed
    UnknownFields unknown;

    bool operator==(const Run&) const = default;
};

/// Index of the column with that name, or -1.
[[nodiscard]] int columnIndex(const Run& run, std::string_view name);
/// The value of `row` under that name, or NaN where the run has no such column.
[[nodiscard]] double valueOf(const Run& run, const Row& row, std::string_view name);

[[nodiscard]] std::string_view noteName(NoteKind kind);
[[nodiscard]] std::optional<NoteKind> parseNote(std::string_view name);
[[nodiscard]] std::string_view stateName(RunState state);
[[nodiscard]] std::optional<RunState> parseState(std::string_view name);

} // namespace zg
