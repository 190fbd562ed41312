// SPDX-License-Identifier: GPL-3.0-or-later
// OpenBLAS, the reference of the CPU's ladder: found when the backend opens, or done without.
#pragma once

#include "kernels/cpu/matmul/rung.h"

#include <memory>
#include <string>

namespace zg::cpu::matmul {

class Openblas {
public:
    /// Loads libopenblas.so.0. Errors: LibraryNotFound, with the file's name.
    [[nodiscard]] static Result<std::shared_ptr<Openblas>> load();
    Openblas(const Openblas&) = delete;
    Openblas& operator=(const Openblas&) = delete;
    ~Openblas();

    /// major * 10000 + minor * 100 + patch: 321 for 0.3.21. 0 where it does not say.
    [[nodiscard]] int version() const;
    /// The kernels that it runs, by its own name for them: "SkylakeX", "Zen", "neoversev1".
    [[nodiscard]] std::string coreName() const;
    /// Threads of the next products. Source: openblas_set_num_threads of its README.
    void setThreads(int threads) const;
    /// C = A B by cblas_sgemm.
    void product(const Operands& operands) const;

private:
    Openblas() = default;
    bool open();
    template <class Function>
    bool find(Function& function, const char* name);

    void* library_ = nullptr;
    char* (*config_)() = nullptr;
    char* (*corename_)() = nullptr;
    void (*setNumThreads_)(int) = nullptr;
    void (*sgemm_)(int, int, int, int, int, int, float, const float*, int, const float*, int, float, float*,
                   int) = nullptr;
};

/// The version in its openblas_get_config(): "OpenBLAS 0.3.21 NO_LAPACKE ..." is 321; 0 where there is none.
[[nodiscard]] int openblasVersion(const std::string& config);

/// The kernels to ask for in OPENBLAS_CORETYPE where it has chosen `chosen` on a CPU that can do more; empty where its
/// choice is good.
[[nodiscard]] std::string betterCoreType(const std::string& chosen, bool hasAvx2AndFma, bool hasAvx512);

/// Its product on that many threads, as OpenblasOneThread (1) or OpenblasThreaded.
[[nodiscard]] std::unique_ptr<Rung> makeOpenblas(std::shared_ptr<Openblas> library, Variant variant, int threads);

} // namespace zg::cpu::matmul
