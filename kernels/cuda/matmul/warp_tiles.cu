// SPDX-License-Identifier: GPL-3.0-or-later
// Warp tiles, the best FP32 on CUDA cores: between the tile of a block and that of a thread stands one for each warp,
// 64 x 64, made of 8 x 16 elements a thread. 64 x 256 elements of C a block of four warps, two blocks an SM; tiles 16
// deep in four buffers, filled three ahead by cp.async (8.0 and newer).
//
// What that changes: the more elements a thread has, the fewer bytes it asks for: 4 (1/8 + 1/16) = 0.75 bytes a
// multiply-add from shared memory (2.6 FLOP/byte with the filling), against 1 before. Lanes of a warp stand 8 x 4, so
// that its loads from shared memory repeat addresses, which costs nothing. L2: 4 (1/64 + 1/256) bytes a multiply-add
// (25.6 FLOP/byte), a little more than before, for tiles that two blocks an SM can hold.
//
// What it took beyond tiles, each found by measuring:
//  - Order of the multiply-adds. One needs three registers and the register file's two banks give two a cycle; the
//    third must come from the operand cache. Going to and fro along the rows (a, then b kept) and letting the compiler
//    choose where sums live (they are multiplied by `one` at the end, so that no 16-byte store dictates it) raised 48.4
//    TFLOP/s to 50.7 on an H200; orders that conflict fell to 38.
//  - A is transposed on its way: each cp.async brings 4 bytes to its place. A warp copies 4 rows of 8 terms, 32-byte
//    sectors of A, into 32 banks.
//  - Rows and columns beyond the edge are not left out but copied from the last one: they only reach sums that are not
//    written. Only the end of k needs zeros.
//  - Stream-K (below): the last wave costs what it holds. 50.7 became 52.1, and N = 1024 rose from 14 to 38.
//
// Where rows do not begin at multiples of 16 bytes (n or k no multiple of 4), the copies of B are of 4 bytes each, and
// a block of eight warps (128 x 256), which makes fewer of them, is faster: 48.0 against 43.3 at N = 4093.
//
// Stream-K. The work, cut into tiles of C and steps along k, is dealt out so that every block gets the same share. A
// GPU with 132 SMs needs 8 waves for 7.76 waves of tiles, and the last is as long as the others; here less than two
// waves of tiles are dealt by steps, and only what is left is whole waves. A block's share of the dealt tiles is a
// stretch of consecutive steps: the end of a tile that another block began, whole tiles, and the beginning of one that
// the next block ends. Whoever began a tile owns it: the others write their sums into `partials` and raise a flag, and
// the owner adds them in the order of the blocks and writes C. So the order of additions, and the result, is always the
// same. A block writes the sums it owes before it waits for any, so no two wait for each other; were some blocks kept
// out by another program's kernel, they would start as those before them end, and the first to end waits for none of
// them. Source of the idea: Osama et al., Stream-K, PPoPP 2023.
#include "kernels/cuda/matmul/copy_async.cuh"
#include "kernels/cuda/matmul/pipelined.h"

namespace zg::matmul {
namespace {

template <int warpsDown_, int warpsAcross_, int blocksPerSm_>
struct Shape {
    static constexpr int warpsDown = warpsDown_, warpsAcross = warpsAcross_, blocksPerSm = blocksPerSm_;
    static constexpr int lanesDown = 8, lanesAcross = 4;
    static constexpr int high = 8, wide = 16; // of a thread's elements: fours, lanesDown * 4 rows apart, and so on
    static constexpr int rows = warpsDown * lanesDown * high, columns = warpsAcross * lanesAcross * wide;
    static constexpr int depth = 16, buffers = 4;
    static constexpr int threads = 32 * warpsDown * warpsAcross;
    static constexpr int pitchA = rows + 4, pitchB = columns; // floats; A's tile is transposed: depth x rows
    static constexpr int bufferFloats = depth * (pitchA + pitchB);
    static constexpr int sharedBytes = buffers * bufferFloats * static_cast<int>(sizeof(float));
    static_assert(depth % 2 == 0); // fragments alternate between two sets of registers
};
using Aligned = Shape<1, 4, 2>;
using Unaligned = Shape<2, 4, 1>;

/// Tiles go in bands of so many rows of tiles, column after column, so that the blocks at work at one time share their
/// rows of A and columns of B in the L2.
constexpr int band = 8;

template <class S, bool aligned>
__global__ void __launch_bounds__(S::threads, S::blocksPerSm)
    warpTilesKernel(int m, int n, int k, const float* __restrict__ a, const float* __restrict__ b,
                    float* __restrict__ c, Exchange exchange) {
#if __CUDA_ARCH__ >= 800
    extern __shared__ __align__(16) float shared[];
    constexpr int rows = S::rows, columns = S::columns, depth = S::depth, high = S::high, wide = S::wide;
    const int thread = static_cast<int>(threadIdx.x), lane = thread % 32, warp = thread / 32;
    const int tilesDown = ceilDiv(m, rows), tilesAcross = ceilDiv(n, columns), tiles = tilesDown * tilesAcross;
    const int steps = ceilDiv(k, depth), wholeSteps = k / depth;

    // This block's share: steps [unit, unitEnd) of those that are dealt, then every gridDim'th whole tile.
    const int blocks = static_cast<int>(gridDim.x), block = static_cast<int>(blockIdx.x);
    const int dealt = tiles % blocks == 0 ? 0 : tiles - max(tiles / blocks - 1, 0) * blocks;
    const long long units = static_cast<long long>(dealt) * steps;
    long long unit = units * block / blocks;
    const long long unitEnd = units * (block + 1) / blocks;
    int wholeTile = dealt + block;

    // Which elements of the tile this thread computes: fours of rows and of columns from these on.
    const int ownRow = warp / S::warpsAcross * S::lanesDown * high + lane / S::lanesAcross * 4;
    const int ownColumn = warp % S::warpsAcross * S::lanesAcross * wide + lane % S::lanesAcross * 4;

#pragma unroll 1
    while (true) {
        int tile, begin, end; // steps [begin, end) of that tile
        if (unit < unitEnd) {
            tile = static_cast<int>(unit / steps);
            begin = static_cast<int>(unit - static_cast<long long>(tile) * steps);
            end = static_cast<int>(min(static_cast<long long>(steps), begin + unitEnd - unit));
            unit += end - begin;
        } else {
            if (wholeTile >= tiles) break;
            tile = wholeTile;
            wholeTile += blocks;
            begin = 0;
            end = steps;
        }
        const int wholeEnd = min(wholeSteps, end);
        const int bandNumber = tile / (band * tilesAcross), bandTop = bandNumber * band;
        const int bandHigh = min(band, tilesDown - bandTop), within = tile - bandNumber * (band * tilesAcross);
        const int top = (bandTop + within % bandHigh) * rows, left = within / bandHigh * columns;
        float sums[high][wide];
#pragma unroll
        for (int y = 0; y < high; ++y)
#pragma unroll
            for (int x = 0; x < wide; ++x) sums[y][x] = 0;

        // Which elements this thread brings. A: a warp 8 terms of 4 rows.
        constexpr int stepA = S::threads / depth, copiesA = rows / stepA;
        const int termA = thread % 8 + 8 * (thread / 32 % (depth / 8));
        const int rowA = thread / 8 % 4 + 4 * (thread / (4 * depth));
        std::uint32_t fromA[copiesA];
#pragma unroll
        for (int i = 0; i < copiesA; ++i)
            fromA[i] = static_cast<std::uint32_t>(min(top + rowA + i * stepA, m - 1) - top) * k + termA;
        const float* tileOfA = a + static_cast<std::size_t>(top) * k;
        const std::uint32_t toA = sharedAddress(shared) + (termA * S::pitchA + rowA) * 4;
        // B: pieces of a row.
        constexpr int piece = aligned ? 4 : 1, perRow = columns / piece;
        constexpr int stepB = S::threads >= perRow ? S::threads / perRow : 1; // in rows
        constexpr int acrossB = S::threads >= perRow ? perRow : S::threads;   // in pieces
        constexpr int copiesAcross = perRow / acrossB;
        const int termB = S::threads >= perRow ? thread / perRow : 0;
        const int columnB = (S::threads >= perRow ? thread % perRow : thread) * piece;
        std::uint32_t fromB[copiesAcross];
#pragma unroll
        for (int i = 0; i < copiesAcross; ++i)
            fromB[i] = min(left + columnB + i * acrossB * piece, n - piece) + termB * n;
        const std::uint32_t toB = sharedAddress(shared) + (depth * S::pitchA + termB * S::pitchB + columnB) * 4;
        const std::size_t downB = static_cast<std::size_t>(stepB) * n;

        const auto bring = [&](int step, int buffer) {
            const std::uint32_t offset = buffer * S::bufferFloats * 4;
            const float* sourceA = tileOfA + step * depth;
            const float* sourceB = b + static_cast<std::size_t>(step) * depth * n;
            if (step < wholeEnd) {
#pragma unroll
                for (int i = 0; i < copiesA; ++i) copyAsync<4>(toA + offset + i * stepA * 4, sourceA + fromA[i]);
#pragma unroll
                for (int i = 0; i < depth / stepB; ++i)
#pragma unroll
                    for (int j = 0; j < copiesAcross; ++j)
                        copyAsync<4 * piece>(toB + offset + (i * stepB * S::pitchB + j * acrossB * piece) * 4,
                                             sourceB + fromB[j] + i * downB);
            } else if (step < end) { // the last step, where k is no multiple of depth: zeros beyond it
                const int termsLeft = k - step * depth;
#pragma unroll
                for (int i = 0; i < copiesA; ++i)
                    copyAsync<4>(toA + offset + i * stepA * 4, sourceA + fromA[i], termA < termsLeft ? 4 : 0);
#pragma unroll
                for (int i = 0; i < depth / stepB; ++i)
#pragma unroll
                    for (int j = 0; j < copiesAcross; ++j)
                        copyAsync<4 * piece>(toB + offset + (i * stepB * S::pitchB + j * acrossB * piece) * 4,
                                             sourceB + fromB[j] + i * downB,
                                             termB + i * stepB < termsLeft ? 4 * piece : 0);
            }
        };
        float ofA[2][high], ofB[2][wide]; // of this term of the sum and of the next
        const auto read = [&](int into, const float* tilesOfBoth, int term) {
#pragma unroll
            for (int i = 0; i < high / 4; ++i)
                *reinterpret_cast<float4*>(&ofA[into][i * 4]) =
                    *reinterpret_cast<const float4*>(&tilesOfBoth[term * S::pitchA + ownRow + i * S::lanesDown * 4]);
#pragma unroll
            for (int i = 0; i < wide / 4; ++i)
                *reinterpret_cast<float4*>(&ofB[into][i * 4]) = *reinterpret_cast<const float4*>(
                    &tilesOfBoth[depth * S::pitchA + term * S::pitchB + ownColumn + i * S::lanesAcross * 4]);
        };

#pragma unroll
        for (int i = 0; i < S::buffers - 1; ++i) {
            bring(begin + i, i);
            commitCopies();
        }
        waitForCopies<S::buffers - 2>();
        __syncthreads();
        read(0, shared, 0);
        int buffer = 0, filled = S::buffers - 1;
#pragma unroll 1
        for (int step = begin; step < end; ++step) {
            const float* these = shared + buffer * S::bufferFloats;
            buffer = buffer + 1 == S::buffers ? 0 : buffer + 1;
            const float* next = shared + buffer * S::bufferFloats;
#pragma unroll
            for (int term = 0; term < depth; ++term) {
                if (term == depth - 1) { // the next tiles must be there, and everybody done with the ones before these
                    waitForCopies<S::buffers - 2>();
                    __syncthreads();
                    read((term + 1) & 1, next, 0);
                } else read((term + 1) & 1, these, term + 1);
                if (term == 0) {
                    bring(step + S::buffers - 1, filled);
                    commitCopies();
                    filled = filled + 1 == S::buffers ? 0 : filled + 1;
                }
#pragma unroll
                for (int y = 0; y < high; ++y)
#pragma unroll
                    for (int i = 0; i < wide; ++i) {
                        const int x = y % 2 ? wide - 1 - i : i;
                        sums[y][x] = fmaf(ofA[term & 1][y], ofB[term & 1][x], sums[y][x]);
                    }
            }
        }
        waitForCopies<0>();
        __syncthreads(); // the buffers are free for the next tile

        if (begin > 0) { // another block owns the tile
            float* mine = exchange.partials + static_cast<std::size_t>(block) * rows * columns + thread * 4;
#pragma unroll
            for (int y = 0; y < high; ++y)
#pragma unroll
                for (int x = 0; x < wide; x += 4)
                    *reinterpret_cast<float4*>(mine + (y * wide / 4 + x / 4) * S::threads * 4) =
                        make_float4(sums[y][x] * exchange.one, sums[y][x + 1] * exchange.one,
                                    sums[y][x + 2] * exchange.one, sums[y][x + 3] * exchange.one);
            __threadfence();
            __syncthreads();
            if (thread == 0)
                asm volatile("st.release.gpu.global.u32 [%0], %1;" ::"l"(exchange.flags + block), "r"(1) : "memory");
            continue;
        }
        if (end < steps) { // other blocks have the rest of this tile
            const long long tileEnd = static_cast<long long>(tile + 1) * steps;
            for (int other = block + 1; other < blocks && units * other / blocks < tileEnd; ++other) {
                if (thread == 0) {
                    unsigned raised;
                    do
                        asm volatile("ld.acquire.gpu.global.u32 %0, [%1];"
                                     : "=r"(raised)
                                     : "l"(exchange.flags + other)
                                     : "memory");
                    while (raised == 0);
                    exchange.flags[other] = 0; // nobody else looks at it, and the next launch comes after this one
                }
                __syncthreads();
                const float* theirs = exchange.partials + static_cast<std::size_t>(other) * rows * columns + thread * 4;
#pragma unroll
                for (int y = 0; y < high; ++y)
#pragma unroll
                    for (int x = 0; x < wide; x += 4) {
                        const float4 four =
                            __ldcg(reinterpret_cast<const float4*>(theirs + (y * wide / 4 + x / 4) * S::threads * 4));
                        sums[y][x] += four.x;
                        sums[y][x + 1] += four.y;
                        sums[y][x + 2] += four.z;
                        sums[y][x + 3] += four.w;
                    }
            }
        }
#pragma unroll
        for (int y = 0; y < high; ++y) {
            const int row = top + ownRow + y / 4 * S::lanesDown * 4 + y % 4;
            if (row >= m) continue;
#pragma unroll
            for (int x = 0; x < wide; x += 4) {
                const int column = left + ownColumn + x / 4 * S::lanesAcross * 4;
                float four[4];
#pragma unroll
                for (int i = 0; i < 4; ++i) four[i] = sums[y][x + i] * exchange.one;
                float* to = c + static_cast<std::size_t>(row) * n + column;
                if constexpr (aligned) {
                    if (column < n) *reinterpret_cast<float4*>(to) = make_float4(four[0], four[1], four[2], four[3]);
                } else {
#pragma unroll
                    for (int i = 0; i < 4; ++i)
                        if (column + i < n) to[i] = four[i];
                }
            }
        }
    }
#endif
}

template <class S, bool aligned>
PipelinedKernel kernelOf() {
    return {reinterpret_cast<const void*>(&warpTilesKernel<S, aligned>), false,    S::threads,       S::sharedBytes,
            {S::rows, S::columns, 4.0 / S::high + 4.0 / S::wide, 4, 4},  S::depth, S::high * S::wide};
}

PipelinedKernel choose(const Operands& operands, int) {
    return operands.n % 4 == 0 && operands.k % 4 == 0 ? kernelOf<Aligned, true>() : kernelOf<Unaligned, false>();
}

} // namespace

std::unique_ptr<Rung> makeWarpTiles() { return makePipelinedRung({Variant::WarpTiles, 80, {}, choose}); }

} // namespace zg::matmul
