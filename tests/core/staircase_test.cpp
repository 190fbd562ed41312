// SPDX-License-Identifier: GPL-3.0-or-later
// The stair finder on the course's table, on curves measured on a real card, and on 200 synthetic ones with known
// knees.
#include "curves.h"

#include <algorithm>

namespace zg {

namespace {

constexpr double kib = 1024, mib = 1024 * kib, gib = 1024 * mib;

std::string toText(const Staircase& stairs) {
    std::ostringstream out;
    for (const Plateau& p : stairs.plateaus)
        out << p.value << " [" << p.fromBytes / kib << " .. " << p.toBytes / kib << " KiB], ";
    for (const Capacity& c : stairs.capacities)
        out << '(' << c.fitsBytes / kib << ", " << c.halfBytes / kib << ", " << c.goneBytes / kib << ") ";
    return out.str();
}

/// What holds for any staircase whatever the curve.
void expectSound(const Staircase& stairs, std::span<const LatencyPoint> curve) {
    ASSERT_EQ(stairs.capacities.size(), stairs.plateaus.empty() ? 0 : stairs.plateaus.size() - 1);
    for (std::size_t i = 0; i < stairs.plateaus.size(); ++i) {
        const Plateau& plateau = stairs.plateaus[i];
        EXPECT_LE(plateau.low, plateau.value);
        EXPECT_GE(plateau.high, plateau.value);
        EXPECT_LE(plateau.fromBytes, plateau.toBytes);
        EXPECT_GE(plateau.points, 2);
        EXPECT_GE(plateau.fromBytes, curve.front().bytes);
        EXPECT_LE(plateau.toBytes, curve.back().bytes);
        if (i == 0) continue;
        EXPECT_GT(plateau.fromBytes, stairs.plateaus[i - 1].toBytes);
        const Capacity& capacity = stairs.capacities[i - 1];
        EXPECT_LE(capacity.fitsBytes, capacity.halfBytes);
        EXPECT_LE(capacity.halfBytes, capacity.goneBytes);
    }
}

TEST(Stairs, OfTheCoursesTableAreItsThree) {
    const std::vector<LatencyPoint> curve = courseCurve();
    const Staircase stairs = findStairs(curve);
    expectSound(stairs, curve);
    ASSERT_EQ(stairs.plateaus.size(), 3u) << toText(stairs);
    EXPECT_NEAR(stairs.plateaus[0].value, 32.5, 1);
    EXPECT_GE(stairs.plateaus[1].value, 200);
    EXPECT_LE(stairs.plateaus[1].value, 260);
    EXPECT_NEAR(stairs.plateaus[2].value, 702, 15);
    // The edges are the capacities of L1 and L2, as finely as eight sizes can tell.
    EXPECT_GE(stairs.capacities[0].halfBytes, 64 * kib);
    EXPECT_LE(stairs.capacities[0].halfBytes, 256 * kib);
    EXPECT_GE(stairs.capacities[1].halfBytes, 32 * mib);
    EXPECT_LE(stairs.capacities[1].halfBytes, 128 * mib);
}

/// L1, L2 near, L2 far and memory of an H200; the capacities must hold 256 KiB and 60 MiB.
void expectFourStairsOfAnH200(const std::vector<LatencyPoint>& curve, double l1, double near, double far,
                              double memory) {
    const Staircase stairs = findStairs(curve);
    expectSound(stairs, curve);
    ASSERT_EQ(stairs.plateaus.size(), 4u) << toText(stairs);
    EXPECT_NEAR(stairs.plateaus[0].value / l1, 1, 0.05) << toText(stairs);
    EXPECT_NEAR(stairs.plateaus[1].value / near, 1, 0.02) << toText(stairs);
    EXPECT_NEAR(stairs.plateaus[2].value / far, 1, 0.02) << toText(stairs);
    EXPECT_NEAR(stairs.plateaus[3].value / memory, 1, 0.02) << toText(stairs);
    EXPECT_LE(stairs.capacities[0].fitsBytes, 256 * kib);
    EXPECT_GE(stairs.capacities[0].goneBytes, 256 * kib);
    EXPECT_LE(stairs.capacities[2].fitsBytes, 60 * mib) << toText(stairs);
    EXPECT_GE(stairs.capacities[2].goneBytes, 60 * mib) << toText(stairs);
}

TEST(Stairs, OfGpuLatencysWholeLapsOnAnH200AreItsFour) {
    expectFourStairsOfAnH200(curveFromCsv("h200-gpu-latency.csv"), 36, 280.8, 525, 683.7);
}

TEST(Stairs, OfFastLapsOnAnH200AreItsFour) {
    expectFourStairsOfAnH200(curveFromCsv("h200-fast-laps.csv"), 32, 276.3, 521.8, 683);
}

TEST(Stairs, DoNotDependOnTheUnit) {
    const std::vector<LatencyPoint> cycles = curveFromCsv("h200-fast-laps.csv");
    std::vector<LatencyPoint> ns = cycles;
    for (LatencyPoint& point : ns) point.median /= 1.98;
    const Staircase a = findStairs(cycles), b = findStairs(ns);
    ASSERT_EQ(a.plateaus.size(), b.plateaus.size());
    for (std::size_t i = 0; i < a.plateaus.size(); ++i) {
        EXPECT_NEAR(a.plateaus[i].value / b.plateaus[i].value, 1.98, 1e-9);
        EXPECT_EQ(a.plateaus[i].toBytes, b.plateaus[i].toBytes);
    }
    for (std::size_t i = 0; i < a.capacities.size(); ++i)
        EXPECT_NEAR(a.capacities[i].halfBytes / b.capacities[i].halfBytes, 1, 1e-9);
}

TEST(Stairs, OfAFlatCurveAreOne) {
    std::mt19937_64 engine(1);
    const std::vector<LatencyPoint> curve = curveOf(Synthetic{{}, {300}, 0, 0.03}, 4 * kib, gib, 8, engine);
    const Staircase stairs = findStairs(curve);
    ASSERT_EQ(stairs.plateaus.size(), 1u) << toText(stairs);
    EXPECT_NEAR(stairs.plateaus[0].value, 300, 6);
    EXPECT_TRUE(stairs.capacities.empty());
}

TEST(Stairs, OfTooFewPointsAreNotInvented) {
    EXPECT_TRUE(findStairs({}).plateaus.empty());
    EXPECT_TRUE(findStairs(curveOf(std::vector<std::pair<double, double>>{{4096, 30}})).plateaus.empty());
    for (int n = 2; n < 8; ++n) {
        const std::vector<LatencyPoint> whole = courseCurve();
        const std::span<const LatencyPoint> part(whole.data(), static_cast<std::size_t>(n));
        const Staircase stairs = findStairs(part);
        expectSound(stairs, part);
        EXPECT_LE(stairs.plateaus.size(), static_cast<std::size_t>(n + 1) / 2);
    }
}

TEST(Stairs, GrowWithTheCurveWithoutEverBeingUnsound) {
    for (const char* file : {"h200-gpu-latency.csv", "h200-fast-laps.csv"}) {
        const std::vector<LatencyPoint> whole = curveFromCsv(file);
        for (std::size_t n = 1; n <= whole.size(); ++n) {
            const std::span<const LatencyPoint> part(whole.data(), n);
            expectSound(findStairs(part), part);
            ASSERT_LE(findStairs(part).plateaus.size(), 4u)
                << file << " after " << n << ": " << toText(findStairs(part));
        }
    }
}

TEST(Stairs, OfNonsenseAreSound) {
    std::mt19937_64 engine(77);
    for (int round = 0; round < 200; ++round) {
        std::vector<std::pair<double, double>> points;
        double bytes = 1024;
        for (std::uint64_t i = 1 + engine() % 60; i > 0; --i) {
            bytes *= 1.01 + static_cast<double>(engine() % 100) / 100;
            points.emplace_back(bytes, 1 + static_cast<double>(engine() % 100'000) / 7);
        }
        const std::vector<LatencyPoint> curve = curveOf(points);
        expectSound(findStairs(curve), curve);
    }
}

/// Capacities and latencies such as chips have: each stair 1.4 to 8 times the one above it, each cache 6 to 64 times
/// the one above.
Synthetic randomTruth(std::mt19937_64& engine) {
    const auto between = [&](double low, double high) {
        return low + (high - low) * static_cast<double>(engine() >> 11) * 0x1p-53;
    };
    Synthetic truth;
    const std::size_t stairs = 2 + engine() % 3;
    truth.latencies.push_back(between(1, 50));
    double capacity = between(24, 64) * kib;
    for (std::size_t i = 1; i < stairs; ++i) {
        truth.capacities.push_back(capacity);
        truth.latencies.push_back(truth.latencies.back() * between(1.4, 8));
        capacity *= std::exp2(between(2.6, 6));
    }
    truth.softness = between(0, 0.35);
    truth.noise = between(0.001, 0.05); // standard deviation, cut at two of them
    return truth;
}

TEST(Stairs, OfTwoHundredNoisyCurvesAreTheRightNumberWithCapacitiesWithinTenPercent) {
    int rightNumber = 0, rightCapacities = 0, capacities = 0;
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        std::mt19937_64 engine(seed);
        const Synthetic truth = randomTruth(engine);
        const double last = truth.capacities.back();
        const std::vector<LatencyPoint> curve = curveOf(truth, 4 * kib, last * 16, 8, engine);
        const Staircase stairs = findStairs(curve);
        expectSound(stairs, curve);
        const bool right = stairs.plateaus.size() == truth.latencies.size();
        EXPECT_TRUE(right) << "seed " << seed << ": " << truth.latencies.size() << " stairs, softness "
                           << truth.softness << ", noise " << truth.noise << ", found " << toText(stairs);
        if (!right) continue;
        ++rightNumber;
        for (std::size_t i = 0; i < truth.capacities.size(); ++i) {
            ++capacities;
            const double ratio = stairs.capacities[i].halfBytes / truth.capacities[i];
            rightCapacities += std::abs(ratio - 1) <= 0.1 ? 1 : 0;
            EXPECT_NEAR(ratio, 1, 0.1) << "seed " << seed << ", capacity " << i << ", softness " << truth.softness
                                       << ", noise " << truth.noise;
            EXPECT_NEAR(stairs.plateaus[i].value / truth.latencies[i], 1, 0.05) << "seed " << seed;
        }
    }
    RecordProperty("rightNumber", rightNumber);
    RecordProperty("rightCapacities", rightCapacities);
    RecordProperty("capacities", capacities);
}

// ---- Names ----

Level cache(LevelKind kind, double bytes, int instances = 1) {
    Level level;
    level.kind = kind;
    level.instances = instances;
    level.perInstance = Quantity{bytes, Unit::Bytes, Source::Reported, {}};
    level.total = Quantity{bytes * instances, Unit::Bytes, Source::Reported, {}};
    return level;
}

Device h200() {
    Device device;
    device.kind = DeviceKind::Gpu;
    device.levels = {cache(LevelKind::Registers, 256 * kib, 132), cache(LevelKind::SharedL1, 256 * kib, 132),
                     cache(LevelKind::L2, 60 * mib), cache(LevelKind::Memory, 139.8 * gib),
                     cache(LevelKind::Constant, 64 * kib)};
    return device;
}

Device cpu() {
    Device device;
    device.kind = DeviceKind::Cpu;
    device.levels = {cache(LevelKind::Registers, 512), cache(LevelKind::L1, 32 * kib, 8), cache(LevelKind::L2, mib, 8),
                     cache(LevelKind::L3, 32 * mib), cache(LevelKind::Memory, 64 * gib)};
    return device;
}

TEST(DefaultLargestSet, IsAWideStairOfMemoryThatALectureCanWaitFor) {
    EXPECT_EQ(defaultLargestBytes(h200()), 1 << 30) << "16 x 60 MiB, up to a power of two";
    Device small = h200(); // a T4 has 4 MiB of L2
    small.levels[2] = cache(LevelKind::L2, 4 * mib);
    EXPECT_EQ(defaultLargestBytes(small), 64 << 20);
    EXPECT_EQ(defaultLargestBytes(cpu()), 128 << 20) << "4 x 32 MiB";
    Device chiplets = cpu(); // eight L3s: one core sees one of them
    chiplets.levels[3] = cache(LevelKind::L3, 32 * mib, 8);
    EXPECT_EQ(defaultLargestBytes(chiplets), 128 << 20);
    EXPECT_EQ(defaultLargestBytes(Device{}), 64 << 20) << "a device that tells nothing";
}

using Answers = std::vector<Answer>;

Answers namesOn(const std::vector<LatencyPoint>& curve, const Device& device, CachePath path = CachePath::ThroughL1) {
    Request request;
    request.path = path;
    return nameStairs(findStairs(curve), device, request);
}

TEST(NameStairs, WithTheWholeCarveOutTheLittleL1ThatIsLeftIsNotTakenForTheWhole) {
    // An H200 with 100 % for shared memory: 28 KiB of L1 are left, so a plateau at 128 KiB is L2's.
    Request request;
    request.sharedCarveout = 100;
    Device device = h200();
    device.levels[1].sharedMax = Quantity{228 * kib, Unit::Bytes, Source::Reported, {}};
    Staircase stairs;
    stairs.plateaus = {{4 * kib, 21 * kib, 32, 32, 32, 20}, {38 * kib, 1024 * kib, 279, 274, 281, 39}};
    EXPECT_EQ(nameStairs(stairs, device, request), (Answers{Answer::L1, Answer::L2}));
    EXPECT_EQ(usableL1Bytes(device, request), 28 * kib);
    request.sharedCarveout = 0;
    EXPECT_EQ(usableL1Bytes(device, request), 256 * kib);
}

TEST(NameStairs, OnAnH200TellsTheTwoHalvesOfL2Apart) {
    const Answers four{Answer::L1, Answer::L2Near, Answer::L2Far, Answer::Memory};
    EXPECT_EQ(namesOn(curveFromCsv("h200-fast-laps.csv"), h200()), four);
    EXPECT_EQ(namesOn(curveFromCsv("h200-gpu-latency.csv"), h200()), four);
}

TEST(NameStairs, OnTheCoursesH100AreL1L2AndMemory) {
    const Session course = loadSession(courseFile())->session;
    const std::vector<LatencyPoint> curve = latencyCurve(course.runs.at(1), Unit::Cycles);
    ASSERT_EQ(curve.size(), courseCurve().size());
    for (std::size_t i = 0; i < curve.size(); ++i) {
        EXPECT_EQ(curve[i].bytes, courseCurve()[i].bytes);
        EXPECT_EQ(curve[i].median, courseCurve()[i].median);
    }
    EXPECT_EQ(namesOn(curve, course.device), (Answers{Answer::L1, Answer::L2, Answer::Memory}));
}

TEST(NameStairs, PastL1NoStairIsL1) {
    std::mt19937_64 engine(3);
    const std::vector<LatencyPoint> curve =
        curveOf(Synthetic{{30 * mib, 60 * mib}, {280, 525, 684}, 0.05, 0.003}, 4 * kib, gib, 8, engine);
    const Answers names = namesOn(curve, h200(), CachePath::PastL1);
    EXPECT_EQ(names, (Answers{Answer::L2Near, Answer::L2Far, Answer::Memory}));
}

TEST(NameStairs, OnACpuAreItsCachesAndMemory) {
    std::mt19937_64 engine(4);
    const std::vector<LatencyPoint> curve =
        curveOf(Synthetic{{32 * kib, mib, 32 * mib}, {1.2, 4, 15, 90}, 0.2, 0.01}, 4 * kib, gib, 8, engine);
    EXPECT_EQ(namesOn(curve, cpu()), (Answers{Answer::L1, Answer::L2, Answer::L3, Answer::Memory}));
}

TEST(NameStairs, ASecondStairInMemoryIsMissedTranslations) {
    std::mt19937_64 engine(5);
    const std::vector<LatencyPoint> curve = curveOf(
        Synthetic{{32 * kib, mib, 32 * mib, gib / 2}, {1.2, 4, 15, 90, 140}, 0.1, 0.01}, 4 * kib, 8 * gib, 8, engine);
    EXPECT_EQ(namesOn(curve, cpu()), (Answers{Answer::L1, Answer::L2, Answer::L3, Answer::Memory, Answer::Tlb}));
}

TEST(NameStairs, GivesOneNameAPlateauWhateverTheDevice) {
    for (const Device& device : {Device{}, h200(), cpu()})
        for (const auto& curve : {courseCurve(), curveFromCsv("h200-fast-laps.csv"), std::vector<LatencyPoint>{}})
            EXPECT_EQ(namesOn(curve, device).size(), findStairs(curve).plateaus.size());
}

} // namespace

} // namespace zg
