// SPDX-License-Identifier: GPL-3.0-or-later
// The published tables of chips and boards, and the faults of CUDA's codes; needs no GPU.
#include "kernels/cuda/check.h"
#include "kernels/cuda/chip_table.h"

#include <gtest/gtest.h>

namespace zg {
namespace {

TEST(ChipTable, KnowsTheSramOfASmThatTheDriverDoesNotReport) {
    // COURSE: 256 KiB on an H100; NVIDIA's tuning guides give 192 KiB for an A100 and 128 KiB for the RTX 40 series.
    EXPECT_EQ(chipFacts(9, 0)->l1SharedBytes, 256 * 1024);
    EXPECT_EQ(chipFacts(8, 0)->l1SharedBytes, 192 * 1024);
    EXPECT_EQ(chipFacts(8, 9)->l1SharedBytes, 128 * 1024);
    EXPECT_EQ(chipFacts(9, 0)->fp32LanesPerSm, 128);
    EXPECT_EQ(chipFacts(7, 5)->fp32LanesPerSm, 64);
}

TEST(ChipTable, SaysNothingOfACapabilityItDoesNotKnow) {
    EXPECT_FALSE(chipFacts(99, 0));
    EXPECT_FALSE(chipFacts(6, 0));
}

TEST(ChipTable, NamesTheMemoryOfABoardWithItsDataSheetAndStaysSilentOfOthers) {
    std::string cite;
    EXPECT_EQ(memoryTypeOf("NVIDIA H200", cite), "HBM3e");
    EXPECT_FALSE(cite.empty());
    EXPECT_EQ(memoryTypeOf("NVIDIA H100 PCIe", cite), "HBM2e");
    EXPECT_EQ(memoryTypeOf("NVIDIA H100 80GB HBM3", cite), "HBM3");
    EXPECT_EQ(memoryTypeOf("NVIDIA A100-SXM4-40GB", cite), "HBM2");
    EXPECT_EQ(memoryTypeOf("NVIDIA A100-SXM4-80GB", cite), "HBM2e");
    EXPECT_EQ(memoryTypeOf("NVIDIA A10", cite), "GDDR6");
    EXPECT_EQ(memoryTypeOf("NVIDIA L40S", cite), "GDDR6");
    EXPECT_EQ(memoryTypeOf("Tesla T4", cite), "GDDR6");
    EXPECT_EQ(memoryTypeOf("NVIDIA GeForce RTX 4090 Laptop GPU", cite), "GDDR6");
    EXPECT_EQ(memoryTypeOf("NVIDIA GeForce RTX 4090", cite), "GDDR6X");
    EXPECT_EQ(memoryTypeOf("NVIDIA Something New", cite), "");
}

double flopPerCycle(int major, int minor, std::string_view board, Arithmetic arithmetic) {
    for (const ArithmeticFacts& facts : arithmeticFacts(major, minor, board))
        if (facts.arithmetic == arithmetic) return facts.flopPerCycle;
    return 0;
}

TEST(ChipTable, GivesTheRatesOfTheWhitePapersAtTheirClocks) {
    struct Board {
        int major, minor;
        const char* name;
        Arithmetic arithmetic;
        double sms, gigahertz, teraflops; // of NVIDIA's white paper or data sheet, dense, summing in FP32
    };
    const Board boards[] = {
        {9, 0, "NVIDIA H100 80GB HBM3", Arithmetic::Fp32, 132, 1.98, 66.9},
        {9, 0, "NVIDIA H200", Arithmetic::Fp64, 132, 1.98, 33.5},
        {9, 0, "NVIDIA H200", Arithmetic::Fp64Tensor, 132, 1.98, 66.9},
        {9, 0, "NVIDIA H200", Arithmetic::Tf32Tensor, 132, 1.83, 494.7},
        {9, 0, "NVIDIA H200", Arithmetic::Bf16Tensor, 132, 1.83, 989.4},
        {9, 0, "NVIDIA H200", Arithmetic::Fp8Tensor, 132, 1.83, 1978.9},
        {8, 0, "NVIDIA A100-SXM4-80GB", Arithmetic::Fp32, 108, 1.41, 19.5},
        {8, 0, "NVIDIA A100-SXM4-80GB", Arithmetic::Fp64, 108, 1.41, 9.7},
        {8, 0, "NVIDIA A100-SXM4-80GB", Arithmetic::Bf16Tensor, 108, 1.41, 312},
        {8, 6, "NVIDIA A40", Arithmetic::Fp16Tensor, 84, 1.74, 149.7},
        {8, 6, "NVIDIA GeForce RTX 3090", Arithmetic::Tf32Tensor, 82, 1.695, 35.6},
        {8, 9, "NVIDIA GeForce RTX 4090", Arithmetic::Fp32, 128, 2.52, 82.6},
        {8, 9, "NVIDIA GeForce RTX 4090", Arithmetic::Fp8Tensor, 128, 2.52, 330.3},
        {8, 9, "NVIDIA L4", Arithmetic::Fp16Tensor, 58, 2.04, 121},
        {7, 5, "Tesla T4", Arithmetic::Fp16Tensor, 40, 1.59, 65},
        {12, 0, "NVIDIA GeForce RTX 5090", Arithmetic::Fp16Tensor, 170, 2.407, 209.5},
    };
    for (const Board& board : boards)
        EXPECT_NEAR(flopPerCycle(board.major, board.minor, board.name, board.arithmetic) * board.sms * board.gigahertz /
                        1e3,
                    board.teraflops, 0.01 * board.teraflops)
            << board.name << " " << arithmeticName(board.arithmetic);
}

TEST(ChipTable, LeavesOutWhatABoardLacksOrNoDocumentSays) {
    EXPECT_EQ(flopPerCycle(7, 5, "NVIDIA GeForce GTX 1650", Arithmetic::Fp16Tensor), 0) << "no tensor cores";
    EXPECT_EQ(flopPerCycle(8, 0, "NVIDIA A100-SXM4-40GB", Arithmetic::Fp8Tensor), 0);
    EXPECT_EQ(flopPerCycle(9, 0, "NVIDIA H20", Arithmetic::Bf16Tensor), 0) << "cut down";
    EXPECT_EQ(flopPerCycle(9, 0, "NVIDIA H800", Arithmetic::Fp64), 0) << "cut down";
    EXPECT_GT(flopPerCycle(9, 0, "NVIDIA H20", Arithmetic::Fp32), 0);
    EXPECT_TRUE(arithmeticFacts(99, 0, "NVIDIA H200").empty());
    for (const auto& facts : arithmeticFacts(9, 0, "NVIDIA H200")) EXPECT_FALSE(facts.cite.empty());
}

TEST(CudaFaults, TellTheCasesApartThatAskForDifferentHelp) {
    EXPECT_EQ(faultOf(cudaErrorMemoryAllocation), Fault::OutOfMemory);
    EXPECT_EQ(faultOf(cudaErrorIllegalAddress), Fault::IllegalAccess);
    EXPECT_EQ(faultOf(cudaErrorLaunchTimeout), Fault::LaunchTimeout);
    EXPECT_EQ(faultOf(cudaErrorNoKernelImageForDevice), Fault::NoKernelImage);
    EXPECT_EQ(faultOf(cudaErrorDevicesUnavailable), Fault::DeviceBusy);
    EXPECT_EQ(faultOf(cudaErrorNoDevice), Fault::NoGpu);
    const Error error = CudaFailure(cudaErrorMemoryAllocation, "cudaMalloc(x)").error();
    EXPECT_NE(error.detail.find("cudaMalloc(x)"), std::string::npos) << "the detail says which call failed";
}

} // namespace
} // namespace zg
