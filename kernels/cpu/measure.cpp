// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/cpu/measure.h"

#include "kernels/cpu/fma_chain.h"
#include "kernels/cpu/topology.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>

namespace zg::cpu {
namespace {

using Clock = std::chrono::steady_clock;
constexpr double unknownMemoryBytes = 64 << 20; // taken for free where the system does not say

} // namespace

Pin::Pin(int core) : core_(core) {
    if (core < 0 || sched_getaffinity(0, sizeof before_, &before_) != 0) return;
    cpu_set_t only;
    CPU_ZERO(&only);
    CPU_SET(core, &only);
    held_ = sched_setaffinity(0, sizeof only, &only) == 0;
}

Pin::~Pin() {
    if (held_) sched_setaffinity(0, sizeof before_, &before_);
}

Note Pin::note() const {
    return held_ ? Note{NoteKind::PinnedToCore, static_cast<double>(core_)} : Note{NoteKind::NotPinned};
}

void warmClock(const std::stop_token& stop, RunListener& listener) {
    using namespace std::chrono_literals;
    std::array<double, 4> last{};
    const auto giveUp = Clock::now() + 300ms;
    for (std::size_t i = 0; !stop.stop_requested(); ++i) {
        for (const auto until = Clock::now() + 5ms; Clock::now() < until;) last[i % last.size()] = clockNowHz();
        const auto [low, high] = std::ranges::minmax(last);
        if (low > 0.99 * high) return;
        if (Clock::now() > giveUp) return listener.note({NoteKind::ClockUnsteady, last[i % last.size()]});
    }
}

double largestSet(const Request& request, const Device& device, double granule, RunListener& listener) {
    double most = static_cast<double>(request.maxBytes > 0 ? request.maxBytes : defaultLargestBytes(device));
    const auto available = static_cast<double>(availableMemoryBytes());
    const double allowed = available > 0 ? std::max(available / 4, granule) : unknownMemoryBytes;
    if (most > allowed) {
        most = std::max(std::floor(allowed / granule), 1.0) * granule;
        listener.note({NoteKind::MemoryLimited, most});
    }
    return std::max(1.0, std::round(most / granule)) * granule;
}

} // namespace zg::cpu
