// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/cpu/matmul/product.h"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace zg::cpu::matmul {
namespace {

using Clock = std::chrono::steady_clock;
constexpr double unknownPerTerm = 20; // ns, of a slow core that misses every cache
constexpr double caution = 16;        // a size that no longer fits a cache may be that much slower than the one before
constexpr double shortProduct = 2;    // slices: what would be cut into so few is not cut

} // namespace

Slicer::Slicer(Rung& rung, const Operands& whole, double nanosecondsPerTerm)
    : rung_(rung), whole_(whole), perTerm_(nanosecondsPerTerm) {}

/// Slices of about the same height, so that the last is no sliver.
std::size_t Slicer::nextRows(std::size_t left) const {
    double perTerm = perTerm_ > 0 ? perTerm_ : unknownPerTerm;
    if (!seenAtThisSize_) perTerm *= caution;
    const double perRow = perTerm * static_cast<double>(whole_.n) * static_cast<double>(whole_.k);
    const double slices = perRow * static_cast<double>(left) / sliceNanoseconds;
    if (slices <= shortProduct) return left;
    const auto rows = static_cast<std::size_t>(static_cast<double>(left) / std::ceil(slices));
    return std::min(left, std::max(rung_.leastRows(), rows));
}

std::optional<Timed> Slicer::run(const std::stop_token& stop, const std::function<bool(double)>& goOn) {
    Timed timed;
    if (stop.stop_requested()) return std::nullopt;
    for (std::size_t row = 0; row < whole_.m;) {
        const std::size_t rows = nextRows(whole_.m - row);
        const auto start = Clock::now();
        rung_.multiply(whole_.rows(row, rows), stop);
        const double took = std::chrono::duration<double, std::nano>(Clock::now() - start).count();
        if (stop.stop_requested()) return std::nullopt; // C may be unfinished
        timed.nanoseconds += took;
        ++timed.slices;
        row += rows;
        perTerm_ = took / (static_cast<double>(rows) * static_cast<double>(whole_.n) * static_cast<double>(whole_.k));
        seenAtThisSize_ = true;
        const double left = perTerm_ * static_cast<double>(whole_.m - row) * static_cast<double>(whole_.n * whole_.k);
        if (row < whole_.m && goOn && !goOn((timed.nanoseconds + left) * 1e-9)) return std::nullopt;
    }
    return timed;
}

} // namespace zg::cpu::matmul
