// SPDX-License-Identifier: GPL-3.0-or-later
// In assembly, 64 operations a turn, so that a debug build and a sanitizer time the same instructions.
#include "kernels/cpu/fma_chain.h"

#include <algorithm>
#include <chrono>
#include <limits>

namespace zg::cpu {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::uint64_t unroll = 64;

double nanosecondsSince(Clock::time_point start) {
    return std::chrono::duration<double, std::nano>(Clock::now() - start).count();
}

/// x <- x * a + b, over and over.
float chainOfFma(float x, float a, float b, std::uint64_t operations) {
    for (std::uint64_t turn = 0; turn < operations / unroll; ++turn) {
#if defined(__x86_64__)
        asm volatile(".rept 64\n\tvfmadd213ss %2, %1, %0\n\t.endr" : "+x"(x) : "x"(a), "x"(b));
#elif defined(__aarch64__)
        asm volatile(".rept 64\n\tfmadd %s0, %s0, %s1, %s2\n\t.endr" : "+w"(x) : "w"(a), "w"(b));
#elif defined(__riscv_flen)
        asm volatile(".rept 64\n\tfmadd.s %0, %0, %1, %2\n\t.endr" : "+f"(x) : "f"(a), "f"(b));
#else
        x = 0;
#endif
    }
    return x;
}

/// x <- x + y, over and over: one cycle each.
std::uint64_t chainOfAdds(std::uint64_t x, std::uint64_t y, std::uint64_t operations) {
    for (std::uint64_t turn = 0; turn < operations / unroll; ++turn) {
#if defined(__x86_64__)
        asm volatile(".rept 64\n\taddq %1, %0\n\t.endr" : "+r"(x) : "r"(y) : "cc");
#elif defined(__aarch64__) || defined(__riscv)
        asm volatile(".rept 64\n\tadd %0, %0, %1\n\t.endr" : "+r"(x) : "r"(y));
#else
        for (std::uint64_t i = 0; i < unroll; ++i) {
            x += y;
            asm volatile("" : "+r"(x)); // the compiler must not fold the adds
        }
#endif
    }
    return x;
}

} // namespace

bool hasFma() {
#if defined(__x86_64__)
    return __builtin_cpu_supports("fma");
#elif defined(__aarch64__) || defined(__riscv_flen)
    return true;
#else
    return false;
#endif
}

std::optional<double> fmaNanoseconds(std::uint64_t operations) {
    // x * 1 + 1 counts the operations, exactly up to 2^24: a chain that is cut short shows in its result.
    const auto start = Clock::now();
    const float end = chainOfFma(0.0f, 1.0f, 1.0f, operations);
    const double nanoseconds = nanosecondsSince(start);
    if (end != static_cast<float>(operations)) return std::nullopt;
    return nanoseconds / static_cast<double>(operations);
}

double clockNowHz(int tries) {
    constexpr std::uint64_t adds = 32768;
    double best = std::numeric_limits<double>::infinity();
    for (int i = 0; i < tries; ++i) {
        const auto start = Clock::now();
        static_cast<void>(chainOfAdds(1, 3, adds));
        best = std::min(best, nanosecondsSince(start));
    }
    return static_cast<double>(adds) / best * 1e9;
}

} // namespace zg::cpu
