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

} // namespace

const Level* findLevel(const Device& device, LevelKind kind) {
    for (const Level& level : device.levels)
        if (level.kind == kind) return &level;
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

} // namespace zg
