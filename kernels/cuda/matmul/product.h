// SPDX-License-Identifier: GPL-3.0-or-later
// One product on one rung, run and timed: cut into launches that stay short, or put together into batches that are long
// enough to time.
#pragma once

#include "kernels/cuda/matmul/clock_reading.h"
#include "kernels/cuda/matmul/rung.h"

#include <cuda_runtime_api.h>
#include <memory>
#include <optional>
#include <stop_token>
#include <type_traits>

namespace zg::matmul {

/// What timing needs, made once for a run: a stream, two events, the clock's reader. Throws CudaFailure.
class Stopwatch {
public:
    Stopwatch();
    ~Stopwatch();
    Stopwatch(const Stopwatch&) = delete;
    Stopwatch& operator=(const Stopwatch&) = delete;

    [[nodiscard]] cudaStream_t stream() const { return stream_; }
    [[nodiscard]] ClockReading& clock() { return clock_; }
    /// Nanoseconds that `work`, which enqueues on the stream, takes on the GPU. Waits for it.
    template <class Work>
    double time(const Work& work) {
        begin();
        work();
        return end();
    }

private:
    void begin();
    double end();
    ClockReading clock_;
    cudaStream_t stream_ = nullptr;
    cudaEvent_t begin_ = nullptr, end_ = nullptr;
};

struct Timed {
    double nanoseconds = 0; ///< of one product
    double clockHz = 0;     ///< right after it; NaN where none was seen
};

class Product {
public:
    /// @param rung, watch outlive it
    Product(Rung& rung, const Operands& operands, Stopwatch& watch);

    enum class Plan { Ready, Stopped, TooLong };
    /// Finds, by trying parts, how many rows of C one launch may compute within about 40 ms, which leaves room below
    /// the 50 ms after which a GPU with a display may kill it, and loads the code. No launch of it takes longer itself.
    /// TooLong: even 16 rows do. Throws CudaFailure.
    [[nodiscard]] Plan plan(const std::stop_token& stop);

    /// Launches of one product, after `plan`.
    [[nodiscard]] int launches() const;
    /// The operands of the first launch.
    [[nodiscard]] Operands firstSlice() const;

    /// The whole product once, launch after launch. @return nanoseconds on the GPU; nothing where asked to stop between
    /// launches. Throws CudaFailure.
    [[nodiscard]] std::optional<double> once(const std::stop_token& stop);

    /// Puts products together until a batch takes about a millisecond, as one graph, so that what the host's calls cost
    /// is not seen. @param nanoseconds of one, from `once`. Throws CudaFailure.
    void makeBatch(double nanoseconds);
    /// One batch (or one product, where that is long) and the clock right after it. Nothing where asked to stop. Throws
    /// CudaFailure.
    [[nodiscard]] std::optional<Timed> repeat(const std::stop_token& stop);

private:
    double timePart(int rows, int terms);
    struct GraphDestroyer {
        void operator()(cudaGraphExec_t graph) const { (void)cudaGraphExecDestroy(graph); }
    };

    Rung& rung_;
    Operands operands_;
    Stopwatch& watch_;
    int rowsPerLaunch_ = 0;
    int batch_ = 1;
    std::unique_ptr<std::remove_pointer_t<cudaGraphExec_t>, GraphDestroyer> graph_;
};

} // namespace zg::matmul
