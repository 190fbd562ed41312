// SPDX-License-Identifier: GPL-3.0-or-later
// The readers of peers' outputs, on short texts of their form with numbers made up here.
#include "tests/bench/peer_output.h"

#include <gtest/gtest.h>

namespace zg::peers {
namespace {

TEST(PeerOutput, LatencyHasKibibytesAndTheMedianAndPassesOverTheClocks) {
    const auto curve = parseGpuLatency("clock: 300 1500 1900 1900 1900 1900 1900 1900 \n"
                                       "   100000  1900        4      1.7    32.2 32.0 31.5 33.5\n"
                                       "   950000  1900   118750    341.0   682.0 681.5 680.0 684.0\n\n");
    ASSERT_TRUE(curve) << curve.error();
    ASSERT_EQ(curve->size(), 2u);
    EXPECT_EQ((*curve)[0].bytes, 4096);
    EXPECT_EQ((*curve)[0].median, 32.0);
    EXPECT_EQ((*curve)[0].p5, 31.5);
    EXPECT_EQ((*curve)[1].p95, 684.0);
    EXPECT_EQ((*curve)[1].clockHz, 1.9e9);
}

TEST(PeerOutput, CacheRatesComeWithTheSizeOfTheSetOfOneSm) {
    const auto points =
        parseGpuCache("     data set   exec time     spread        Eff. bw       L2 read\n"
                      "        16 kB        31ms       0.1%   32000.5 GB/s         0 GB/s          0 GB/s \n"
                      "        64 kB        30ms       0.2%   33000.0 GB/s         0 GB/s          0 GB/s \n");
    ASSERT_TRUE(points) << points.error();
    ASSERT_EQ(points->size(), 2u);
    EXPECT_EQ((*points)[0].bytes, 16 * 1024);
    EXPECT_EQ((*points)[0].rate, 32000.5e9);
    EXPECT_EQ((*points)[1].bytes, 64 * 1024);
}

TEST(PeerOutput, L2RatesComeWithTheSizeOfTheWholeSet) {
    const auto points =
        parseGpuL2Cache("       512 kB      1536 kB         4ms       1.0%   12345.6 GB/s        0 GB/s \n"
                        "       512 kB    112640 kB        11ms       0.1%    4700.5 GB/s        0 GB/s \n");
    ASSERT_TRUE(points) << points.error();
    ASSERT_EQ(points->size(), 2u);
    EXPECT_EQ((*points)[0].bytes, 1536 * 1024);
    EXPECT_EQ((*points)[0].rate, 12345.6e9);
    EXPECT_EQ((*points)[1].bytes, 112640 * 1024);
}

TEST(PeerOutput, StreamRatesAreTheBestOfEachColumn) {
    const auto rates =
        parseGpuStream("block smBlocks   threads    occ%   |   init  read  scale  triad  3pt  5pt\n"
                       " 512    135168       2   50.0%     |  GB/s:        4600   4400  4200  4300  4000 3900\n"
                       "1024    270336       2  100.0%     |  GB/s:        4500   4550  4100  4350  4000 3900\n");
    ASSERT_TRUE(rates) << rates.error();
    EXPECT_EQ(rates->init, 4600e9);
    EXPECT_EQ(rates->read, 4550e9);
    EXPECT_EQ(rates->scale, 4200e9);
    EXPECT_EQ(rates->triad, 4350e9);
}

TEST(PeerOutput, RooflineGivesItsFlopAndNotItsBytes) {
    const auto rate = parseGpuRoofline(
        "0 1056 blocks   128 its      32.250 Fl/B       1300 GB/s     43210 GF/s   1900 Mhz   500 W   40\u00b0C\n");
    ASSERT_TRUE(rate) << rate.error();
    EXPECT_EQ(*rate, 43210e9);
}

TEST(PeerOutput, TransfersComeWithTheirSizes) {
    const auto points = parseCudaMemcpy("Device: 0        16384kB     0.31ms    54.10GB/s   0.20%\n"
                                        "Device: 0       262144kB     4.84ms    55.46GB/s   0.10%\n");
    ASSERT_TRUE(points) << points.error();
    EXPECT_EQ(points->back().bytes, 256 * 1024 * 1024);
    EXPECT_EQ(points->back().rate, 55.46e9);
}

TEST(PeerOutput, RatesBelongToTheKernelAndTheSizeBesideThem) {
    const auto rates =
        parseNumberedKernels("Max size: 8192\nRunning kernel 10 on device 0.\n"
                             "dimensions(m=n=k) 4096, alpha: 0.5, beta: 3\n"
                             "Average elapsed time: (0.003800) s, performance: (36100.5) GFLOPS. size: (4096).\n"
                             "Running kernel 2 on device 0.\n"
                             "Average elapsed time: (0.022000) s, performance: ( 6100.0) GFLOPS. size: (8192).\n");
    ASSERT_TRUE(rates) << rates.error();
    ASSERT_EQ(rates->size(), 2u);
    EXPECT_EQ((*rates)[0].kernel, 10);
    EXPECT_EQ((*rates)[0].n, 4096);
    EXPECT_EQ((*rates)[0].rate, 36100.5e9);
    EXPECT_EQ((*rates)[1].kernel, 2);
    EXPECT_EQ((*rates)[1].n, 8192);
}

TEST(PeerOutput, TeraflopsAreNotTakenForGigaflops) {
    const auto rates = parseNumberedKernels(
        "KERNEL 12\nAverage elapsed time: (0.001350) s, performance: (  813.5) TFLOPS. size: (8192).\n");
    ASSERT_TRUE(rates) << rates.error();
    EXPECT_EQ(rates->front().rate, 813.5e12);
    EXPECT_EQ(rates->front().kernel, 12);
}

TEST(PeerOutput, AFailedCheckBelongsToOneKernelAtOneSize) {
    const auto rates = parseNumberedKernels("KERNEL 0\nperformance: (800.0) TFLOPS. size: (4096).\n"
                                            "KERNEL 12\nDivergence! Should  1.00, Is  2.00 (Diff  1.00) at 7\n"
                                            "~~~ Failed to pass the correctness verification ~~~\n"
                                            "performance: (810.0) TFLOPS. size: (4096).\n"
                                            "performance: (811.0) TFLOPS. size: (8192).\n");
    ASSERT_TRUE(rates) << rates.error();
    ASSERT_EQ(rates->size(), 3u);
    EXPECT_FALSE((*rates)[0].failedItsCheck);
    EXPECT_TRUE((*rates)[1].failedItsCheck);
    EXPECT_FALSE((*rates)[2].failedItsCheck);
}

TEST(PeerOutput, AProgressDisplayIsPassedOver) {
    const auto rates =
        parseSgemmCu("Warm-up\n\r1 / 50\r2 / 50\r50 / 50\n\nBenchmark\nm=n=k=4096:\nsgemm.cu    50321 GFLOP/s\n\n"
                     "m=n=k=8192:\nsgemm.cu    51234 GFLOP/s\n");
    ASSERT_TRUE(rates) << rates.error();
    ASSERT_EQ(rates->size(), 2u);
    EXPECT_EQ((*rates)[0].n, 4096);
    EXPECT_EQ((*rates)[0].rate, 50321e9);
    EXPECT_EQ((*rates)[1].n, 8192);
    EXPECT_EQ((*rates)[1].rate, 51234e9);
}

TEST(PeerOutput, AnOutputOfAnotherFormIsAnErrorThatShowsIt) {
    const std::string other = "usage: something else\nentirely 12 GB/s\n";
    const std::vector<std::string> errors{parseGpuLatency(other).error(),      parseGpuCache(other).error(),
                                          parseGpuL2Cache(other).error(),      parseGpuStream(other).error(),
                                          parseGpuRoofline(other).error(),     parseCudaMemcpy(other).error(),
                                          parseNumberedKernels(other).error(), parseSgemmCu(other).error()};
    for (const std::string& error : errors)
        EXPECT_NE(error.find("usage: something else entirely"), error.npos) << error;
}

TEST(PeerOutput, AnythingCutOffAnywhereIsReadOrRefused) {
    const std::string whole = "Running kernel 1 on device 0.\n"
                              "Average elapsed time: (0.27) s, performance: (500.5) GFLOPS. size: (4096).\n";
    for (std::size_t length = 0; length < whole.size(); ++length) {
        const auto rates = parseNumberedKernels(std::string_view(whole).substr(0, length));
        EXPECT_EQ(rates ? rates->front().rate : 500.5e9, 500.5e9) << length;
    }
}

TEST(PeerOutput, AnInfiniteOrMissingRateIsNoRate) {
    EXPECT_FALSE(parseNumberedKernels("KERNEL 3\nperformance: (    inf) TFLOPS. size: (8192).\n"));
    EXPECT_FALSE(parseSgemmCu("m=n=k=4096:\nsgemm.cu        0 GFLOP/s\n"));
    EXPECT_FALSE(parseGpuL2Cache("   512 kB   1536 kB   4ms   1.0%   inf GB/s\n"));
}

} // namespace
} // namespace zg::peers
