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
// Bandwidth and Transfer: bytes, moved, elapsed group, clock, units, repeats. Compute: flop, elapsed group, clock,
// units, repeats. Matmul: n, flop, elapsed group, and all that follow. The clock is NaN where there is none.
inline constexpr std::string_view moved = "moved";     ///< bytes moved within `elapsed`; a copy's are read plus written
inline constexpr std::string_view flop = "flop";       ///< operations within `elapsed`; NaN where the result was wrong
inline constexpr std::string_view elapsed = "elapsed"; ///< median over repeats, ns
inline constexpr std::string_view elapsedBest = "elapsed-best"; ///< smallest over repeats, ns
inline constexpr std::string_view units = "units";              ///< SMs or cores that took part
inline constexpr std::string_view n = "n";                      ///< rows and columns of the square matrices
inline constexpr std::string_view error = "error"; ///< largest |c - reference| over its row's and column's norms
inline constexpr std::string_view tolerance = "tolerance"; ///< what `error` must not exceed
inline constexpr std::string_view launches = "launches";   ///< a long matmul is split by rows of C
inline constexpr std::string_view gridX = "grid-x";
inline constexpr std::string_view gridY = "grid-y";
inline constexpr std::string_view blockX = "block-x";
inline constexpr std::string_view blockY = "block-y";
inline constexpr std::string_view registers = "registers";          ///< per thread
inline constexpr std::string_view sharedBytes = "shared";           ///< per block, static and dynamic
inline constexpr std::string_view occupancy = "occupancy";          ///< resident warps over the most an SM can hold
inline constexpr std::string_view registerBytes = "register-bytes"; ///< these five: Traffic of core/matmul.h
inline constexpr std::string_view l1Bytes = "l1-bytes";
inline constexpr std::string_view l2Bytes = "l2-bytes";
inline constexpr std::string_view l3Bytes = "l3-bytes";
inline constexpr std::string_view memoryBytes = "memory-bytes";
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
    MemoryLimited,  ///< value: bytes the working set was limited to, by free memory
    HugePages,      ///< value: bytes of huge pages behind the arena
    NoHugePages,    ///< the arena has small pages: the TLB shows in the curve
    PinnedToCore,   ///< value: the core
    NotPinned,      ///< the system refused; the scheduler may move the walker
    ClockDropped,   ///< value: bytes of the point that was measured below the clock seen before, after one more try
    ClockUnsteady,  ///< value: Hz; no steady clock within the warm-up time
    LaunchesSplit,  ///< work was split to keep each launch under 50 ms; value: launches of the largest point
    SizeLeftOut,    ///< value: an N that free memory or time does not allow
    WrongResult,    ///< value: the N whose result was wrong; its row has no FLOP and no time
    ThroughMma,     ///< the tensor cores were fed through mma.sync; value: bits of one operand
    ThroughWgmma,   ///< the tensor cores were fed through wgmma; value: bits of one operand
    LibraryVersion, ///< value: the reference library's own version number
    VectorBits,     ///< value: bits of the vector registers used
    SamplesFull,    ///< value: N up to which every element was checked; beyond, rows drawn at random
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
