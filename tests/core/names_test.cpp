// SPDX-License-Identifier: GPL-3.0-or-later
// Every word that files and the command line use reads back as what it stands for, and numbers look as people say them.
#include "core/device.h"
#include "core/format.h"
#include "core/matmul.h"
#include "core/probe.h"
#include "core/quantity.h"
#include "core/run.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>

namespace zg {

namespace {

/// Names of 0 ... last are distinct, not empty, and read back.
template <class E, class Name, class Parse>
void expectRoundTrip(E last, Name name, Parse parse) {
    std::set<std::string_view> seen;
    for (int i = 0; i <= static_cast<int>(last); ++i) {
        const auto value = static_cast<E>(i);
        EXPECT_FALSE(name(value).empty()) << i;
        EXPECT_TRUE(seen.insert(name(value)).second) << name(value);
        EXPECT_EQ(parse(name(value)), value) << name(value);
    }
    EXPECT_FALSE(parse("").has_value());
    EXPECT_FALSE(parse("no such word").has_value());
    EXPECT_FALSE(parse(std::string(name(last)) + " ").has_value());
}

TEST(Names, OfEveryEnumReadBack) {
    expectRoundTrip(Unit::FlopPerCycle, unitSymbol, parseUnit);
    expectRoundTrip(Source::Modelled, sourceName, parseSource);
    expectRoundTrip(LevelKind::Constant, levelKindName, parseLevelKind);
    expectRoundTrip(Arithmetic::Fp8Tensor, arithmeticName, parseArithmetic);
    expectRoundTrip(Variant::OpenblasThreaded, variantName, parseVariant);
    expectRoundTrip(Probe::Matmul, probeName, parseProbe);
    expectRoundTrip(Order::RandomInPages, orderName, parseOrder);
    expectRoundTrip(CachePath::PastL1, cachePathName, parseCachePath);
    expectRoundTrip(Access::Copy, accessName, parseAccess);
    expectRoundTrip(Space::Shared, spaceName, parseSpace);
    expectRoundTrip(Direction::DeviceToHost, directionName, parseDirection);
    expectRoundTrip(HostMemory::Pageable, hostMemoryName, parseHostMemory);
    expectRoundTrip(NoteKind::SamplesFull, noteName, parseNote);
    expectRoundTrip(RunState::Failed, stateName, parseState);
}

TEST(Names, OfUnitsAreTheSymbolsThatFilesUse) {
    EXPECT_EQ(unitSymbol(Unit::Bytes), "B");
    EXPECT_EQ(unitSymbol(Unit::Cycles), "cy");
    EXPECT_EQ(unitSymbol(Unit::Nanoseconds), "ns");
    EXPECT_EQ(unitSymbol(Unit::One), "1");
    EXPECT_EQ(unitSymbol(Unit::FlopPerByte), "FLOP/B");
}

TEST(AllProbes, HoldsEachProbeOnce) {
    const std::set<Probe> probes(allProbes().begin(), allProbes().end());
    EXPECT_EQ(probes.size(), allProbes().size());
    EXPECT_EQ(probes.size(), static_cast<std::size_t>(Probe::Matmul) + 1);
}

TEST(AllVariants, AreListedInTheOrderOfTheLadderWithTheirOwnFacts) {
    int index = 0;
    for (const VariantFacts& facts : allVariants()) {
        EXPECT_EQ(facts.variant, static_cast<Variant>(index++)) << facts.name;
        EXPECT_EQ(factsOf(facts.variant).name, facts.name);
        // A name says what a rung computes in and where it runs.
        EXPECT_EQ(facts.name.ends_with("-bf16"), facts.arithmetic == Arithmetic::Bf16Tensor) << facts.name;
        EXPECT_EQ(facts.name.ends_with("-tf32"), facts.arithmetic == Arithmetic::Tf32Tensor) << facts.name;
        EXPECT_EQ(facts.name.starts_with("cpu-") || facts.name.starts_with("openblas"), facts.device == DeviceKind::Cpu)
            << facts.name;
        EXPECT_EQ(facts.name.find("blas") != std::string_view::npos, facts.reference) << facts.name;
    }
}

TEST(AllArithmetics, HoldsEachOnce) {
    const std::set<Arithmetic> arithmetics(allArithmetics().begin(), allArithmetics().end());
    EXPECT_EQ(arithmetics.size(), allArithmetics().size());
    EXPECT_EQ(arithmetics.size(), static_cast<std::size_t>(Arithmetic::Fp8Tensor) + 1);
}

TEST(KindOf, EachFaultIsTheKindItIsListedUnder) {
    EXPECT_EQ(kindOf(Fault::NotBuiltWithCuda), ErrorKind::Unsupported);
    EXPECT_EQ(kindOf(Fault::NoRecordedRun), ErrorKind::Unsupported);
    EXPECT_EQ(kindOf(Fault::NeedsNewerGpu), ErrorKind::Unsupported);
    EXPECT_EQ(kindOf(Fault::LibraryNotFound), ErrorKind::Unsupported);
    EXPECT_EQ(kindOf(Fault::NoDriver), ErrorKind::Device);
    EXPECT_EQ(kindOf(Fault::DeviceOther), ErrorKind::Device);
    EXPECT_EQ(kindOf(Fault::NoSuchFile), ErrorKind::Io);
    EXPECT_EQ(kindOf(Fault::DiskFull), ErrorKind::Io);
    EXPECT_EQ(kindOf(Fault::EmptyFile), ErrorKind::Format);
    EXPECT_EQ(kindOf(Fault::WrongColumnCount), ErrorKind::Format);
}

TEST(FindLevel, GivesTheFirstOfAKindAndLastCacheTheLowestOne) {
    Device device;
    for (const LevelKind kind :
         {LevelKind::Registers, LevelKind::L1, LevelKind::L2, LevelKind::L2, LevelKind::Memory, LevelKind::Constant}) {
        device.levels.emplace_back();
        device.levels.back().kind = kind;
    }
    EXPECT_EQ(findLevel(device, LevelKind::L2), &device.levels[2]);
    EXPECT_EQ(findLevel(device, LevelKind::L3), nullptr);
    EXPECT_EQ(lastCache(device)->kind, LevelKind::L2);
    EXPECT_EQ(lastCache(Device{}), nullptr);
}

// ---- Numbers as people say them ----

constexpr double kib = 1024, mib = 1024 * kib, gib = 1024 * mib;

TEST(FormatBytes, SaysSizesInBinaryPrefixes) {
    EXPECT_EQ(formatBytes(0), "0 B");
    EXPECT_EQ(formatBytes(1), "1 B");
    EXPECT_EQ(formatBytes(512), "512 B");
    EXPECT_EQ(formatBytes(1023), "1023 B");
    EXPECT_EQ(formatBytes(1024), "1 KiB");
    EXPECT_EQ(formatBytes(1536), "1.5 KiB");
    EXPECT_EQ(formatBytes(262144), "256 KiB");
    EXPECT_EQ(formatBytes(228 * kib), "228 KiB");
    EXPECT_EQ(formatBytes(34603008), "33 MiB");
    EXPECT_EQ(formatBytes(50 * mib), "50 MiB");
    EXPECT_EQ(formatBytes(1.25 * mib), "1.25 MiB");
    EXPECT_EQ(formatBytes(79.1 * gib), "79.1 GiB");
    EXPECT_EQ(formatBytes(1024 * gib), "1 TiB");
    EXPECT_EQ(formatBytes(1023.4 * mib), "1023 MiB");
    EXPECT_EQ(formatBytes(1023.9 * mib), "1 GiB");
}

TEST(FormatBytes, NeverSaysMoreThanFourDigitsBeforeTheUnitUpToPebibytes) {
    for (double bytes = 1; bytes < 1e17; bytes *= 1.0371) {
        const std::string text = formatBytes(bytes);
        const std::string number = text.substr(0, text.find(' '));
        EXPECT_LE(number.size(), 5u) << text;
        EXPECT_EQ(number.find('e'), std::string::npos) << text;
        EXPECT_NEAR(std::stod(number) / bytes * std::pow(1024, std::floor(std::log(bytes) / std::log(1024))), 1, 0.006)
            << bytes << ' ' << text;
    }
}

TEST(FormatBytesWhole, SaysSumsAsTheCourseDoes) {
    EXPECT_EQ(formatBytesWhole(228.0 * kib * 132), "29 MiB");
    EXPECT_EQ(formatBytesWhole(256.0 * kib * 132), "33 MiB");
    EXPECT_EQ(formatBytesWhole(1.25 * mib), "1.25 MiB");
}

TEST(FormatLatency, SaysThreeDigitsWithoutTrailingZeros) {
    EXPECT_EQ(formatLatency(32.04), "32");
    EXPECT_EQ(formatLatency(4.07), "4.1");
    EXPECT_EQ(formatLatency(4), "4");
    EXPECT_EQ(formatLatency(683.6), "684");
    EXPECT_EQ(formatLatency(9.96), "10");
}

TEST(FormatQuantity, GivesEveryUnitItsSymbolAndRatesADecimalPrefix) {
    const auto text = [](double value, Unit unit) { return formatQuantity({value, unit, Source::Measured, {}}); };
    EXPECT_EQ(text(3.35e12, Unit::BytesPerSecond), "3.35 TB/s");
    EXPECT_EQ(text(55.5e9, Unit::BytesPerSecond), "55.5 GB/s");
    EXPECT_EQ(text(1.98e9, Unit::Hertz), "1.98 GHz");
    EXPECT_EQ(text(345e6, Unit::Hertz), "345 MHz");
    EXPECT_EQ(text(66.9e12, Unit::FlopPerSecond), "66.9 TFLOP/s");
    EXPECT_EQ(text(999.7e9, Unit::BytesPerSecond), "1 TB/s");
    EXPECT_EQ(text(32.04, Unit::Cycles), "32 cy");
    EXPECT_EQ(text(16.2, Unit::Nanoseconds), "16 ns");
    EXPECT_EQ(text(262144, Unit::Bytes), "256 KiB");
    EXPECT_EQ(text(5120, Unit::Bits), "5120 bit");
    EXPECT_EQ(text(127.6, Unit::BytesPerCycle), "128 B/cy");
}

TEST(FormatRatio, BeginsWithTheTimesSign) {
    EXPECT_EQ(formatRatio(8), "\u00d7"
                              "8");
    EXPECT_EQ(formatRatio(165.2), "\u00d7"
                                  "165");
    EXPECT_EQ(formatRatio(1), "\u00d7"
                              "1");
}

TEST(Formats, SayAQuestionMarkForWhatIsNoNumber) {
    for (const double bad :
         {std::nan(""), std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()}) {
        EXPECT_EQ(formatBytes(bad), "?");
        EXPECT_EQ(formatLatency(bad), "?");
        EXPECT_NE(formatRatio(bad).find('?'), std::string::npos);
        EXPECT_NE(formatQuantity({bad, Unit::Hertz, Source::Measured, {}}).find('?'), std::string::npos);
    }
}

} // namespace

} // namespace zg
