// SPDX-License-Identifier: GPL-3.0-or-later
// Source: the kernel's admin-guide/mm/transhuge and mm/hugetlbpage; man 2 mmap, madvise; man 5 proc for smaps.
#include "kernels/cpu/arena.h"

#include <algorithm>
#include <cerrno>
#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <string>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>

namespace zg::cpu {
namespace {

constexpr int protection = PROT_READ | PROT_WRITE;
constexpr int flags = MAP_PRIVATE | MAP_ANONYMOUS;

std::byte* map(std::size_t bytes, int more) {
    void* memory = mmap(nullptr, bytes, protection, flags | more, -1, 0);
    return memory == MAP_FAILED ? nullptr : static_cast<std::byte*>(memory);
}

/// `bytes` of ordinary memory that begin on the border of a huge page; what lies before and after is given back.
std::byte* mapAligned(std::size_t bytes) {
    std::byte* memory = map(bytes + hugePageBytes, MAP_NORESERVE);
    if (!memory) return nullptr;
    const std::size_t before =
        (hugePageBytes - reinterpret_cast<std::uintptr_t>(memory) % hugePageBytes) % hugePageBytes;
    if (before > 0) munmap(memory, before);
    if (before < hugePageBytes) munmap(memory + before + bytes, hugePageBytes - before);
    return memory + before;
}

} // namespace

Result<Arena> Arena::reserve(std::size_t bytes) {
    Arena arena;
    arena.bytes_ = (bytes + hugePageBytes - 1) / hugePageBytes * hugePageBytes;
    // The pool gives all or nothing here: without MAP_NORESERVE the pages are set aside now, so no later write can
    // fail.
    arena.data_ = map(arena.bytes_, MAP_HUGETLB | (21 << MAP_HUGE_SHIFT));
    arena.reservedPool_ = arena.data_ != nullptr;
    if (!arena.data_) arena.data_ = mapAligned(arena.bytes_);
    if (!arena.data_) return fail(Fault::OutOfMemory, "mmap: " + std::string(std::strerror(errno)));
    if (!arena.reservedPool_) madvise(arena.data_, arena.bytes_, MADV_HUGEPAGE); // refused: small pages, seen in smaps
    return arena;
}

Arena::Arena(Arena&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)),
      bytes_(std::exchange(other.bytes_, 0)),
      populated_(other.populated_),
      reservedPool_(other.reservedPool_) {}

Arena::~Arena() {
    if (data_) munmap(data_, bytes_);
}

bool Arena::populate(std::size_t bytes, const std::stop_token& stop) {
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    for (; populated_ < std::min(bytes, bytes_); populated_ += hugePageBytes) {
        if (stop.stop_requested()) return false;
        for (std::size_t at = 0; at < hugePageBytes; at += page) *(data_ + populated_ + at) = std::byte{1};
    }
    return true;
}

std::int64_t Arena::inHugePagesBytes() const {
    if (reservedPool_) return static_cast<std::int64_t>(bytes_);
    const auto first = reinterpret_cast<std::uintptr_t>(data_), last = first + bytes_;
    std::ifstream smaps("/proc/self/smaps");
    bool ours = false; // the lines that follow describe a mapping inside the arena
    std::int64_t kibibytes = 0;
    for (std::string line; std::getline(smaps, line);) {
        std::uintptr_t from = 0, to = 0;
        std::int64_t value = 0;
        if (std::sscanf(line.c_str(), "%" SCNxPTR "-%" SCNxPTR " ", &from, &to) == 2) ours = from < last && first < to;
        else if (ours && std::sscanf(line.c_str(), "AnonHugePages: %" SCNd64 " kB", &value) == 1) kibibytes += value;
    }
    // The system may have joined a neighbour to our mapping: never claim more than there is.
    return std::min(kibibytes * 1024, static_cast<std::int64_t>(bytes_));
}

} // namespace zg::cpu
