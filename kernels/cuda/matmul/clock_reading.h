// SPDX-License-Identifier: GPL-3.0-or-later
// The SM clock right after other work, for kernels that cannot read it themselves, as those of a library.
#pragma once

#include "kernels/cuda/check.h"

#include <cuda_runtime_api.h>

namespace zg::matmul {

class ClockReading {
public:
    ClockReading();
    /// Enqueues a kernel of one thread that watches %clock64 and %globaltimer for 50 us: short enough for the clock to
    /// be what it was a moment before, long enough for a %globaltimer that ticks once in a microsecond. Throws
    /// CudaFailure.
    void enqueue(cudaStream_t stream);
    /// Hz seen by the last one enqueued; NaN where the clocks did not advance. Waits for the stream. Throws
    /// CudaFailure.
    [[nodiscard]] double hertz(cudaStream_t stream) const;

private:
    DeviceBuffer report_;
};

} // namespace zg::matmul
