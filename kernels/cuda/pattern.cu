// SPDX-License-Identifier: GPL-3.0-or-later
// Filling and checking device memory with the pattern. Large ranges go in launches of some milliseconds.
#include "kernels/cuda/check.h"
#include "kernels/cuda/pattern.h"

#include <algorithm>

namespace zg {
namespace {

constexpr unsigned threads = 256;
constexpr std::uint64_t unitsPerLaunch = 1 << 22; // 2 GiB

__device__ std::uint64_t firstElement() { return std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; }
__device__ std::uint64_t strideElements() { return std::uint64_t{gridDim.x} * blockDim.x; }

__device__ uint4 elementAt(std::uint64_t unit, std::uint64_t element, std::uint32_t seed) {
    return patternAt(static_cast<std::uint32_t>(unit + element / patternUnitElements),
                     static_cast<std::uint32_t>(element % patternUnitElements), seed);
}

__global__ void fillKernel(uint4* data, std::uint64_t firstUnit, std::uint64_t elements, std::uint32_t seed) {
    for (std::uint64_t i = firstElement(); i < elements; i += strideElements()) data[i] = elementAt(firstUnit, i, seed);
}

__global__ void sumKernel(std::uint64_t firstUnit, std::uint64_t elements, std::uint32_t seed, std::uint32_t* sum) {
    std::uint32_t own = 0;
    for (std::uint64_t i = firstElement(); i < elements; i += strideElements())
        own += sumOf(elementAt(firstUnit, i, seed));
    atomicAdd(sum, own);
}

__global__ void compareKernel(const uint4* data, std::uint64_t firstUnit, std::uint64_t elements, std::uint32_t seed,
                              unsigned long long* wrong) {
    unsigned own = 0;
    for (std::uint64_t i = firstElement(); i < elements; i += strideElements()) {
        const uint4 is = data[i], expected = elementAt(firstUnit, i, seed);
        own += (is.x != expected.x || is.y != expected.y || is.z != expected.z || is.w != expected.w) ? 1 : 0;
    }
    if (own != 0) atomicAdd(wrong, static_cast<unsigned long long>(own));
}

/// Calls launch(blocks, first unit, elements) for pieces of [0, units).
template <class Launch>
void inPieces(std::uint64_t units, const Launch& launch) {
    for (std::uint64_t from = 0; from < units; from += unitsPerLaunch) {
        const std::uint64_t elements = std::min(unitsPerLaunch, units - from) * patternUnitElements;
        launch(static_cast<unsigned>(std::min<std::uint64_t>((elements + threads - 1) / threads, 4096)), from,
               elements);
        ZG_CUDA(cudaGetLastError());
    }
}

template <class Value>
Value fetch(const void* scratch) {
    Value value{};
    ZG_CUDA(cudaMemcpy(&value, scratch, sizeof value, cudaMemcpyDeviceToHost));
    return value;
}

} // namespace

void fillPattern(void* data, std::uint64_t units, std::uint32_t seed) {
    auto* elements = static_cast<uint4*>(data);
    inPieces(units, [&](unsigned blocks, std::uint64_t from, std::uint64_t count) {
        fillKernel<<<blocks, threads>>>(elements + from * patternUnitElements, from, count, seed);
    });
}

std::uint32_t patternSum(std::uint64_t first, std::uint64_t units, std::uint32_t seed, void* scratch) {
    ZG_CUDA(cudaMemset(scratch, 0, 16));
    inPieces(units, [&](unsigned blocks, std::uint64_t from, std::uint64_t count) {
        sumKernel<<<blocks, threads>>>(first + from, count, seed, static_cast<std::uint32_t*>(scratch));
    });
    return fetch<std::uint32_t>(scratch);
}

std::uint64_t patternMismatches(const void* data, std::uint64_t units, std::uint32_t seed, void* scratch) {
    ZG_CUDA(cudaMemset(scratch, 0, 16));
    const auto* elements = static_cast<const uint4*>(data);
    inPieces(units, [&](unsigned blocks, std::uint64_t from, std::uint64_t count) {
        compareKernel<<<blocks, threads>>>(elements + from * patternUnitElements, from, count, seed,
                                           static_cast<unsigned long long*>(scratch));
    });
    return fetch<unsigned long long>(scratch);
}

} // namespace zg
