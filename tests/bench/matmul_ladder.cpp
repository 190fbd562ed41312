// SPDX-License-Identifier: GPL-3.0-or-later
// All rungs and references in turn, round after round in one process, so that clock, heat and data are the same for
// all, and only ratios from one run are printed as such. Usage: matmul_ladder [--only VARIANT]... N... Prints for each
// N the median and best TFLOP/s, the ratio to cuBLAS of the same precision, the clock, the error over its tolerance.
#include "core/matmul.h"
#include "core/session.h"
#include "core/stats.h"
#include "kernels/backends.h"
#include "kernels/cuda/check.h"
#include "kernels/cuda/clock_ramp.h"
#include "kernels/cuda/matmul/cublas.h"
#include "kernels/cuda/matmul/matmul.h"
#include "kernels/cuda/matmul/matrices.h"
#include "kernels/cuda/matmul/product.h"
#include "kernels/cuda/matmul/reference.h"
#include "kernels/cuda/matmul/rungs.h"
#include "kernels/cuda/op_latency.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace {

using namespace zg;
using namespace zg::matmul;

constexpr double nanosecondsOfEach = 150e6; // GPU time of a variant at one size, over all rounds
constexpr int rounds = 30;

struct Contender {
    std::unique_ptr<Rung> rung;
    std::unique_ptr<Product> product;
    double error = 0;
    double spent = 0; ///< ns
    std::vector<double> nanoseconds, clockHz;
};

struct Quiet : RunListener {
    void begun(const std::vector<Column>&) override {}
    void row(const Row&) override {}
    void note(const Note&) override {}
    void progress(double, int, int) override {}
};

std::vector<Variant> wantedVariants(const std::vector<Variant>& only) {
    if (!only.empty()) return only;
    std::vector<Variant> all;
    for (const VariantFacts& facts : allVariants())
        if (facts.device == DeviceKind::Gpu) all.push_back(facts.variant);
    return all;
}

/// Plans and checks one variant. Nothing where the device lacks it or N is too large for it.
std::optional<Contender> contender(const Device& device, Variant variant, const Operands& operands, Matrices& matrices,
                                   Stopwatch& watch) {
    Request request;
    request.probe = Probe::Matmul;
    request.variant = variant;
    if (lacksMatmul(device, request)) return std::nullopt;
    Contender one;
    one.rung = makeRung(request);
    one.product = std::make_unique<Product>(*one.rung, operands, watch);
    if (one.product->plan({}) != Product::Plan::Ready) return std::nullopt;
    matrices.poison(operands, watch.stream());
    const double first = one.product->once({}).value_or(0);
    const Arithmetic arithmetic = factsOf(variant).arithmetic;
    const auto checked = Reference().check(operands, inputsOf(arithmetic), 1, 0.5, watch.stream(), {});
    one.error = checked->error / toleranceOf(arithmetic, operands.k);
    one.product->makeBatch(first);
    return one;
}

double bestOf(const Contender& one) { return *std::ranges::min_element(one.nanoseconds); }

void print(const std::vector<Contender>& all, int n) {
    const double flop = matmulFlop(n, n, n);
    std::printf("\nN = %d\n%-18s %9s %9s %8s %8s %7s %8s %9s\n", n, "variant", "TFLOP/s", "best", "/cuBLAS", "best/",
                "MHz", "launches", "err/tol");
    for (const Contender& one : all) {
        const VariantFacts& facts = factsOf(one.rung->variant());
        const auto peer = std::ranges::find_if(all, [&](const Contender& other) {
            const VariantFacts& theirs = factsOf(other.rung->variant());
            return theirs.reference && theirs.arithmetic == facts.arithmetic;
        });
        const double nan = std::numeric_limits<double>::quiet_NaN();
        const double middle = median(one.nanoseconds);
        const double ratio = peer == all.end() ? nan : median(peer->nanoseconds) / middle;
        const double bestRatio = peer == all.end() ? nan : bestOf(*peer) / bestOf(one);
        const bool right = one.error <= 1;
        std::printf("%-18s %9.2f %9.2f %8.3f %8.3f %7.0f %8d %9.4f%s\n", std::string(facts.name).c_str(),
                    flop / middle / 1e3, flop / bestOf(one) / 1e3, ratio, bestRatio, median(one.clockHz) / 1e6,
                    one.product->launches(), one.error, right ? "" : "  WRONG");
    }
    std::fflush(stdout);
}

void race(const Device& device, const std::vector<Variant>& variants, int n) {
    Stopwatch watch;
    Matrices matrices(n, n, n, true);
    const Operands operands = matrices.fill(n, n, n, 1, watch.stream());
    std::vector<Contender> all;
    for (const Variant variant : variants)
        if (auto one = contender(device, variant, operands, matrices, watch)) all.push_back(std::move(*one));
    const DeviceBuffer scratch(opScratchBytes());
    Quiet listener;
    (void)rampClock(device, scratch.data(), {}, listener);
    for (int round = 0; round < rounds; ++round) {
        for (Contender& one : all) {
            if (one.nanoseconds.size() >= 2 && one.spent > nanosecondsOfEach) continue;
            // Twice, the first untimed where that is cheap: each finds the caches as its own last product left them.
            if (one.spent < nanosecondsOfEach) (void)one.product->repeat({});
            const auto timed = one.product->repeat({});
            one.nanoseconds.push_back(timed->nanoseconds);
            one.clockHz.push_back(timed->clockHz);
            one.spent += 2 * std::max(timed->nanoseconds, 1e6);
        }
    }
    print(all, n);
}

} // namespace

int main(int argc, char** argv) {
    std::vector<Variant> only;
    std::vector<int> sizes;
    for (int i = 1; i < argc; ++i) {
        if (std::string(argv[i]) == "--only" && i + 1 < argc) {
            const auto variant = parseVariant(argv[++i]);
            if (!variant) {
                std::fprintf(stderr, "no such variant: %s\n", argv[i]);
                return 1;
            }
            only.push_back(*variant);
        } else {
            sizes.push_back(std::atoi(argv[i]));
        }
    }
    if (sizes.empty() || std::ranges::any_of(sizes, [](int n) { return n < 1; })) {
        std::fprintf(stderr, "usage: matmul_ladder [--only VARIANT]... N...\n");
        return 1;
    }
    const auto backend = liveDevices().open("cuda:0");
    if (!backend) {
        std::fprintf(stderr, "no GPU: %s\n", backend.error().detail.c_str());
        return 3;
    }
    const Device& device = (*backend)->device();
    std::printf("%s, %s, driver %s\n", device.name.c_str(), device.uuid.c_str(), device.driver.c_str());
    try {
        ZG_CUDA(cudaSetDevice(0));
        for (const int n : sizes) race(device, wantedVariants(only), n);
    } catch (const std::exception& failure) {
        std::fprintf(stderr, "%s\n", failure.what());
        return 2;
    }
    return 0;
}
