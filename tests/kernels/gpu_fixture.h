// SPDX-License-Identifier: GPL-3.0-or-later
// What tests on a real GPU share: the backend of the first one, or a skip with the reason; a run as a value.
#pragma once

#include "core/session.h"
#include "kernels/backends.h"
#include "kernels/cuda/cuda_backend.h"

#include <chrono>
#include <cuda_runtime_api.h>
#include <gtest/gtest.h>
#include <memory>
#include <random>
#include <thread>

namespace zg {

class GpuTest : public testing::Test {
protected:
    void SetUp() override {
        const Found found = findCudaDevices();
        if (found.devices.empty())
            GTEST_SKIP() << "no GPU: " << static_cast<int>(found.noGpu->fault) << " " << found.noGpu->detail;
        auto opened = openCudaDevice(found.devices.front().id);
        ASSERT_TRUE(opened) << opened.error().detail;
        backend_ = std::move(*opened);
    }

    zg::Run measured(const Request& request, std::stop_token stop = {}) {
        RunCollector collector(request, nullptr, nullptr);
        collector.ended(backend_->run(request, stop, collector));
        return collector.run();
    }

    zg::Run stoppedAfter(const Request& request, std::chrono::milliseconds wait) {
        std::stop_source source;
        std::jthread stopper([&] {
            std::this_thread::sleep_for(wait);
            source.request_stop();
        });
        return measured(request, source.get_token());
    }

    /// Stops the run at random moments: rows are whole, the next run works, and no device memory stays behind.
    void expectStopsCleanly(const Request& request, int times) {
        ASSERT_NE(measured(request).state, RunState::Failed); // what the first run loads stays loaded
        const std::size_t before = freeBytes();
        std::mt19937 random(1);
        for (int i = 0; i < times; ++i) {
            const zg::Run run = stoppedAfter(request, std::chrono::milliseconds(random() % 400));
            ASSERT_TRUE(run.state == RunState::Stopped || run.state == RunState::Complete);
            for (const Row& row : run.rows) ASSERT_EQ(row.values.size(), run.columns.size());
        }
        EXPECT_EQ(freeBytes(), before);
        EXPECT_EQ(measured(request).state, RunState::Complete);
    }

    static std::size_t freeBytes() {
        std::size_t free = 0, total = 0;
        EXPECT_EQ(cudaMemGetInfo(&free, &total), cudaSuccess);
        return free;
    }

    std::unique_ptr<Backend> backend_;
};

/// Why a run is not as expected, for the message of a test.
inline std::string why(const Run& run) { return run.error ? run.error->detail : std::string(stateName(run.state)); }

} // namespace zg
