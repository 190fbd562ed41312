// SPDX-License-Identifier: GPL-3.0-or-later
// Every chain squares its numbers and adds a constant, x <- x * x + c, which is one multiply-add. With c = -1.9 that is
// chaotic: the numbers stay within [-1.9, 1.71] and never settle, so the multipliers see the bits of real work (zeros
// and constants draw less power, and may run at a higher clock), and a single operation left out or rounded otherwise
// changes what comes out.
// A core that begins two to four multiply-adds a cycle, each taking four or five, needs 8 to 20 in flight: there are
// 24 chains where there are 32 registers, and 12 where there are 16.
#include "kernels/cpu/fma_throughput.h"

#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/cpu/fma_throughput.cpp"
#include <hwy/foreach_target.h> // includes this file again for each kind of vector unit

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace zg::cpu {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// The chains have names, since the vectors of SVE and RVV may not be elements of an array.
#define ZG_CHAINS_OF_16_REGISTERS(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11)
#define ZG_CHAINS_OF_32_REGISTERS(X)                                                                                   \
    ZG_CHAINS_OF_16_REGISTERS(X) X(12) X(13) X(14) X(15) X(16) X(17) X(18) X(19) X(20) X(21) X(22) X(23)
#undef ZG_CHAINS
#if HWY_ARCH_X86 && HWY_TARGET > HWY_AVX3 // before AVX-512
#define ZG_CHAINS ZG_CHAINS_OF_16_REGISTERS
constexpr int chains = 12;
#else
#define ZG_CHAINS ZG_CHAINS_OF_32_REGISTERS
constexpr int chains = 24;
#endif

template <class T>
void run(T* x, T constant, std::uint64_t steps) {
    const hn::ScalableTag<T> d;
    const std::size_t lanes = hn::Lanes(d);
    const auto c = hn::Set(d, constant);
#define ZG_LOAD(i) auto x##i = hn::Load(d, x + (i)*lanes);
#define ZG_STEP(i) x##i = hn::MulAdd(x##i, x##i, c);
#define ZG_STORE(i) hn::Store(x##i, d, x + (i)*lanes);
    ZG_CHAINS(ZG_LOAD)
    for (std::uint64_t step = 0; step < steps; ++step) {
        ZG_CHAINS(ZG_STEP)
    }
    ZG_CHAINS(ZG_STORE)
#undef ZG_LOAD
#undef ZG_STEP
#undef ZG_STORE
}

void runFloats(float* x, float c, std::uint64_t steps) { run(x, c, steps); }
void runDoubles(double* x, double c, std::uint64_t steps) { run(x, c, steps); }

template <class T>
FmaShape shapeOf() {
    const auto lanes = static_cast<int>(hn::Lanes(hn::ScalableTag<T>()));
    return {chains, lanes, lanes * static_cast<int>(sizeof(T)) * 8, HWY_NATIVE_FMA != 0};
}

FmaShape shapeOfFloats() { return shapeOf<float>(); }
FmaShape shapeOfDoubles() { return shapeOf<double>(); }

} // namespace HWY_NAMESPACE
} // namespace zg::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace zg::cpu {
namespace {

template <class T>
T squareAndAddAlone(T x, T c, std::uint64_t steps, bool fused) {
    for (std::uint64_t step = 0; step < steps; ++step) {
        if (fused) {
            x = std::fma(x, x, c);
        } else {
            volatile T square = x * x; // volatile: the compiler must not make one operation of the two
            x = square + c;
        }
    }
    return x;
}

} // namespace

HWY_EXPORT(runFloats);
HWY_EXPORT(runDoubles);
HWY_EXPORT(shapeOfFloats);
HWY_EXPORT(shapeOfDoubles);

FmaShape fmaShape(Arithmetic arithmetic) {
    return arithmetic == Arithmetic::Fp64 ? HWY_DYNAMIC_DISPATCH(shapeOfDoubles)()
                                          : HWY_DYNAMIC_DISPATCH(shapeOfFloats)();
}

void squareAndAdd(float* x, float c, std::uint64_t steps) { HWY_DYNAMIC_DISPATCH(runFloats)(x, c, steps); }
void squareAndAdd(double* x, double c, std::uint64_t steps) { HWY_DYNAMIC_DISPATCH(runDoubles)(x, c, steps); }

float squareAndAddOne(float x, float c, std::uint64_t steps, bool fused) {
    return squareAndAddAlone(x, c, steps, fused);
}
double squareAndAddOne(double x, double c, std::uint64_t steps, bool fused) {
    return squareAndAddAlone(x, c, steps, fused);
}

double fmaFlop(Arithmetic arithmetic, std::uint64_t steps) {
    return 2.0 * static_cast<double>(fmaShape(arithmetic).numbers()) * static_cast<double>(steps);
}

} // namespace zg::cpu
#endif
