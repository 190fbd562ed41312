// SPDX-License-Identifier: GPL-3.0-or-later
// Transfers between host and device on a real GPU.
#include "core/rates.h"
#include "gpu_fixture.h"
#include "kernels/cuda/check.h"

#include <cmath>

namespace zg {
namespace {

class GpuTransfer : public GpuTest {
protected:
    static Request request(Direction direction, HostMemory memory, std::int64_t min, std::int64_t max, int perOctave) {
        Request all;
        all.probe = Probe::Transfer;
        all.direction = direction;
        all.hostMemory = memory;
        all.minBytes = min;
        all.maxBytes = max;
        all.pointsPerOctave = perOctave;
        return all;
    }
};

TEST_F(GpuTransfer, EveryDirectionAndKindOfMemoryArrivesInFiniteTime) {
    for (const Direction direction : {Direction::HostToDevice, Direction::DeviceToHost})
        for (const HostMemory memory : {HostMemory::Pinned, HostMemory::Pageable}) {
            SCOPED_TRACE(std::string(directionName(direction)) + " " + std::string(hostMemoryName(memory)));
            const zg::Run run = measured(request(direction, memory, 512, 32 << 20, 1));
            ASSERT_EQ(run.state, RunState::Complete) << why(run);
            const auto curve = rateCurve(run);
            ASSERT_EQ(curve.size(), 17u);
            for (const RatePoint& point : curve) {
                EXPECT_TRUE(std::isfinite(point.rate));
                EXPECT_GE(point.best, point.rate);
                EXPECT_TRUE(std::isnan(point.clockHz)) << "a link has no clock of its own";
                // What arrives must be written to device memory.
                EXPECT_LT(point.best, findLevel(backend_->device(), LevelKind::Memory)->bandwidth->value);
            }
            for (const Row& row : run.rows) {
                EXPECT_EQ(valueOf(run, row, column::moved), valueOf(run, row, column::bytes));
                EXPECT_EQ(valueOf(run, row, column::units), 1);
            }
        }
}

TEST_F(GpuTransfer, StopsAtAnyMomentAndLeavesNoMemoryBehind) {
    expectStopsCleanly(request(Direction::HostToDevice, HostMemory::Pinned, 4 << 10, 64 << 20, 4), 6);
    expectStopsCleanly(request(Direction::DeviceToHost, HostMemory::Pageable, 4 << 10, 64 << 20, 4), 6);
}

TEST_F(GpuTransfer, MoreThanTheMemoryHoldsIsLimitedAndSaid) {
    const std::size_t free = freeBytes();
    if (free < (8ULL << 30)) GTEST_SKIP() << "a GPU of less than 8 GiB free";
    const DeviceBuffer neighbour(free - (256ULL << 20));
    const zg::Run run = measured(request(Direction::HostToDevice, HostMemory::Pageable, 1 << 20, 1LL << 40, 1));
    ASSERT_EQ(run.state, RunState::Complete) << why(run);
    ASSERT_FALSE(run.notes.empty());
    EXPECT_EQ(run.notes.front().kind, NoteKind::MemoryLimited);
}

} // namespace
} // namespace zg
