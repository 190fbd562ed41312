// SPDX-License-Identifier: GPL-3.0-or-later
// hwloc and a few files of /proc and /sys. Everything is optional: what a system does not tell is left out, never
// guessed.
#include "kernels/cpu/topology.h"

#include "kernels/cpu/cores.h"
#include "kernels/cpu/fma_chain.h"
#include "kernels/cpu/peaks.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <hwloc.h>
#include <iterator>
#include <limits>
#include <memory>
#include <string>
#include <unistd.h>
#include <utility>

namespace zg::cpu {
namespace {

using Topology = std::unique_ptr<hwloc_topology, decltype(&hwloc_topology_destroy)>;

Quantity reported(double value, Unit unit) { return {value, unit, Source::Reported, {}}; }

std::string trimmed(std::string text) {
    const auto first = text.find_first_not_of(" \t");
    if (first == std::string::npos) return {};
    text.erase(text.find_last_not_of(" \t\n") + 1);
    return text.substr(first);
}

std::string architecture() {
#if defined(__x86_64__)
    return "x86-64";
#elif defined(__aarch64__)
    return "aarch64";
#elif defined(__riscv)
    return "riscv64";
#else
    return "";
#endif
}

std::string modelName(hwloc_topology_t topology) {
    for (const hwloc_obj_type_t type : {HWLOC_OBJ_PACKAGE, HWLOC_OBJ_MACHINE})
        if (hwloc_obj_t object = hwloc_get_obj_by_type(topology, type, 0))
            if (const char* model = hwloc_obj_get_info_by_name(object, "CPUModel")) return trimmed(model);
    return architecture(); // most ARM systems give no model name
}

/// Bytes of the registers one hardware thread sees: general-purpose and vector, without flags, masks and control
/// registers.
std::optional<Quantity> registerBytes() {
    const auto published = [](double bytes, const char* cite) {
        return Quantity{bytes, Unit::Bytes, Source::Published, cite};
    };
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f"))
        return published(16 * 8 + 32 * 64,
                         "Intel SDM vol. 1, 3.4.1 and 15.1: 16 general-purpose of 8 B, 32 ZMM of 64 B");
    if (__builtin_cpu_supports("avx"))
        return published(16 * 8 + 16 * 32,
                         "Intel SDM vol. 1, 3.4.1 and 14.1: 16 general-purpose of 8 B, 16 YMM of 32 B");
    return published(16 * 8 + 16 * 16, "Intel SDM vol. 1, 3.4.1 and 10.2: 16 general-purpose of 8 B, 16 XMM of 16 B");
#elif defined(__aarch64__)
    return published(31 * 8 + 32 * 16, "Arm ARM (DDI 0487) B1.2: 31 general-purpose of 8 B, 32 SIMD of 16 B");
#else
    return std::nullopt;
#endif
}

Level registers(hwloc_topology_t topology) {
    Level level;
    level.kind = LevelKind::Registers;
    level.managedBy = ManagedBy::Compiler;
    level.instances = std::max(1, hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_PU)); // each hardware thread has its own
    level.perInstance = registerBytes();
    if (level.perInstance) {
        level.total = level.perInstance;
        level.total->value *= level.instances;
    }
    return level;
}

/// The caches of one type. On a hybrid CPU the instances differ: perInstance is then the largest one.
std::optional<Level> cache(hwloc_topology_t topology, hwloc_obj_type_t type, LevelKind kind) {
    Level level;
    level.kind = kind;
    level.instances = hwloc_get_nbobjs_by_type(topology, type);
    if (level.instances <= 0) return std::nullopt; // 0: none; -1: at several depths, which no known computer has
    double total = 0, largest = 0, line = 0;
    for (hwloc_obj_t object = nullptr; (object = hwloc_get_next_obj_by_type(topology, type, object));) {
        const auto bytes = static_cast<double>(object->attr->cache.size);
        total += bytes;
        largest = std::max(largest, bytes);
        line = std::max(line, static_cast<double>(object->attr->cache.linesize));
    }
    if (largest > 0) { // some ARM kernels list a cache and not its size
        level.perInstance = reported(largest, Unit::Bytes);
        level.total = reported(total, Unit::Bytes);
    }
    if (line > 0) level.lineBytes = reported(line, Unit::Bytes);
    return level;
}

Level memory(hwloc_topology_t topology) {
    Level level;
    level.kind = LevelKind::Memory;
    level.technology = Technology::Dram;
    level.managedBy = ManagedBy::Programmer;
    level.instances = std::max(1, hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_NUMANODE));
    // hwloc adds up the NUMA nodes; a virtual machine whose memory grows as it is used has more than they show at
    // first.
    const double nodes = static_cast<double>(hwloc_get_root_obj(topology)->total_memory);
    const double pages = static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
    const double bytes = std::max(nodes, pages);
    if (bytes > 0) level.total = reported(bytes, Unit::Bytes);
    if (level.total && level.instances == 1) level.perInstance = level.total;
    return level;
}

/// The first whole number in a file, or -1: no such file, or words such as "max".
std::int64_t numberIn(const std::filesystem::path& file) {
    std::ifstream in(file);
    std::int64_t number = -1;
    return in >> number ? number : -1;
}

/// The clock that the theoretical ceilings are given at: the highest that the system reports, else (most virtual
/// machines) the one seen now, the best of readings over some 10 ms, in which an idle core comes up to speed.
Quantity clockOfCeilings(const Device& device) {
    if (device.coreClock) return *device.coreClock;
    return {clockNowHz(1000), Unit::Hertz, Source::Measured, {}};
}

CpuIdentity identityOfThisCpu() {
    std::ifstream in("/proc/cpuinfo");
    return identityOf({std::istreambuf_iterator<char>(in), {}});
}

/// The number that follows a word at the start of a line ("MemAvailable:", "inactive_file"), or 0.
std::int64_t numberAfter(const std::filesystem::path& file, std::string_view word) {
    std::ifstream in(file);
    std::string name, rest;
    for (std::int64_t number = 0; in >> name >> number && std::getline(in, rest);)
        if (name == word) return number;
    return 0;
}

/// What one control group leaves; files it could drop count as free. Source: the kernel's admin-guide/cgroup-v2 and
/// cgroup-v1/memory.
std::int64_t leftBytes(const std::filesystem::path& group, bool v2) {
    const std::int64_t most = numberIn(group / (v2 ? "memory.max" : "memory.limit_in_bytes"));
    const std::int64_t used = numberIn(group / (v2 ? "memory.current" : "memory.usage_in_bytes"));
    if (most < 0 || used < 0) return std::numeric_limits<std::int64_t>::max(); // no limit here
    const std::int64_t files = numberAfter(group / "memory.stat", v2 ? "inactive_file" : "total_inactive_file");
    return std::max<std::int64_t>(0, most - std::max<std::int64_t>(0, used - files));
}

/// What the control groups of this process leave, those above it included.
std::int64_t controlGroupBytes() {
    std::int64_t left = std::numeric_limits<std::int64_t>::max();
    std::ifstream in("/proc/self/cgroup");
    for (std::string line; std::getline(in, line);) { // "0::/path" of version 2, "4:memory:/path" of version 1
        const auto path = line.find(":/");
        const bool v2 = line.starts_with("0::/"), v1 = line.find(":memory:/") != std::string::npos;
        if (!v1 && !v2) continue;
        const std::filesystem::path root = v2 ? "/sys/fs/cgroup" : "/sys/fs/cgroup/memory";
        for (std::filesystem::path group = line.substr(path + 1);; group = group.parent_path()) {
            left = std::min(left, leftBytes(root / group.relative_path(), v2));
            if (!group.has_relative_path()) break;
        }
    }
    return left;
}

} // namespace

Result<Device> describeCpu() {
    hwloc_topology_t raw = nullptr;
    if (hwloc_topology_init(&raw) != 0) return fail(Fault::DeviceOther, "hwloc_topology_init");
    const Topology topology(raw, hwloc_topology_destroy);
    if (hwloc_topology_load(raw) != 0)
        return fail(Fault::DeviceOther, std::string("hwloc_topology_load: ") + std::strerror(errno));

    Device device;
    device.id = deviceId;
    device.kind = DeviceKind::Cpu;
    device.name = modelName(raw);
    device.architecture = architecture();
    device.toolkit = "hwloc " HWLOC_VERSION;
    device.levels.push_back(registers(raw));
    for (const auto& [type, kind] : {std::pair{HWLOC_OBJ_L1CACHE, LevelKind::L1},
                                     {HWLOC_OBJ_L2CACHE, LevelKind::L2},
                                     {HWLOC_OBJ_L3CACHE, LevelKind::L3}})
        if (auto level = cache(raw, type, kind)) device.levels.push_back(std::move(*level));
    device.levels.push_back(memory(raw));
    if (const double hertz = highestClockHz(coreToMeasureOn()); hertz > 0)
        device.coreClock = reported(hertz, Unit::Hertz);
    device.peaks = peaksOf(identityOfThisCpu(), hwloc_get_nbobjs_by_type(raw, HWLOC_OBJ_CORE), clockOfCeilings(device));
    if (const auto bytes = availableMemoryBytes(); bytes > 0)
        device.memoryFree = reported(static_cast<double>(bytes), Unit::Bytes);
    return device;
}

std::int64_t availableMemoryBytes() {
    return std::min(numberAfter("/proc/meminfo", "MemAvailable:") * 1024, controlGroupBytes());
}

} // namespace zg::cpu
