// SPDX-License-Identifier: GPL-3.0-or-later
// What the wgmma rung says to Hopper's hardware: barriers in shared memory, copies of tiles by TMA, matrices in shared
// memory, and the multiplication itself. For 9.0 only (sm_90a). Source: PTX ISA, "Asynchronous warpgroup level matrix
// instructions" and "Tensor copies".
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

// A matrix in shared memory as wgmma is told of it: where it begins, and two strides, all in units of 16 bytes. With
// the swizzle of 128 bytes it is made of blocks of 8 rows of 128 bytes, 1024 bytes each.
constexpr std::uint64_t swizzle128 = std::uint64_t{1} << 62;
constexpr std::uint64_t blockStride = std::uint64_t{1024 / 16} << 32;
/// Rows along k: one 128-byte row holds 64 terms of one row of A; the blocks of 8 rows follow each other.
__device__ __forceinline__ std::uint64_t alongTerms(std::uint32_t address) {
    return (address & 0x3FFFF) >> 4 | std::uint64_t{1} << 16 | blockStride | swizzle128;
}
/// Rows along n: one 128-byte row holds 64 columns of one term of B; `nextColumns` bytes on lie the next 64 columns.
__device__ __forceinline__ std::uint64_t alongColumns(std::uint32_t address, int nextColumns) {
    return (address & 0x3FFFF) >> 4 | static_cast<std::uint64_t>(nextColumns / 16) << 16 | blockStride | swizzle128;
}

#define ZG_SUMS_8(i)                                                                                                   \
    "+f"(sums[i]), "+f"(sums[i + 1]), "+f"(sums[i + 2]), "+f"(sums[i + 3]), "+f"(sums[i + 4]), "+f"(sums[i + 5]),      \
        "+f"(sums[i + 6]), "+f"(sums[i + 7])
#define ZG_SUMS_32(i) ZG_SUMS_8(i), ZG_SUMS_8(i + 8), ZG_SUMS_8(i + 16), ZG_SUMS_8(i + 24)

/// sums (64 x 256, FP32) = a (64 x 16, bfloat16) b (16 x 256), plus the sums of before where `add`. By four warps
/// together; a's terms lie along rows, b's columns do. With w the warp's number, g = lane / 4 and t = lane % 4:
/// sums[4 j + 2 h + i] is row 16 w + g + 8 h, column 8 j + 2 t + i.
__device__ __forceinline__ void multiply(float (&sums)[128], std::uint64_t a, std::uint64_t b, int add) {
    asm volatile(
        "{\n.reg .pred add;\nsetp.ne.b32 add, %130, 0;\n"
        "wgmma.mma_async.sync.aligned.m64n256k16.f32.bf16.bf16 {"
        "%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,%16,%17,%18,%19,%20,%21,%22,%23,%24,%25,%26,%27,%28,"
        "%29,%30,%31,%32,%33,%34,%35,%36,%37,%38,%39,%40,%41,%42,%43,%44,%45,%46,%47,%48,%49,%50,%51,%52,%53,%54,%55,"
        "%56,%57,%58,%59,%60,%61,%62,%63,%64,%65,%66,%67,%68,%69,%70,%71,%72,%73,%74,%75,%76,%77,%78,%79,%80,%81,%82,"
        "%83,%84,%85,%86,%87,%88,%89,%90,%91,%92,%93,%94,%95,%96,%97,%98,%99,%100,%101,%102,%103,%104,%105,%106,%107,"
        "%108,%109,%110,%111,%112,%113,%114,%115,%116,%117,%118,%119,%120,%121,%122,%123,%124,%125,%126,%127}, "
        "%128, %129, add, 1, 1, 0, 1;\n}"
        : ZG_SUMS_32(0), ZG_SUMS_32(32), ZG_SUMS_32(64), ZG_SUMS_32(96)
        : "l"(a), "l"(b), "r"(add));
}
#undef ZG_SUMS_8
#undef ZG_SUMS_32

__device__ __forceinline__ void beginMultiplying() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
__device__ __forceinline__ void commitMultiplying() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }
template <int pending>
__device__ __forceinline__ void waitForMultiplying() {
    asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(pending) : "memory");
}

} // namespace zg::matmul
