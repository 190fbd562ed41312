// SPDX-License-Identifier: GPL-3.0-or-later
// Theoretical ceilings: the table of models, and their formula. Expected figures are those of the vendors' own numbers
// of FLOP per cycle and core.
#include "kernels/cpu/peaks.h"

#include "kernels/cpu/topology.h"

#include <gtest/gtest.h>

namespace zg::cpu {
namespace {

CpuIdentity x86(const char* vendor, int family, int model, bool wide) { return {vendor, family, model, wide, true}; }

double fp32PerCycle(const CpuIdentity& identity) {
    for (const Peak& peak : peaksOf(identity, 1, {1e9, Unit::Hertz, Source::Reported, {}}))
        if (peak.arithmetic == Arithmetic::Fp32) return peak.perCycle.value;
    return 0;
}

TEST(CpuPeaks, KnowTheUnitsOfCommonModels) {
    EXPECT_EQ(fp32PerCycle(x86("GenuineIntel", 6, 0x3C, false)), 32) << "Haswell";
    EXPECT_EQ(fp32PerCycle(x86("GenuineIntel", 6, 0x9E, false)), 32) << "Coffee Lake";
    EXPECT_EQ(fp32PerCycle(x86("GenuineIntel", 6, 0x6A, true)), 64) << "Ice Lake-SP";
    EXPECT_EQ(fp32PerCycle(x86("GenuineIntel", 6, 0x8F, true)), 64) << "Sapphire Rapids";
    EXPECT_EQ(fp32PerCycle(x86("GenuineIntel", 6, 0x8F, false)), 32) << "AVX-512 hidden";
    EXPECT_EQ(fp32PerCycle(x86("AuthenticAMD", 0x17, 0x01, false)), 16) << "Zen";
    EXPECT_EQ(fp32PerCycle(x86("AuthenticAMD", 0x17, 0x31, false)), 32) << "Zen 2";
    EXPECT_EQ(fp32PerCycle(x86("AuthenticAMD", 0x19, 0x61, true)), 32) << "Zen 4: 512 bits take two cycles";
    EXPECT_EQ(fp32PerCycle(x86("AuthenticAMD", 0x1A, 0x44, true)), 64) << "Zen 5 desktop";
    EXPECT_EQ(fp32PerCycle({"0x41", 0, 0xD0C, false, true}), 16) << "Neoverse N1";
    EXPECT_EQ(fp32PerCycle({"0x41", 0, 0xD4F, false, true}), 32) << "Neoverse V2";
}

TEST(CpuPeaks, DoNotGuess) {
    EXPECT_EQ(fp32PerCycle(x86("GenuineIntel", 6, 0x55, true)), 0) << "Skylake-SP: one unit or two";
    EXPECT_EQ(fp32PerCycle(x86("GenuineIntel", 6, 0x97, false)), 0) << "Alder Lake: two kinds of cores";
    EXPECT_EQ(fp32PerCycle(x86("AuthenticAMD", 0x1A, 0x24, true)), 0) << "mobile Zen 5";
    EXPECT_EQ(fp32PerCycle(x86("GenuineIntel", 15, 0x3C, false)), 0);
    EXPECT_EQ(fp32PerCycle(x86("Unknown", 6, 0x3C, false)), 0);
    EXPECT_EQ(fp32PerCycle({"GenuineIntel", 6, 0x3C, false, false}), 0) << "FMA hidden";
    EXPECT_EQ(fp32PerCycle({}), 0);
    const CpuIdentity haswell = x86("GenuineIntel", 6, 0x3C, false);
    EXPECT_TRUE(peaksOf(haswell, 0, {1e9, Unit::Hertz, Source::Reported, {}}).empty());
    EXPECT_TRUE(peaksOf(haswell, 4, {0, Unit::Hertz, Source::Reported, {}}).empty());
}

TEST(CpuPeaks, AreLanesTimesUnitsTimesCoresTimesClockAndSaySo) {
    const auto peaks = peaksOf(x86("GenuineIntel", 6, 0x8F, true), 8, {2.5e9, Unit::Hertz, Source::Reported, {}});
    ASSERT_EQ(peaks.size(), 2u);
    EXPECT_EQ(peaks[0].arithmetic, Arithmetic::Fp64);
    EXPECT_EQ(peaks[0].perCycle.value, 32);
    EXPECT_EQ(peaks[0].rate.value, 32 * 8 * 2.5e9);
    EXPECT_EQ(peaks[1].arithmetic, Arithmetic::Fp32);
    EXPECT_EQ(peaks[1].rate.value, 64 * 8 * 2.5e9);
    for (const Peak& peak : peaks) {
        EXPECT_EQ(peak.perCycle.unit, Unit::FlopPerCycle);
        EXPECT_EQ(peak.perCycle.source, Source::Published);
        EXPECT_FALSE(peak.perCycle.cite.empty());
        EXPECT_EQ(peak.rate.unit, Unit::FlopPerSecond);
        EXPECT_EQ(peak.rate.source, Source::Modelled);
    }
    EXPECT_EQ(peaks[1].rate.cite, "64 FLOP/cy x 8 cores x 2.5 GHz (reported)");
}

TEST(CpuPeaks, ReadTheIdentityOfAnX86) {
    const CpuIdentity id =
        identityOf("processor\t: 0\nvendor_id\t: AuthenticAMD\ncpu family\t: 25\nmodel\t\t: 97\n"
                   "model name\t: AMD Ryzen 9 7950X 16-Core Processor\nflags\t\t: fpu sse avx2 fma avx512f\n"
                   "\nprocessor\t: 1\nvendor_id\t: Other\n");
    EXPECT_EQ(id, (CpuIdentity{"AuthenticAMD", 0x19, 0x61, true, true}));
}

TEST(CpuPeaks, ReadTheIdentityOfAnArm) {
    const CpuIdentity id =
        identityOf("processor\t: 0\nBogoMIPS\t: 50.00\nFeatures\t: fp asimd sve\nCPU implementer\t: 0x41\n"
                   "CPU architecture: 8\nCPU variant\t: 0x1\nCPU part\t: 0xd40\nCPU revision\t: 1\n\n");
    EXPECT_EQ(id, (CpuIdentity{"0x41", 0, 0xD40, false, true}));
}

TEST(CpuPeaks, OfNonsenseAreNone) {
    for (const char* text : {"", "\n", ":", "no colon", "cpu family: x\nflags:"}) {
        const CpuIdentity id = identityOf(text);
        EXPECT_FALSE(id.hasFma) << text;
        EXPECT_FALSE(fmaUnits(id)) << text;
    }
}

TEST(CpuPeaks, OfThisComputerComeWithItsDevice) {
    const Result<Device> device = describeCpu();
    ASSERT_TRUE(device);
    if (device->peaks.empty()) GTEST_SKIP() << "the model of this CPU is not in the table";
    const Peak *fp32 = findPeak(*device, Arithmetic::Fp32), *fp64 = findPeak(*device, Arithmetic::Fp64);
    ASSERT_TRUE(fp32 && fp64);
    EXPECT_EQ(fp32->perCycle.value, 2 * fp64->perCycle.value);
    EXPECT_GT(fp32->rate.value, 1e9);
}

} // namespace
} // namespace zg::cpu
