// SPDX-License-Identifier: GPL-3.0-or-later
// Copies of tiles by TMA, and the barriers in shared memory that tell when they are there (9.0 and newer). Source: PTX
// ISA, "Data movement and conversion instructions: tensor copy" and "mbarrier".
#pragma once

#include <cstdint>
#include <cuda.h>

namespace zg::matmul {

__device__ __forceinline__ std::uint32_t addressOf(const void* shared) {
    return static_cast<std::uint32_t>(__cvta_generic_to_shared(shared));
}

// A barrier in shared memory ends a phase when `arrivals` have come and the bytes that were announced are there. Who
// waits names the parity of the phase: the first is 0, and the one before the first counts as ended.
__device__ __forceinline__ void initBarrier(std::uint32_t barrier, int arrivals) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(barrier), "r"(arrivals));
}
__device__ __forceinline__ void arriveExpecting(std::uint32_t barrier, int bytes) {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier), "r"(bytes) : "memory");
}
/// Arrives at the barrier at that address in another block of the cluster, or in this one. Without .release.cluster:
/// what is handed back here is a buffer that was only read, and the fence would cost a third of the speed.
__device__ __forceinline__ void arriveAt(std::uint32_t barrier, int blockOfCluster) {
    asm volatile("{\n.reg .b32 there;\n"
                 "mapa.shared::cluster.u32 there, %0, %1;\n"
                 "mbarrier.arrive.shared::cluster.b64 _, [there];\n}" ::"r"(barrier),
                 "r"(blockOfCluster)
                 : "memory");
}
__device__ __forceinline__ void waitFor(std::uint32_t barrier, std::uint32_t parity) {
    asm volatile("{\n.reg .pred over;\nAGAIN:\n"
                 "mbarrier.try_wait.parity.shared::cta.b64 over, [%0], %1;\n"
                 "@over bra OVER;\nbra AGAIN;\nOVER:\n}" ::"r"(barrier),
                 "r"(parity)
                 : "memory");
}
__device__ __forceinline__ void waitForCluster() {
    asm volatile("barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;" ::: "memory");
}

/// Brings the box of the map at (x, y) to shared memory and tells the barrier its bytes; zeros beyond the matrix.
__device__ __forceinline__ void bringBox(std::uint32_t to, const CUtensorMap& map, std::uint32_t barrier, int x,
                                         int y) {
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes "
                 "[%0], [%1, {%3, %4}], [%2];" ::"r"(to),
                 "l"(&map), "r"(barrier), "r"(x), "r"(y)
                 : "memory");
}
/// The same to the same place in every block of the cluster that `blocks` has a bit for.
__device__ __forceinline__ void bringBoxToAll(std::uint32_t to, const CUtensorMap& map, std::uint32_t barrier, int x,
                                              int y, std::uint16_t blocks) {
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster "
                 "[%0], [%1, {%3, %4}], [%2], %5;" ::"r"(to),
                 "l"(&map), "r"(barrier), "r"(x), "r"(y), "h"(blocks)
                 : "memory");
}

} // namespace zg::matmul
