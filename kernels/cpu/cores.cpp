// SPDX-License-Identifier: GPL-3.0-or-later
// Files of /sys and /proc; what a system does not tell is left out.
#include "kernels/cpu/cores.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <sched.h>
#include <set>
#include <sstream>

namespace zg::cpu {
namespace {

const std::filesystem::path cpus = "/sys/devices/system/cpu";

std::string lineOf(const std::filesystem::path& file) {
    std::ifstream in(file);
    std::string line;
    std::getline(in, line);
    return line;
}

/// Those that run on the same physical core have the same text ("0,64"). Without the file each is a core by itself.
std::string siblingsOf(int core) {
    const std::string name = "cpu" + std::to_string(core);
    const std::string siblings = lineOf(cpus / name / "topology/thread_siblings_list");
    return siblings.empty() ? name : siblings;
}

/// Version 2 only: version 1 keeps its limits in a hierarchy of its own, and is no longer mounted by the systems that
/// this program is built on. 0: no limit.
int coresOfControlGroups() {
    int fewest = 0;
    std::ifstream in("/proc/self/cgroup");
    for (std::string line; std::getline(in, line);) {
        if (!line.starts_with("0::/")) continue;
        for (std::filesystem::path group = line.substr(3);; group = group.parent_path()) {
            const int cores = coresOfQuota(lineOf("/sys/fs/cgroup" / group.relative_path() / "cpu.max"));
            if (cores > 0) fewest = fewest > 0 ? std::min(fewest, cores) : cores;
            if (!group.has_relative_path()) break;
        }
    }
    return fewest;
}

} // namespace

double highestClockHz(int core) {
    std::ifstream in(cpus / ("cpu" + std::to_string(core)) / "cpufreq/cpuinfo_max_freq");
    double kilohertz = 0;
    return in >> kilohertz && kilohertz > 0 ? kilohertz * 1e3 : 0;
}

int coresOfQuota(const std::string& text) {
    std::istringstream in(text);
    double quota = 0, period = 0;
    if (!(in >> quota >> period) || !(quota > 0 && period > 0)) return 0; // "max 100000": no limit
    return static_cast<int>(std::ceil(quota / period));
}

std::vector<int> coresToMeasureOn(int most) {
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) return {}; // more than 1024 cores: the set does not fit
    std::vector<int> cores;
    for (int core = CPU_SETSIZE - 1; core >= 0; --core)
        if (CPU_ISSET(core, &allowed)) cores.push_back(core);
    std::ranges::stable_sort(cores, std::ranges::greater(), highestClockHz);
    std::set<std::string> taken;
    std::erase_if(cores, [&taken](int core) { return !taken.insert(siblingsOf(core)).second; });
    for (const int limit : {most, coresOfControlGroups()})
        if (limit > 0 && cores.size() > static_cast<std::size_t>(limit)) cores.resize(static_cast<std::size_t>(limit));
    return cores;
}

int coreToMeasureOn() {
    const std::vector<int> cores = coresToMeasureOn(1);
    return cores.empty() ? -1 : cores.front();
}

} // namespace zg::cpu
