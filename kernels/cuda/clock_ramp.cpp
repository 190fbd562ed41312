// SPDX-License-Identifier: GPL-3.0-or-later
// The warm-up of the clock.
#include "kernels/cuda/clock_ramp.h"

#include "kernels/cuda/op_latency.h"

#include <chrono>
#include <cmath>

namespace zg {

bool rampClock(const Device& device, void* scratch, const std::stop_token& stop, RunListener& listener) {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(500);
    const double target = device.coreClock ? device.coreClock->value : 0;
    double before = 0;
    while (!stop.stop_requested()) {
        const double clock = spinAndReadClock(device.sm->smCount, scratch);
        const bool steady = std::abs(clock - before) < 0.005 * clock;
        if (steady && clock > 0.985 * target) return true;
        if (std::chrono::steady_clock::now() > deadline) {
            // Steady below its highest clock is a power or heat limit, which is no fault: rows carry the clock they
            // saw.
            if (!steady) listener.note({NoteKind::ClockUnsteady, clock});
            return true;
        }
        before = clock;
    }
    return false;
}

} // namespace zg
