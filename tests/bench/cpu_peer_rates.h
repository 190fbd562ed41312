// SPDX-License-Identifier: GPL-3.0-or-later
// The part of cpu_peer that compares rates: the matmul ladder beside OpenBLAS, and the ceilings beside theory.
#pragma once

#include "core/backend.h"

namespace zg::bench {

/// Prints every rung's GFLOP/s at several N. Own best and OpenBLAS take turns in the same process, product by product,
/// so that a clock or a neighbour that changes meets both; the ratio is the median over the rounds.
void printLadder(const Device& device, int rounds);

/// Prints the measured ceilings of multiply-adds, per cycle and core, beside the theoretical ones.
void printCeilings(Backend& backend, int rounds);

} // namespace zg::bench
