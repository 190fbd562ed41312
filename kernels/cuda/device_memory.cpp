// SPDX-License-Identifier: GPL-3.0-or-later
// The share of free memory.
#include "kernels/cuda/device_memory.h"

#include "kernels/cuda/check.h"

namespace zg {

std::int64_t affordableBytes(std::int64_t wanted, RunListener& listener) {
    std::size_t freeBytes = 0, totalBytes = 0;
    ZG_CUDA(cudaMemGetInfo(&freeBytes, &totalBytes));
    const auto most = static_cast<std::int64_t>(0.8 * static_cast<double>(freeBytes));
    if (wanted <= most) return wanted;
    listener.note({NoteKind::MemoryLimited, static_cast<double>(most)});
    return most;
}

} // namespace zg
