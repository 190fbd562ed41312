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
