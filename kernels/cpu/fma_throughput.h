// SPDX-License-Identifier: GPL-3.0-or-later
// Independent chains of multiply-adds in vector registers: as many operations as one core can carry out. No memory is
// touched while they run. Knows no clock and no thread.
#pragma once

#include "core/device.h"

#include <cstddef>
#include <cstdint>

namespace zg::cpu {

/// What the vectors of this computer are for that arithmetic (Fp32 or Fp64).
struct FmaShape {
    int chains = 0;     ///< independent vectors
    int lanes = 0;      ///< numbers in each
    int vectorBits = 0; ///< chains * lanes numbers in all
    bool fused = false; ///< one rounding for multiplication and addition together; else an instruction each
    [[nodiscard]] std::size_t numbers() const {
        return static_cast<std::size_t>(chains) * static_cast<std::size_t>(lanes);
    }
};
[[nodiscard]] FmaShape fmaShape(Arithmetic arithmetic);

/// Applies x <- x * x + c to every number `steps` times. @param x fmaShape().numbers() of them, begins at a multiple of
/// 64 bytes
void squareAndAdd(float* x, float c, std::uint64_t steps);
void squareAndAdd(double* x, double c, std::uint64_t steps);

/// The same for one number, by the scalar operations of the C library: what the vectors must give, to the last bit.
[[nodiscard]] float squareAndAddOne(float x, float c, std::uint64_t steps, bool fused);
[[nodiscard]] double squareAndAddOne(double x, double c, std::uint64_t steps, bool fused);

/// Operations that squareAndAdd() carries out: a multiplication and an addition for every number and step.
[[nodiscard]] double fmaFlop(Arithmetic arithmetic, std::uint64_t steps);

} // namespace zg::cpu
