// SPDX-License-Identifier: GPL-3.0-or-later
// What the driver does not report about a chip, from published tables, each number with its source.
#pragma once

#include "core/device.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace zg {

struct ChipFacts {
    int major = 0, minor = 0;
    std::int64_t l1SharedBytes = 0; ///< the one SRAM of an SM that is both L1 and shared memory
    int fp32LanesPerSm = 0;
    int sharedBytesPerCycle = 0; ///< that an SM's shared memory delivers, and its L1 at most
};

/// Facts by compute capability. Source: chipFactsCite(). Nothing for a capability that the table does not know.
[[nodiscard]] std::optional<ChipFacts> chipFacts(int major, int minor);
[[nodiscard]] std::string_view chipFactsCite();

/// What one SM does at most in one cycle, by one arithmetic with dense operands.
struct ArithmeticFacts {
    Arithmetic arithmetic{};
    double flopPerCycle = 0; ///< a multiply-add being two
    std::string_view cite;
};

/// The arithmetic of a chip. @param boardName as the driver reports it: GeForce boards sum products of FP16, BF16, TF32
/// and FP8 in FP32 at half the rate of the same chip on a professional board, and some boards have less than their
/// chip. What no document says of a board is left out.
[[nodiscard]] std::vector<ArithmeticFacts> arithmeticFacts(int major, int minor, std::string_view boardName);

/// The kind of memory on a board, from its data sheet, by the name that the driver reports: "HBM3e", "GDDR6", ...
/// Empty where the table does not know the board. @param cite is set to the data sheet
[[nodiscard]] std::string memoryTypeOf(std::string_view boardName, std::string& cite);

} // namespace zg
