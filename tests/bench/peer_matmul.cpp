// SPDX-License-Identifier: GPL-3.0-or-later
// The matmul ladder rung by rung against SGEMM_CUDA, our best against cuBLAS, sgemm.cu and fast.cu. cuBLAS is loaded
// and timed by our own probe, on the same data; that the peers' programs see the same cuBLAS is compared too.
#include "core/rates.h"
#include "tests/bench/peer_bench.h"

#include <cmath>
#include <map>

namespace zg::peers {
namespace {

constexpr double tera = 1e12;
constexpr int small = 4096, large = 8192, odd = 4093; // odd: a prime number, no multiple of any tile

using ByN = std::map<int, MatmulPoint>;

ByN measured(PeerBench& bench, Variant variant, const std::vector<int>& sizes) {
    Request request;
    request.probe = Probe::Matmul;
    request.variant = variant;
    request.sizes = sizes;
    ByN points;
    for (const MatmulPoint& point : matmulPoints(bench.ours(request))) points[point.n] = point;
    return points;
}

std::string titled(std::string_view what, int n) { return std::string(what) + ", N = " + std::to_string(n); }

Goal goalOf(const PeerBench& bench, std::string_view what, int n, Arithmetic arithmetic, std::string peer,
            std::optional<double> bar, double known = 0) {
    const Peak* peak = findPeak(bench.device(), arithmetic);
    return {titled(what, n),
            "TFLOP/s",
            tera,
            std::move(peer),
            bar,
            known > 0 ? bench.knownOfH200(known * tera) : std::nullopt,
            peak ? std::optional(peak->rate.value) : std::nullopt};
}

void addOurs(Figure& figure, const ByN& points, int n) {
    const auto found = points.find(n);
    if (found == points.end()) return;
    if (std::isfinite(found->second.rate)) figure.ours.push_back(found->second.rate);
    else figure.remark = "our result was wrong";
    if (std::isfinite(found->second.clockHz)) figure.clocksHz.push_back(found->second.clockHz);
}

void addReference(Figure& figure, const ByN& points, int n) {
    const auto found = points.find(n);
    if (found != points.end() && std::isfinite(found->second.rate)) figure.peers.push_back(found->second.rate);
}

void addKernel(Figure& figure, const std::optional<std::vector<KernelRate>>& rates, int kernel, int n) {
    if (!rates) return;
    for (const KernelRate& rate : *rates) {
        if (rate.kernel != kernel || rate.n != n) continue;
        figure.peers.push_back(rate.rate);
        if (rate.failedItsCheck) figure.remark = "the peer failed its own check";
    }
}

/// A rung and its namesake; known: TFLOP/s at N = 4096 and 8192, 0 where none is.
struct Namesake {
    Variant variant;
    int kernel;
    const char* name;
    double knownSmall, knownLarge;
};

constexpr Namesake uncoalesced{Variant::NaiveUncoalesced, 1, "naive, uncoalesced", 0.50, 0};
constexpr Namesake namesakes[] = {
    {Variant::Naive, 2, "naive", 6.2, 0},
    {Variant::Tiled32, 3, "tiled 32", 9.1, 0},
    {Variant::RegisterTile1d, 4, "1-D register tile", 16.8, 0},
    {Variant::RegisterTile2d, 5, "2-D register tile", 25.9, 0},
    {Variant::Vectorized, 6, "vectorised", 31.3, 0},
    {Variant::WarpTiles, 10, "warp tiles", 36.3, 40.6},
};

void compareRung(PeerBench& bench, const Namesake& rung, const std::optional<std::vector<KernelRate>>& theirs) {
    const ByN points = measured(bench, rung.variant, {small, large});
    for (const int n : {small, large}) {
        Figure& figure = bench.figures().of(goalOf(bench, rung.name, n, Arithmetic::Fp32,
                                                   "SGEMM_CUDA kernel " + std::to_string(rung.kernel), 1.0,
                                                   n == small ? rung.knownSmall : rung.knownLarge));
        addOurs(figure, points, n);
        addKernel(figure, theirs, rung.kernel, n);
    }
}

/// Our variant against cuBLAS of the same precision.
void againstCublas(PeerBench& bench, std::string_view what, int n, Arithmetic arithmetic, double bar, double known,
                   const ByN& own, const ByN& cublas) {
    Figure& figure = bench.figures().of(goalOf(bench, what, n, arithmetic, "cuBLAS, by our probe", bar, known));
    addOurs(figure, own, n);
    addReference(figure, cublas, n);
}

} // namespace

void compareRungs(PeerBench& bench) {
    std::vector<std::string> kernels{"0"};
    for (const Namesake& rung : namesakes) kernels.push_back(std::to_string(rung.kernel));
    const auto theirs = bench.read("sgemm_cuda", kernels, &parseNumberedKernels);
    for (const Namesake& rung : namesakes) compareRung(bench, rung, theirs);
    for (const int n : {small, large})
        addKernel(bench.figures().of(goalOf(bench, "cuBLAS FP32 by us and them", n, Arithmetic::Fp32,
                                            "SGEMM_CUDA kernel 0", std::nullopt)),
                  theirs, 0, n);
}

void compareUncoalesced(PeerBench& bench) {
    compareRung(bench, uncoalesced,
                bench.read("sgemm_cuda", {std::to_string(uncoalesced.kernel)}, &parseNumberedKernels));
}

void compareBestFp32(PeerBench& bench) {
    const auto theirs =
        bench.read("sgemm_salykova", {"--mmin=4096", "--mstep=4096", "--npts=2", "--wniter=50"}, &parseSgemmCu);
    const ByN cublas = measured(bench, Variant::CublasFp32, {small, large, odd});
    const ByN own = measured(bench, Variant::WarpTiles, {small, large, odd});
    againstCublas(bench, "best FP32", small, Arithmetic::Fp32, 1.0, 51.4, own, cublas);
    againstCublas(bench, "best FP32", large, Arithmetic::Fp32, 1.0, 51.3, own, cublas);
    againstCublas(bench, "best FP32", odd, Arithmetic::Fp32, 0.9, 0, own, cublas);
    for (const int n : {small, large}) {
        Figure& figure = bench.figures().of(goalOf(bench, "best FP32 against sgemm.cu", n, Arithmetic::Fp32,
                                                   "salykova/sgemm.cu", std::nullopt, n == large ? 51.8 : 0));
        addOurs(figure, own, n);
        addKernel(figure, theirs, 1, n);
        addOurs(bench.figures().of(goalOf(bench, "cuBLAS FP32 by us and them", n, Arithmetic::Fp32,
                                          "SGEMM_CUDA kernel 0", std::nullopt)),
                cublas, n);
    }
}

void compareTensor(PeerBench& bench) {
    constexpr int best = 12; // of fast.cu's kernels
    const auto theirs = bench.read("fast_cu", {}, &parseNumberedKernels);
    const std::vector<int> sizes{small, large};
    const ByN bf16 = measured(bench, Variant::CublasBf16, sizes), wgmma = measured(bench, Variant::WgmmaBf16, sizes);
    const ByN mmaBf16 = measured(bench, Variant::MmaBf16, sizes);
    const ByN tf32 = measured(bench, Variant::CublasTf32, sizes), mmaTf32 = measured(bench, Variant::MmaTf32, sizes);
    for (const int n : sizes) {
        const bool isLarge = n == large;
        againstCublas(bench, "BF16 wgmma", n, Arithmetic::Bf16Tensor, isLarge ? 1.0 : 0.95, 0, wgmma, bf16);
        againstCublas(bench, "BF16 mma", n, Arithmetic::Bf16Tensor, 0.6, 0, mmaBf16, bf16);
        againstCublas(bench, "TF32 mma", n, Arithmetic::Tf32Tensor, 0.6, 0, mmaTf32, tf32);
        Figure& against = bench.figures().of(goalOf(bench, "BF16 wgmma against fast.cu", n, Arithmetic::Bf16Tensor,
                                                    "fast.cu kernel 12", std::nullopt, isLarge ? 813 : 0));
        addOurs(against, wgmma, n);
        addKernel(against, theirs, best, n);
        Figure& same = bench.figures().of(goalOf(bench, "cuBLAS BF16 by us and them", n, Arithmetic::Bf16Tensor,
                                                 "fast.cu kernel 0", std::nullopt, isLarge ? 841 : 812));
        addOurs(same, bf16, n);
        addKernel(same, theirs, 0, n);
        addOurs(bench.figures().of(goalOf(bench, "cuBLAS TF32, by our probe", n, Arithmetic::Tf32Tensor, "",
                                          std::nullopt, isLarge ? 444 : 426)),
                tf32, n);
    }
}

} // namespace zg::peers
