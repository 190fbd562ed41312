// SPDX-License-Identifier: GPL-3.0-or-later
// cp.async (8.0 and newer) as the pipelined rungs use it: 4 or 16 bytes from global to shared memory, zeros where the
// matrix has ended. Shared memory is named by its 32-bit address, since ptxas keeps that in one register.
#pragma once

#include <cstdint>

namespace zg::matmul {

__device__ __forceinline__ std::uint32_t sharedAddress(const void* pointer) {
    return static_cast<std::uint32_t>(__cvta_generic_to_shared(pointer));
}

/// Copies `bytes` elements' bytes, 4 or 16. The source is read.
template <int bytes>
__device__ __forceinline__ void copyAsync(std::uint32_t to, const void* from) {
    static_assert(bytes == 4 || bytes == 16);
    if constexpr (bytes == 16) asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(from));
    else asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(from));
}

/// Copies the first `valid` bytes (0 to `bytes`) and fills the rest with zeros. With `valid` 0 the source is not read.
template <int bytes>
__device__ __forceinline__ void copyAsync(std::uint32_t to, const void* from, int valid) {
    static_assert(bytes == 4 || bytes == 16);
    if constexpr (bytes == 16)
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to), "l"(from), "r"(valid));
    else asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"(to), "l"(from), "r"(valid));
}

/// Ends a group of copies; groups end in order.
__device__ __forceinline__ void commitCopies() { asm volatile("cp.async.commit_group;"); }

/// Waits until at most `pending` of this thread's newest groups are still on their way.
template <int pending>
__device__ __forceinline__ void waitForCopies() {
    asm volatile("cp.async.wait_group %0;" ::"n"(pending));
}

} // namespace zg::matmul
