// SPDX-License-Identifier: GPL-3.0-or-later
// Which cores to measure on: those this process may use, one logical core each, the fastest first. Asks the system and
// measures nothing.
#pragma once

#include <string>
#include <vector>

namespace zg::cpu {

/// The highest clock of a logical core. Units: Hz; 0 where the system does not tell, as in most virtual machines.
/// Source: the kernel's admin-guide/pm/cpufreq, cpuinfo_max_freq.
[[nodiscard]] double highestClockHz(int core);

/// Logical cores to measure on, one of each physical core that this thread may use: by clock, and of equals the last
/// first, since interrupts and a desktop's first threads gather on the first. No more than the control groups of this
/// process give time to: threads beyond that would be halted in turn.
/// @param most 0: no limit. Empty where the system does not say. Source: sched_getaffinity, thread_siblings_list of
/// /sys/devices/system/cpu, cpu.max of the control groups.
[[nodiscard]] std::vector<int> coresToMeasureOn(int most = 0);

/// The first of them, or -1.
[[nodiscard]] int coreToMeasureOn();

/// Cores worth of time in the text of a control group's cpu.max ("150000 100000" is 2, rounded up). 0: no limit.
[[nodiscard]] int coresOfQuota(const std::string& text);

} // namespace zg::cpu
