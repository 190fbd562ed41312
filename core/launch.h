// SPDX-License-Identifier: GPL-3.0-or-later
// Launch: how a kernel is started, as CUDA's <<<grid, block, shared>>> says it, with the registers the compiler gave
// it.
#pragma once

#include <array>
#include <cstdint>

namespace zg {

struct Launch {
    std::array<std::int64_t, 3> grid{1, 1, 1};
    std::array<std::int64_t, 3> block{1, 1, 1};
    int registersPerThread = 0;           ///< 0: not known
    std::int64_t sharedBytesPerBlock = 0; ///< static and dynamic together

    [[nodiscard]] std::int64_t threadsPerBlock() const { return block[0] * block[1] * block[2]; }
    [[nodiscard]] std::int64_t blocks() const { return grid[0] * grid[1] * grid[2]; }
    bool operator==(const Launch&) const = default;
};

} // namespace zg
