// SPDX-License-Identifier: GPL-3.0-or-later
// Look-ups in a run's columns.
#include "core/run.h"

#include "core/names.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace zg {
namespace {

constexpr NameTable<NoteKind, 15> notes{{
    {NoteKind::MemoryLimited, "memory-limited"},
    {NoteKind::HugePages, "huge-pages"},
    {NoteKind::NoHugePages, "no-huge-pages"},
    {NoteKind::PinnedToCore, "pinned-to-core"},
    {NoteKind::NotPinned, "not-pinned"},
    {NoteKind::ClockDropped, "clock-dropped"},
    {NoteKind::ClockUnsteady, "clock-unsteady"},
    {NoteKind::LaunchesSplit, "launches-split"},
    {NoteKind::SizeLeftOut, "size-left-out"},
    {NoteKind::WrongResult, "wrong-result"},
    {NoteKind::ThroughMma, "through-mma"},
    {NoteKind::ThroughWgmma, "through-wgmma"},
    {NoteKind::LibraryVersion, "library-version"},
    {NoteKind::VectorBits, "vector-bits"},
    {NoteKind::SamplesFull, "samples-full"},
}};

constexpr NameTable<RunState, 4> states{{
    {RunState::Running, "running"},
    {RunState::Complete, "complete"},
    {RunState::Stopped, "stopped"},
    {RunState::Failed, "failed"},
}};

bool same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

} // namespace

bool Row::operator==(const Row& other) const {
    return same(seconds, other.seconds) && std::ranges::equal(values, other.values, same);
}

int columnIndex(const Run& run, std::string_view name) {
    const auto found = std::ranges::find(run.columns, name, &Column::name);
    return found == run.columns.end() ? -1 : static_cast<int>(found - run.columns.begin());
}

double valueOf(const Run& run, const Row& row, std::string_view name) {
    const int index = columnIndex(run, name);
    if (index < 0 || static_cast<std::size_t>(index) >= row.values.size())
        return std::numeric_limits<double>::quiet_NaN();
    return row.values[static_cast<std::size_t>(index)];
}

std::string_view noteName(NoteKind kind) { return nameIn(notes, kind); }
std::optional<NoteKind> parseNote(std::string_view name) { return parseIn(notes, name); }
std::string_view stateName(RunState state) { return nameIn(states, state); }
std::optional<RunState> parseState(std::string_view name) { return parseIn(states, name); }

} // namespace zg
