// SPDX-License-Identifier: GPL-3.0-or-later
// cuBLAS by dlopen. Types, values and prototypes are those of NVIDIA's cuBLAS reference (cublas_api.h, unchanged from
// CUDA 11 to 13), declared here since neither the header nor the library is needed to build or to start.
#include "kernels/cuda/matmul/cublas.h"

#include "kernels/cuda/check.h"
#include "kernels/cuda/library.h"

#include <cstdlib>
#include <library_types.h>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

namespace zg::matmul {
namespace {

using Handle = void*;                                                                   // cublasHandle_t
constexpr int succeeded = 0, allocationFailed = 3, archMismatch = 8, notSupported = 15; // cublasStatus_t
constexpr int asIs = 0;                                                                 // CUBLAS_OP_N
constexpr int defaultMath = 0;     // CUBLAS_DEFAULT_MATH: FP32 stays FP32
constexpr int compute32f = 68;     // CUBLAS_COMPUTE_32F
constexpr int compute32fTf32 = 77; // CUBLAS_COMPUTE_32F_FAST_TF32
constexpr int anyAlgorithm = -1;   // CUBLAS_GEMM_DEFAULT

/// What cuBLAS recommends for 9.0 and newer; it is more than enough for older ones (cublasSetWorkspace).
constexpr std::size_t workspaceBytes = 32u << 20;

struct Cublas {
    Library library;
    int (*create)(Handle*);
    int (*destroy)(Handle);
    int (*getVersion)(Handle, int*);
    int (*setStream)(Handle, cudaStream_t);
    int (*setWorkspace)(Handle, void*, std::size_t);
    int (*setMathMode)(Handle, int);
    int (*sgemm)(Handle, int, int, int, int, int, const float*, const float*, int, const float*, int, const float*,
                 float*, int);
    int (*gemmEx)(Handle, int, int, int, int, int, const void*, const void*, cudaDataType, int, const void*,
                  cudaDataType, int, const void*, void*, cudaDataType, int, int, int);
};

/// The loader's own places, then those of the toolkit.
std::optional<std::string> findCublas() {
    constexpr const char* names[] = {"libcublas.so.13", "libcublas.so.12", "libcublas.so"};
    std::vector<std::string> folders;
    for (const char* variable : {"CUDA_HOME", "CUDA_PATH"})
        if (const char* const folder = std::getenv(variable)) folders.push_back(std::string(folder) + "/lib64");
    folders.emplace_back("/usr/local/cuda/lib64");
    folders.emplace_back("/opt/cuda/lib64");
    return findLibrary(names, folders);
}

const std::optional<std::string>& cublasPath() {
    static const std::optional<std::string> path = findCublas();
    return path;
}

Result<Cublas> loadCublas() {
    if (!cublasPath()) return fail(Fault::LibraryNotFound, "libcublas.so");
    auto library = Library::open(*cublasPath());
    if (!library) return tl::unexpected<Error>(library.error());
    Cublas api{std::move(*library), {}, {}, {}, {}, {}, {}, {}, {}};
    bool whole = true;
    const auto get = [&](auto& function, const char* name) {
        function = api.library.symbol<std::remove_reference_t<decltype(function)>>(name);
        whole = whole && function;
    };
    get(api.create, "cublasCreate_v2");
    get(api.destroy, "cublasDestroy_v2");
    get(api.getVersion, "cublasGetVersion_v2");
    get(api.setStream, "cublasSetStream_v2");
    get(api.setWorkspace, "cublasSetWorkspace_v2");
    get(api.setMathMode, "cublasSetMathMode");
    get(api.sgemm, "cublasSgemm_v2");
    get(api.gemmEx, "cublasGemmEx");
    if (!whole) return fail(Fault::LibraryNotFound, *cublasPath() + ": not the cuBLAS that is known here");
    return api;
}

/// Loaded once and kept: a library that holds on to the CUDA context is not safe to unload. Throws LibraryFailure.
const Cublas& cublas() {
    static const Result<Cublas> loaded = loadCublas();
    if (!loaded) throw LibraryFailure(loaded.error());
    return *loaded;
}

void check(int status, const char* call) {
    if (status == succeeded) return;
    const Fault fault = status == allocationFailed                         ? Fault::OutOfMemory
                        : status == notSupported || status == archMismatch ? Fault::ProbeNotSupported
                                                                           : Fault::DeviceOther;
    throw LibraryFailure({fault, {}, 0, std::string(call) + ": status " + std::to_string(status)});
}

/// A handle with its workspace. Throws LibraryFailure, CudaFailure.
class Session {
public:
    Session() : workspace_(workspaceBytes) {
        check(cublas().create(&handle_), "cublasCreate");
        if (const int status = cublas().setMathMode(handle_, defaultMath); status != succeeded) {
            cublas().destroy(handle_);
            check(status, "cublasSetMathMode");
        }
    }
    ~Session() { cublas().destroy(handle_); }
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    /// The handle, working on that stream.
    Handle on(cudaStream_t stream) {
        if (stream != stream_ || !ready_) {
            check(cublas().setStream(handle_, stream), "cublasSetStream"); // also resets the workspace
            check(cublas().setWorkspace(handle_, workspace_.data(), workspace_.bytes()), "cublasSetWorkspace");
            stream_ = stream;
            ready_ = true;
        }
        return handle_;
    }
    [[nodiscard]] int version() const {
        int version = 0;
        check(cublas().getVersion(handle_, &version), "cublasGetVersion");
        return version;
    }

private:
    DeviceBuffer workspace_;
    Handle handle_ = nullptr;
    cudaStream_t stream_ = nullptr;
    bool ready_ = false;
};

class CublasRung : public Rung {
public:
    explicit CublasRung(Variant variant) : variant_(variant) {}

    [[nodiscard]] Variant variant() const override { return variant_; }
    [[nodiscard]] int minimumCapability() const override { return variant_ == Variant::CublasFp32 ? 0 : 80; }
    [[nodiscard]] std::optional<Launch> launch(const Operands&) const override { return std::nullopt; }
    [[nodiscard]] int blocksPerSm(const Operands&) const override { return 0; }
    [[nodiscard]] Traffic traffic(const Operands& operands) const override {
        constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
        Traffic traffic = trafficOf(operands, {1, 1, 0, 0, variant_ == Variant::CublasBf16 ? 2.0 : 4.0});
        traffic.registerBytes = traffic.l1Bytes = traffic.l2Bytes = unknown;
        return traffic;
    }
    [[nodiscard]] std::vector<Note> notes() const override {
        return {{NoteKind::LibraryVersion, static_cast<double>(session().version())}};
    }

    /// cuBLAS counts by columns, so it is asked for the transposed product: its C' = B' A' is our C = A B.
    void run(const Operands& o, cudaStream_t stream) override {
        const Handle handle = session().on(stream);
        const float one = 1, zero = 0;
        if (variant_ == Variant::CublasFp32) {
            check(cublas().sgemm(handle, asIs, asIs, o.n, o.m, o.k, &one, o.b, o.n, o.a, o.k, &zero, o.c, o.n),
                  "cublasSgemm");
        } else if (variant_ == Variant::CublasTf32) {
            check(cublas().gemmEx(handle, asIs, asIs, o.n, o.m, o.k, &one, o.b, CUDA_R_32F, o.n, o.a, CUDA_R_32F, o.k,
                                  &zero, o.c, CUDA_R_32F, o.n, compute32fTf32, anyAlgorithm),
                  "cublasGemmEx");
        } else {
            check(cublas().gemmEx(handle, asIs, asIs, o.n, o.m, o.k, &one, o.bBf16, CUDA_R_16BF, o.ldbBf16, o.aBf16,
                                  CUDA_R_16BF, o.ldaBf16, &zero, o.c, CUDA_R_32F, o.n, compute32f, anyAlgorithm),
                  "cublasGemmEx");
        }
    }

private:
    Session& session() const {
        if (!session_) session_ = std::make_unique<Session>();
        return *session_;
    }
    Variant variant_;
    mutable std::unique_ptr<Session> session_; // made at the first use: a rung is also made to be asked about
};

} // namespace

std::optional<Error> lacksCublas() {
    if (cublasPath()) return std::nullopt;
    return Error{Fault::LibraryNotFound, {}, 0, "libcublas.so"};
}

std::unique_ptr<Rung> makeCublas(Variant variant) { return std::make_unique<CublasRung>(variant); }

} // namespace zg::matmul
