// SPDX-License-Identifier: GPL-3.0-or-later
// The check of a product against double precision, on the GPU.
#pragma once

#include "core/device.h"
#include "kernels/cuda/check.h"
#include "kernels/cuda/matmul/rung.h"

#include <cstdint>
#include <optional>
#include <stop_token>

namespace zg::matmul {

/// Which matrices a product was made of: the bfloat16 copies or the FP32 ones.
enum class Inputs { Fp32, Bf16 };
[[nodiscard]] constexpr Inputs inputsOf(Arithmetic arithmetic) {
    return arithmetic == Arithmetic::Bf16Tensor ? Inputs::Bf16 : Inputs::Fp32;
}

/// What `error` of a right product does not exceed, for sums of k terms of random numbers from [-1, 1).
///
/// The error of an element is |c - sum| / (|row of A| |column of B|), with 2-norms. Units u = 2^-24 of FP32.
/// Accumulating: an addition rounds by one u of what has been summed so far. Terms of either sign sum up to about
/// sqrt(i) after i of them, so the roundings, which do not conspire, add up to k u / sqrt(2) in the same measure, in
/// which the product of the norms is k: 0.7 u, whatever k. The worst of all elements was 4 u on H200s; 32 u are
/// allowed. Tensor cores truncate what they add, so their errors do conspire: 12 u at k = 8192, growing like sqrt(k); 2
/// sqrt(k) u more. (Higham and Mary, A new approach to probabilistic rounding error analysis, SIAM J. Sci. Comput. 41,
/// 2019.) bfloat16: a product of two has 16 significant bits, so it is exact in FP32, and the same holds against the
/// product of the rounded matrices. TF32 keeps 10 bits of each operand, truncated at worst: 2^-10 of each, 2^-9 of a
/// term. On sums of terms of either sign that grows like sqrt(k), while the product of the norms grows like k: 2^-9
/// min(1, 8 / sqrt(k)) more. A term left out counts about 0.75 / k, so in FP32 it is seen in any one element up to k of
/// several 100,000.
[[nodiscard]] double toleranceOf(Arithmetic arithmetic, int k);

struct Checked {
    double error = 0;      ///< the largest of all elements; NaN or infinite where an element of C is
    double elements = 0;   ///< compared
    bool complete = false; ///< all of them; else rows drawn at random, as many as the time allowed
};

class Reference {
public:
    Reference();
    /// Computes C again, in tiles of 64 x 64 with FP64 arithmetic, rows in a random order, and compares. Goes on until
    /// all is compared or `seconds` are over, in launches of at most about 20 ms. @return nothing where asked to stop.
    /// Throws CudaFailure.
    [[nodiscard]] std::optional<Checked> check(const Operands& operands, Inputs inputs, std::uint64_t seed,
                                               double seconds, cudaStream_t stream, const std::stop_token& stop);

    /// The reference itself: m x n doubles on the device, in the order of C. For tests. Throws CudaFailure.
    void compute(const Operands& operands, Inputs inputs, double* result, cudaStream_t stream);

private:
    DeviceBuffer worst_; // bits of the largest error
};

} // namespace zg::matmul
