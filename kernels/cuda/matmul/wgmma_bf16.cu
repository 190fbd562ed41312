// SPDX-License-Identifier: GPL-3.0-or-later
// Tensor cores as Hopper means them (9.0 only): wgmma, in which four warps multiply together and take both operands
// from shared memory, with tiles brought by TMA, the copy engine of tensors. bfloat16 in, FP32 sums. 128 x 256 elements
// of C a block, one block an SM; two groups of four warps with 64 x 256 sums each, and a third that only orders copies:
// tiles 64 deep, in four buffers.
//
// What that changes: no fragment passes through registers. For 64 x 256 x 16 multiply-adds the tensor cores read 64 x
// 16 and 16 x 256 elements: 2 (1/256 + 1/64) = 0.039 bytes a multiply-add from shared memory, 26 % less than mma.sync
// with its 64 x 64 a warp, and no load instruction at all. Two blocks, one above the other, form a cluster: each brings
// half of their common columns of B for both, so L2 sees tiles of 256 x 256: 2 (1/256 + 1/256) bytes, 128 FLOP/byte.
//
// The blocks stay for the whole launch and take every (number of clusters)th pair of tiles, so while one tile is
// written, the buffers fill for the next. Registers: the copying warps give theirs to the multiplying ones.
//
// C is written from the sums' registers; a warp's store covers eight rows of 32 bytes, whole sectors. What a TMA box
// holds beyond the matrix is zero, so only C's edges are guarded. Verified as all rungs are.
//
// Measured on H200s against cuBLAS in the same run: 0.97 to 0.99 at N = 4096, 1.00 to 1.04 at 8192; at both the power
// limit holds the clock at 1.4 to 1.6 GHz. Freeing buffers in the other block with a release at cluster scope cost
// 27 % (a fence with every arrival).
#include "kernels/cuda/check.h"
#include "kernels/cuda/matmul/rung.h"
#include "kernels/cuda/matmul/tma.cuh"
#include "kernels/cuda/wgmma.cuh"

#include <algorithm>

namespace zg::matmul {
namespace {

constexpr int rows = 128, columns = 256, depth = 64, band = 8; // of a block's tiles; band: in pairs of tiles
constexpr int cluster = 2, multipliers = 2, threads = 128 * (multipliers + 1), buffers = 4;
constexpr int boxColumns = 64; // of B: 128 bytes, what the swizzle spans
constexpr int bytesOfA = rows * depth * 2, bytesOfBox = boxColumns * depth * 2;
constexpr int bufferBytes = bytesOfA + columns * depth * 2;
constexpr int sharedBytes = buffers * bufferBytes + 2 * buffers * 8 + 1024; // 1024: room to align, as the swizzle asks

/// Where the tiles of a block stand. Pairs of tiles go in bands, column after column, so that the clusters at work at
/// one time share rows of A and columns of B in the L2.
struct Walk {
    int pairsDown, tilesAcross, block;
    __device__ Walk(int m, int n, int blockOfCluster)
        : pairsDown(ceilDiv(m, rows * cluster)), tilesAcross(ceilDiv(n, columns)), block(blockOfCluster) {}
    __device__ void place(int index, int& top, int& left) const {
        const int first = index / (band * tilesAcross) * band, high = min(band, pairsDown - first);
        const int within = index - first * tilesAcross;
        top = ((first + within % high) * cluster + block) * rows;
        left = within / high * columns;
    }
};

__device__ void write(float* c, int m, int n, int row, int column, const float (&sums)[128]) {
    const int left = n - column;
    const bool pairs = n % 2 == 0; // two columns of every row begin at a multiple of 8 bytes
#pragma unroll
    for (int h = 0; h < 2; ++h) {
        if (row + 8 * h >= m) return;
        float* to = c + static_cast<std::size_t>(row + 8 * h) * n + column;
#pragma unroll
        for (int j = 0; j < 32; ++j) {
            const float first = sums[4 * j + 2 * h], second = sums[4 * j + 2 * h + 1];
            if (pairs) {
                if (8 * j < left) *reinterpret_cast<float2*>(to + 8 * j) = make_float2(first, second);
            } else {
                if (8 * j < left) to[8 * j] = first;
                if (8 * j + 1 < left) to[8 * j + 1] = second;
            }
        }
    }
}

__global__ void __launch_bounds__(threads, 1)
    wgmmaKernel(int m, int n, int k, const __grid_constant__ CUtensorMap mapOfA,
                const __grid_constant__ CUtensorMap mapOfB, float* __restrict__ c) {
    extern __shared__ unsigned char shared[];
    const std::uint32_t base = (addressOf(shared) + 1023) & ~1023u;
    const std::uint32_t full = base + buffers * bufferBytes, empty = full + 8 * buffers; // barriers, 8 bytes each
    std::uint32_t block = 0;
    asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(block));
    if (threadIdx.x == 0) {
        for (int i = 0; i < buffers; ++i) {
            initBarrier(full + 8 * i, 1);
            initBarrier(empty + 8 * i, multipliers * cluster);
        }
        asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    }
    waitForCluster();

    const Walk walk(m, n, static_cast<int>(block));
    const int pairs = walk.pairsDown * walk.tilesAcross, steps = ceilDiv(k, depth);
    const int first = static_cast<int>(blockIdx.x) / cluster, stride = static_cast<int>(gridDim.x) / cluster;
    int buffer = 0;
    std::uint32_t parity = 0;
    const auto advance = [&] {
        if (++buffer < buffers) return;
        buffer = 0;
        parity ^= 1;
    };
    const int group = static_cast<int>(threadIdx.x) / 128;
    if (group == multipliers) {
        asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
        if (threadIdx.x % 128 == 0) {
            for (int pair = first; pair < pairs; pair += stride) {
                int top, left;
                walk.place(pair, top, left);
                for (int step = 0; step < steps; ++step, advance()) {
                    const std::uint32_t to = base + buffer * bufferBytes, here = full + 8 * buffer;
                    waitFor(empty + 8 * buffer, parity ^ 1); // both blocks are done with it
                    arriveExpecting(here, bufferBytes);
                    bringBox(to, mapOfA, here, step * depth, top);
                    constexpr int boxes = columns / boxColumns / cluster;
#pragma unroll
                    for (int i = 0; i < boxes; ++i) {
                        const int box = static_cast<int>(block) * boxes + i;
                        bringBoxToAll(to + bytesOfA + box * bytesOfBox, mapOfB, here, left + box * boxColumns,
                                      step * depth, (1 << cluster) - 1);
                    }
                }
            }
        }
    } else {
        asm volatile("setmaxnreg.inc.sync.aligned.u32 232;");
        const int thread = static_cast<int>(threadIdx.x) % 128, lane = thread % 32;
        float sums[128];
        const auto release = [&](int which) {
            if (thread < cluster) arriveAt(empty + 8 * which, thread);
        };
        for (int pair = first; pair < pairs; pair += stride) {
            int top, left, before = -1;
            walk.place(pair, top, left);
            for (int step = 0; step < steps; ++step, advance()) {
                waitFor(full + 8 * buffer, parity);
                const std::uint32_t tiles = base + buffer * bufferBytes;
                const std::uint64_t a = wgmma::descriptor(tiles + group * 64 * depth * 2);
                const std::uint64_t b = wgmma::descriptorAcross(tiles + bytesOfA, bytesOfBox);
                wgmma::fence();
#pragma unroll
                for (int part = 0; part < depth / 16; ++part) // 16 terms on: 32 bytes of A's rows, 16 rows of B's box
                    wgmma::multiplyBf16Across(sums, a + part * 32 / 16, b + part * 16 * 128 / 16, step > 0 || part > 0);
                wgmma::commit();
                if (before >= 0) { // these go on while the ones before are known to be over
                    wgmma::wait<1>();
                    release(before);
                }
                before = buffer;
            }
            wgmma::wait<0>();
            release(before);
            write(c, m, n, top + group * 64 + thread / 32 * 16 + lane / 4, left + 2 * (lane % 4), sums);
        }
    }
    waitForCluster(); // no block may end while the other still arrives at its barriers
}

using EncodeTiled = CUresult (*)(CUtensorMap*, CUtensorMapDataType, cuuint32_t, void*, const cuuint64_t*,
                                 const cuuint64_t*, const cuuint32_t*, const cuuint32_t*, CUtensorMapInterleave,
                                 CUtensorMapSwizzle, CUtensorMapL2promotion, CUtensorMapFloatOOBfill);

/// The driver's function, found at run time: this program is not linked with the driver.
EncodeTiled encodeTiled() {
    void* function = nullptr;
    cudaDriverEntryPointQueryResult found{};
    ZG_CUDA(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &function, 12000, cudaEnableDefault, &found));
    if (found != cudaDriverEntryPointSuccess) throw CudaFailure(cudaErrorNotSupported, "cuTensorMapEncodeTiled");
    return reinterpret_cast<EncodeTiled>(function);
}

/// A matrix of bfloat16 for TMA, to be brought in boxes of 64 x `boxHeight` elements. @param pitch elements
CUtensorMap mapOf(const __nv_bfloat16* matrix, int wide, int high, int pitch, int boxHeight) {
    static const EncodeTiled encode = encodeTiled();
    CUtensorMap map{};
    const cuuint64_t size[] = {static_cast<cuuint64_t>(wide), static_cast<cuuint64_t>(high)};
    const cuuint64_t stride[] = {static_cast<cuuint64_t>(pitch) * sizeof(__nv_bfloat16)};
    const cuuint32_t box[] = {64, static_cast<cuuint32_t>(boxHeight)}, step[] = {1, 1};
    const CUresult code = encode(&map, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2, const_cast<__nv_bfloat16*>(matrix), size,
                                 stride, box, step, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B,
                                 CU_TENSOR_MAP_L2_PROMOTION_L2_256B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    if (code != CUDA_SUCCESS) throw CudaFailure(cudaErrorInvalidValue, "cuTensorMapEncodeTiled");
    return map;
}

class WgmmaBf16 : public Rung {
public:
    [[nodiscard]] Variant variant() const override { return Variant::WgmmaBf16; }
    [[nodiscard]] int minimumCapability() const override { return 90; }
    [[nodiscard]] bool exactCapability() const override { return true; }
    [[nodiscard]] std::vector<Note> notes() const override { return {{NoteKind::ThroughWgmma, 16}}; }
    [[nodiscard]] std::optional<Launch> launch(const Operands& operands) const override {
        return launchOf(kernel(), dim3(blocks(operands)), dim3(threads), sharedBytes);
    }
    [[nodiscard]] int blocksPerSm(const Operands&) const override {
        allowShared();
        return residentBlocks(kernel(), dim3(threads), sharedBytes);
    }
    [[nodiscard]] Traffic traffic(const Operands& operands) const override {
        // For L2 the tile is the cluster's. Its columns of B go into two shared memories: 2 bytes for A's, 4 for B's.
        return trafficOf(operands, {rows * cluster, columns, 2.0 / 256 + 2.0 / 64, 3, 2});
    }
    void run(const Operands& o, cudaStream_t stream) override {
        allowShared();
        const CUtensorMap a = mapOf(o.aBf16, o.k, o.m, o.ldaBf16, rows);
        const CUtensorMap b = mapOf(o.bBf16, o.n, o.k, o.ldbBf16, depth);
        cudaLaunchAttribute attribute{};
        attribute.id = cudaLaunchAttributeClusterDimension;
        attribute.val.clusterDim = {cluster, 1, 1};
        cudaLaunchConfig_t config{};
        config.gridDim = dim3(blocks(o));
        config.blockDim = dim3(threads);
        config.dynamicSmemBytes = sharedBytes;
        config.stream = stream;
        config.attrs = &attribute;
        config.numAttrs = 1;
        ZG_CUDA(cudaLaunchKernelEx(&config, wgmmaKernel, o.m, o.n, o.k, a, b, o.c));
    }

private:
    static const void* kernel() { return reinterpret_cast<const void*>(&wgmmaKernel); }
    static void allowShared() {
        ZG_CUDA(cudaFuncSetAttribute(kernel(), cudaFuncAttributeMaxDynamicSharedMemorySize, sharedBytes));
    }
    /// Whole clusters: no more than there are SMs, nor than there are pairs of tiles.
    static unsigned blocks(const Operands& o) {
        const int sms = currentAttribute(cudaDevAttrMultiProcessorCount);
        const int pairs = ceilDiv(o.m, rows * cluster) * ceilDiv(o.n, columns);
        return static_cast<unsigned>(cluster * std::clamp(pairs, 1, sms / cluster));
    }
};

} // namespace

std::unique_ptr<Rung> makeWgmmaBf16() { return std::make_unique<WgmmaBf16>(); }

} // namespace zg::matmul
