// SPDX-License-Identifier: GPL-3.0-or-later
// What the driver does not report about a chip, from published tables, each number with its source.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace zg {

struct ChipFacts {
    int major = 0, minor = 0;
    std::int64_t l1SharedBytes = 0; ///< the one SRAM of an SM that is both L1 and shared memory
    int fp32LanesPerSm = 0;
};

/// Facts by compute capability. Source: chipFactsCite(). Nothing for a capability that the table does not know.
[[nodiscard]] std::optional<ChipFacts> chipFacts(int major, int minor);
[[nodiscard]] std::string_view chipFactsCite();

/// The kind of memory on a board, from its data sheet, by the name that the driver reports: "HBM3e", "GDDR6", ...
/// Empty where the table does not know the board. @param cite is set to the data sheet
[[nodiscard]] std::string memoryTypeOf(std::string_view boardName, std::string& cite);

} // namespace zg
