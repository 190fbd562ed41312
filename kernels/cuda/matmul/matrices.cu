// SPDX-License-Identifier: GPL-3.0-or-later
// Random matrices by a generator that counts: each element is a hash of its own number, so that any number of threads
// make the same matrix.
#include "kernels/cuda/matmul/matrices.h"

#include <algorithm>
#include <cstddef>

namespace zg::matmul {
namespace {

constexpr int threads = 256;
constexpr unsigned mostBlocks = 4096;

/// The output function of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014): every bit of the sum reaches every bit.
__host__ __device__ constexpr std::uint64_t mixed(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

// x[i] = even over [-1, 1), in steps of 2^-23
__global__ void fillKernel(float* x, std::uint64_t count, std::uint64_t key) {
    const std::uint64_t stride = std::uint64_t{gridDim.x} * blockDim.x;
    for (std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += stride) {
        const auto bits = static_cast<int>(mixed(key + i * 0x9E3779B97F4A7C15u) >> 40);
        x[i] = static_cast<float>(bits - (1 << 23)) * 0x1p-23f;
    }
}

// to[row][column] = from[row][column], rounded to nearest; what fills the rows up is zero
__global__ void roundKernel(const float* from, std::uint64_t rows, int columns, __nv_bfloat16* to, int pitch) {
    const std::uint64_t stride = std::uint64_t{gridDim.x} * blockDim.x, count = rows * pitch;
    for (std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += stride) {
        const std::uint64_t row = i / pitch, column = i % pitch;
        to[i] = __float2bfloat16_rn(column < columns ? from[row * columns + column] : 0.0f);
    }
}

unsigned blocksFor(std::uint64_t count) {
    return static_cast<unsigned>(std::min<std::uint64_t>((count + threads - 1) / threads, mostBlocks));
}

std::uint64_t product(int x, int y) { return static_cast<std::uint64_t>(x) * static_cast<std::uint64_t>(y); }

constexpr int pitchOf(int columns) { return (columns + 7) / 8 * 8; }

} // namespace

double Matrices::bytesFor(double m, double n, double k, bool bf16) {
    return 4 * (m * k + k * n + m * n) + (bf16 ? 2 * (m * (k + 7) + k * (n + 7)) : 0);
}

Matrices::Matrices(int m, int n, int k, bool bf16)
    : a_(product(m, k) * sizeof(float)), b_(product(k, n) * sizeof(float)), c_(product(m, n) * sizeof(float)) {
    if (!bf16) return;
    aBf16_ = DeviceBuffer(product(m, pitchOf(k)) * sizeof(__nv_bfloat16));
    bBf16_ = DeviceBuffer(product(k, pitchOf(n)) * sizeof(__nv_bfloat16));
}

Operands Matrices::fill(int m, int n, int k, std::uint64_t seed, cudaStream_t stream) {
    const std::uint64_t ofA = product(m, k), ofB = product(k, n);
    const std::uint64_t key = mixed(seed ^ mixed(product(m, n) * 31 + static_cast<std::uint64_t>(k)));
    fillKernel<<<blocksFor(ofA), threads, 0, stream>>>(a_.as<float>(), ofA, mixed(key + 1));
    fillKernel<<<blocksFor(ofB), threads, 0, stream>>>(b_.as<float>(), ofB, mixed(key + 2));
    Operands operands;
    operands.m = m, operands.n = n, operands.k = k;
    operands.a = a_.as<float>(), operands.b = b_.as<float>(), operands.c = c_.as<float>();
    if (aBf16_.data()) {
        operands.aBf16 = aBf16_.as<__nv_bfloat16>(), operands.bBf16 = bBf16_.as<__nv_bfloat16>();
        operands.ldaBf16 = pitchOf(k), operands.ldbBf16 = pitchOf(n);
        const auto ofRounded = [](int rows, int pitch) { return blocksFor(product(rows, pitch)); };
        roundKernel<<<ofRounded(m, pitchOf(k)), threads, 0, stream>>>(a_.as<float>(), static_cast<std::uint64_t>(m), k,
                                                                      aBf16_.as<__nv_bfloat16>(), pitchOf(k));
        roundKernel<<<ofRounded(k, pitchOf(n)), threads, 0, stream>>>(b_.as<float>(), static_cast<std::uint64_t>(k), n,
                                                                      bBf16_.as<__nv_bfloat16>(), pitchOf(n));
    }
    ZG_CUDA(cudaGetLastError());
    poison(operands, stream);
    return operands;
}

void Matrices::poison(const Operands& operands, cudaStream_t stream) {
    // All bits set are a NaN.
    ZG_CUDA(cudaMemsetAsync(operands.c, 0xFF, product(operands.m, operands.n) * sizeof(float), stream));
}

} // namespace zg::matmul
