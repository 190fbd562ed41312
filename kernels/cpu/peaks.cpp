// SPDX-License-Identifier: GPL-3.0-or-later
// The table, by vendor, family and model. CPUs whose cores differ from each other (Intel since Alder Lake, AMD's mobile
// Zen 5) are left out, as are those whose number of units differs within a model (Skylake-SP, Ice Lake-D).
#include "kernels/cpu/peaks.h"

#include "core/format.h"

#include <algorithm>
#include <initializer_list>
#include <sstream>

namespace zg::cpu {
namespace {

bool oneOf(int model, std::initializer_list<int> models) { return std::ranges::find(models, model) != models.end(); }

constexpr const char* intelManual =
    "Intel 64 and IA-32 Architectures Optimization Reference Manual (248966): FMA on ports 0 and 1, 256 bits each";
constexpr const char* intelProducts =
    "Intel product specifications (ark.intel.com): number of AVX-512 FMA units of this generation of Xeon: 2";

std::optional<FmaUnits> intelUnits(const CpuIdentity& id) {
    if (id.family != 6) return std::nullopt;
    const bool haswell = oneOf(id.model, {0x3C, 0x3F, 0x45, 0x46}),
               broadwell = oneOf(id.model, {0x3D, 0x47, 0x4F, 0x56});
    const bool skylakeClient = oneOf(id.model, {0x4E, 0x5E, 0x8E, 0x9E, 0xA5, 0xA6});
    if (haswell || broadwell || skylakeClient) return FmaUnits{2, 256, intelManual};
    // Ice Lake-SP, Sapphire Rapids, Emerald Rapids, Granite Rapids
    if (!oneOf(id.model, {0x6A, 0x8F, 0xCF, 0xAD})) return std::nullopt;
    return id.has512BitVectors ? FmaUnits{2, 512, intelProducts} : FmaUnits{2, 256, intelManual};
}

std::optional<FmaUnits> amdUnits(const CpuIdentity& id) {
    const auto guide = [](const std::string& rest) { return "AMD Software Optimization Guide for " + rest; };
    if (id.family == 0x17)
        return id.model < 0x30 ? FmaUnits{2, 128, guide("Family 17h (55723): two pipes of 128 bits multiply and add")}
                               : FmaUnits{2, 256, guide("Family 17h Models 30h (56305): two pipes of 256 bits")};
    if (id.family == 0x19)
        return FmaUnits{2, 256, guide("Family 19h (56665) and Zen 4 (57647): two pipes of 256 bits")};
    const bool serverOrDesktop = id.model <= 0x1F || (id.model >= 0x40 && id.model <= 0x4F);
    if (id.family != 0x1A || !serverOrDesktop) return std::nullopt;
    return FmaUnits{2, id.has512BitVectors ? 512 : 256, guide("Zen 5 (58455): two pipes of 512 bits")};
}

std::optional<FmaUnits> armUnits(const CpuIdentity& id) {
    const auto guide = [](const std::string& core, const std::string& pipes) {
        return "Arm Neoverse " + core + " Software Optimization Guide: FMLA on " + pipes;
    };
    switch (id.model) {
    case 0xD0C: return FmaUnits{2, 128, guide("N1", "V0 and V1, 128 bits each")};
    case 0xD49: return FmaUnits{2, 128, guide("N2", "V0 and V1, 128 bits each")};
    case 0xD40: return FmaUnits{4, 128, guide("V1", "V0 to V3, 128 bits each; SVE in pairs")};
    case 0xD4F: return FmaUnits{4, 128, guide("V2", "V0 to V3, 128 bits each")};
    default: return std::nullopt;
    }
}

Peak peak(Arithmetic arithmetic, int bitsOfNumber, const FmaUnits& units, int cores, const Quantity& clock) {
    const int perCycle = units.units * units.bits / bitsOfNumber * 2;
    Peak peak;
    peak.arithmetic = arithmetic;
    peak.perCycle = {static_cast<double>(perCycle), Unit::FlopPerCycle, Source::Published, units.cite};
    const std::string formula = std::to_string(perCycle) + " FLOP/cy x " + std::to_string(cores) + " cores x " +
                                formatQuantity(clock) + " (" + std::string(sourceName(clock.source)) + ")";
    peak.rate = {perCycle * cores * clock.value, Unit::FlopPerSecond, Source::Modelled, formula};
    return peak;
}

} // namespace

CpuIdentity identityOf(const std::string& cpuinfo) {
    CpuIdentity id;
    std::istringstream in(cpuinfo);
    for (std::string line; std::getline(in, line) && !line.empty();) {
        const auto colon = line.find(':');
        if (colon == std::string::npos) continue;
        const std::string name = line.substr(0, line.find_last_not_of(" \t", colon - 1) + 1);
        std::istringstream value(line.substr(colon + 1));
        if (name == "vendor_id" || name == "CPU implementer") value >> id.vendor;
        else if (name == "cpu family") value >> id.family;
        else if (name == "model") value >> id.model;
        else if (name == "CPU part") value >> std::hex >> id.model;
        else if (name == "flags")
            for (std::string flag; value >> flag;) {
                id.has512BitVectors |= flag == "avx512f";
                id.hasFma |= flag == "fma";
            }
        else if (name == "Features") id.hasFma = true;
    }
    return id;
}

std::optional<FmaUnits> fmaUnits(const CpuIdentity& id) {
    if (!id.hasFma) return std::nullopt; // hidden by a hypervisor: no program can reach the ceiling
    if (id.vendor == "GenuineIntel") return intelUnits(id);
    if (id.vendor == "AuthenticAMD") return amdUnits(id);
    return id.vendor == "0x41" ? armUnits(id) : std::nullopt;
}

std::vector<Peak> peaksOf(const CpuIdentity& identity, int cores, const Quantity& clock) {
    const auto units = fmaUnits(identity);
    if (!units || cores <= 0 || !(clock.value > 0)) return {};
    return {peak(Arithmetic::Fp64, 64, *units, cores, clock), peak(Arithmetic::Fp32, 32, *units, cores, clock)};
}

} // namespace zg::cpu
