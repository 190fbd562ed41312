// SPDX-License-Identifier: GPL-3.0-or-later
// Rung: one matmul kernel of the ladder with what is known of it beforehand. Each file beside this one defines one (or
// two that differ in a tile's size); matmul.cpp runs them all alike.
#pragma once

#include "core/launch.h"
#include "core/matmul.h"

#include <cstdint>
#include <cuda_bf16.h>
#include <cuda_runtime_api.h>

namespace zg::matmul {

/// C = A B with A of m x k, B of k x n, C of m x n, all row by row without gaps, but for the bfloat16 matrices, whose
/// rows begin at multiples of 16 bytes, as TMA demands. m is smaller than n and k where a long matmul is split by rows.
struct Operands {
    int m = 0, n = 0, k = 0;
    const float* a = nullptr;
    const float* b = nullptr;
    const __nv_bfloat16* aBf16 = nullptr; ///< null where the rung does not ask for them
    const __nv_bfloat16* bBf16 = nullptr;
    int ldaBf16 = 0, ldbBf16 = 0; ///< elements from row to row: k and n rounded up to 8
    float* c = nullptr;
};

class Rung {
public:
    virtual ~Rung() = default;
    [[nodiscard]] virtual Variant variant() const = 0;
    /// The least compute capability, major * 10 + minor, and whether it is exactly that (wgmma: 90, 9.0 only).
    [[nodiscard]] virtual int minimumCapability() const { return 0; }
    [[nodiscard]] virtual bool exactCapability() const { return false; }
    /// Grid, block, registers and shared bytes of the launch for these operands. Throws CudaFailure.
    [[nodiscard]] virtual Launch launch(const Operands& operands) const = 0;
    /// Resident blocks on one SM of the launch, by the driver. 0 where it cannot be launched. Throws CudaFailure.
    [[nodiscard]] virtual int blocksPerSm(const Operands& operands) const = 0;
    /// Algorithmic traffic of the whole product; see core/matmul.h.
    [[nodiscard]] virtual Traffic traffic(const Operands& operands) const = 0;
    /// Enqueues the kernel, one launch. Throws CudaFailure.
    virtual void run(const Operands& operands, cudaStream_t stream) = 0;
};

} // namespace zg::matmul
