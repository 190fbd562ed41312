// SPDX-License-Identifier: GPL-3.0-or-later
// cudaDeviceProp and attributes into levels. What the driver does not report comes from chip_table and is marked
// published.
#include "kernels/cuda/device_query.h"

#include "kernels/cuda/check.h"
#include "kernels/cuda/chip_table.h"
#include "kernels/cuda/nvml.h"

#include <array>
#include <cstdio>
#include <string>

namespace zg {
namespace {

Quantity reported(double value, Unit unit) { return {value, unit, Source::Reported, {}}; }

int attribute(cudaDeviceAttr which, int index) {
    int value = 0;
    ZG_CUDA(cudaDeviceGetAttribute(&value, which, index));
    return value;
}

std::string versionText(int version) { // 13000 -> "13.0"
    return version > 0 ? std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10) : std::string{};
}

std::string uuidText(const cudaUUID_t& uuid) {
    std::string text = "GPU-";
    for (int i = 0; i < 16; ++i) {
        std::array<char, 3> hex{};
        std::snprintf(hex.data(), hex.size(), "%02x", static_cast<unsigned char>(uuid.bytes[i]));
        text += hex.data();
        if (i == 3 || i == 5 || i == 7 || i == 9) text += '-';
    }
    return text;
}

SmLimits limitsOf(const cudaDeviceProp& prop, const std::optional<ChipFacts>& facts) {
    SmLimits sm;
    sm.smCount = prop.multiProcessorCount;
    sm.warpSize = prop.warpSize;
    sm.threadsPerBlock = prop.maxThreadsPerBlock;
    sm.threadsPerSm = prop.maxThreadsPerMultiProcessor;
    sm.blocksPerSm = prop.maxBlocksPerMultiProcessor;
    sm.registersPerSm = prop.regsPerMultiprocessor;
    sm.registersPerBlock = prop.regsPerBlock;
    sm.registersPerThread =
        255; // CUDA C++ Programming Guide 13.0, technical specifications: 255 for all capabilities from 5.0
    sm.sharedPerSmBytes = static_cast<std::int64_t>(prop.sharedMemPerMultiprocessor);
    sm.sharedPerBlockBytes = static_cast<std::int64_t>(prop.sharedMemPerBlock);
    sm.sharedPerBlockOptinBytes = static_cast<std::int64_t>(prop.sharedMemPerBlockOptin);
    sm.sharedReservedPerBlockBytes = static_cast<std::int64_t>(prop.reservedSharedMemPerBlock);
    if (facts) sm.fp32LanesPerSm = facts->fp32LanesPerSm;
    return sm;
}

Level registersOf(const cudaDeviceProp& prop) {
    Level level;
    level.kind = LevelKind::Registers;
    level.managedBy = ManagedBy::Compiler;
    level.instances = prop.multiProcessorCount;
    const double bytes = 4.0 * prop.regsPerMultiprocessor; // a register has 32 bits
    level.perInstance = reported(bytes, Unit::Bytes);
    level.total = reported(bytes * prop.multiProcessorCount, Unit::Bytes);
    return level;
}

/// "1.98 GHz"
std::string gigahertz(double hertz) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.4g GHz", hertz / 1e9);
    return text.data();
}

std::string number(double value) { return std::to_string(static_cast<int>(value)); }

/// The theoretical ceilings at the highest clock that the driver reports.
std::vector<Peak> peaksOf(const cudaDeviceProp& prop, double clockHz) {
    std::vector<Peak> peaks;
    for (const ArithmeticFacts& facts : arithmeticFacts(prop.major, prop.minor, prop.name)) {
        const bool lanes = facts.arithmetic == Arithmetic::Fp32 || facts.arithmetic == Arithmetic::Fp64;
        const std::string perSm =
            lanes ? number(facts.flopPerCycle / 2) + " lanes x 2" : number(facts.flopPerCycle) + " FLOP/cy";
        Peak peak;
        peak.arithmetic = facts.arithmetic;
        peak.perCycle = {facts.flopPerCycle, Unit::FlopPerCycle, Source::Published, std::string(facts.cite)};
        peak.rate = {prop.multiProcessorCount * facts.flopPerCycle * clockHz, Unit::FlopPerSecond, Source::Modelled,
                     number(prop.multiProcessorCount) + " SMs x " + perSm + " x " + gigahertz(clockHz)};
        peaks.push_back(peak);
    }
    return peaks;
}

Level sharedL1Of(const cudaDeviceProp& prop, const std::optional<ChipFacts>& facts, double clockHz) {
    Level level;
    level.kind = LevelKind::SharedL1;
    level.managedBy = ManagedBy::ProgrammerAndHardware;
    level.instances = prop.multiProcessorCount;
    if (facts) {
        const double bytes = static_cast<double>(facts->l1SharedBytes);
        level.perInstance = Quantity{bytes, Unit::Bytes, Source::Published, std::string(chipFactsCite())};
        level.total =
            Quantity{bytes * prop.multiProcessorCount, Unit::Bytes, Source::Published, std::string(chipFactsCite())};
        if (clockHz > 0)
            level.bandwidth = Quantity{prop.multiProcessorCount * facts->sharedBytesPerCycle * clockHz,
                                       Unit::BytesPerSecond, Source::Modelled,
                                       number(prop.multiProcessorCount) + " SMs x " +
                                           number(facts->sharedBytesPerCycle) + " B/cy x " + gigahertz(clockHz)};
    }
    level.sharedMax = reported(static_cast<double>(prop.sharedMemPerMultiprocessor), Unit::Bytes);
    // Sectors are 32 bytes; the tag covers 128: CUDA C++ Programming Guide 13.0, global memory of each capability.
    level.lineBytes = Quantity{128, Unit::Bytes, Source::Published, std::string(chipFactsCite())};
    return level;
}

Level l2Of(const cudaDeviceProp& prop) {
    Level level;
    level.kind = LevelKind::L2;
    level.total = reported(prop.l2CacheSize, Unit::Bytes);
    return level;
}

Level memoryOf(const cudaDeviceProp& prop, int index) {
    Level level;
    level.kind = LevelKind::Memory;
    level.technology = Technology::Dram;
    level.managedBy = ManagedBy::Programmer;
    std::string cite;
    level.name = memoryTypeOf(prop.name, cite);
    level.total = reported(static_cast<double>(prop.totalGlobalMem), Unit::Bytes);
    const double clockHz = 1e3 * attribute(cudaDevAttrMemoryClockRate, index);
    if (prop.memoryBusWidth > 0) level.busWidth = reported(prop.memoryBusWidth, Unit::Bits);
    if (clockHz > 0) level.clock = reported(clockHz, Unit::Hertz);
    if (clockHz > 0 && prop.memoryBusWidth > 0)
        level.bandwidth = Quantity{2 * clockHz * prop.memoryBusWidth / 8, Unit::BytesPerSecond, Source::Modelled,
                                   "2 x memory clock x bus width / 8 (double data rate), both reported"};
    return level;
}

Level constantOf(const cudaDeviceProp& prop) {
    Level level;
    level.kind = LevelKind::Constant;
    level.technology = Technology::Dram;
    level.managedBy = ManagedBy::Programmer;
    level.total = reported(static_cast<double>(prop.totalConstMem), Unit::Bytes);
    return level;
}

ComputeMode modeOf(int index) {
    switch (attribute(cudaDevAttrComputeMode, index)) {
    case cudaComputeModeProhibited: return ComputeMode::Prohibited;
    case cudaComputeModeExclusiveProcess: return ComputeMode::Exclusive;
    default: return ComputeMode::Shared;
    }
}

/// No driver at all, or one that is older than this program's toolkit? CUDA gives both the same code.
Error whyNoDriver() {
    int driver = 0;
    const bool none = cudaDriverGetVersion(&driver) != cudaSuccess || driver == 0;
    if (none) return {Fault::NoDriver, {}, 0, {}};
    int runtime = 0;
    (void)cudaRuntimeGetVersion(&runtime);
    return {Fault::DriverTooOld, {}, 0, "CUDA " + versionText(driver) + " < " + versionText(runtime)};
}

} // namespace

Device queryCudaDevice(int index) {
    cudaDeviceProp prop{};
    ZG_CUDA(cudaGetDeviceProperties(&prop, index));
    const auto facts = chipFacts(prop.major, prop.minor);
    Device device;
    device.id = "cuda:" + std::to_string(index);
    device.kind = DeviceKind::Gpu;
    device.name = prop.name;
    device.architecture = std::to_string(prop.major) + "." + std::to_string(prop.minor);
    const double clockHz = 1e3 * attribute(cudaDevAttrClockRate, index);
    device.levels = {registersOf(prop), sharedL1Of(prop, facts, clockHz), l2Of(prop), memoryOf(prop, index),
                     constantOf(prop)};
    device.sm = limitsOf(prop, facts);
    if (clockHz > 0) {
        device.coreClock = reported(clockHz, Unit::Hertz);
        device.peaks = peaksOf(prop, clockHz);
    }
    device.computeMode = modeOf(index);
    device.uuid = uuidText(prop.uuid);
    int runtime = 0;
    ZG_CUDA(cudaRuntimeGetVersion(&runtime));
    device.toolkit = "CUDA " + versionText(runtime);
    const NvmlFacts nvml = queryNvml(device.uuid);
    device.driver = nvml.driver;
    if (device.driver.empty()) {
        int driver = 0;
        ZG_CUDA(cudaDriverGetVersion(&driver));
        device.driver = "CUDA " + versionText(driver);
    }
    if (nvml.freeBytes > 0) device.memoryFree = reported(nvml.freeBytes, Unit::Bytes);
    // A display on it, or a watchdog that kills long kernels: both ask for short launches.
    device.displayAttached = nvml.displayActive || attribute(cudaDevAttrKernelExecTimeout, index) != 0;
    return device;
}

Found queryCudaDevices() {
    Found found;
    int count = 0;
    const cudaError_t code = cudaGetDeviceCount(&count);
    if (code != cudaSuccess) {
        (void)cudaGetLastError();
        if (code == cudaErrorInsufficientDriver) found.noGpu = whyNoDriver();
        else found.noGpu = CudaFailure(code, "cudaGetDeviceCount").error();
        return found;
    }
    for (int index = 0; index < count; ++index) {
        try {
            found.devices.push_back(queryCudaDevice(index));
        } catch (const CudaFailure& failure) {
            found.noGpu = failure.error(); // kept only where no other GPU answers
        }
    }
    if (!found.devices.empty()) found.noGpu.reset();
    else if (!found.noGpu) found.noGpu = Error{Fault::NoGpu, {}, 0, {}};
    return found;
}

} // namespace zg
