// SPDX-License-Identifier: GPL-3.0-or-later
// CUDA's error codes as exceptions inside this folder, and as Errors at its edge; and the one owner of device memory.
#pragma once

#include "core/result.h"

#include <cstddef>
#include <cuda_runtime_api.h>
#include <stdexcept>
#include <utility>

namespace zg {

/// Thrown inside kernels/cuda only; the backend turns it into an Error.
class CudaFailure : public std::runtime_error {
public:
    CudaFailure(cudaError_t code, const char* call);
    [[nodiscard]] cudaError_t code() const { return code_; }
    [[nodiscard]] Error error() const;

private:
    cudaError_t code_;
};

/// A result that is not what the kernel must give: a broken chain reads as a fast cache, so it is never reported.
class WrongResultFailure : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

[[nodiscard]] Fault faultOf(cudaError_t code);

/// That attribute of the current device. Throws CudaFailure.
[[nodiscard]] int currentAttribute(cudaDeviceAttr which);

inline void cudaCheck(cudaError_t code, const char* call) {
    if (code != cudaSuccess) throw CudaFailure(code, call);
}
#define ZG_CUDA(call) ::zg::cudaCheck((call), #call)

/// cudaMalloc and cudaFree as a scope.
class DeviceBuffer {
public:
    DeviceBuffer() = default;
    explicit DeviceBuffer(std::size_t bytes) : bytes_(bytes) { ZG_CUDA(cudaMalloc(&data_, bytes)); }
    ~DeviceBuffer() {
        if (data_) (void)cudaFree(data_);
    } // after a lost device there is nobody to tell
    DeviceBuffer(DeviceBuffer&& other) noexcept
        : data_(std::exchange(other.data_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}
    DeviceBuffer& operator=(DeviceBuffer&& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(bytes_, other.bytes_);
        return *this;
    }
    [[nodiscard]] void* data() const { return data_; }
    [[nodiscard]] std::size_t bytes() const { return bytes_; }
    template <class T>
    [[nodiscard]] T* as() const {
        return static_cast<T*>(data_);
    }

private:
    void* data_ = nullptr;
    std::size_t bytes_ = 0;
};

} // namespace zg
