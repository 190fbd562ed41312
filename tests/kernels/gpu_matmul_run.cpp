// SPDX-License-Identifier: GPL-3.0-or-later
// Matmul runs: what they report, what they leave out, how they stop; and what needs no GPU: what a device lacks, the
// traffic by its definition, the search for libraries.
#include "tests/kernels/gpu_matmul.h"

#include "core/rates.h"
#include "kernels/cuda/library.h"
#include "kernels/cuda/matmul/cublas.h"

#include <filesystem>
#include <fstream>

namespace zg::matmul {
namespace {

Request request(Variant variant, std::vector<int> sizes) {
    Request request;
    request.probe = Probe::Matmul;
    request.variant = variant;
    request.sizes = std::move(sizes);
    return request;
}

using GpuMatmulRun = MatmulOnGpu;

TEST_F(GpuMatmulRun, EveryVariantThatIsNotLackingGivesARightRowForEachSize) {
    for (const VariantFacts& facts : allVariants()) {
        const Request wanted = request(facts.variant, {1, 100, 512});
        const auto lacking = backend_->lacks(wanted);
        EXPECT_TRUE(lacking || facts.device == DeviceKind::Gpu) << facts.name;
        if (lacking) continue;
        const zg::Run run = measured(wanted);
        ASSERT_EQ(run.state, RunState::Complete) << facts.name << " " << why(run);
        ASSERT_EQ(run.rows.size(), 3u) << facts.name;
        EXPECT_EQ(std::ranges::count(run.notes, NoteKind::LibraryVersion, &Note::kind), facts.reference ? 1 : 0);
        const auto points = matmulPoints(run);
        const Peak* peak = findPeak(device(), facts.arithmetic);
        for (const MatmulPoint& point : points) {
            EXPECT_LE(point.error, point.tolerance) << facts.name << " " << point.n;
            EXPECT_GT(point.rate, 0) << facts.name << " " << point.n;
            EXPECT_GE(point.best, point.rate) << facts.name << " " << point.n;
            EXPECT_GT(point.clockHz, 1e8) << facts.name << " " << point.n;
            EXPECT_TRUE(!peak || point.best < 1.02 * peak->rate.value) << facts.name << " " << point.n;
            EXPECT_EQ(std::isnan(point.registers), facts.reference) << facts.name;
            EXPECT_EQ(std::isnan(point.occupancy), facts.reference) << facts.name;
            EXPECT_FALSE(point.occupancy > 1) << facts.name;
        }
    }
}

TEST_F(GpuMatmulRun, NoLevelIsAskedForLessThanTheOneBelowIt) {
    for (const auto& rung : rungs()) {
        Matrices matrices(512, 512, 512, true);
        const Traffic traffic = rung->traffic(matrices.fill(512, 512, 512, 1, nullptr));
        EXPECT_GE(traffic.registerBytes, traffic.l1Bytes) << variantName(rung->variant());
        EXPECT_GE(traffic.l1Bytes, traffic.l2Bytes) << variantName(rung->variant());
        EXPECT_GE(traffic.l2Bytes, traffic.memoryBytes) << variantName(rung->variant());
        EXPECT_EQ(traffic.l3Bytes, 0);
    }
}

TEST_F(GpuMatmulRun, AProductThatTakesLongIsSplitAndStillRight) {
    // One block on one SM: a few hundred milliseconds, whatever the GPU.
    Request wanted = request(Variant::NaiveGridStride, {2048});
    wanted.blocks = 1;
    wanted.repeats = 1;
    const zg::Run run = measured(wanted);
    ASSERT_EQ(run.rows.size(), 1u) << why(run);
    const MatmulPoint point = matmulPoints(run).front();
    EXPECT_GT(point.launches, 1);
    EXPECT_LE(point.error, point.tolerance);
    EXPECT_EQ(valueOf(run, run.rows.front(), column::units), 1);
    EXPECT_EQ(point.grid, (std::array<double, 2>{1, 1}));
    EXPECT_EQ(point.block, (std::array<double, 2>{16, 16}));
    EXPECT_EQ(std::ranges::count(run.notes, Note{NoteKind::LaunchesSplit, point.launches}), 1);
}

TEST_F(GpuMatmulRun, SizesBeyondMemoryAndSizesThatAreNoneAreLeftOutAndSaid) {
    const zg::Run run = measured(request(Variant::Tiled16, {300'000, 64, 0, 2'000'000'000, -5}));
    ASSERT_EQ(run.state, RunState::Complete) << why(run);
    ASSERT_EQ(run.rows.size(), 1u);
    EXPECT_EQ(valueOf(run, run.rows.front(), column::n), 64);
    for (const double n : {300'000.0, 0.0, 2e9, -5.0})
        EXPECT_EQ(std::ranges::count(run.notes, Note{NoteKind::SizeLeftOut, n}), 1) << n;
}

TEST_F(GpuMatmulRun, RowsComeInTheOrderAskedForWithAsManyRepeatsAsAskedFor) {
    Request wanted = request(Variant::Naive, {128, 32, 64});
    wanted.repeats = 5;
    const zg::Run run = measured(wanted);
    ASSERT_EQ(run.rows.size(), 3u);
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(valueOf(run, run.rows[i], column::n), wanted.sizes[i]);
        EXPECT_EQ(valueOf(run, run.rows[i], column::repeats), 5);
    }
}

TEST_F(GpuMatmulRun, StopsAtAnyMomentWithWholeRowsAndNoMemoryLeftBehind) {
    expectStopsCleanly(request(Variant::NaiveUncoalesced, {256, 4096}), 12);
    expectStopsCleanly(request(Variant::WarpTiles, {1000, 2048}), 12);
    if (!lacksCublas()) expectStopsCleanly(request(Variant::CublasFp32, {1000, 2048}), 12);
}

Device deviceOf(const std::string& architecture) {
    Device device;
    device.architecture = architecture;
    device.sm.emplace();
    return device;
}

TEST(Matmul, SaysWhichGpuARungNeeds) {
    const auto lacking = [](const char* architecture, Variant variant) {
        return lacksMatmul(deviceOf(architecture), request(variant, {}));
    };
    for (const Variant variant :
         {Variant::NaiveUncoalesced, Variant::Naive, Variant::NaiveGridStride, Variant::Tiled16, Variant::Tiled32,
          Variant::RegisterTile1d, Variant::RegisterTile2d, Variant::Vectorized})
        EXPECT_FALSE(lacking("7.5", variant)) << variantName(variant);
    for (const Variant variant : {Variant::AsyncCopy, Variant::WarpTiles, Variant::MmaTf32, Variant::MmaBf16}) {
        const auto old = lacking("7.5", variant);
        ASSERT_TRUE(old) << variantName(variant);
        EXPECT_EQ(old->fault, Fault::NeedsNewerGpu);
        EXPECT_EQ(old->detail, "8.0");
        EXPECT_FALSE(lacking("8.0", variant)) << variantName(variant);
        EXPECT_FALSE(lacking("12.0", variant)) << variantName(variant);
    }
    for (const Variant variant : {Variant::CublasTf32, Variant::CublasBf16})
        EXPECT_EQ(lacking("7.5", variant)->fault, Fault::NeedsNewerGpu) << variantName(variant);
    if (makeWgmmaBf16()) {
        EXPECT_EQ(lacking("8.9", Variant::WgmmaBf16)->fault, Fault::NeedsNewerGpu);
        EXPECT_FALSE(lacking("9.0", Variant::WgmmaBf16));
        EXPECT_EQ(lacking("10.0", Variant::WgmmaBf16)->fault, Fault::ProbeNotSupported) << "wgmma is of 9.0 alone";
    }
    for (const VariantFacts& facts : allVariants())
        if (facts.device == DeviceKind::Cpu) {
            EXPECT_EQ(lacking("9.0", facts.variant)->fault, Fault::ProbeNotSupported) << facts.name;
        }
}

TEST(Matmul, TheLadderOfAGpuHasARungForEveryVariantThatIsNoReference) {
    const auto all = allRungs();
    std::size_t next = 0;
    for (const VariantFacts& facts : allVariants()) {
        if (facts.device != DeviceKind::Gpu || facts.reference) continue;
        if (facts.variant == Variant::WgmmaBf16 && !makeWgmmaBf16()) continue;
        ASSERT_LT(next, all.size());
        EXPECT_EQ(all[next++]->variant(), facts.variant) << facts.name;
    }
    EXPECT_EQ(next, all.size());
}

TEST(MatmulTraffic, OfTheL2IsWhatTheBlocksUseOneByOne) {
    std::mt19937 random(1);
    for (int i = 0; i < 50; ++i) {
        const auto upTo = [&](int most) { return std::uniform_int_distribution(1, most)(random); };
        Operands o;
        o.m = upTo(300), o.n = upTo(300), o.k = upTo(50);
        const int rows = upTo(130), columns = upTo(130);
        double elements = 0;
        for (int top = 0; top < o.m; top += rows)
            for (int left = 0; left < o.n; left += columns)
                elements += double{1} * o.k * (std::min(rows, o.m - top) + std::min(columns, o.n - left));
        const double written = 4.0 * o.m * o.n;
        EXPECT_EQ(trafficOf(o, {rows, columns, 1, 8, 4}).l2Bytes, 4 * elements + written);
        EXPECT_EQ(trafficOf(o, {rows, columns, 1, 8, 2}).l2Bytes, 2 * elements + written);
        EXPECT_EQ(trafficOf(o, {rows, columns, 0, 8, 2}).l1Bytes, 8 * elements + written);
    }
}

TEST(MatmulTraffic, IntensitiesAreThoseThatTheRungsFilesSay) {
    Operands o;
    o.m = o.n = o.k = 1 << 14; // so large that writing C hardly counts
    struct Expected {
        std::unique_ptr<Rung> rung;
        double l1, l2;
    };
    const Expected expected[] = {
        {makeNaiveUncoalesced(), 0.25, 8}, {makeNaive(), 0.25, 8},       {makeNaiveGridStride(0), 0.25, 4},
        {makeTiled16(), 2 / 9.0, 4},       {makeTiled32(), 2 / 8.5, 8},  {makeRegisterTile1d(), 0.42, 16},
        {makeRegisterTile2d(), 1.78, 32},  {makeVectorized(), 1.78, 32}, {makeAsyncCopy(), 1.88, 32}};
    const double flop = matmulFlop(o.m, o.n, o.k);
    for (const auto& [rung, l1, l2] : expected) {
        const Traffic traffic = rung->traffic(o);
        EXPECT_NEAR(flop / traffic.l1Bytes, l1, 0.01 * l1) << variantName(rung->variant());
        EXPECT_NEAR(flop / traffic.l2Bytes, l2, 0.01 * l2) << variantName(rung->variant());
        EXPECT_EQ(flop / traffic.registerBytes, 0.125);
        EXPECT_EQ(traffic.memoryBytes, 12.0 * o.n * o.n);
    }
}

TEST(LibrarySearch, FindsWhatTheLoaderFindsAndWhatLiesInAFolder) {
    constexpr const char* c[] = {"libnot-there-at-all.so.3", "libc.so.6"};
    const auto found = findLibrary(c, {});
    ASSERT_TRUE(found);
    const auto library = Library::open(*found);
    ASSERT_TRUE(library) << library.error().detail;
    EXPECT_NE(library->symbol<void (*)()>("malloc"), nullptr);
    EXPECT_EQ(library->symbol<void (*)()>("not_a_function_of_it"), nullptr);

    constexpr const char* missing[] = {"libnot-there-at-all.so.3"};
    EXPECT_FALSE(findLibrary(missing, {}));
    const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "a folder";
    std::filesystem::create_directories(folder);
    std::ofstream(folder / missing[0]) << "not a library";
    const std::vector<std::string> folders{"/nowhere", folder.string()};
    const auto there = findLibrary(missing, folders);
    ASSERT_TRUE(there);
    const auto broken = Library::open(*there);
    ASSERT_FALSE(broken);
    EXPECT_EQ(broken.error().fault, Fault::LibraryNotFound);
    EXPECT_FALSE(broken.error().detail.empty());
    std::filesystem::remove_all(folder);
}

} // namespace
} // namespace zg::matmul
