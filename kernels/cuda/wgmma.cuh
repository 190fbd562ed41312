// SPDX-License-Identifier: GPL-3.0-or-later
// wgmma of compute capability 9.0: 64 x 256 products by a warpgroup of 128 threads, both operands in shared memory.
// Compiled for sm_90a only. Source: PTX ISA, "Asynchronous warpgroup level matrix instructions".
#pragma once

#include <cstdint>

namespace zg::wgmma {

inline constexpr int rows = 64, columns = 256; ///< of one instruction's C
inline constexpr int stepBytes = 32;           ///< of k that one instruction takes: 16 bfloat16, 8 TF32, 32 FP8
inline constexpr int rowBytes = 128;           ///< of k in one line of a tile in shared memory: four instructions
inline constexpr int accumulators = rows * columns / 128; ///< of one thread

/// Where byte `byte` (0 .. 127) of a line lies in a tile whose lines of 128 bytes are swizzled as TMA does with
/// CU_TENSOR_MAP_SWIZZLE_128B: the 16-byte chunks of a line change places by the line's number modulo 8, so that the
/// same chunk of eight lines falls on different banks. The tile begins at a multiple of 1024 bytes.
[[nodiscard]] constexpr std::uint32_t swizzled(std::uint32_t line, std::uint32_t byte) {
    return line * rowBytes + ((byte / 16) ^ (line % 8)) * 16 + byte % 16;
}

/// Matrix descriptor of such a tile, k running along the lines. Fields: start address / 16 in bits 0 .. 13; the leading
/// offset, without meaning here, 1 in bits 16 .. 29; from one group of eight lines to the next 1024 / 16 in bits
/// 32 .. 45; swizzle of 128 bytes, 1 in bits 62 .. 63. The next stepBytes of k: add stepBytes / 16.
__device__ inline std::uint64_t descriptor(std::uint32_t tile) {
    return std::uint64_t{(tile & 0x3FFFF) >> 4} | std::uint64_t{1} << 16 | std::uint64_t{1024 >> 4} << 32 |
           std::uint64_t{1} << 62;
}

__device__ inline std::uint64_t descriptor(const void* tile) {
    return descriptor(static_cast<std::uint32_t>(__cvta_generic_to_shared(tile)));
}

/// Matrix descriptor of tiles whose lines run across: one line of 128 bytes holds 64 columns of one row of B, and
/// `nextColumns` bytes on begins the tile of the next 64. Fields as above, but the leading offset has its meaning. The
/// next 16 rows: add 16 * rowBytes / 16.
__device__ inline std::uint64_t descriptorAcross(std::uint32_t tile, int nextColumns) {
    return std::uint64_t{(tile & 0x3FFFF) >> 4} | static_cast<std::uint64_t>(nextColumns / 16) << 16 |
           std::uint64_t{1024 >> 4} << 32 | std::uint64_t{1} << 62;
}

/// Row of C (0 .. 63) that accumulator i of a thread holds, the thread's number within the warpgroup given.
[[nodiscard]] constexpr int rowOf(int thread, int i) { return thread / 32 * 16 + thread % 32 / 4 + i % 4 / 2 * 8; }
[[nodiscard]] constexpr int columnOf(int thread, int i) { return i / 4 * 8 + thread % 4 * 2 + i % 2; }

/// Makes what ordinary stores wrote to shared memory visible to wgmma; a barrier must follow.
__device__ inline void fenceShared() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
/// Before the first instruction, and wherever the registers of C were touched.
__device__ inline void fence() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
__device__ inline void commit() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }
/// Until at most `pending` groups are on their way.
template <int pending>
__device__ void wait() {
    asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(pending) : "memory");
}

// 128 registers of C as operands 0 .. 127 of an asm statement.
#define ZG_WGMMA_C8(c, i)                                                                                              \
    "+f"(c[i]), "+f"(c[i + 1]), "+f"(c[i + 2]), "+f"(c[i + 3]), "+f"(c[i + 4]), "+f"(c[i + 5]), "+f"(c[i + 6]),        \
        "+f"(c[i + 7])
#define ZG_WGMMA_C32(c, i) ZG_WGMMA_C8(c, i), ZG_WGMMA_C8(c, i + 8), ZG_WGMMA_C8(c, i + 16), ZG_WGMMA_C8(c, i + 24)
#define ZG_WGMMA_C128(c) ZG_WGMMA_C32(c, 0), ZG_WGMMA_C32(c, 32), ZG_WGMMA_C32(c, 64), ZG_WGMMA_C32(c, 96)
#define ZG_WGMMA_NAMES                                                                                                 \
    "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, "  \
    "%24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, "   \
    "%46, %47, %48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63, %64, %65, %66, %67, "   \
    "%68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79, %80, %81, %82, %83, %84, %85, %86, %87, %88, %89, "   \
    "%90, %91, %92, %93, %94, %95, %96, %97, %98, %99, %100, %101, %102, %103, %104, %105, %106, %107, %108, %109, "   \
    "%110, %111, %112, %113, %114, %115, %116, %117, %118, %119, %120, %121, %122, %123, %124, %125, %126, %127}"
#define ZG_WGMMA(shape, types, immediates)                                                                             \
    asm volatile("{\n.reg .pred p;\nsetp.ne.b32 p, %130, 0;\n"                                                         \
                 "wgmma.mma_async.sync.aligned." shape ".f32." types " " ZG_WGMMA_NAMES ", %128, %129, p, " immediates \
                 ";\n}\n"                                                                                              \
                 : ZG_WGMMA_C128(c)                                                                                    \
                 : "l"(a), "l"(b), "r"(accumulate ? 1 : 0))

// C (64 x 256) = A B, plus C where `accumulate`; a and b are descriptors, B column by column with k along the lines.
__device__ inline void multiplyBf16(float (&c)[accumulators], std::uint64_t a, std::uint64_t b, bool accumulate) {
    ZG_WGMMA("m64n256k16", "bf16.bf16", "1, 1, 0, 0");
}
/// The same with B's columns along the lines (see descriptorAcross), as in a matrix stored row by row.
__device__ inline void multiplyBf16Across(float (&c)[accumulators], std::uint64_t a, std::uint64_t b, bool accumulate) {
    ZG_WGMMA("m64n256k16", "bf16.bf16", "1, 1, 0, 1");
}
__device__ inline void multiplyFp16(float (&c)[accumulators], std::uint64_t a, std::uint64_t b, bool accumulate) {
    ZG_WGMMA("m64n256k16", "f16.f16", "1, 1, 0, 0");
}
__device__ inline void multiplyTf32(float (&c)[accumulators], std::uint64_t a, std::uint64_t b, bool accumulate) {
    ZG_WGMMA("m64n256k8", "tf32.tf32", "1, 1");
}
__device__ inline void multiplyFp8(float (&c)[accumulators], std::uint64_t a, std::uint64_t b, bool accumulate) {
    ZG_WGMMA("m64n256k32", "e4m3.e4m3", "1, 1");
}

} // namespace zg::wgmma
