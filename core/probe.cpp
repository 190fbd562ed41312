// SPDX-License-Identifier: GPL-3.0-or-later
// Words of probes and their parameters.
#include "core/probe.h"

#include "core/names.h"

namespace zg {
namespace {

constexpr NameTable<Probe, 4> probes{{
    {Probe::FmaLatency, "fma-latency"},
    {Probe::SharedLatency, "shared-latency"},
    {Probe::ConstantLatency, "constant-latency"},
    {Probe::Chase, "chase"},
}};

constexpr std::array<Probe, 4> inOrder{Probe::FmaLatency, Probe::SharedLatency, Probe::ConstantLatency, Probe::Chase};

constexpr NameTable<Order, 3> orders{{
    {Order::Random, "random"},
    {Order::Sequential, "sequential"},
    {Order::RandomInPages, "random-in-pages"},
}};

constexpr NameTable<CachePath, 2> paths{{
    {CachePath::ThroughL1, "l1"},
    {CachePath::PastL1, "past-l1"},
}};

} // namespace

std::span<const Probe> allProbes() { return inOrder; }
std::string_view probeName(Probe probe) { return nameIn(probes, probe); }
std::optional<Probe> parseProbe(std::string_view name) { return parseIn(probes, name); }
std::string_view orderName(Order order) { return nameIn(orders, order); }
std::optional<Order> parseOrder(std::string_view name) { return parseIn(orders, name); }
std::string_view cachePathName(CachePath path) { return nameIn(paths, path); }
std::optional<CachePath> parseCachePath(std::string_view name) { return parseIn(paths, name); }

} // namespace zg
