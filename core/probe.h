// SPDX-License-Identifier: GPL-3.0-or-later
// The closed list of measurements, and Request: one of them with its parameters. A page asks for a Request; a backend
// runs it.
#pragma once

#include "core/matmul.h"
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
    Bandwidth,       ///< all SMs or cores stream through growing working sets: bytes per second of every level
    Transfer,        ///< host memory to device memory or back, over growing sizes; GPU only
    Compute,         ///< independent multiply-adds at one precision: the ceiling of the arithmetic units
    Matmul,          ///< C = A B by one variant of the ladder, over sizes N
};

/// The order in which a chase visits its lines.
enum class Order {
    Random,        ///< one random cycle over all lines
    Sequential,    ///< line after line: a sharper knee, since the replacement meets no conflict
    RandomInPages, ///< random inside a 2 MiB page, page after page: what is left when the TLB always hits
};

/// Which way a GPU's loads go. A CPU ignores it.
enum class CachePath { ThroughL1, PastL1 };

/// What a bandwidth probe does with its working set. Copy counts the bytes read and the bytes written.
enum class Access { Read, Write, Copy };

/// Where a bandwidth probe's working set lies: global memory, which the caches serve as far as they can hold it, or
/// the GPU's shared memory.
enum class Space { Global, Shared };

enum class Direction { HostToDevice, DeviceToHost };

/// Pageable memory goes through a staging copy by the driver; pinned memory is read by the GPU itself.
enum class HostMemory { Pinned, Pageable };

struct Request {
    Probe probe = Probe::Chase;
    // Chase, Bandwidth, Transfer:
    std::int64_t minBytes = 4 << 10;
    std::int64_t maxBytes = 0; ///< 0: at least 4 x the last cache, as far as free memory allows
    int pointsPerOctave = 8;
    int repeats = 0;    ///< of every probe; 0: the backend's own choice (more for small sets, fewer for large ones)
    bool refine = true; ///< Chase: extra points where neighbours differ by more than 5 %
    Order order = Order::Random;           ///< Chase
    CachePath path = CachePath::ThroughL1; ///< Chase, Bandwidth
    int sharedCarveout = 0;                ///< Chase: percent of the SM's SRAM given to shared memory; GPU only
    std::vector<int> sms; ///< Chase: SMs to measure from, one row each per size; empty: the one SM the driver picks
    Access access = Access::Read;                  ///< Bandwidth
    Space space = Space::Global;                   ///< Bandwidth; Shared on a GPU only
    Direction direction = Direction::HostToDevice; ///< Transfer
    HostMemory hostMemory = HostMemory::Pinned;    ///< Transfer
    Arithmetic arithmetic = Arithmetic::Fp32;      ///< Compute
    Variant variant = Variant::Naive;              ///< Matmul
    std::vector<int> sizes; ///< Matmul: N of each row, in this order; empty: 1024, 2048, 4096 (CPU: 256, 512, 1024)
    int blocks = 0;         ///< Matmul, grid-stride variant only: blocks of the launch; 0: enough to fill the GPU
    int threads = 0;        ///< Bandwidth and Compute on a CPU: cores that take part; 0: all that this process may use
    std::uint64_t seed = 1; ///< of the random cycle and of random data; repeats use seed, seed + 1, ...
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
[[nodiscard]] std::string_view accessName(Access access); ///< "read", "write", "copy"
[[nodiscard]] std::optional<Access> parseAccess(std::string_view name);
[[nodiscard]] std::string_view spaceName(Space space); ///< "global", "shared"
[[nodiscard]] std::optional<Space> parseSpace(std::string_view name);
[[nodiscard]] std::string_view directionName(Direction direction); ///< "host-to-device", "device-to-host"
[[nodiscard]] std::optional<Direction> parseDirection(std::string_view name);
[[nodiscard]] std::string_view hostMemoryName(HostMemory memory); ///< "pinned", "pageable"
[[nodiscard]] std::optional<HostMemory> parseHostMemory(std::string_view name);

} // namespace zg
