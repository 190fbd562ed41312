// SPDX-License-Identifier: GPL-3.0-or-later
// Two chains on registers: fused multiply-adds, each waiting for the one before (what one operation costs), and integer
// adds (what the clock is). No memory is touched.
#pragma once

#include <cstdint>
#include <optional>

namespace zg::cpu {

/// Whether this CPU has a scalar FMA instruction: every aarch64, riscv64 with F, x86-64 since Haswell and Piledriver.
[[nodiscard]] bool hasFma();

/// Times `operations` dependent single-precision FMAs, the same operation as the GPU's chain. Needs hasFma().
/// @param operations a multiple of 64, at most 2^24. Units: nanoseconds per operation.
/// @return nothing where the result is not the one the chain must give.
[[nodiscard]] std::optional<double> fmaNanoseconds(std::uint64_t operations);

/// The clock of this core now, from a chain of register-to-register adds of one cycle each; the fastest of `tries`
/// short chains, since an interruption only ever makes one slower. Each takes about 10 microseconds. Units: Hz. Source:
/// Agner Fog, "Instruction tables", ADD r,r: latency 1 on every x86-64 core listed; Arm's software optimisation guides
/// of the Cortex-A and Neoverse cores: ADD, basic, latency 1. Not with an immediate: Golden Cove and its successors
/// carry such adds out while renaming, several in one cycle.
[[nodiscard]] double clockNowHz(int tries = 3);

} // namespace zg::cpu
