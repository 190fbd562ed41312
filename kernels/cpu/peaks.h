// SPDX-License-Identifier: GPL-3.0-or-later
// What the multiply-add units of a CPU could do at most, from published facts about its model. A model that is not in
// the table has no theoretical ceiling here: nothing is guessed.
#pragma once

#include "core/device.h"

#include <optional>
#include <string>
#include <vector>

namespace zg::cpu {

/// Which CPU this is, as its makers number it.
struct CpuIdentity {
    std::string vendor;            ///< x86: "GenuineIntel", "AuthenticAMD"; Arm: the implementer's code, "0x41"
    int family = 0;                ///< x86 only
    int model = 0;                 ///< x86: the model, Arm: the part
    bool has512BitVectors = false; ///< AVX-512F, as the system lets programs see it
    bool hasFma = false;           ///< always true on aarch64
    bool operator==(const CpuIdentity&) const = default;
};

/// Reads the text of /proc/cpuinfo: its first processor. Source: the kernel's arch/x86/kernel/cpu/proc.c and
/// arch/arm64/kernel/cpuinfo.c.
[[nodiscard]] CpuIdentity identityOf(const std::string& cpuinfo);

/// The multiply-add units of one core.
struct FmaUnits {
    int units = 0; ///< vector multiply-adds begun in a cycle
    int bits = 0;  ///< of one vector
    std::string cite;
};
[[nodiscard]] std::optional<FmaUnits> fmaUnits(const CpuIdentity& identity);

/// The ceilings of a chip with that many cores at that clock: Fp32 and Fp64, or none where the units are not known.
[[nodiscard]] std::vector<Peak> peaksOf(const CpuIdentity& identity, int cores, const Quantity& clock);

} // namespace zg::cpu
