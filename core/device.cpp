// SPDX-License-Identifier: GPL-3.0-or-later
// Look-ups in a device's levels.
#include "core/device.h"

#include "core/names.h"

#include <algorithm>
#include <bit>

namespace zg {
namespace {

constexpr NameTable<LevelKind, 7> levelKinds{{
    {LevelKind::Registers, "registers"},
    {LevelKind::SharedL1, "shared-l1"},
    {LevelKind::L1, "l1"},
    {LevelKind::L2, "l2"},
    {LevelKind::L3, "l3"},
    {LevelKind::Memory, "memory"},
    {LevelKind::Constant, "constant"},
}};

constexpr NameTable<Arithmetic, 7> arithmetics{{
    {Arithmetic::Fp64, "fp64"},
    {Arithmetic::Fp64Tensor, "fp64-tensor"},
    {Arithmetic::Fp32, "fp32"},
    {Arithmetic::Tf32Tensor, "tf32-tensor"},
    {Arithmetic::Bf16Tensor, "bf16-tensor"},
    {Arithmetic::Fp16Tensor, "fp16-tensor"},
    {Arithmetic::Fp8Tensor, "fp8-tensor"},
}};

constexpr std::array inOrder{Arithmetic::Fp64,       Arithmetic::Fp64Tensor, Arithmetic::Fp32,
                             Arithmetic::Tf32Tensor, Arithmetic::Bf16Tensor, Arithmetic::Fp16Tensor,
                             Arithmetic::Fp8Tensor};

} // namespace

const Level* findLevel(const Device& device, LevelKind kind) {
    for (const Level& level : device.levels)
        if (level.kind == kind) return &level;
    return nullptr;
}

const Peak* findPeak(const Device& device, Arithmetic arithmetic) {
    for (const Peak& peak : device.peaks)
        if (peak.arithmetic == arithmetic) return &peak;
    return nullptr;
}

const Level* lastCache(const Device& device) {
    const Level* last = nullptr;
    for (const Level& level : device.levels)
        if (level.kind == LevelKind::SharedL1 || level.kind == LevelKind::L1 || level.kind == LevelKind::L2 ||
            level.kind == LevelKind::L3)
            last = &level;
    return last;
}

std::int64_t defaultLargestBytes(const Device& device) {
    constexpr std::int64_t mebibyte = 1 << 20;
    const Level* last = lastCache(device);
    if (device.kind == DeviceKind::Cpu) {
        const double bytes = last && last->perInstance ? last->perInstance->value : 16.0 * mebibyte;
        return std::clamp(static_cast<std::int64_t>(4 * bytes), 64 * mebibyte, 2048 * mebibyte);
    }
    const double bytes = last && last->total ? last->total->value : 4.0 * mebibyte;
    const auto sixteen = std::bit_ceil(static_cast<std::uint64_t>(16 * std::clamp(bytes, 0.0, 1024.0 * mebibyte)));
    return std::clamp(static_cast<std::int64_t>(sixteen), 64 * mebibyte, 1024 * mebibyte);
}

std::string_view levelKindName(LevelKind kind) { return nameIn(levelKinds, kind); }
std::optional<LevelKind> parseLevelKind(std::string_view name) { return parseIn(levelKinds, name); }
std::span<const Arithmetic> allArithmetics() { return inOrder; }
std::string_view arithmeticName(Arithmetic arithmetic) { return nameIn(arithmetics, arithmetic); }
std::optional<Arithmetic> parseArithmetic(std::string_view name) { return parseIn(arithmetics, name); }

} // namespace zg
