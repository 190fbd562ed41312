// SPDX-License-Identifier: GPL-3.0-or-later
// Words of probes and their parameters.
#include "core/probe.h"

#include "core/names.h"

namespace zg {
namespace {

constexpr NameTable<Probe, 8> probes{{
    {Probe::FmaLatency, "fma-latency"},
    {Probe::SharedLatency, "shared-latency"},
    {Probe::ConstantLatency, "constant-latency"},
    {Probe::Chase, "chase"},
    {Probe::Bandwidth, "bandwidth"},
    {Probe::Transfer, "transfer"},
    {Probe::Compute, "compute"},
    {Probe::Matmul, "matmul"},
}};

constexpr std::array<Probe, 8> inOrder{Probe::FmaLatency, Probe::SharedLatency, Probe::ConstantLatency, Probe::Chase,
                                       Probe::Bandwidth,  Probe::Transfer,      Probe::Compute,         Probe::Matmul};

constexpr NameTable<Order, 3> orders{{
    {Order::Random, "random"},
    {Order::Sequential, "sequential"},
    {Order::RandomInPages, "random-in-pages"},
}};

constexpr NameTable<CachePath, 2> paths{{
    {CachePath::ThroughL1, "l1"},
    {CachePath::PastL1, "past-l1"},
}};

constexpr NameTable<Access, 3> accesses{{
    {Access::Read, "read"},
    {Access::Write, "write"},
    {Access::Copy, "copy"},
}};

constexpr NameTable<Space, 2> spaces{{
    {Space::Global, "global"},
    {Space::Shared, "shared"},
}};

constexpr NameTable<Direction, 2> directions{{
    {Direction::HostToDevice, "host-to-device"},
    {Direction::DeviceToHost, "device-to-host"},
}};

constexpr NameTable<HostMemory, 2> hostMemories{{
    {HostMemory::Pinned, "pinned"},
    {HostMemory::Pageable, "pageable"},
}};

} // namespace

std::span<const Probe> allProbes() { return inOrder; }
std::string_view probeName(Probe probe) { return nameIn(probes, probe); }
std::optional<Probe> parseProbe(std::string_view name) { return parseIn(probes, name); }
std::string_view orderName(Order order) { return nameIn(orders, order); }
std::optional<Order> parseOrder(std::string_view name) { return parseIn(orders, name); }
std::string_view cachePathName(CachePath path) { return nameIn(paths, path); }
std::optional<CachePath> parseCachePath(std::string_view name) { return parseIn(paths, name); }
std::string_view accessName(Access access) { return nameIn(accesses, access); }
std::optional<Access> parseAccess(std::string_view name) { return parseIn(accesses, name); }
std::string_view spaceName(Space space) { return nameIn(spaces, space); }
std::optional<Space> parseSpace(std::string_view name) { return parseIn(spaces, name); }
std::string_view directionName(Direction direction) { return nameIn(directions, direction); }
std::optional<Direction> parseDirection(std::string_view name) { return parseIn(directions, name); }
std::string_view hostMemoryName(HostMemory memory) { return nameIn(hostMemories, memory); }
std::optional<HostMemory> parseHostMemory(std::string_view name) { return parseIn(hostMemories, name); }

} // namespace zg
