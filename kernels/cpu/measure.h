// SPDX-License-Identifier: GPL-3.0-or-later
// What the CPU's probes share: a thread kept on one core, a clock that has come up to speed, and how large a working
// set may be. Knows no probe.
#pragma once

#include "core/backend.h"

#include <cstdint>
#include <sched.h>
#include <stop_token>

namespace zg::cpu {

/// Keeps this thread on one core, and gives it back all of its cores at the end.
class Pin {
public:
    explicit Pin(int core);
    ~Pin();
    Pin(const Pin&) = delete;
    Pin& operator=(const Pin&) = delete;
    /// PinnedToCore, or NotPinned where the system refused.
    [[nodiscard]] Note note() const;

private:
    int core_;
    cpu_set_t before_{};
    bool held_ = false;
};

/// Spins until four readings in a row, 5 ms apart, agree within 1 %: a core that idled needs some 10 ms to reach its
/// clock. Gives up after 300 ms, and says so (ClockUnsteady).
void warmClock(const std::stop_token& stop, RunListener& listener);

/// The largest working set of a run: as asked for, else the device's default; never more than a quarter of the free
/// memory, which leaves the rest of the computer alone, and says so (MemoryLimited). Units: bytes, a multiple of
/// `granule` and at least one.
[[nodiscard]] double largestSet(const Request& request, const Device& device, double granule, RunListener& listener);

} // namespace zg::cpu
