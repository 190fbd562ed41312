// SPDX-License-Identifier: GPL-3.0-or-later
// mma.sync and the loads of its operands, as PTX has them (PTX ISA, "Matrix fragments for mma"). A warp multiplies
// together; which lane holds which elements is said at each function.
#pragma once

#include <cstdint>

namespace zg::matmul {

/// Four 8 x 8 matrices of 16-bit elements from shared memory: lane l of the warp names row l % 8 of matrix l / 8, and
/// gets elements 2 (l % 4) and the next one of row l / 4 of each matrix.
__device__ __forceinline__ void loadMatrices(std::uint32_t (&to)[4], std::uint32_t row) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
                 : "r"(row));
}

/// The same, each matrix transposed.
__device__ __forceinline__ void loadTransposed(std::uint32_t (&to)[4], std::uint32_t row) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
                 : "r"(row));
}

__device__ __forceinline__ void loadTwo(std::uint32_t& first, std::uint32_t& second, std::uint32_t from) {
    asm volatile("ld.shared.v2.b32 {%0,%1}, [%2];" : "=r"(first), "=r"(second) : "r"(from));
}

/// c (16 x 8, FP32) += a (16 x 16, bfloat16) b (16 x 8). With g = lane / 4 and t = lane % 4: c holds (g, 2t), (g, 2t+1)
/// and the same of row g + 8.
__device__ __forceinline__ void mmaBf16(float (&c)[4], const std::uint32_t (&a)[4], std::uint32_t b0,
                                        std::uint32_t b1) {
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
                 "{%0,%1,%2,%3};"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

/// c (16 x 8, FP32) += a (16 x 8, TF32) b (8 x 8). a holds (g, t), (g + 8, t), (g, t + 4), (g + 8, t + 4); b holds
/// (t, g), (t + 4, g); c as above. The tensor core reads the upper 19 bits of each FP32 operand: it cuts, not rounds.
__device__ __forceinline__ void mmaTf32(float (&c)[4], const std::uint32_t (&a)[4], std::uint32_t b0,
                                        std::uint32_t b1) {
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
                 "{%0,%1,%2,%3};"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

} // namespace zg::matmul
