// SPDX-License-Identifier: GPL-3.0-or-later
// Special registers that every measuring kernel reads beside clock64().
#pragma once

namespace zg {

__device__ inline unsigned smid() {
    unsigned id;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(id));
    return id;
}

/// %globaltimer. Units: nanoseconds; it ticks every 32 ns to 1 us, depending on the chip.
__device__ inline long long globalNanoseconds() {
    long long time;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(time));
    return time;
}

} // namespace zg
