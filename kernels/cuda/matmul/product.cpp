// SPDX-License-Identifier: GPL-3.0-or-later
// Slices, batches, events.
#include "kernels/cuda/matmul/product.h"

#include "kernels/cuda/check.h"

#include <algorithm>
#include <cmath>

namespace zg::matmul {
namespace {

constexpr double longestLaunch = 40e6; // ns
constexpr double leastBatch = 1e6;     // ns: an event's resolution is 0.5 us
constexpr int largestBatch = 256;      // nodes of a graph
constexpr int fewestRows = 16;         // of a slice: a row of blocks of the smallest tiles
constexpr int pilotRows = 256;
/// FLOP of the first try for each SM that has a block: about 10 ms on a GPU that does no more than 0.5 GFLOP/s an SM,
/// an eighth of the uncoalesced kernel's pace on an H200.
constexpr double pilotFlopPerSm = 5e6;

/// Slices of whole tiles of any rung where that is possible.
int roundedDown(double rows) {
    const int whole = static_cast<int>(rows);
    return whole >= 128 ? whole / 128 * 128 : std::max(fewestRows, whole / fewestRows * fewestRows);
}

int smCount() { return currentAttribute(cudaDevAttrMultiProcessorCount); }

} // namespace

Stopwatch::Stopwatch() {
    try {
        ZG_CUDA(cudaStreamCreate(&stream_));
        ZG_CUDA(cudaEventCreate(&begin_));
        ZG_CUDA(cudaEventCreate(&end_));
    } catch (...) {
        if (begin_) (void)cudaEventDestroy(begin_);
        if (stream_) (void)cudaStreamDestroy(stream_);
        throw;
    }
}

Stopwatch::~Stopwatch() {
    (void)cudaEventDestroy(begin_);
    (void)cudaEventDestroy(end_);
    (void)cudaStreamDestroy(stream_);
}

void Stopwatch::begin() {
    // Keeps the GPU busy until the work is enqueued: between an event and work that comes later the GPU would wait for
    // the host, and that wait would be measured.
    clock_.enqueue(stream_);
    ZG_CUDA(cudaEventRecord(begin_, stream_));
}

double Stopwatch::end() {
    ZG_CUDA(cudaEventRecord(end_, stream_));
    ZG_CUDA(cudaEventSynchronize(end_));
    float milliseconds = 0;
    ZG_CUDA(cudaEventElapsedTime(&milliseconds, begin_, end_));
    return 1e6 * static_cast<double>(milliseconds);
}

Product::Product(Rung& rung, const Operands& operands, Stopwatch& watch)
    : rung_(rung), operands_(operands), watch_(watch), rowsPerLaunch_(operands.m) {}

double Product::timePart(int rows, int terms) {
    // Fewer terms: the same memory read as narrower matrices, which takes as long as they would.
    Operands part = operands_.slice(0, rows);
    part.k = terms;
    return watch_.time([&] { rung_.run(part, watch_.stream()); });
}

Product::Plan Product::plan(const std::stop_token& stop) {
    const int m = operands_.m, k = operands_.k;
    int rows = std::min(m, pilotRows);
    const auto launch = rung_.launch(operands_.slice(0, rows));
    const int sms = smCount();
    const double busy = launch ? static_cast<double>(std::min<std::int64_t>(launch->blocks(), sms)) : sms;
    const double terms = pilotFlopPerSm * busy / matmulFlop(rows, operands_.n, 1);
    const int few = std::clamp(static_cast<int>(std::min(terms, 1e6)) / 16 * 16, std::min(k, 16), k);
    (void)timePart(std::min(m, fewestRows), few); // loads the code
    if (stop.stop_requested()) return Plan::Stopped;

    // As many rows as `few` terms show to be short with all terms.
    while (timePart(rows, few) * k / few > longestLaunch) {
        if (stop.stop_requested()) return Plan::Stopped;
        if (rows <= fewestRows) return Plan::TooLong;
        rows = std::max(fewestRows, rows / 2);
    }
    double time = timePart(rows, k);
    // Twice as many while that is sure to be short: a slice that is too small to fill the GPU says little of a large
    // one.
    while (rows < m && time * m / rows > longestLaunch && 2 * time <= longestLaunch) {
        if (stop.stop_requested()) return Plan::Stopped;
        rows = std::min(m, 2 * rows);
        time = timePart(rows, k);
    }
    const double affordable = rows * longestLaunch / time;
    rowsPerLaunch_ = affordable >= m ? m : std::max(std::min(rows, m), roundedDown(affordable));
    return stop.stop_requested() ? Plan::Stopped : Plan::Ready;
}

int Product::launches() const { return ceilDiv(operands_.m, rowsPerLaunch_); }

Operands Product::firstSlice() const { return operands_.slice(0, std::min(rowsPerLaunch_, operands_.m)); }

std::optional<double> Product::once(const std::stop_token& stop) {
    double nanoseconds = 0;
    for (int row = 0; row < operands_.m; row += rowsPerLaunch_) {
        if (stop.stop_requested()) return std::nullopt;
        const Operands slice = operands_.slice(row, std::min(rowsPerLaunch_, operands_.m - row));
        nanoseconds += watch_.time([&] { rung_.run(slice, watch_.stream()); });
    }
    return nanoseconds;
}

void Product::makeBatch(double nanoseconds) {
    batch_ = static_cast<int>(std::clamp(std::ceil(leastBatch / nanoseconds), 1.0, double{largestBatch}));
    graph_.reset();
    if (batch_ == 1 || launches() > 1) {
        batch_ = 1;
        return;
    }
    cudaGraph_t graph = nullptr;
    ZG_CUDA(cudaStreamBeginCapture(watch_.stream(), cudaStreamCaptureModeRelaxed));
    try {
        for (int i = 0; i < batch_; ++i) rung_.run(operands_, watch_.stream());
    } catch (...) {
        (void)cudaStreamEndCapture(watch_.stream(), &graph);
        if (graph) (void)cudaGraphDestroy(graph);
        throw;
    }
    ZG_CUDA(cudaStreamEndCapture(watch_.stream(), &graph));
    cudaGraphExec_t ready = nullptr;
    const cudaError_t went = cudaGraphInstantiate(&ready, graph, 0);
    (void)cudaGraphDestroy(graph);
    ZG_CUDA(went);
    graph_.reset(ready);
    ZG_CUDA(cudaGraphUpload(graph_.get(), watch_.stream()));
}

std::optional<Timed> Product::repeat(const std::stop_token& stop) {
    if (stop.stop_requested()) return std::nullopt;
    Timed timed;
    if (graph_) {
        timed.nanoseconds = watch_.time([&] { ZG_CUDA(cudaGraphLaunch(graph_.get(), watch_.stream())); }) / batch_;
    } else {
        const auto took = once(stop);
        if (!took) return std::nullopt;
        timed.nanoseconds = *took;
    }
    watch_.clock().enqueue(watch_.stream());
    timed.clockHz = watch_.clock().hertz(watch_.stream());
    return timed;
}

} // namespace zg::matmul
