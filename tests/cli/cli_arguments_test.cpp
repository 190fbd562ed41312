// SPDX-License-Identifier: GPL-3.0-or-later
// Sizes, SM lists and units as people write them.
#include "kernels/cli_arguments.h"

#include <gtest/gtest.h>

namespace zg {

namespace {

TEST(ParseSize, CountsInBinaryUnlessSiIsSaid) {
    EXPECT_EQ(parseSize("4096"), 4096);
    EXPECT_EQ(parseSize("4KiB"), 4096);
    EXPECT_EQ(parseSize("4k"), 4096);
    EXPECT_EQ(parseSize("64M"), 64 << 20);
    EXPECT_EQ(parseSize("1GiB"), 1 << 30);
    EXPECT_EQ(parseSize("1.5 GiB"), 3ll << 29);
    EXPECT_EQ(parseSize("2TiB"), 2ll << 40);
    EXPECT_EQ(parseSize("242MB"), 242'000'000);
    EXPECT_EQ(parseSize("1b"), 1);
}

TEST(ParseSize, RefusesWhatIsNoSize) {
    for (const char* text :
         {"", " ", "k", "0", "-4K", "4X", "4KiBs", "4 4", "1e3", "nan", "inf", "0x10", "4,5M", "99999999T", "4Ki"})
        EXPECT_EQ(parseSize(text), std::nullopt) << text;
}

TEST(ParseSmList, TakesIndicesRangesAndAll) {
    EXPECT_EQ(parseSmList("3", 132), std::vector<int>({3}));
    EXPECT_EQ(parseSmList("5,0,64-66,65", 132), std::vector<int>({0, 5, 64, 65, 66}));
    EXPECT_EQ(parseSmList("all", 4), std::vector<int>({0, 1, 2, 3}));
}

TEST(ParseSmList, RefusesWhatTheDeviceDoesNotHave) {
    for (const char* text : {"", "132", "5-2", "-1", "a", "1,", ",1", "1--2", "0-99999999999", "1 2"})
        EXPECT_EQ(parseSmList(text, 132), std::nullopt) << text;
    EXPECT_EQ(parseSmList("all", 0), std::nullopt);
}

TEST(ParseMatrixSizes, TakesNumbersInTheirOrderEachOnce) {
    EXPECT_EQ(parseMatrixSizes("1024"), std::vector<int>({1024}));
    EXPECT_EQ(parseMatrixSizes("4093,1,100000,4093"), std::vector<int>({4093, 1, 100000}));
}

TEST(ParseMatrixSizes, RefusesWhatIsNoListOfSizes) {
    for (const char* text :
         {"", "0", "-1", "100001", "64,", ",64", "64,,65", "1e3", "64 65", "4K", "64;65", "99999999999"})
        EXPECT_EQ(parseMatrixSizes(text), std::nullopt) << text;
}

TEST(ParseLatencyUnit, TakesCyclesAndNanoseconds) {
    EXPECT_EQ(parseLatencyUnit("cycles"), Unit::Cycles);
    EXPECT_EQ(parseLatencyUnit("cy"), Unit::Cycles);
    EXPECT_EQ(parseLatencyUnit("ns"), Unit::Nanoseconds);
    EXPECT_EQ(parseLatencyUnit("B"), std::nullopt);
}

} // namespace

} // namespace zg
