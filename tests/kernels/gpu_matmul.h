// SPDX-License-Identifier: GPL-3.0-or-later
// What the tests of the matmul ladder share: products with guard zones round C, and the host's own double-precision
// product.
#pragma once

#include "kernels/cuda/check.h"
#include "kernels/cuda/matmul/matmul.h"
#include "kernels/cuda/matmul/matrices.h"
#include "kernels/cuda/matmul/reference.h"
#include "kernels/cuda/matmul/rungs.h"
#include "tests/kernels/gpu_fixture.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <gtest/gtest.h>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace zg::matmul {

template <class T>
std::vector<T> download(const T* from, std::size_t count) {
    std::vector<T> values(count);
    ZG_CUDA(cudaMemcpy(values.data(), from, count * sizeof(T), cudaMemcpyDeviceToHost));
    return values;
}

inline float valueOf(__nv_bfloat16 x) {
    std::uint16_t bits = 0;
    std::memcpy(&bits, &x, sizeof bits);
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
}

/// A and B of a product as its rung reads them, on the host, row by row without gaps.
struct HostInputs {
    std::vector<float> a, b;
};

inline HostInputs hostInputs(const Operands& o, Inputs inputs) {
    const auto size = [](int rows, int columns) { return static_cast<std::size_t>(rows) * columns; };
    if (inputs == Inputs::Fp32) return {download(o.a, size(o.m, o.k)), download(o.b, size(o.k, o.n))};
    const auto unpacked = [&](const __nv_bfloat16* from, int rows, int columns, int pitch) {
        const auto packed = download(from, size(rows, pitch));
        std::vector<float> values;
        for (int row = 0; row < rows; ++row)
            for (int column = 0; column < columns; ++column)
                values.push_back(valueOf(packed[size(row, pitch) + static_cast<std::size_t>(column)]));
        return values;
    };
    return {unpacked(o.aBf16, o.m, o.k, o.ldaBf16), unpacked(o.bBf16, o.k, o.n, o.ldbBf16)};
}

/// C and the norms that errors are measured by, in double precision, by the plainest loop.
struct HostProduct {
    int n = 0;
    std::vector<double> c, rowNorms, columnNorms;

    [[nodiscard]] double errorAt(std::size_t at, double value) const {
        const std::size_t row = at / static_cast<std::size_t>(n), column = at % static_cast<std::size_t>(n);
        const double off = std::abs(value - c[at]);
        return off == 0 ? 0 : off / (rowNorms[row] * columnNorms[column]);
    }
};

inline HostProduct hostProduct(const HostInputs& in, int m, int n, int k) {
    HostProduct product;
    product.n = n;
    product.c.assign(static_cast<std::size_t>(m) * n, 0);
    product.rowNorms.assign(static_cast<std::size_t>(m), 0);
    product.columnNorms.assign(static_cast<std::size_t>(n), 0);
    for (int i = 0; i < m; ++i) {
        for (int l = 0; l < k; ++l) {
            const double a = in.a[static_cast<std::size_t>(i) * k + l];
            product.rowNorms[static_cast<std::size_t>(i)] += a * a;
            for (int j = 0; j < n; ++j)
                product.c[static_cast<std::size_t>(i) * n + j] += a * in.b[static_cast<std::size_t>(l) * n + j];
        }
    }
    for (int l = 0; l < k; ++l)
        for (int j = 0; j < n; ++j) {
            const double b = in.b[static_cast<std::size_t>(l) * n + j];
            product.columnNorms[static_cast<std::size_t>(j)] += b * b;
        }
    for (double& norm : product.rowNorms) norm = std::sqrt(norm);
    for (double& norm : product.columnNorms) norm = std::sqrt(norm);
    return product;
}

inline Arithmetic arithmeticOf(const Rung& rung) { return factsOf(rung.variant()).arithmetic; }

/// A C of its own with a zone on either side that no kernel may touch; all of it canaries to begin with.
class GuardedC {
public:
    static constexpr std::size_t zone = 4096; // floats: more than a row of the widest tile
    explicit GuardedC(std::size_t count) : count_(count), memory_((count + 2 * zone) * sizeof(float)) {
        ZG_CUDA(cudaMemset(memory_.data(), canary, memory_.bytes()));
    }
    [[nodiscard]] float* data() const { return memory_.as<float>() + zone; }
    [[nodiscard]] std::vector<float> values() const { return download(data(), count_); }
    [[nodiscard]] bool zonesUntouched() const {
        return untouched(download(memory_.as<float>(), zone)) && untouched(download(data() + count_, zone));
    }
    [[nodiscard]] static bool untouched(const std::vector<float>& values) {
        const auto* bytes = reinterpret_cast<const unsigned char*>(values.data());
        return std::all_of(bytes, bytes + values.size() * sizeof(float), [](unsigned char b) { return b == canary; });
    }

private:
    static constexpr unsigned char canary = 0xA5;
    std::size_t count_;
    DeviceBuffer memory_;
};

class MatmulOnGpu : public GpuTest {
protected:
    void SetUp() override {
        GpuTest::SetUp();
        // The tests below the backend's seam need its device to be current.
        if (backend_) ZG_CUDA(cudaSetDevice(std::stoi(device().id.substr(device().id.find(':') + 1))));
    }

    [[nodiscard]] const Device& device() const { return backend_->device(); }

    /// The rungs that this GPU runs.
    [[nodiscard]] std::vector<std::unique_ptr<Rung>> rungs() const {
        auto all = allRungs();
        std::erase_if(all, [&](const auto& rung) { return !runsOn(*rung, capabilityOf(device())); });
        return all;
    }

    /// Runs the rung into a guarded C and compares with FP64 on the GPU.
    void expectRight(Rung& rung, Operands operands, const std::string& what) {
        const GuardedC c(static_cast<std::size_t>(operands.m) * operands.n);
        operands.c = c.data();
        rung.run(operands, nullptr);
        Reference reference;
        const auto checked = reference.check(operands, inputsOf(arithmeticOf(rung)), 1, 1e9, nullptr, {});
        ASSERT_TRUE(checked && checked->complete);
        EXPECT_LE(checked->error, toleranceOf(arithmeticOf(rung), operands.k))
            << variantName(rung.variant()) << " " << what;
        EXPECT_TRUE(c.zonesUntouched()) << variantName(rung.variant()) << " " << what;
    }
};

} // namespace zg::matmul
