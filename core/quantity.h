// SPDX-License-Identifier: GPL-3.0-or-later
// Quantity: a value, its unit and where it comes from. No number reaches a page without the other two.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace zg {

enum class Unit {
    One, ///< a plain count or ratio
    Bytes,
    Cycles, ///< of the SM clock on a GPU, of the core clock on a CPU
    Nanoseconds,
    Seconds,
    Hertz,
    Bits,
    BytesPerSecond,
    BytesPerCycle,
    FlopPerSecond,
    FlopPerByte,
    FlopPerCycle,
};

/// Where a number comes from. "Recorded" is Measured seen through a session file; the viewer knows that from the
/// session.
enum class Source { Reported, Measured, Published, Modelled };

struct Quantity {
    double value = 0;
    Unit unit = Unit::One;
    Source source = Source::Reported;
    std::string cite; ///< for Published and Modelled: the document or the formula; else empty

    bool operator==(const Quantity&) const = default;
};

/// Fields of a file that this version does not know: name -> JSON text. They are kept and written again.
using UnknownFields = std::map<std::string, std::string>;

/// The symbol used in files and CSV headers: "B", "cy", "ns", "s", "Hz", "bit", "B/s", "B/cy", "FLOP/s", "FLOP/B",
/// "FLOP/cy", "1".
[[nodiscard]] std::string_view unitSymbol(Unit unit);
[[nodiscard]] std::optional<Unit> parseUnit(std::string_view symbol);

/// The word used in files: "reported", "measured", "published", "modelled".
[[nodiscard]] std::string_view sourceName(Source source);
[[nodiscard]] std::optional<Source> parseSource(std::string_view name);

} // namespace zg
