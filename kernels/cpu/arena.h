// SPDX-License-Identifier: GPL-3.0-or-later
// The one block of memory that a chase works in: huge pages where they are to be had, filled before anything is timed,
// and asked about afterwards, since the system may promise huge pages and not give them.
#pragma once

#include "core/result.h"

#include <cstddef>
#include <cstdint>
#include <stop_token>

namespace zg::cpu {

/// The size of a huge page that the arena asks for: x86-64, and aarch64 with 4 KiB pages.
inline constexpr std::size_t hugePageBytes = std::size_t{2} << 20;

class Arena {
public:
    /// Reserves address space, rounded up to whole huge pages: from the system's reserved huge pages if they suffice,
    /// else transparent ones. Errors: OutOfMemory.
    [[nodiscard]] static Result<Arena> reserve(std::size_t bytes);
    Arena(Arena&& other) noexcept;
    Arena& operator=(Arena&&) = delete;
    ~Arena();

    /// Writes to every page of the first `bytes` once, so that none is the shared zero page, and none is made while a
    /// clock runs. @return false where `stop` ended it; looked at every 2 MiB.
    bool populate(std::size_t bytes, const std::stop_token& stop);
    /// How much of it lies in huge pages now. Source: /proc/self/smaps.
    [[nodiscard]] std::int64_t inHugePagesBytes() const;

    [[nodiscard]] std::byte* data() const { return data_; }
    [[nodiscard]] std::size_t size() const { return bytes_; }

private:
    Arena() = default;
    std::byte* data_ = nullptr;
    std::size_t bytes_ = 0;
    std::size_t populated_ = 0; ///< bytes from the start that have been written to
    bool reservedPool_ = false; ///< MAP_HUGETLB: then every byte is in huge pages
};

} // namespace zg::cpu
