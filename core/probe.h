// SPDX-License-Identifier: GPL-3.0-or-later
// The closed list of measurements, and Request: one of them with its parameters. A page asks for a Request; a backend
// runs it.
#pragma once

#include "core/quantity.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace zg {

enum class Probe {
    FmaLatency,      ///< a chain of dependent FMAs: what one operation on registers costs
    SharedLatency,   ///< a chain of dependent loads from shared memory, by index
    ConstantLatency, ///< a chain of dependent loads from constant memory, all lanes one address (broadcast)
    Chase,           ///< pointer chase over growing working sets: the latency staircase
};

/// The order in which a chase visits its lines.
enum class Order {
    Random,        ///< one random cycle over all lines
    Sequential,    ///< line after line: a sharper knee, since the replacement meets no conflict
    RandomInPages, ///< random inside a 2 MiB page, page after page: what is left when the TLB always hits
};

/// Which way a GPU's loads go. A CPU ignores it.
enum class CachePath { ThroughL1, PastL1 };

struct Request {
    Probe probe = Probe::Chase;
    // Chase only:
    std::int64_t minBytes = 4 << 10;
    std::int64_t maxBytes = 0; ///< 0: at least 4 x the last cache, as far as free memory allows
    int pointsPerOctave = 8;
    int repeats = 0;    ///< 0: the backend's own choice (more for small sets, fewer for large ones)
    bool refine = true; ///< extra points where neighbours differ by more than 5 %
    Order order = Order::Random;
    CachePath path = CachePath::ThroughL1;
    int sharedCarveout = 0; ///< percent of the SM's SRAM given to shared memory; GPU only
    std::vector<int> sms;   ///< SMs to measure from, one row each per size; empty: the one SM the driver picks
    std::uint64_t seed = 1; ///< of the random cycle; repeats use seed, seed + 1, ...
    UnknownFields unknown;

    bool operator==(const Request&) const = default;
};

[[nodiscard]] std::span<const Probe> allProbes();
[[nodiscard]] std::string_view probeName(
    Probe probe); ///< used in files and on the command line: "fma-latency", "chase", ...
[[nodiscard]] std::optional<Probe> parseProbe(std::string_view name);
[[nodiscard]] std::string_view orderName(Order order); ///< "random", "sequential", "random-in-pages"
[[nodiscard]] std::optional<Order> parseOrder(std::string_view name);
[[nodiscard]] std::string_view cachePathName(CachePath path); ///< "l1", "past-l1"
[[nodiscard]] std::optional<CachePath> parseCachePath(std::string_view name);

} // namespace zg
