// SPDX-License-Identifier: GPL-3.0-or-later
// This computer as a device: whatever it is, its levels must be plausible and in order.
#include "kernels/cpu/topology.h"

#include "kernels/cpu/cores.h"

#include <gtest/gtest.h>
#include <sched.h>

namespace zg::cpu {
namespace {

TEST(CpuTopology, NamesThisComputer) {
    const Result<Device> device = describeCpu();
    ASSERT_TRUE(device);
    EXPECT_EQ(device->id, "cpu");
    EXPECT_EQ(device->kind, DeviceKind::Cpu);
    EXPECT_FALSE(device->name.empty());
    EXPECT_FALSE(device->architecture.empty());
    EXPECT_TRUE(device->toolkit.starts_with("hwloc "));
    EXPECT_FALSE(device->sm);
}

TEST(CpuTopology, LevelsGoFromRegistersToMemoryAndGrow) {
    const Result<Device> device = describeCpu();
    ASSERT_TRUE(device);
    ASSERT_GE(device->levels.size(), 2u);
    EXPECT_EQ(device->levels.front().kind, LevelKind::Registers);
    EXPECT_EQ(device->levels.back().kind, LevelKind::Memory);
    double below = 0;
    for (const Level& level : device->levels) {
        if (!level.perInstance) continue;
        EXPECT_GT(level.perInstance->value, below) << levelKindName(level.kind);
        below = level.perInstance->value;
    }
}

TEST(CpuTopology, TotalsAreTheInstancesTogether) {
    const Result<Device> device = describeCpu();
    ASSERT_TRUE(device);
    for (const Level& level : device->levels) {
        EXPECT_GE(level.instances, 1);
        if (!level.perInstance || !level.total) continue;
        EXPECT_GE(level.total->value, level.perInstance->value) << levelKindName(level.kind);
        EXPECT_LE(level.total->value, level.perInstance->value * level.instances) << levelKindName(level.kind);
    }
}

TEST(CpuTopology, EveryNumberSaysWhereItComesFrom) {
    const Result<Device> device = describeCpu();
    ASSERT_TRUE(device);
    for (const Level& level : device->levels)
        for (const auto& quantity : {level.perInstance, level.total, level.lineBytes}) {
            if (!quantity) continue;
            EXPECT_EQ(quantity->unit, Unit::Bytes);
            EXPECT_EQ(quantity->source, level.kind == LevelKind::Registers ? Source::Published : Source::Reported);
            EXPECT_EQ(quantity->cite.empty(), quantity->source == Source::Reported);
        }
}

TEST(CpuTopology, CacheLinesArePowersOfTwo) {
    const Result<Device> device = describeCpu();
    ASSERT_TRUE(device);
    for (const Level& level : device->levels) {
        if (!level.lineBytes) continue;
        const auto bytes = static_cast<unsigned>(level.lineBytes->value);
        EXPECT_GE(bytes, 16u);
        EXPECT_EQ(bytes & (bytes - 1), 0u) << levelKindName(level.kind);
    }
}

TEST(CpuTopology, MemoryIsSramAboveAndDramAtTheBottom) {
    const Result<Device> device = describeCpu();
    ASSERT_TRUE(device);
    for (const Level& level : device->levels)
        EXPECT_EQ(level.technology, level.kind == LevelKind::Memory ? Technology::Dram : Technology::Sram);
}

TEST(CpuTopology, NoMoreMemoryIsAvailableThanThereIs) {
    const Result<Device> device = describeCpu();
    ASSERT_TRUE(device);
    const Level* memory = findLevel(*device, LevelKind::Memory);
    ASSERT_TRUE(memory && memory->total);
    EXPECT_GT(availableMemoryBytes(), 0);
    EXPECT_LE(static_cast<double>(availableMemoryBytes()), memory->total->value);
}

TEST(CpuTopology, MeasuresOnACoreThatThisThreadMayUse) {
    cpu_set_t allowed;
    ASSERT_EQ(sched_getaffinity(0, sizeof allowed, &allowed), 0);
    const int core = coreToMeasureOn();
    ASSERT_GE(core, 0);
    EXPECT_TRUE(CPU_ISSET(core, &allowed));
}

} // namespace
} // namespace zg::cpu
