// SPDX-License-Identifier: GPL-3.0-or-later
// The library is opened at run time, so the program starts without it. A build for many CPUs picks its kernels by the
// CPU's model, and does not know models younger than itself: on those it falls back to kernels of 2004 (0.3.21 of
// Debian 12 does on Emerald Rapids: 30 GFLOP/s instead of 150). Such a reference would be worth nothing, so where the
// choice is older than the vectors that the CPU has, the library is opened again with OPENBLAS_CORETYPE set, the way it
// documents.
#include "kernels/cpu/matmul/openblas.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <limits>
#include <string_view>

namespace zg::cpu::matmul {
namespace {

constexpr const char* file = "libopenblas.so.0";
constexpr const char* coreTypeVariable = "OPENBLAS_CORETYPE";

bool hasAvx2AndFma() {
#if defined(__x86_64__)
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#else
    return false;
#endif
}

bool hasAvx512() {
#if defined(__x86_64__)
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl");
#else
    return false;
#endif
}

class OpenblasRung : public Rung {
public:
    OpenblasRung(std::shared_ptr<Openblas> library, Variant variant, int threads)
        : library_(std::move(library)), variant_(variant), threads_(threads) {}
    [[nodiscard]] Variant variant() const override { return variant_; }
    [[nodiscard]] int threads() const override { return threads_; }

    [[nodiscard]] Traffic traffic(const Operands& whole) const override {
        Traffic traffic = outerTraffic(whole);
        traffic.l1Bytes = traffic.l2Bytes = traffic.l3Bytes = std::numeric_limits<double>::quiet_NaN();
        return traffic;
    }

    [[nodiscard]] std::vector<Note> notes() const override {
        return {{NoteKind::LibraryVersion, static_cast<double>(library_->version())}};
    }

    /// Every call packs all of B anew.
    [[nodiscard]] std::size_t leastRows() const override { return 64; }
    void multiply(const Operands& operands, const std::stop_token&) override {
        library_->setThreads(threads_);
        library_->product(operands);
    }

private:
    std::shared_ptr<Openblas> library_;
    Variant variant_;
    int threads_;
};

} // namespace

int openblasVersion(const std::string& config) {
    int major = 0, minor = 0, patch = 0;
    if (std::sscanf(config.c_str(), "OpenBLAS %d.%d.%d", &major, &minor, &patch) != 3) return 0;
    return major * 10000 + minor * 100 + patch;
}

std::string betterCoreType(const std::string& chosen, bool avx2AndFma, bool avx512) {
    // Its names of kernels for CPUs without AVX2. Source: the list in its driver/others/dynamic.c.
    constexpr std::array<std::string_view, 19> before{"Katmai", "Coppermine",  "Northwood",    "Prescott",   "Banias",
                                                      "Atom",   "Core2",       "Penryn",       "Dunnington", "Nehalem",
                                                      "Athlon", "Opteron",     "Opteron_SSE3", "Barcelona",  "Nano",
                                                      "Bobcat", "Sandybridge", "Bulldozer",    "Piledriver"};
    const bool old = std::ranges::find(before, chosen) != before.end();
    if (!old || !avx2AndFma) return {};
    return avx512 ? "SkylakeX" : "Haswell";
}

Result<std::shared_ptr<Openblas>> Openblas::load() {
    const std::shared_ptr<Openblas> library(new Openblas);
    if (!library->open()) return fail(Fault::LibraryNotFound, file);
    const std::string better = betterCoreType(library->coreName(), hasAvx2AndFma(), hasAvx512());
    // Whoever runs the program may have chosen otherwise. The variable is set once in the life of a process, which
    // leaves the list that another thread may be reading where it was (glibc frees only lists that it has made).
    if (better.empty() || std::getenv(coreTypeVariable)) return library;
    dlclose(library->library_);
    setenv(coreTypeVariable, better.c_str(), 0);
    if (!library->open()) return fail(Fault::LibraryNotFound, file);
    return library;
}

Openblas::~Openblas() {
    if (library_) dlclose(library_);
}

template <class Function>
bool Openblas::find(Function& function, const char* name) {
    function = reinterpret_cast<Function>(dlsym(library_, name));
    return function != nullptr;
}

bool Openblas::open() {
    library_ = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    return library_ && find(config_, "openblas_get_config") && find(corename_, "openblas_get_corename") &&
           find(setNumThreads_, "openblas_set_num_threads") && find(sgemm_, "cblas_sgemm");
}

int Openblas::version() const { return openblasVersion(config_()); }
std::string Openblas::coreName() const { return corename_(); }
void Openblas::setThreads(int threads) const { setNumThreads_(threads); }

void Openblas::product(const Operands& o) const {
    constexpr int rowMajor = 101, noTranspose = 111; // CblasRowMajor, CblasNoTrans of the CBLAS standard
    const auto integer = [](std::size_t count) { return static_cast<int>(count); };
    sgemm_(rowMajor, noTranspose, noTranspose, integer(o.m), integer(o.n), integer(o.k), 1, o.a, integer(o.lda), o.b,
           integer(o.ldb), 0, o.c, integer(o.ldc));
}

std::unique_ptr<Rung> makeOpenblas(std::shared_ptr<Openblas> library, Variant variant, int threads) {
    return std::make_unique<OpenblasRung>(std::move(library), variant, threads);
}

} // namespace zg::cpu::matmul
