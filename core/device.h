// SPDX-License-Identifier: GPL-3.0-or-later
// Device: a name, its levels of memory from top to bottom, and on a GPU the limits of one SM. Filled by a backend's
// query, by a recorded session or by a published data sheet; nothing here asks a driver.
#pragma once

#include "core/quantity.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace zg {

enum class DeviceKind { Gpu, Cpu };

enum class LevelKind {
    Registers,
    SharedL1, ///< a GPU's one SRAM per SM that is both L1 and shared memory
    L1,       ///< a CPU's L1 data cache
    L2,
    L3,
    Memory,   ///< device memory (HBM, GDDR) or the computer's RAM
    Constant, ///< a GPU's constant memory; drawn beside the pyramid, not in it
};

enum class Technology { Sram, Dram };

/// Who decides what lies in a level.
enum class ManagedBy { Compiler, Programmer, Hardware, ProgrammerAndHardware };

struct Level {
    LevelKind kind = LevelKind::Memory;
    std::string name; ///< product term where there is one ("HBM3e", "DDR5"), else empty; never translated
    Technology technology = Technology::Sram;
    ManagedBy managedBy = ManagedBy::Hardware;
    int instances = 1;                   ///< how many of it the chip has: SMs, cores, caches
    std::optional<Quantity> perInstance; ///< bytes of one instance (one SM, one core)
    std::optional<Quantity> total;       ///< bytes of all instances together
    std::optional<Quantity> sharedMax;   ///< SharedL1 only: bytes of one SM that may be shared memory
    std::optional<Quantity> lineBytes;   ///< bytes of one cache line
    std::optional<Quantity> busWidth;    ///< bits; Memory only
    std::optional<Quantity> clock;       ///< Hz of the memory bus; Memory only
    std::optional<Quantity> bandwidth;   ///< B/s, theoretical or of the data sheet
    UnknownFields unknown;

    bool operator==(const Level&) const = default;
};

/// The limits of one SM. Source: cudaDeviceProp / cudaDeviceGetAttribute, or a published table for a data sheet.
struct SmLimits {
    int smCount = 0;
    int warpSize = 32;
    int threadsPerBlock = 0;
    int threadsPerSm = 0;
    int blocksPerSm = 0;
    int registersPerSm = 0;
    int registersPerBlock = 0;
    int registersPerThread = 255;
    std::int64_t sharedPerSmBytes = 0;
    std::int64_t sharedPerBlockBytes = 0; ///< without opting in
    std::int64_t sharedPerBlockOptinBytes = 0;
    std::int64_t sharedReservedPerBlockBytes = 0;
    int fp32LanesPerSm = 0; ///< published, 0 where unknown
    UnknownFields unknown;

    bool operator==(const SmLimits&) const = default;
};

/// Kinds of multiply-add whose ceilings differ. "Tensor" is a tensor core's, accumulating in FP32 (FP64 in FP64).
enum class Arithmetic { Fp64, Fp64Tensor, Fp32, Tf32Tensor, Bf16Tensor, Fp16Tensor, Fp8Tensor };

/// What the arithmetic units could do at most, with dense operands.
struct Peak {
    Arithmetic arithmetic{};
    Quantity perCycle; ///< FLOP per cycle of one SM or core, a multiply-add being two; Published or Modelled
    Quantity rate;     ///< FLOP/s of the whole chip; Modelled, its cite is the formula
    UnknownFields unknown;

    bool operator==(const Peak&) const = default;
};

enum class ComputeMode { Shared, Exclusive, Prohibited };

struct Device {
    std::string id; ///< "cuda:0", "cpu"; for a recording the id it had when it was recorded
    DeviceKind kind = DeviceKind::Gpu;
    std::string name;          ///< as the vendor writes it
    std::string architecture;  ///< compute capability "9.0", or "x86-64"
    std::vector<Level> levels; ///< from top (registers) to bottom (memory); Constant last where there is one
    std::optional<SmLimits> sm;
    std::vector<Peak> peaks;            ///< theoretical ceilings; those not known are absent
    std::optional<Quantity> coreClock;  ///< Hz, the highest the driver reports
    std::optional<Quantity> memoryFree; ///< bytes, when queried
    bool displayAttached = false; ///< a display hangs on it, or the driver kills long kernels: keep launches short
    ComputeMode computeMode = ComputeMode::Shared;
    std::string driver;  ///< version of the driver, "" where there is none
    std::string toolkit; ///< version of the CUDA runtime or of hwloc, "" where unknown
    std::string uuid;    ///< "" where unknown
    UnknownFields unknown;

    bool operator==(const Device&) const = default;
};

/// The first level of that kind, or null.
[[nodiscard]] const Level* findLevel(const Device& device, LevelKind kind);

/// The theoretical ceiling of that arithmetic, or null.
[[nodiscard]] const Peak* findPeak(const Device& device, Arithmetic arithmetic);

/// The last cache before memory, or null: a working set is "in memory" once it is several times this one's total.
[[nodiscard]] const Level* lastCache(const Device& device);

/// Bytes of the largest working set of a chase whose request names none, before free memory limits it. A GPU: 16 times
/// the L2, so that memory is a wide stair, up to 1 GiB; a CPU: 4 times the last cache that one core sees, up to 2 GiB,
/// since a lap there takes a third of a second. Never below 64 MiB.
[[nodiscard]] std::int64_t defaultLargestBytes(const Device& device);

[[nodiscard]] std::string_view levelKindName(LevelKind kind); ///< the word used in files: "registers", "shared-l1", ...
[[nodiscard]] std::optional<LevelKind> parseLevelKind(std::string_view name);
[[nodiscard]] std::span<const Arithmetic> allArithmetics();
[[nodiscard]] std::string_view arithmeticName(
    Arithmetic arithmetic); ///< "fp64", "fp64-tensor", "fp32", "tf32-tensor", ...
[[nodiscard]] std::optional<Arithmetic> parseArithmetic(std::string_view name);

} // namespace zg
