// SPDX-License-Identifier: GPL-3.0-or-later
// What they measure: bytes that one core takes from a level, or gives to it. Eight vectors a turn, none waiting for
// another, so that loads are always under way. Stores are plain ones: before a line that is not in L1 is written, it is
// read from where it lies (write-allocate), so below L1 a write moves twice the bytes it counts, a copy three for two.
// What could fool them: arithmetic beside the loads (Golden Cove loads 2 vectors of 64 bytes a cycle, and adds 2; with
// an addition a load, 90 of 128 bytes a cycle were seen), so all passes but the last only load; a compiler that drops a
// load, a store or a pass, or makes a memcpy of it (assembly that takes each vector, and a barrier after each turn,
// forbid it); zeros or constants, which some memories compress (the caller brings random words); results that nobody
// looks at (the sum of the last pass and the words written are compared by the caller).
#include "kernels/cpu/stream.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/cpu/stream.cpp"
#include <hwy/foreach_target.h> // includes this file again for each kind of vector unit

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace zg::cpu {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using Words = hn::ScalableTag<std::uint64_t>;

/// Memory may have changed, as far as the compiler knows.
HWY_INLINE void barrier() { asm volatile("" ::: "memory"); }

/// The vector is there, in a register, and nobody knows what for.
template <class V>
HWY_INLINE void take(const V& v) {
#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128
    asm volatile("" : : "m"(v)); // an array
#elif HWY_ARCH_X86
    asm volatile("" : : "v"(v.raw));
#elif HWY_ARCH_ARM
    if constexpr (requires { v.raw; }) asm volatile("" : : "w"(v.raw));
    else asm volatile("" : : "w"(v)); // SVE: the vector is the register itself
#elif HWY_ARCH_RVV
    asm volatile("" : : "vr"(v));
#else
    asm volatile("" : : "m"(v)); // at the price of a store
#endif
}

// The vectors have names, since those of SVE and RVV may not be elements of an array.
#define ZG_EIGHT(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7)

/// Loads all whole turns. @return words loaded
std::size_t loadAll(const std::uint64_t* words, std::size_t count) {
    const Words d;
    const std::size_t lanes = hn::Lanes(d), turn = 8 * lanes;
    std::size_t i = 0;
#define ZG_TAKE(n) take(hn::Load(d, words + i + (n)*lanes));
    for (; i + turn <= count; i += turn) {
        ZG_EIGHT(ZG_TAKE)
    }
#undef ZG_TAKE
    return i;
}

std::uint64_t sumAll(const std::uint64_t* words, std::size_t count) {
    const Words d;
    const std::size_t lanes = hn::Lanes(d), turn = 8 * lanes;
    std::size_t i = 0;
#define ZG_ZERO(n) auto s##n = hn::Zero(d);
#define ZG_ADD(n) s##n = hn::Add(s##n, hn::Load(d, words + i + (n)*lanes));
    ZG_EIGHT(ZG_ZERO)
    for (; i + turn <= count; i += turn) {
        ZG_EIGHT(ZG_ADD)
    }
#undef ZG_ZERO
#undef ZG_ADD
    const auto sum = hn::Add(hn::Add(hn::Add(s0, s1), hn::Add(s2, s3)), hn::Add(hn::Add(s4, s5), hn::Add(s6, s7)));
    HWY_ALIGN std::uint64_t lane[HWY_MAX_BYTES / 8];
    hn::Store(sum, d, lane);
    std::uint64_t all = 0;
    for (std::size_t n = 0; n < lanes; ++n) all += lane[n];
    for (; i < count; ++i) all += words[i];
    return all;
}

std::uint64_t readAll(const std::uint64_t* words, std::size_t count, std::uint64_t passes) {
    for (; passes > 1; --passes) {
        barrier();
        for (std::size_t i = loadAll(words, count); i < count; ++i) asm volatile("" : : "r"(words[i]));
    }
    barrier();
    return sumAll(words, count);
}

void writeAll(std::uint64_t* words, std::size_t count, std::uint64_t passes, std::uint64_t first) {
    const Words d;
    const std::size_t lanes = hn::Lanes(d), turn = 8 * lanes;
    for (std::uint64_t pass = 0; pass < passes; ++pass) {
        const std::uint64_t value = first + pass;
        const auto v = hn::Set(d, value);
        std::size_t i = 0;
#define ZG_WRITE(n) hn::Store(v, d, words + i + (n)*lanes);
        for (; i + turn <= count; i += turn) {
            ZG_EIGHT(ZG_WRITE)
            barrier();
        }
#undef ZG_WRITE
        for (; i < count; ++i) words[i] = value;
        barrier();
    }
}

void copyAll(const std::uint64_t* from, std::uint64_t* to, std::size_t count, std::uint64_t passes) {
    const Words d;
    const std::size_t lanes = hn::Lanes(d), turn = 8 * lanes;
    for (std::uint64_t pass = 0; pass < passes; ++pass) {
        std::size_t i = 0;
#define ZG_LOAD(n) const auto v##n = hn::Load(d, from + i + (n)*lanes);
#define ZG_STORE(n) hn::Store(v##n, d, to + i + (n)*lanes);
        for (; i + turn <= count; i += turn) {
            ZG_EIGHT(ZG_LOAD)
            ZG_EIGHT(ZG_STORE)
            barrier();
        }
#undef ZG_LOAD
#undef ZG_STORE
        for (; i < count; ++i) to[i] = from[i];
        barrier();
    }
}

#undef ZG_EIGHT

int vectorBits() { return static_cast<int>(hn::Lanes(Words()) * 64); }

} // namespace HWY_NAMESPACE
} // namespace zg::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace zg::cpu {

HWY_EXPORT(readAll);
HWY_EXPORT(writeAll);
HWY_EXPORT(copyAll);
HWY_EXPORT(vectorBits);

std::uint64_t readWords(const std::uint64_t* words, std::size_t count, std::uint64_t passes) {
    return HWY_DYNAMIC_DISPATCH(readAll)(words, count, passes);
}
void writeWords(std::uint64_t* words, std::size_t count, std::uint64_t passes, std::uint64_t first) {
    HWY_DYNAMIC_DISPATCH(writeAll)(words, count, passes, first);
}
void copyWords(const std::uint64_t* from, std::uint64_t* to, std::size_t count, std::uint64_t passes) {
    HWY_DYNAMIC_DISPATCH(copyAll)(from, to, count, passes);
}
int streamVectorBits() { return HWY_DYNAMIC_DISPATCH(vectorBits)(); }

} // namespace zg::cpu
#endif
