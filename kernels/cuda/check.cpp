// SPDX-License-Identifier: GPL-3.0-or-later
// Which of CUDA's codes is which fault.
#include "kernels/cuda/check.h"

#include <string>

namespace zg {

CudaFailure::CudaFailure(cudaError_t code, const char* call)
    : std::runtime_error(std::string(cudaGetErrorName(code)) + ": " + cudaGetErrorString(code) + " (" + call + ")"),
      code_(code) {}

Error CudaFailure::error() const { return {faultOf(code_), {}, 0, what()}; }

Fault faultOf(cudaError_t code) {
    switch (code) {
    case cudaErrorInsufficientDriver: return Fault::DriverTooOld;
    case cudaErrorNoDevice: return Fault::NoGpu;
    case cudaErrorInvalidDevice: return Fault::UnknownDevice;
    case cudaErrorDevicesUnavailable:
    case cudaErrorDeviceAlreadyInUse: return Fault::DeviceBusy;
    case cudaErrorMemoryAllocation: return Fault::OutOfMemory;
    case cudaErrorNoKernelImageForDevice:
    case cudaErrorInvalidDeviceFunction:
    case cudaErrorUnsupportedPtxVersion: return Fault::NoKernelImage;
    case cudaErrorIllegalAddress:
    case cudaErrorMisalignedAddress:
    case cudaErrorInvalidPc:
    case cudaErrorHardwareStackError:
    case cudaErrorIllegalInstruction:
    case cudaErrorInvalidAddressSpace: return Fault::IllegalAccess;
    case cudaErrorLaunchTimeout: return Fault::LaunchTimeout;
    case cudaErrorECCUncorrectable:
    case cudaErrorSystemNotReady:
    case cudaErrorDeviceUninitialized:
    case cudaErrorContextIsDestroyed: return Fault::DeviceLost;
    default: return Fault::DeviceOther;
    }
}

int currentAttribute(cudaDeviceAttr which) {
    int device = 0, value = 0;
    ZG_CUDA(cudaGetDevice(&device));
    ZG_CUDA(cudaDeviceGetAttribute(&value, which, device));
    return value;
}

} // namespace zg
