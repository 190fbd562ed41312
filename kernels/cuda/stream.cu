// SPDX-License-Identifier: GPL-3.0-or-later
// The stream kernels in the shapes that are used. tests/bench/bandwidth_configs.cu compares others with them.
#include "kernels/cuda/check.h"
#include "kernels/cuda/stream_kernels.cuh"

#include <algorithm>

namespace zg {
namespace {

// One block fills the SM's threads or registers, so that its slice has the L1 to itself. With two loads in flight a
// thread instead of four, L1 gives 125.0 instead of 123.8 bytes a cycle; memory, which wants four, is measured past L1.
constexpr StreamShape sliceShape{1024, 1, 4};
constexpr int sliceReadUnroll = 2;
// Past L1, as measured on H200s (tests/bench/bandwidth_configs): reads want many threads with few loads each. With four
// loads in flight instead of two, L2 gave 9.7 instead of 12.5 TB/s at 4.2 MB and 9.2 instead of 10.0 at 16.8 MB.
constexpr StreamShape gridReadShape{512, 4, 2};
constexpr StreamShape gridWriteShape{512, 4, 4};
constexpr StreamShape gridCopyShape{512, 3, 4}; // more registers a thread: a copy keeps its addresses
constexpr int blocksPerSmAtMost = 16;

template <Access access>
LaunchTimes launch(const StreamWork& work, CachePath path, int smCount, void* scratch, std::uint32_t lapSum) {
    if (path == CachePath::ThroughL1)
        return launchStream < access, true, sliceShape.threads, sliceShape.blocksPerSm,
               access == Access::Read ? sliceReadUnroll : sliceShape.unroll > (work, smCount, scratch, lapSum);
    constexpr StreamShape shape = access == Access::Read    ? gridReadShape
                                  : access == Access::Write ? gridWriteShape
                                                            : gridCopyShape;
    return launchStream<access, false, shape.threads, shape.blocksPerSm, shape.unroll>(work, smCount, scratch, lapSum);
}

} // namespace

std::uint32_t streamUnits(std::uint64_t wanted, CachePath path, int smCount) {
    const std::uint64_t granule = traversalOf(path) == Traversal::Slices ? smCount * sliceShape.blocksPerSm : 1;
    return static_cast<std::uint32_t>(std::clamp<std::uint64_t>(wanted / granule, 1, (1U << 30) / granule) * granule);
}

std::size_t streamScratchBytes(int smCount) {
    return streamSumBytes + sizeof(BlockTimes) * static_cast<std::size_t>(smCount * blocksPerSmAtMost);
}

LaunchTimes timeStream(const StreamWork& work, Access access, CachePath path, int smCount, void* scratch,
                       std::uint32_t lapSum) {
    switch (access) {
    case Access::Read: return launch<Access::Read>(work, path, smCount, scratch, lapSum);
    case Access::Write: return launch<Access::Write>(work, path, smCount, scratch, lapSum);
    case Access::Copy: return launch<Access::Copy>(work, path, smCount, scratch, lapSum);
    }
    throw WrongResultFailure("not an access");
}

} // namespace zg
