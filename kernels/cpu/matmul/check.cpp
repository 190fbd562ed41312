// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/cpu/matmul/check.h"

#include "core/permutation.h"
#include "kernels/cpu/random.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace zg::cpu::matmul {
namespace {

constexpr std::size_t referenceTerms = std::size_t{1} << 25; // about 30 ms
constexpr std::size_t fewestRows = 8;

/// The first, the last, and others; ascending.
std::vector<std::size_t> rowsToCheck(std::size_t m, std::size_t termsOfRow, std::uint64_t seed) {
    std::vector<std::size_t> rows;
    if (m <= fullyCheckedUpTo) {
        for (std::size_t i = 0; i < m; ++i) rows.push_back(i);
        return rows;
    }
    const Permutation drawn(m, seed);
    const std::size_t count = std::clamp(referenceTerms / termsOfRow, fewestRows, m);
    for (std::size_t i = 0; i < count; ++i) rows.push_back(drawn(i));
    rows.front() = 0;
    rows.back() = m - 1;
    std::ranges::sort(rows);
    const auto doubles = std::ranges::unique(rows);
    rows.erase(doubles.begin(), doubles.end());
    return rows;
}

} // namespace

Matrices::Matrices(float* memory, std::size_t n) : n_(n), a_(memory), b_(a_ + n * n), c_(b_ + n * n) {}

bool Matrices::fill(std::uint64_t seed, const std::stop_token& stop) {
    for (std::size_t i = 0; i < 2 * n_; ++i) { // B follows A
        if (stop.stop_requested()) return false;
        for (std::size_t j = 0; j < n_; ++j) a_[i * n_ + j] = randomFloat(seed, i * n_ + j);
    }
    return true;
}

void Matrices::poison() { std::fill_n(c_, n_ * n_, std::numeric_limits<float>::quiet_NaN()); }

Operands Matrices::operands() const { return {n_, n_, n_, a_, b_, c_, n_, n_, n_}; }

Reference::Reference(const Operands& operands, std::uint64_t seed)
    : operands_(operands), rows_(rowsToCheck(operands.m, operands.n * operands.k, seed)) {}

bool Reference::compute(const std::stop_token& stop) {
    const Operands& o = operands_;
    must_.assign(rows_.size() * o.n, 0);
    rowNorms_.assign(rows_.size(), 0);
    columnNorms_.assign(o.n, 0);
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        double* must = &must_[i * o.n];
        for (std::size_t k = 0; k < o.k; ++k) {
            if (k % 256 == 0 && stop.stop_requested()) return false;
            const double a = o.a[rows_[i] * o.lda + k];
            rowNorms_[i] += a * a;
            const float* b = o.b + k * o.ldb;
            for (std::size_t j = 0; j < o.n; ++j) must[j] += a * static_cast<double>(b[j]);
        }
        rowNorms_[i] = std::sqrt(rowNorms_[i]);
    }
    for (std::size_t k = 0; k < o.k; ++k) {
        if (k % 256 == 0 && stop.stop_requested()) return false;
        for (std::size_t j = 0; j < o.n; ++j) {
            const double b = o.b[k * o.ldb + j];
            columnNorms_[j] += b * b;
        }
    }
    for (double& norm : columnNorms_) norm = std::sqrt(norm);
    return true;
}

double Reference::errorOf(const float* c) const {
    const Operands& o = operands_;
    for (std::size_t i = 0; i < o.m; ++i)
        for (std::size_t j = 0; j < o.n; ++j)
            if (!std::isfinite(c[i * o.ldc + j])) return std::numeric_limits<double>::quiet_NaN();
    double worst = 0;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        for (std::size_t j = 0; j < o.n; ++j) {
            const double off = std::abs(static_cast<double>(c[rows_[i] * o.ldc + j]) - must_[i * o.n + j]);
            const double scale = rowNorms_[i] * columnNorms_[j];
            // A row or a column of zeros allows no error at all.
            worst = std::max(worst, off == 0 ? 0 : off / scale);
        }
    }
    return worst;
}

double toleranceFor(std::size_t k) {
    constexpr double unitRoundoff = 0x1p-24;
    const auto terms = static_cast<double>(k);
    return unitRoundoff * std::min(terms, 8 * std::sqrt(terms)) * (1 + 1e-3);
}

} // namespace zg::cpu::matmul
