// SPDX-License-Identifier: GPL-3.0-or-later
// The data of a product: fresh random matrices on the GPU, and a C that is poisoned before it is checked.
#pragma once

#include "kernels/cuda/check.h"
#include "kernels/cuda/matmul/rung.h"

#include <cstdint>

namespace zg::matmul {

/// Device memory for A, B, C and, where asked for, the bfloat16 copies of A and B; used again for every size.
class Matrices {
public:
    /// Bytes of all matrices of a product; floating point, since any N may be asked for.
    [[nodiscard]] static double bytesFor(double m, double n, double k, bool bf16);

    /// Room for products up to these sizes. Throws CudaFailure.
    Matrices(int m, int n, int k, bool bf16);

    /// Fills A and B with numbers that depend on nothing but the seed, the sizes and the place: multiples of 2^-23,
    /// even over [-1, 1). Zeros or small integers would be faster: they switch fewer wires, which saves power. The
    /// bfloat16 copies are rounded to nearest. C is poisoned. Throws CudaFailure.
    [[nodiscard]] Operands fill(int m, int n, int k, std::uint64_t seed, cudaStream_t stream);

    /// Sets C to NaN: what a kernel does not write is then seen. Throws CudaFailure.
    void poison(const Operands& operands, cudaStream_t stream);

private:
    DeviceBuffer a_, b_, c_, aBf16_, bBf16_;
};

} // namespace zg::matmul
