// SPDX-License-Identifier: GPL-3.0-or-later
// The kernels behind the compute ceilings: FMAs of the ordinary units, mma.sync and wgmma of the tensor cores. Each
// launch fills every SM, and every accumulator is compared with what it must hold. Host side of compute_fma.cu,
// compute_mma.cu and compute_wgmma.cu.
#pragma once

#include "core/device.h"
#include "kernels/cuda/block_times.h"

#include <cstddef>
#include <cstdint>

namespace zg {

struct ComputeWork {
    std::uint32_t tiles = 1; ///< how often each accumulator starts again from 0 and is summed up
    std::uint32_t seed = 1;
    int smCount = 1;
    void* scratch = nullptr; ///< computeScratchBytes() of device memory
};

struct ComputeTimes {
    LaunchTimes times;
    double flop = 0; ///< of all SMs, a multiply-add being two
};

[[nodiscard]] std::size_t computeScratchBytes(int smCount);

/// Arithmetic Fp32 or Fp64. All throw CudaFailure, WrongResultFailure.
[[nodiscard]] ComputeTimes timeFma(Arithmetic arithmetic, const ComputeWork& work);

/// A tensor core's arithmetic through mma.sync. Fp16: 7.5; Tf32, Bf16, Fp64: 8.0; Fp8: 8.9 and mmaKnowsFp8().
[[nodiscard]] ComputeTimes timeMma(Arithmetic arithmetic, const ComputeWork& work);
/// Whether the toolkit that built this knows FP8 operands of mma.sync: CUDA 12.4 (PTX ISA 8.4) and newer.
[[nodiscard]] bool mmaKnowsFp8();

/// The same through wgmma, on 9.0 only: Tf32, Bf16, Fp16, Fp8.
[[nodiscard]] ComputeTimes timeWgmma(Arithmetic arithmetic, const ComputeWork& work);

} // namespace zg
