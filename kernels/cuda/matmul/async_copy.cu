// SPDX-License-Identifier: GPL-3.0-or-later
// Asynchronous copies into two buffers (cp.async, 8.0 and newer): while a block multiplies from one pair of tiles, the
// next pair is on its way into the other. Shapes are those of the vectorized kernel: 128 x 128 elements of C a block,
// 8 x 8 a thread, tiles 16 deep.
//
// What that changes: the elements go from L2 into shared memory without passing through registers, so filling costs 4
// bytes an element instead of 8: 4 (1/128 + 1/128) = 0.06, with 1 byte for the sums 1.06 bytes a multiply-add (1.88
// FLOP/byte at L1 and shared; 32 FLOP/byte at L2, as before). What counts more is time: the way from L2 is hidden
// behind 1,024 multiply-adds of every thread, and one barrier a tile is left of two.
//
// A copy cannot transpose, so A's tile stays as it is in memory, and a thread reads along its rows: two terms of the
// sum for each of its eight rows with one 8-byte load. A warp's lanes ask for one of two neighbouring rows, 64 bytes
// apart: no bank conflicts; the stores go along whole rows. B's tile is read as by the vectorized kernel.
//
// Where rows do not begin at multiples of 16 bytes (n or k no multiple of 4), the copies are of 4 bytes each.
#include "kernels/cuda/matmul/rung.h"

#include <cuda_pipeline_primitives.h>

namespace zg::matmul {
namespace {

constexpr int rows = 128, columns = 128, depth = 16; // of the tiles: A's rows x depth, B's depth x columns
constexpr int side = 8;                              // of a thread's square
constexpr int along = 2;                             // terms of the sum read from A's tile at once
constexpr int threads = rows * columns / (side * side);
constexpr int down = rows / side;

/// Starts copying `height` rows of `width` elements into a tile, each thread its share; zeros where `matrix` has ended.
/// @param from element (0, 0) of the tile @param rowsLeft, columnsLeft of the matrix from there on
template <bool aligned, int height, int width>
__device__ void bring(float (*tile)[width], const float* __restrict__ from, int pitch, int rowsLeft, int columnsLeft) {
    constexpr int piece = aligned ? 4 : 1; // elements of one copy
    constexpr int step = threads / (width / piece);
    const int x = static_cast<int>(threadIdx.x) % (width / piece) * piece;
    const int first = static_cast<int>(threadIdx.x) / (width / piece);
    from += static_cast<std::size_t>(first) * pitch + x;
#pragma unroll
    for (int y = 0; y < height; y += step) {
        float* to = &tile[first + y][x];
        if (first + y < rowsLeft && x < columnsLeft)
            __pipeline_memcpy_async(to, from + static_cast<std::size_t>(y) * pitch, piece * sizeof(float));
        else if constexpr (aligned) *reinterpret_cast<float4*>(to) = make_float4(0, 0, 0, 0);
        else *to = 0;
    }
}

template <bool aligned>
__device__ void write(float* __restrict__ to, int columnsLeft, const float* four) {
    if constexpr (aligned) {
        if (columnsLeft > 0) *reinterpret_cast<float4*>(to) = make_float4(four[0], four[1], four[2], four[3]);
    } else {
#pragma unroll
        for (int x = 0; x < 4; ++x)
            if (columnsLeft > x) to[x] = four[x];
    }
}

template <bool aligned>
__global__ void __launch_bounds__(threads, 2)
    asyncKernel(int m, int n, int k, const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c) {
    __shared__ __align__(16) float tilesOfA[2][rows][depth];
    __shared__ __align__(16) float tilesOfB[2][depth][columns];
    const int top = static_cast<int>(blockIdx.y) * rows, left = static_cast<int>(blockIdx.x) * columns;
    const float* fromA = a + static_cast<std::size_t>(top) * k;
    const float* fromB = b + left;
    const auto bringBoth = [&](int buffer, int start) {
        bring<aligned, rows, depth>(tilesOfA[buffer], fromA + start, k, m - top, k - start);
        bring<aligned, depth, columns>(tilesOfB[buffer], fromB + static_cast<std::size_t>(start) * n, n, k - start,
                                       n - left);
        __pipeline_commit();
    };
    // Who computes what: rows `down` apart, columns in two fours.
    const int thread = static_cast<int>(threadIdx.x), lane = thread % 32;
    const int row = thread / 32 * 2 + lane % 2, column = lane / 2 * 4;

    float sums[side][side] = {};
    bringBoth(0, 0);
    int buffer = 0;
    for (int start = 0; start < k; start += depth, buffer ^= 1) {
        __pipeline_wait_prior(0);
        __syncthreads(); // all parts of these tiles have arrived, and nobody reads the other ones any more
        if (start + depth < k) bringBoth(buffer ^ 1, start + depth);
#pragma unroll 1 // more at once needs more registers than two blocks an SM leave
        for (int i = 0; i < depth; i += along) {
            float2 ofA[side];
#pragma unroll
            for (int y = 0; y < side; ++y)
                ofA[y] = *reinterpret_cast<const float2*>(&tilesOfA[buffer][row + down * y][i]);
#pragma unroll
            for (int j = 0; j < along; ++j) {
                const float4 near = *reinterpret_cast<const float4*>(&tilesOfB[buffer][i + j][column]);
                const float4 far = *reinterpret_cast<const float4*>(&tilesOfB[buffer][i + j][column + columns / 2]);
                const float ofB[side] = {near.x, near.y, near.z, near.w, far.x, far.y, far.z, far.w};
#pragma unroll
                for (int y = 0; y < side; ++y)
#pragma unroll
                    for (int x = 0; x < side; ++x) sums[y][x] += (j == 0 ? ofA[y].x : ofA[y].y) * ofB[x];
            }
        }
    }
#pragma unroll
    for (int y = 0; y < side; ++y) {
        const int atRow = top + row + down * y;
        if (atRow >= m) return;
        float* to = c + static_cast<std::size_t>(atRow) * n + left + column;
        write<aligned>(to, n - left - column, sums[y]);
        write<aligned>(to + columns / 2, n - left - column - columns / 2, sums[y] + 4);
    }
}

} // namespace

std::unique_ptr<Rung> makeAsyncCopy() {
    TileFacts facts;
    facts.variant = Variant::AsyncCopy;
    facts.minimumCapability = 80;
    facts.kernel = asyncKernel<false>;
    facts.aligned = asyncKernel<true>;
    facts.block = dim3(threads);
    facts.tiling = {rows, columns, 8.0 / side, 4, 4};
    return makeTileRung(facts);
}

} // namespace zg::matmul
