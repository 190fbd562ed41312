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
// A's tile is transposed on its way: each copy brings 4 bytes to its place, a warp 8 terms of 4 rows, which are 32-byte
// sectors of A and 32 different banks. (Left as it is in memory, and read along its rows by 8 bytes, it gave 39.6
// TFLOP/s on an H200 where the vectorized kernel gives 42.4; transposed it gives 47.8.) A thread reads the elements of
// the next term of the sum before it multiplies those of this one, and goes to and fro along the rows, so that one of a
// multiply-add's three registers is in the operand cache: the register file gives two a cycle. C is written four bytes
// at a time, since a 16-byte store would tell the compiler where the sums must live.
//
// Where rows do not begin at multiples of 16 bytes (n or k no multiple of 4), B's copies are of 4 bytes each, too.
#include "kernels/cuda/matmul/copy_async.cuh"
#include "kernels/cuda/matmul/rung.h"

namespace zg::matmul {
namespace {

constexpr int rows = 128, columns = 128, depth = 16; // of the tiles: A's depth x rows (transposed), B's depth x columns
constexpr int side = 8;                              // of a thread's square: two fours, half a tile apart
constexpr int threads = rows * columns / (side * side);
constexpr int pitchA = rows + 4; // floats: so that the terms of a row lie in different banks

template <bool aligned>
__global__ void __launch_bounds__(threads, 2)
    asyncKernel(int m, int n, int k, const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c) {
#if __CUDA_ARCH__ >= 800
    __shared__ __align__(16) float tilesOfA[2][depth][pitchA];
    __shared__ __align__(16) float tilesOfB[2][depth][columns];
    const int top = static_cast<int>(blockIdx.y) * rows, left = static_cast<int>(blockIdx.x) * columns;
    const int thread = static_cast<int>(threadIdx.x), lane = thread % 32;

    // Who brings what. A: a warp 8 terms of 4 rows; B: neighbouring threads neighbouring pieces of a row.
    constexpr int piece = aligned ? 4 : 1; // elements of one copy of B
    constexpr int stepA = threads / depth, stepB = threads / (columns / piece);
    const int termA = thread % 8 + 8 * (thread / 32 % 2), rowA = thread / 8 % 4 + 4 * (thread / 64);
    const int columnB = thread % (columns / piece) * piece, termB = thread / (columns / piece);
    const float* fromA = a + static_cast<std::size_t>(top + rowA) * k + termA;
    const float* fromB = b + static_cast<std::size_t>(termB) * n + left + columnB;
    const auto bring = [&](int buffer, int start) {
#pragma unroll
        for (int y = 0; y < rows; y += stepA)
            copyAsync<4>(sharedAddress(&tilesOfA[buffer][termA][rowA + y]),
                         fromA + start + static_cast<std::size_t>(y) * k,
                         top + rowA + y < m && start + termA < k ? 4 : 0);
#pragma unroll
        for (int y = 0; y < depth; y += stepB)
            copyAsync<4 * piece>(sharedAddress(&tilesOfB[buffer][termB + y][columnB]),
                                 fromB + static_cast<std::size_t>(start + y) * n,
                                 start + termB + y < k && left + columnB < n ? 4 * piece : 0);
        commitCopies();
    };
    // Who computes what: rows row .. row + 3 and half a tile below, columns alike.
    const int row = (thread / 32 * 2 + lane % 2) * 4, column = lane / 2 * 4;
    float ofA[2][side], ofB[2][side]; // of this term of the sum and of the next
    const auto read = [&](int into, int buffer, int term) {
#pragma unroll
        for (int i = 0; i < 2; ++i) {
            *reinterpret_cast<float4*>(&ofA[into][4 * i]) =
                *reinterpret_cast<const float4*>(&tilesOfA[buffer][term][row + i * rows / 2]);
            *reinterpret_cast<float4*>(&ofB[into][4 * i]) =
                *reinterpret_cast<const float4*>(&tilesOfB[buffer][term][column + i * columns / 2]);
        }
    };

    float sums[side][side] = {};
    bring(0, 0);
    waitForCopies<0>();
    __syncthreads();
    read(0, 0, 0);
    int buffer = 0;
#pragma unroll 1
    for (int start = 0; start < k; start += depth, buffer ^= 1) {
        bring(buffer ^ 1, start + depth); // zeros beyond k
#pragma unroll
        for (int term = 0; term < depth; ++term) {
            if (term == depth - 1) {
                waitForCopies<0>();
                __syncthreads(); // all parts of the next tiles have arrived, and nobody reads these any more
                read(0, buffer ^ 1, 0);
            } else read((term + 1) % 2, buffer, term + 1);
#pragma unroll
            for (int y = 0; y < side; ++y)
#pragma unroll
                for (int i = 0; i < side; ++i) {
                    const int x = y % 2 ? side - 1 - i : i;
                    sums[y][x] += ofA[term % 2][y] * ofB[term % 2][x];
                }
        }
    }
#pragma unroll
    for (int y = 0; y < side; ++y) {
        const int atRow = top + row + y % 4 + y / 4 * (rows / 2);
        if (atRow >= m) continue;
#pragma unroll
        for (int x = 0; x < side; x += 4) {
            const int atColumn = left + column + x / 4 * (columns / 2);
            float* to = c + static_cast<std::size_t>(atRow) * n + atColumn;
#pragma unroll
            for (int i = 0; i < 4; ++i)
                if (atColumn + i < n) to[i] = sums[y][x + i];
        }
    }
#endif
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
