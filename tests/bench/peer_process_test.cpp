// SPDX-License-Identifier: GPL-3.0-or-later
// Programs that print, fail, hang and leave children behind, all played by the shell.
#include "tests/bench/peer_process.h"

#include <fstream>
#include <gtest/gtest.h>
#include <unistd.h>

namespace zg::peers {
namespace {

Outcome<std::string> shell(const std::string& script, int limitSeconds = 60) {
    return runProgram("/bin/sh", {"-c", script}, std::chrono::seconds(limitSeconds));
}

/// False for a process that is gone or only waits to be collected.
bool isRunning(pid_t process) {
    std::ifstream stat("/proc/" + std::to_string(process) + "/stat");
    std::string id, name, state;
    return static_cast<bool>(stat >> id >> name >> state) && state != "Z" && state != "X";
}

TEST(PeerProcess, BothStreamsArriveInOrderAndArgumentsKeepTheirSpaces) {
    EXPECT_EQ(shell("echo one; echo two >&2; echo three").value_or("?"), "one\ntwo\nthree\n");
    EXPECT_EQ(runProgram("/bin/echo", {"a  b", ""}, std::chrono::seconds(60)).value_or("?"), "a  b \n");
}

TEST(PeerProcess, ThereIsNothingToRead) { EXPECT_EQ(shell("read line || echo none").value_or("?"), "none\n"); }

TEST(PeerProcess, AFailureNamesTheProgramTheCodeAndTheLastLine) {
    const auto failed = shell("echo begun; echo no driver >&2; exit 3");
    ASSERT_FALSE(failed);
    EXPECT_EQ(failed.error(), "sh: ended with code 3; no driver");
    const auto silent = shell("exit 4");
    ASSERT_FALSE(silent);
    EXPECT_EQ(silent.error(), "sh: ended with code 4; it printed nothing");
}

TEST(PeerProcess, ASignalIsAFailure) {
    const auto failed = shell("kill -SEGV $$");
    ASSERT_FALSE(failed);
    EXPECT_NE(failed.error().find("Segmentation"), std::string::npos) << failed.error();
}

TEST(PeerProcess, AProgramThatIsNotThereIsAFailure) {
    const auto failed = runProgram("/nowhere/program", {}, std::chrono::seconds(60));
    ASSERT_FALSE(failed);
    EXPECT_EQ(failed.error(), "program: No such file or directory");
}

TEST(PeerProcess, AProgramThatHangsIsKilledWithItsChildren) {
    const std::filesystem::path file =
        std::filesystem::path(testing::TempDir()) / ("child-" + std::to_string(getpid()));
    const auto failed = shell("sleep 1000 & echo $! > '" + file.string() + "'; wait", 2);
    ASSERT_FALSE(failed);
    EXPECT_EQ(failed.error(), "sh: still running after 2 s, killed");
    pid_t child = 0;
    std::ifstream(file) >> child;
    std::filesystem::remove(file);
    ASSERT_GT(child, 1);
    for (int i = 0; i < 1000 && isRunning(child); ++i) usleep(10'000); // the kernel takes a moment
    EXPECT_FALSE(isRunning(child));
}

TEST(PeerProcess, AProgramThatClosesItsOutputsAndHangsIsKilledToo) {
    const auto failed = shell("exec >/dev/null 2>&1; sleep 1000", 1);
    ASSERT_FALSE(failed);
    EXPECT_EQ(failed.error(), "sh: still running after 1 s, killed");
}

TEST(PeerProcess, EndlessOutputIsCutOff) {
    const auto failed = shell("while :; do echo 0123456789012345678901234567890123456789; done");
    ASSERT_FALSE(failed);
    EXPECT_EQ(failed.error(), "sh: printed more than 4 MiB");
}

} // namespace
} // namespace zg::peers
