// SPDX-License-Identifier: GPL-3.0-or-later
// Symbols of units and words of sources.
#include "core/quantity.h"

#include "core/names.h"

namespace zg {
namespace {

constexpr NameTable<Unit, 12> units{{
    {Unit::One, "1"},
    {Unit::Bytes, "B"},
    {Unit::Cycles, "cy"},
    {Unit::Nanoseconds, "ns"},
    {Unit::Seconds, "s"},
    {Unit::Hertz, "Hz"},
    {Unit::Bits, "bit"},
    {Unit::BytesPerSecond, "B/s"},
    {Unit::BytesPerCycle, "B/cy"},
    {Unit::FlopPerSecond, "FLOP/s"},
    {Unit::FlopPerByte, "FLOP/B"},
    {Unit::FlopPerCycle, "FLOP/cy"},
}};

constexpr NameTable<Source, 4> sources{{
    {Source::Reported, "reported"},
    {Source::Measured, "measured"},
    {Source::Published, "published"},
    {Source::Modelled, "modelled"},
}};

} // namespace

std::string_view unitSymbol(Unit unit) { return nameIn(units, unit); }
std::optional<Unit> parseUnit(std::string_view symbol) { return parseIn(units, symbol); }
std::string_view sourceName(Source source) { return nameIn(sources, source); }
std::optional<Source> parseSource(std::string_view name) { return parseIn(sources, name); }

} // namespace zg
