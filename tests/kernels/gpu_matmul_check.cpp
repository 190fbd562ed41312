// SPDX-License-Identifier: GPL-3.0-or-later
// The check of products: the FP64 reference against the host, the data, and wrong kernels that must not pass.
#include "tests/kernels/gpu_matmul.h"

#include <functional>
#include <optional>

namespace zg::matmul {
namespace {

using GpuMatmulCheck = MatmulOnGpu;

/// The naive kernel, and then something that makes it wrong where n is `wrongAt`.
class WrongRung : public Rung {
public:
    using Spoil = std::function<void(const Operands&, cudaStream_t)>;
    WrongRung(int wrongAt, Spoil before, Spoil after)
        : wrongAt_(wrongAt), before_(std::move(before)), after_(std::move(after)) {}

    [[nodiscard]] Variant variant() const override { return Variant::Naive; }
    [[nodiscard]] std::optional<Launch> launch(const Operands& o) const override { return right_->launch(o); }
    [[nodiscard]] int blocksPerSm(const Operands& o) const override { return right_->blocksPerSm(o); }
    [[nodiscard]] Traffic traffic(const Operands& o) const override { return right_->traffic(o); }
    void run(const Operands& o, cudaStream_t stream) override {
        const bool wrong = o.n == wrongAt_;
        if (wrong && before_) before_(o, stream);
        right_->run(o, stream);
        if (wrong && after_) after_(o, stream);
    }

private:
    std::unique_ptr<Rung> right_ = makeNaive();
    int wrongAt_;
    Spoil before_, after_;
};

class GpuMatmulWrong : public MatmulOnGpu {
protected:
    void SetUp() override {
        MatmulOnGpu::SetUp();
        if (backend_) kept_.emplace(64 * 64 * sizeof(float));
    }

    /// Runs sizes 60, 64 and 65, of which 64 is wrong: that row alone has no FLOP and no time, and a note says so.
    void expectCaught(Rung& rung) {
        Request request;
        request.probe = Probe::Matmul;
        request.variant = Variant::Naive;
        request.sizes = {60, 64, 65};
        request.repeats = 1;
        RunCollector collector(request, nullptr, nullptr);
        collector.ended(runRung(rung, device(), request, {}, collector));
        const zg::Run& run = collector.run();
        ASSERT_EQ(run.state, RunState::Complete) << why(run);
        ASSERT_EQ(run.rows.size(), 3u);
        for (const Row& row : run.rows) {
            const bool wrong = valueOf(run, row, column::n) == 64;
            for (const auto name : {column::flop, column::elapsed, column::elapsedBest})
                EXPECT_EQ(std::isnan(valueOf(run, row, name)), wrong) << name;
            EXPECT_NE(valueOf(run, row, column::error) <= valueOf(run, row, column::tolerance), wrong);
        }
        EXPECT_EQ(std::ranges::count(run.notes, Note{NoteKind::WrongResult, 64}), 1);
        EXPECT_EQ(std::ranges::count(run.notes, NoteKind::WrongResult, &Note::kind), 1);
    }

    std::optional<DeviceBuffer> kept_;
};

constexpr std::size_t somewhere = 64 * 63 + 17;

TEST_F(GpuMatmulWrong, AnElementLeftUnwrittenIsCaught) {
    WrongRung rung(
        64,
        [&](const Operands& o, cudaStream_t stream) {
            ZG_CUDA(cudaMemcpyAsync(kept_->data(), o.c + somewhere % (static_cast<std::size_t>(o.m) * 64),
                                    sizeof(float), cudaMemcpyDeviceToDevice, stream));
        },
        [&](const Operands& o, cudaStream_t stream) {
            ZG_CUDA(cudaMemcpyAsync(o.c + somewhere % (static_cast<std::size_t>(o.m) * 64), kept_->data(),
                                    sizeof(float), cudaMemcpyDeviceToDevice, stream));
        });
    expectCaught(rung);
}

TEST_F(GpuMatmulWrong, ANotANumberIsCaught) {
    WrongRung rung(64, nullptr, [](const Operands& o, cudaStream_t stream) {
        ZG_CUDA(cudaMemsetAsync(o.c + somewhere % (static_cast<std::size_t>(o.m) * 64), 0xFF, sizeof(float), stream));
    });
    expectCaught(rung);
}

TEST_F(GpuMatmulWrong, ElementsOnePlaceOffAreCaught) {
    WrongRung rung(64, nullptr, [&](const Operands& o, cudaStream_t stream) {
        const std::size_t count = static_cast<std::size_t>(o.m) * 64 - 1;
        ZG_CUDA(cudaMemcpyAsync(kept_->data(), o.c, count * sizeof(float), cudaMemcpyDeviceToDevice, stream));
        ZG_CUDA(cudaMemcpyAsync(o.c + 1, kept_->data(), count * sizeof(float), cudaMemcpyDeviceToDevice, stream));
    });
    expectCaught(rung);
}

TEST_F(GpuMatmulWrong, AResultOfZerosIsCaught) {
    WrongRung rung(64, nullptr, [](const Operands& o, cudaStream_t stream) {
        ZG_CUDA(cudaMemsetAsync(o.c, 0, static_cast<std::size_t>(o.m) * 64 * sizeof(float), stream));
    });
    expectCaught(rung);
}

TEST_F(GpuMatmulCheck, TheReferenceIsTheHostsProductInDoublePrecision) {
    std::mt19937 random(3);
    std::uniform_int_distribution<int> side(1, 200);
    for (int i = 0; i < 12; ++i) {
        const int m = i == 0 ? 1 : side(random), n = i == 1 ? 1 : side(random), k = i == 2 ? 1 : side(random);
        Matrices matrices(m, n, k, true);
        const Operands operands = matrices.fill(m, n, k, static_cast<std::uint64_t>(i), nullptr);
        const DeviceBuffer result(static_cast<std::size_t>(m) * n * sizeof(double));
        for (const Inputs inputs : {Inputs::Fp32, Inputs::Bf16}) {
            Reference().compute(operands, inputs, result.as<double>(), nullptr);
            const HostProduct host = hostProduct(hostInputs(operands, inputs), m, n, k);
            const auto got = download(result.as<double>(), host.c.size());
            for (std::size_t at = 0; at < got.size(); ++at) ASSERT_LE(host.errorAt(at, got[at]), 1e-14);
        }
    }
}

TEST_F(GpuMatmulCheck, TheErrorIsTheLargestOfAllElementsAsTheHostCountsIt) {
    std::mt19937 random(5);
    std::uniform_int_distribution<int> side(1, 200);
    for (int i = 0; i < 8; ++i) {
        const int m = side(random), n = side(random), k = side(random);
        Matrices matrices(m, n, k, false);
        const Operands operands = matrices.fill(m, n, k, 1, nullptr);
        makeNaive()->run(operands, nullptr);
        // One element is off by much more than roundings are.
        const std::size_t at = random() % (static_cast<std::size_t>(m) * static_cast<std::size_t>(n));
        const float off = download(operands.c + at, 1)[0] + 0.125f;
        ZG_CUDA(cudaMemcpy(operands.c + at, &off, sizeof off, cudaMemcpyHostToDevice));
        const HostProduct host = hostProduct(hostInputs(operands, Inputs::Fp32), m, n, k);
        const auto checked = Reference().check(operands, Inputs::Fp32, 1, 1e9, nullptr, {});
        ASSERT_TRUE(checked && checked->complete);
        EXPECT_NEAR(checked->error, host.errorAt(at, off), 1e-9);
        EXPECT_EQ(checked->elements, static_cast<double>(m) * n);
    }
}

TEST_F(GpuMatmulCheck, NoNumberAndInfinityAreErrorsWhereverTheyStand) {
    constexpr int n = 130;
    Matrices matrices(n, n, n, false);
    const Operands operands = matrices.fill(n, n, n, 1, nullptr);
    EXPECT_TRUE(std::isnan(Reference().check(operands, Inputs::Fp32, 1, 1e9, nullptr, {})->error)) << "all poison";
    std::mt19937 random(7);
    for (const float value : {std::nanf(""), -std::nanf(""), INFINITY, -INFINITY}) {
        makeNaive()->run(operands, nullptr);
        ZG_CUDA(cudaMemcpy(operands.c + random() % (n * n), &value, sizeof value, cudaMemcpyHostToDevice));
        const auto checked = Reference().check(operands, Inputs::Fp32, 1, 1e9, nullptr, {});
        EXPECT_FALSE(checked->error <= toleranceOf(Arithmetic::Fp32, n)) << value;
    }
}

TEST_F(GpuMatmulCheck, OneTermLeftOutOfOneElementIsCaught) {
    for (const int n : {16, 128, 1000, 4096}) {
        Matrices matrices(n, n, n, false);
        const Operands operands = matrices.fill(n, n, n, 1, nullptr);
        makeTiled32()->run(operands, nullptr);
        const double tolerance = toleranceOf(Arithmetic::Fp32, n);
        EXPECT_LE(Reference().check(operands, Inputs::Fp32, 1, 1e9, nullptr, {})->error, tolerance);
        // The first element whose last term is of middling size.
        const float last = download(operands.a + n - 1, 1)[0];
        ASSERT_GT(std::abs(last), 0.01f);
        const auto row = download(operands.b + static_cast<std::size_t>(n - 1) * n, static_cast<std::size_t>(n));
        const auto found =
            std::ranges::find_if(row, [&](float b) { return std::abs(b * last) > 0.25f * std::abs(last); });
        ASSERT_NE(found, row.end());
        const float without = download(operands.c + (found - row.begin()), 1)[0] - *found * last;
        ZG_CUDA(cudaMemcpy(operands.c + (found - row.begin()), &without, sizeof without, cudaMemcpyHostToDevice));
        EXPECT_GT(Reference().check(operands, Inputs::Fp32, 1, 1e9, nullptr, {})->error, tolerance) << n;
    }
}

TEST_F(GpuMatmulCheck, WithoutTimeItChecksAPartAndSaysSo) {
    constexpr int n = 3000;
    Matrices matrices(n, n, n, false);
    const Operands operands = matrices.fill(n, n, n, 1, nullptr);
    makeTiled32()->run(operands, nullptr);
    const auto checked = Reference().check(operands, Inputs::Fp32, 1, 0, nullptr, {});
    ASSERT_TRUE(checked);
    EXPECT_FALSE(checked->complete);
    EXPECT_GT(checked->elements, 0);
    EXPECT_LT(checked->elements, double{n} * n);
    EXPECT_LE(checked->error, toleranceOf(Arithmetic::Fp32, n));
    std::stop_source stopped;
    stopped.request_stop();
    EXPECT_FALSE(Reference().check(operands, Inputs::Fp32, 1, 1, nullptr, stopped.get_token()));
}

TEST_F(GpuMatmulCheck, DataIsEvenFreshForEachSeedAndTheSameForTheSame) {
    constexpr int n = 1001;
    Matrices matrices(n, n, n, true);
    const auto dataOf = [&](std::uint64_t seed) {
        return hostInputs(matrices.fill(n, n, n, seed, nullptr), Inputs::Fp32);
    };
    const HostInputs one = dataOf(1), again = dataOf(1), two = dataOf(2);
    EXPECT_EQ(one.a, again.a);
    EXPECT_EQ(one.b, again.b);
    EXPECT_NE(one.a, two.a);
    EXPECT_NE(one.a, one.b);
    for (const auto& values : {one.a, one.b}) {
        double sum = 0, squares = 0;
        for (const float x : values) {
            ASSERT_TRUE(x >= -1 && x < 1);
            sum += x, squares += double{x} * x;
        }
        // A million even numbers: mean 0 +- 0.0006, mean square 1/3 +- 0.0003; five of these are allowed.
        EXPECT_NEAR(sum / (n * n), 0, 0.003);
        EXPECT_NEAR(squares / (n * n), 1.0 / 3, 0.0015);
    }
}

TEST_F(GpuMatmulCheck, TheBfloat16CopiesAreRoundedToNearestAndFilledUpWithZeros) {
    constexpr int m = 37, n = 61, k = 29;
    Matrices matrices(m, n, k, true);
    const Operands operands = matrices.fill(m, n, k, 1, nullptr);
    EXPECT_EQ(operands.ldaBf16, 32);
    EXPECT_EQ(operands.ldbBf16, 64);
    const HostInputs exact = hostInputs(operands, Inputs::Fp32), rounded = hostInputs(operands, Inputs::Bf16);
    for (std::size_t i = 0; i < exact.a.size(); ++i)
        ASSERT_LE(std::abs(rounded.a[i] - exact.a[i]), 0x1p-8f * std::abs(exact.a[i])); // half a unit of 8 bits
    const auto packed = download(operands.bBf16, std::size_t{k} * 64);
    for (int row = 0; row < k; ++row)
        for (int column = n; column < 64; ++column)
            ASSERT_EQ(valueOf(packed[static_cast<std::size_t>(row * 64 + column)]), 0);
}

TEST(MatmulTolerance, GrowsWithTheSumAndIsCoarserForTf32) {
    for (int k = 1; k < 20000; k = k * 3 / 2 + 1) {
        EXPECT_EQ(toleranceOf(Arithmetic::Fp32, k), toleranceOf(Arithmetic::Fp32, k + 1)); // whatever the length
        EXPECT_GT(toleranceOf(Arithmetic::Tf32Tensor, k), toleranceOf(Arithmetic::Fp32, k));
        EXPECT_GT(toleranceOf(Arithmetic::Bf16Tensor, k), toleranceOf(Arithmetic::Fp32, k));
        // Never so coarse that a product of nothing would pass: a sum is about 1 / sqrt(k) of the norms.
        EXPECT_LT(toleranceOf(Arithmetic::Tf32Tensor, k), 0.05 / std::sqrt(k));
    }
}

} // namespace
} // namespace zg::matmul
