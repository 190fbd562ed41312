// SPDX-License-Identifier: GPL-3.0-or-later
// The chase measures the time of one load that depends on the one before. What could fool it, and what is done about
// it: a prefetcher that guesses (random order; inside pages as well), lines never brought in (whole laps before), a
// compiler that drops or reorders loads (assembly), index arithmetic (absolute pointers), the loop itself (64 loads a
// turn), and a broken chain (the end is compared with the line where the cycle must be after that many steps).
#include "kernels/cpu/chase.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <chrono>
#include <limits>

namespace zg::cpu {
namespace {

constexpr std::size_t chunkLines = 1024; // 4 KiB of line numbers: a small part of any L1

/// 64 dependent loads a turn. Assembly, so that a debug build and a sanitizer time the same loads.
const void* follow(const void* at, std::uint64_t steps) {
    for (std::uint64_t turn = 0; turn < steps / Chase::unroll; ++turn) {
#if defined(__x86_64__)
        asm volatile(".rept 64\n\tmovq (%0), %0\n\t.endr" : "+r"(at) : : "memory");
#elif defined(__aarch64__)
        asm volatile(".rept 64\n\tldr %0, [%0]\n\t.endr" : "+r"(at) : : "memory");
#elif defined(__riscv) && __riscv_xlen == 64
        asm volatile(".rept 64\n\tld %0, 0(%0)\n\t.endr" : "+r"(at) : : "memory");
#else
        for (std::uint64_t i = 0; i < Chase::unroll; ++i) at = *static_cast<const void* const volatile*>(at);
#endif
    }
    return at;
}

} // namespace

LineOrder::LineOrder(Order order, std::uint32_t lines, std::uint32_t linesPerPage, std::uint64_t seed)
    : order_(order), lines_(lines), windowLines_(order == Order::RandomInPages ? linesPerPage : lines), seed_(seed) {
    assert(lines >= 1 && windowLines_ >= 1);
    restart();
}

void LineOrder::restart() { enter(0); }

/// Begins the window at that line: its own keys, and the smallest power of two that holds it.
void LineOrder::enter(std::uint32_t firstLine) {
    first_ = firstLine;
    count_ = std::min(windowLines_, lines_ - firstLine);
    at_ = 0;
    shuffle_ = Permutation(count_, seed_ ^ (std::uint64_t{firstLine} << 32));
    end_ = order_ == Order::Sequential ? count_ : shuffle_.domain();
}

std::size_t LineOrder::next(std::span<std::uint32_t> out) {
    std::size_t written = 0;
    while (written < out.size()) {
        if (at_ == end_) {
            if (first_ + count_ >= lines_) return written;
            enter(first_ + count_);
        }
        if (order_ == Order::Sequential) {
            for (; written < out.size() && at_ < end_; ++at_) out[written++] = first_ + static_cast<std::uint32_t>(at_);
            continue;
        }
        for (; written < out.size() && at_ < end_; ++at_) {
            const std::uint32_t line = shuffle_.scattered(static_cast<std::uint32_t>(at_));
            out[written] = first_ + line;
            written += line < count_; // no branch: which lines are beyond the set cannot be predicted
        }
    }
    return written;
}

Chase::Chase(std::byte* memory, std::size_t lineBytes) : memory_(memory), lineBytes_(lineBytes) {
    assert(lineBytes >= sizeof(void*));
}

bool Chase::lay(std::size_t bytes, Order order, std::uint64_t seed, int laps, const std::stop_token& stop) {
    const std::size_t lines = std::max<std::size_t>(1, bytes / lineBytes_);
    assert(lines <= std::numeric_limits<std::uint32_t>::max());
    const auto linesPerPage = static_cast<std::uint32_t>(std::max<std::size_t>(1, (std::size_t{2} << 20) / lineBytes_));
    LineOrder lap(order, static_cast<std::uint32_t>(lines), linesPerPage, seed);
    position_ = 0;
    whole_ = lines <= laidAtMost;
    laid_.resize(std::min(lines, laidAtMost));
    for (std::size_t done = 0; done < laid_.size();) {
        if (stop.stop_requested()) return false;
        const std::size_t end = std::min(laid_.size(), done + chunkLines);
        done += lap.next(std::span(laid_).subspan(done, end - done));
    }
    for (std::size_t i = 0; i < laid_.size(); ++i) {
        const std::size_t next =
            i + 1 < laid_.size() ? i + 1 : 0; // past a partial chain the walk does not go: stepsLeft()
        *reinterpret_cast<void**>(lineAt(laid_[i])) = lineAt(laid_[next]);
    }
    std::array<std::uint32_t, chunkLines> chunk;
    for (int i = 0; i < laps; ++i) {
        lap.restart();
        while (const std::size_t count = lap.next(chunk)) {
            if (stop.stop_requested()) return false;
            for (std::size_t n = 0; n < count; ++n)
                static_cast<void>(*reinterpret_cast<volatile std::byte*>(lineAt(chunk[n])));
        }
    }
    return true;
}

std::uint64_t Chase::stepsLeft() const {
    if (whole_) return std::numeric_limits<std::uint64_t>::max();
    return laid_.empty() ? 0 : laid_.size() - 1 - position_;
}

Result<double> Chase::walk(std::uint64_t steps) {
    assert(steps > 0 && steps % unroll == 0 && steps <= stepsLeft());
    const void* from = lineAt(laid_[position_ % laid_.size()]);
    const auto start = std::chrono::steady_clock::now();
    const void* to = follow(from, steps);
    if (!to)
        return fail(Fault::WrongResult, "pointer chase"); // and so the clock is not read before the last load is there
    const auto end = std::chrono::steady_clock::now();
    position_ += steps;
    if (to != lineAt(laid_[position_ % laid_.size()])) return fail(Fault::WrongResult, "pointer chase");
    return std::chrono::duration<double, std::nano>(end - start).count() / static_cast<double>(steps);
}

} // namespace zg::cpu
