// SPDX-License-Identifier: GPL-3.0-or-later
// `record` with a backend that plays along: what is left out, what a failure costs, and what --resume measures again.
#include "stub_backend.h"

#include "core/requests.h"
#include "core/session.h"
#include "kernels/cli_commands.h"
#include "kernels/cli_text.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <sstream>

namespace zg {

namespace {

using testing_support::fakeGpu;

/// A computer with one GPU, and a folder for its recordings.
class Record : public testing::Test {
protected:
    Record() {
        std::string pattern = (std::filesystem::temp_directory_path() / "ziggurat-record-XXXXXX").string();
        folder = mkdtemp(pattern.data());
        options.out = (folder / "r.ziggurat").string();
    }
    ~Record() override {
        std::error_code ignored;
        std::filesystem::remove_all(folder, ignored);
    }

    int recordNow(std::stop_token stop = {}) {
        DeviceSource source;
        source.find = [this] { return Found{{device}, std::nullopt}; };
        source.open = [this](const std::string&) -> Result<std::unique_ptr<Backend>> {
            auto backend = std::make_unique<StubBackend>(device);
            backend->lacking = lacking;
            backend->ending = ending;
            asked = backend->asked;
            return backend;
        };
        err.str({});
        return record(source, options, std::move(stop), {out, err, false, false});
    }

    [[nodiscard]] Session recorded() const {
        const Result<LoadedSession> read = loadSession(options.out);
        EXPECT_TRUE(read.has_value());
        EXPECT_TRUE(!read || read->warnings.empty());
        return read ? read->session : Session{};
    }

    Device device = fakeGpu();
    std::function<std::optional<Error>(const Request&)> lacking;
    std::function<Result<RunState>(const Request&)> ending;
    std::shared_ptr<std::vector<Request>> asked;
    RecordOptions options;
    std::filesystem::path folder;
    std::ostringstream out, err;
};

bool isMatmul(const Request& request) { return request.probe == Probe::Matmul; }

TEST_F(Record, HoldsTheWholeStandardRecordingInItsOrder) {
    ASSERT_EQ(recordNow(), exit_code::ok);
    const std::vector<Request> standard = standardRequests(device);
    const Session session = recorded();
    ASSERT_EQ(session.runs.size(), standard.size());
    for (std::size_t i = 0; i < standard.size(); ++i) {
        EXPECT_TRUE(sameMeasurement(session.runs[i].request, standard[i]));
        EXPECT_EQ(session.runs[i].state, RunState::Complete);
    }
    EXPECT_EQ(err.str(), "");
}

TEST_F(Record, SaysInOneLineEachWhatIsLeftOutAndWhy) {
    lacking = [](const Request& request) -> std::optional<Error> {
        if (isMatmul(request) && factsOf(request.variant).reference)
            return Error{Fault::LibraryNotFound, {}, 0, "libcublas.so"};
        if (isMatmul(request) && request.variant == Variant::WgmmaBf16)
            return Error{Fault::NeedsNewerGpu, {}, 0, "9.0"};
        return std::nullopt;
    };
    ASSERT_EQ(recordNow(), exit_code::ok);
    EXPECT_EQ(
        err.str(),
        "Left out: matmul, wgmma-bf16: This measurement needs a newer GPU architecture: 9.0.\n"
        "Left out: matmul, cublas-fp32: The library to compare with was not found on this computer: libcublas.so.\n"
        "Left out: matmul, cublas-tf32: The library to compare with was not found on this computer: libcublas.so.\n"
        "Left out: matmul, cublas-bf16: The library to compare with was not found on this computer: libcublas.so.\n");
    EXPECT_EQ(recorded().runs.size(), standardRequests(device).size() - 4);
}

TEST_F(Record, WritesNothingWhereWhatWasNamedIsLacking) {
    options.selection.variants = {Variant::WgmmaBf16};
    lacking = [](const Request&) { return Error{Fault::NeedsNewerGpu, {}, 0, "9.0"}; };
    EXPECT_EQ(recordNow(), exit_code::device);
    EXPECT_EQ(err.str(), "This measurement needs a newer GPU architecture: wgmma-bf16, 9.0.\n");
    EXPECT_FALSE(std::filesystem::exists(options.out));
}

TEST_F(Record, GoesOnAfterAFailureOfOneRunAndEndsWithItsCode) {
    ending = [](const Request& request) -> Result<RunState> {
        if (isMatmul(request) && request.variant == Variant::Tiled16) return fail(Fault::IllegalAccess, "kernel");
        return RunState::Complete;
    };
    EXPECT_EQ(recordNow(), exit_code::device);
    EXPECT_EQ(asked->size(), standardRequests(device).size());
    EXPECT_TRUE(err.str().starts_with("matmul, tiled-16: ")) << err.str();
    int failed = 0;
    for (const zg::Run& run : recorded().runs) failed += run.state == RunState::Failed;
    EXPECT_EQ(failed, 1);
}

TEST_F(Record, EndsWhereTheDeviceIsLost) {
    ending = [](const Request& request) -> Result<RunState> {
        if (isMatmul(request)) return fail(Fault::DeviceLost);
        return RunState::Complete;
    };
    EXPECT_EQ(recordNow(), exit_code::device);
    EXPECT_EQ(std::ranges::count_if(*asked, isMatmul), 1);
}

TEST_F(Record, TreatsALibraryThatDoesNotLoadAsLeftOut) {
    options.selection.variants = {Variant::Naive, Variant::CublasFp32};
    ending = [](const Request& request) -> Result<RunState> {
        if (factsOf(request.variant).reference) return fail(Fault::LibraryNotFound, "libcublas.so");
        return RunState::Complete;
    };
    EXPECT_EQ(recordNow(), exit_code::ok);
    EXPECT_TRUE(err.str().starts_with("Left out: matmul, cublas-fp32: ")) << err.str();
}

TEST_F(Record, StoppedKeepsTheRowsAndRunsNothingMore) {
    ending = [](const Request& request) -> Result<RunState> {
        return request.probe == Probe::Chase ? RunState::Stopped : RunState::Complete;
    };
    EXPECT_EQ(recordNow(), exit_code::stopped);
    const Session session = recorded();
    EXPECT_EQ(session.runs.back().request.probe, Probe::Chase);
    EXPECT_EQ(session.runs.back().state, RunState::Stopped);
    EXPECT_EQ(session.runs.back().rows.size(), 1u);
}

TEST_F(Record, ResumedMeasuresExactlyWhatIsNotComplete) {
    ending = [](const Request& request) -> Result<RunState> {
        if (request.probe == Probe::Transfer) return fail(Fault::WrongResult);
        return isMatmul(request) ? RunState::Stopped : RunState::Complete;
    };
    EXPECT_EQ(recordNow(), exit_code::stopped);
    const Session before = recorded();
    ending = nullptr;
    options.resume = true;
    ASSERT_EQ(recordNow(), exit_code::ok);
    for (const Request& request : *asked) EXPECT_TRUE(request.probe == Probe::Transfer || isMatmul(request));
    EXPECT_EQ(asked->size(), 4 + ladderRequests(device).size());
    const Session after = recorded();
    ASSERT_GT(after.runs.size(), before.runs.size());
    for (std::size_t i = 0; i < before.runs.size(); ++i) EXPECT_EQ(after.runs[i], before.runs[i]) << "nothing is lost";
    std::size_t complete = 0;
    for (const zg::Run& run : after.runs) complete += run.state == RunState::Complete;
    EXPECT_EQ(complete, standardRequests(device).size());
    ASSERT_EQ(recordNow(), exit_code::ok);
    EXPECT_TRUE(asked->empty()) << "a third time there is nothing left";
    EXPECT_EQ(recorded(), after);
}

TEST_F(Record, ResumedWithOtherParametersIsAnotherMeasurement) {
    options.selection.variants = {Variant::Naive};
    options.parameters.sizes = {64};
    ASSERT_EQ(recordNow(), exit_code::ok);
    options.resume = true;
    options.parameters.sizes = {64, 128};
    ASSERT_EQ(recordNow(), exit_code::ok);
    EXPECT_EQ(asked->size(), 1u);
    EXPECT_EQ(recorded().runs.size(), 2u);
}

TEST_F(Record, ResumedRefusesWhatAnotherDeviceOrVersionHasMeasured) {
    device.uuid = "GPU-1";
    ASSERT_EQ(recordNow(), exit_code::ok);
    const Session before = recorded();
    options.resume = true;
    const auto refuses = [&](const Device& other, const std::string& said) {
        device = other;
        EXPECT_EQ(recordNow(), exit_code::file);
        EXPECT_NE(err.str().find(said), std::string::npos) << err.str();
        EXPECT_TRUE(asked->empty());
        EXPECT_EQ(recorded(), before);
    };
    const Device same = device;
    Device other = same;
    other.name = "Test GPU 2";
    refuses(other, "Test GPU, and this is Test GPU 2");
    other = same;
    other.uuid = "GPU-2";
    refuses(other, "Test GPU (GPU-1), and this is Test GPU (GPU-2)");
    other = same;
    other.driver = "600.1";
    refuses(other, "driver 580.1, and this is driver 600.1");
    other = same;
    other.kind = DeviceKind::Cpu;
    refuses(other, "record into another file");
    other = same;
    other.id = "cuda:1"; // the same card in another place, with less free memory
    other.memoryFree = testing_support::reported(1, Unit::Bytes);
    device = other;
    EXPECT_EQ(recordNow(), exit_code::ok);
}

TEST_F(Record, DrawsANewSeedForEveryRecordingAndKeepsIt) {
    options.selection.variants = {Variant::Naive};
    std::set<std::uint64_t> seeds;
    for (int i = 0; i < 3; ++i) {
        ASSERT_EQ(recordNow(), exit_code::ok);
        EXPECT_EQ(recorded().runs[0].request.seed, asked->at(0).seed);
        seeds.insert(asked->at(0).seed);
    }
    EXPECT_GT(seeds.size(), 1u);
    options.seed = 123456789012345;
    ASSERT_EQ(recordNow(), exit_code::ok);
    EXPECT_EQ(recorded().runs[0].request.seed, 123456789012345u);
}

} // namespace

} // namespace zg
