// SPDX-License-Identifier: GPL-3.0-or-later
// The operands of a matmul and the judgement of its result: random A and B, a C full of NaN, and a reference in double
// precision. Knows no rung and no clock.
#pragma once

#include "kernels/cpu/matmul/rung.h"

#include <cstdint>
#include <stop_token>
#include <vector>

namespace zg::cpu::matmul {

/// Square A, B and C of n x n in one block of memory.
class Matrices {
public:
    /// @param memory of floats(n) numbers
    Matrices(float* memory, std::size_t n);
    [[nodiscard]] static std::size_t floats(std::size_t n) { return 3 * n * n; }

    /// A and B anew, evenly over [-1, 1). @return false where `stop` ended it; looked at every row.
    bool fill(std::uint64_t seed, const std::stop_token& stop);
    /// NaN in all of C: an element that a product leaves out stays one.
    void poison();
    [[nodiscard]] Operands operands() const;
    [[nodiscard]] float* c() { return c_; }

private:
    std::size_t n_;
    float *a_, *b_, *c_;
};

/// Up to this N every element is checked.
inline constexpr std::size_t fullyCheckedUpTo = 256;

/// What rows of C must be: the first, the last, and others drawn at random, so that about 2^25 multiply-adds make the
/// reference; all rows up to fullyCheckedUpTo.
class Reference {
public:
    Reference(const Operands& operands, std::uint64_t seed);
    /// @return false where `stop` ended it; looked at every row.
    bool compute(const std::stop_token& stop);
    /// The largest |c - reference| / (norm of its row of A x norm of its column of B) over those rows; NaN where any
    /// element of the whole of C is not a number.
    [[nodiscard]] double errorOf(const float* c) const;
    [[nodiscard]] const std::vector<std::size_t>& rows() const { return rows_; }

private:
    Operands operands_;
    std::vector<std::size_t> rows_;
    std::vector<double> must_;     ///< rows_.size() x n
    std::vector<double> rowNorms_; ///< of A, in the order of rows_
    std::vector<double> columnNorms_;
};

/// What the error of a product in FP32 with sums of k terms must not exceed:
///   u min(k, 8 sqrt(k)) with u = 2^-24, the unit roundoff.
/// k u / (1 - k u) times the sum of |a b|, which is no more than the product of the norms (Cauchy and Schwarz), bounds
/// the error of a sum in any order: N. Higham, "Accuracy and Stability of Numerical Algorithms", 2nd ed., 3.1. For
/// random data it is a factor of sqrt(k) too pessimistic; a bound of lambda sqrt(k) u fails with a probability below 2
/// k exp(-lambda^2 / 2) for each element: N. Higham and T. Mary, "A new approach to probabilistic rounding error
/// analysis", SIAM J. Sci. Comput. 41 (2019), theorem 2.4. With lambda = 8 that is 3e-11 at k = 1024. A single term
/// left out is an error of about 0.7 / k: above this tolerance up to k = 12,000, beyond which only whole rows or blocks
/// would show. A little is added for the rounding of the reference.
[[nodiscard]] double toleranceFor(std::size_t k);

} // namespace zg::cpu::matmul
