// SPDX-License-Identifier: GPL-3.0-or-later
// The reference: a plain tiled product in FP64, itself compared with the host in tests/kernels/gpu_matmul.cpp. The
// norms of the rows and columns come with it, since a tile sees all of both. What could fool the check: a NaN, which is
// neither above nor below a limit (bits are compared, where it is the largest of all); a C left over from another
// kernel (it is poisoned before); elements that nobody compares (rows come in a random order, so a part is a sample).
#include "kernels/cuda/matmul/reference.h"

#include "core/permutation.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>

namespace zg::matmul {
namespace {

constexpr int side = 64, depth = 16; // of the tiles
constexpr int across = 16;           // threads; each has 4 x 4 elements, 16 apart
constexpr int own = side / across;
constexpr int threads = across * across;

template <class T>
struct Factors {
    const T* a;
    const T* b;
    const float* c;
    int m, n, k, pitchA, pitchB;
};

__device__ double valueOf(float x) { return x; }
__device__ double valueOf(__nv_bfloat16 x) { return __bfloat162float(x); }

/// Tile number `firstTile` + blockIdx.x, row of tiles after row of tiles, rows of C in the order of `rows`.
/// @param result where the reference goes; null: compare with C, the largest error's bits into `worst`
template <class T>
__global__ void __launch_bounds__(threads)
    referenceKernel(Factors<T> in, Permutation rows, long long firstTile, double* result, unsigned long long* worst) {
    __shared__ double tileOfA[depth][side + 1], tileOfB[depth][side];
    __shared__ double squaresOfA[side], squaresOfB[side];
    __shared__ int rowOf[side];
    __shared__ unsigned long long largestOfBlock;
    const int thread = static_cast<int>(threadIdx.x), x = thread % across, y = thread / across;
    const int tilesAcross = (in.n - 1) / side + 1;
    const long long tile = firstTile + blockIdx.x;
    const int first = static_cast<int>(tile / tilesAcross) * side, left = static_cast<int>(tile % tilesAcross) * side;
    if (thread == 0) largestOfBlock = 0;
    if (thread < side) {
        rowOf[thread] = first + thread < in.m ? static_cast<int>(rows(static_cast<std::uint64_t>(first + thread))) : -1;
        squaresOfA[thread] = squaresOfB[thread] = 0;
    }
    __syncthreads();

    // A thread brings elements of one column of A's tile and of one column of B's.
    const int xA = thread % depth, yA = thread / depth, xB = thread % side, yB = thread / side;
    constexpr int stepA = threads / depth, stepB = threads / side;
    double sums[own][own] = {}, squares[own] = {}, squaresDown = 0;
    for (int start = 0; start < in.k; start += depth) {
#pragma unroll
        for (int i = 0; i < own; ++i) {
            const int row = rowOf[yA + i * stepA];
            const bool inside = row >= 0 && start + xA < in.k;
            const double value = inside ? valueOf(in.a[static_cast<std::size_t>(row) * in.pitchA + start + xA]) : 0.0;
            tileOfA[xA][yA + i * stepA] = value;
            squares[i] += value * value;
        }
#pragma unroll
        for (int i = 0; i < depth; i += stepB) {
            const bool inside = start + yB + i < in.k && left + xB < in.n;
            const double value =
                inside ? valueOf(in.b[static_cast<std::size_t>(start + yB + i) * in.pitchB + left + xB]) : 0.0;
            tileOfB[yB + i][xB] = value;
            squaresDown += value * value;
        }
        __syncthreads();
#pragma unroll
        for (int i = 0; i < depth; ++i) {
            double ofA[own], ofB[own];
#pragma unroll
            for (int j = 0; j < own; ++j) ofA[j] = tileOfA[i][y + j * across], ofB[j] = tileOfB[i][x + j * across];
#pragma unroll
            for (int j = 0; j < own; ++j)
#pragma unroll
                for (int l = 0; l < own; ++l) sums[j][l] += ofA[j] * ofB[l];
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < own; ++i) atomicAdd(&squaresOfA[yA + i * stepA], squares[i]);
    atomicAdd(&squaresOfB[xB], squaresDown);
    __syncthreads();

    unsigned long long largest = 0;
    for (int j = 0; j < own; ++j) {
        const int row = rowOf[y + j * across];
        for (int l = 0; l < own; ++l) {
            const int column = left + x + l * across;
            if (row < 0 || column >= in.n) continue;
            const std::size_t at = static_cast<std::size_t>(row) * in.n + column;
            if (result) {
                result[at] = sums[j][l];
                continue;
            }
            const double off = fabs(static_cast<double>(in.c[at]) - sums[j][l]);
            const double norms = sqrt(squaresOfA[y + j * across] * squaresOfB[x + l * across]);
            const double error = off == 0 ? 0 : off / norms; // not a number over anything is not a number
            largest = max(largest, static_cast<unsigned long long>(__double_as_longlong(fabs(error))));
        }
    }
    if (result) return;
    atomicMax(&largestOfBlock, largest);
    __syncthreads();
    if (thread == 0) atomicMax(worst, largestOfBlock);
}

template <class T>
void launch(const Factors<T>& in, const Permutation& rows, long long firstTile, long long tiles, double* result,
            unsigned long long* worst, cudaStream_t stream) {
    referenceKernel<T><<<static_cast<unsigned>(tiles), threads, 0, stream>>>(in, rows, firstTile, result, worst);
    ZG_CUDA(cudaGetLastError());
}

void launch(const Operands& o, Inputs inputs, const Permutation& rows, long long firstTile, long long tiles,
            double* result, unsigned long long* worst, cudaStream_t stream) {
    if (inputs == Inputs::Bf16)
        launch(Factors<__nv_bfloat16>{o.aBf16, o.bBf16, o.c, o.m, o.n, o.k, o.ldaBf16, o.ldbBf16}, rows, firstTile,
               tiles, result, worst, stream);
    else launch(Factors<float>{o.a, o.b, o.c, o.m, o.n, o.k, o.k, o.n}, rows, firstTile, tiles, result, worst, stream);
}

long long tilesOf(const Operands& o) { return static_cast<long long>(ceilDiv(o.m, side)) * ceilDiv(o.n, side); }

double secondsSince(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

constexpr double secondsOfLaunch = 0.02;
/// FLOP of the first launch, from which the pace is learnt: 10 ms on a GPU with 100 GFLOP/s of FP64, as laptops have.
constexpr double flopAtFirst = 1e9;

} // namespace

double toleranceOf(Arithmetic arithmetic, int k) {
    constexpr double u = 0x1p-24;
    const double root = std::sqrt(static_cast<double>(k));
    switch (arithmetic) {
    case Arithmetic::Tf32Tensor: return (32 + 2 * root) * u + 0x1p-9 * std::min(1.0, 8 / root);
    case Arithmetic::Bf16Tensor: return (32 + 2 * root) * u;
    default: return 32 * u;
    }
}

Reference::Reference() : worst_(sizeof(unsigned long long)) {}

std::optional<Checked> Reference::check(const Operands& operands, Inputs inputs, std::uint64_t seed, double seconds,
                                        cudaStream_t stream, const std::stop_token& stop) {
    const Permutation rows(static_cast<std::uint64_t>(operands.m), seed);
    ZG_CUDA(cudaMemsetAsync(worst_.data(), 0, worst_.bytes(), stream));
    const long long all = tilesOf(operands);
    const double flopOfTile = 2.0 * side * side * operands.k;
    auto batch = std::max(1LL, static_cast<long long>(flopAtFirst / flopOfTile));
    const auto start = std::chrono::steady_clock::now();
    long long done = 0;
    while (done < all && (done == 0 || secondsSince(start) < seconds)) {
        if (stop.stop_requested()) return std::nullopt;
        const auto before = std::chrono::steady_clock::now();
        batch = std::min(batch, all - done);
        launch(operands, inputs, rows, done, batch, nullptr, worst_.as<unsigned long long>(), stream);
        ZG_CUDA(cudaStreamSynchronize(stream));
        done += batch;
        // Four times as many at most: a launch that is too small to fill the GPU says little about a large one.
        const double pace = static_cast<double>(batch) / secondsSince(before);
        batch = std::max(1LL, std::min(4 * batch, static_cast<long long>(pace * secondsOfLaunch)));
    }
    std::uint64_t bits = 0;
    ZG_CUDA(cudaMemcpyAsync(&bits, worst_.data(), sizeof bits, cudaMemcpyDeviceToHost, stream));
    ZG_CUDA(cudaStreamSynchronize(stream));
    const double elements = static_cast<double>(operands.m) * operands.n;
    return Checked{std::bit_cast<double>(bits), elements * static_cast<double>(done) / static_cast<double>(all),
                   done == all};
}

void Reference::compute(const Operands& operands, Inputs inputs, double* result, cudaStream_t stream) {
    const Permutation rows(static_cast<std::uint64_t>(operands.m), 1);
    launch(operands, inputs, rows, 0, tilesOf(operands), result, nullptr, stream);
}

} // namespace zg::matmul
