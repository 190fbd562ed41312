// SPDX-License-Identifier: GPL-3.0-or-later
// One child at a time in a process group of its own, so that a kill reaches what it has started, and one pipe for both
// of its streams. posix_spawn and not fork: this process may hold a CUDA context, which no copy of it may touch.
#include "tests/bench/peer_process.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace zg::peers {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t mostOutput = 4 << 20;

/// What the child gets: no input, the pipe as both outputs, its own process group.
class SpawnPlan {
public:
    explicit SpawnPlan(int writeEnd) {
        posix_spawn_file_actions_init(&files_);
        posix_spawn_file_actions_addopen(&files_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        posix_spawn_file_actions_adddup2(&files_, writeEnd, STDOUT_FILENO);
        posix_spawn_file_actions_adddup2(&files_, writeEnd, STDERR_FILENO);
        posix_spawnattr_init(&attributes_);
        posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETPGROUP);
        posix_spawnattr_setpgroup(&attributes_, 0);
    }
    ~SpawnPlan() {
        posix_spawn_file_actions_destroy(&files_);
        posix_spawnattr_destroy(&attributes_);
    }
    SpawnPlan(const SpawnPlan&) = delete;
    SpawnPlan& operator=(const SpawnPlan&) = delete;

    /// 0, or an errno.
    int spawn(pid_t& child, const std::filesystem::path& program, const std::vector<std::string>& arguments) const {
        const std::string& path = program.native();
        std::vector<char*> words{const_cast<char*>(path.c_str())};
        for (const std::string& argument : arguments) words.push_back(const_cast<char*>(argument.c_str()));
        words.push_back(nullptr);
        return posix_spawn(&child, path.c_str(), &files_, &attributes_, words.data(), environ);
    }

private:
    posix_spawn_file_actions_t files_{};
    posix_spawnattr_t attributes_{};
};

enum class Heard { Everything, TooLate, TooMuch };

/// Appends to `output` until the writer has closed the pipe.
Heard listen(int readEnd, Clock::time_point deadline, std::string& output) {
    std::array<char, 4096> buffer{};
    for (;;) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
        if (left <= 0) return Heard::TooLate;
        pollfd ready{readEnd, POLLIN, 0};
        if (poll(&ready, 1, static_cast<int>(left)) == 0) return Heard::TooLate;
        const ssize_t count = read(readEnd, buffer.data(), buffer.size());
        if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (count <= 0) return Heard::Everything;
        output.append(buffer.data(), static_cast<std::size_t>(count));
        if (output.size() > mostOutput) return Heard::TooMuch;
    }
}

/// Waits for the child, which may have closed its outputs and go on. False where it had to be killed.
bool reap(pid_t child, Clock::time_point deadline, int& status) {
    while (waitpid(child, &status, WNOHANG) == 0) {
        if (Clock::now() > deadline) {
            kill(-child, SIGKILL);
            waitpid(child, &status, 0);
            return false;
        }
        usleep(2000);
    }
    return true;
}

std::string lastLine(const std::string& output) {
    const std::size_t end = output.find_last_not_of(" \r\n");
    if (end == std::string::npos) return "it printed nothing";
    const std::size_t start = output.find_last_of("\r\n", end);
    return output.substr(start == std::string::npos ? 0 : start + 1, end - (start == std::string::npos ? 0 : start));
}

} // namespace

Outcome<std::string> runProgram(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                                std::chrono::seconds limit) {
    const auto failed = [&](const std::string& why) {
        return tl::make_unexpected(program.filename().string() + ": " + why);
    };
    int ends[2] = {-1, -1};
    if (pipe2(ends, O_CLOEXEC) != 0) return failed(std::strerror(errno));
    const auto deadline = Clock::now() + limit;
    pid_t child = -1;
    const int error = SpawnPlan(ends[1]).spawn(child, program, arguments);
    close(ends[1]);
    if (error != 0) {
        close(ends[0]);
        return failed(std::strerror(error));
    }
    std::string output;
    const Heard heard = listen(ends[0], deadline, output);
    close(ends[0]);
    if (heard != Heard::Everything) kill(-child, SIGKILL);
    int status = 0;
    const bool inTime = reap(child, deadline, status) && heard != Heard::TooLate;
    if (heard == Heard::TooMuch) return failed("printed more than 4 MiB");
    if (!inTime) return failed("still running after " + std::to_string(limit.count()) + " s, killed");
    if (WIFSIGNALED(status)) return failed(std::string(strsignal(WTERMSIG(status))) + "; " + lastLine(output));
    if (WEXITSTATUS(status) != 0)
        return failed("ended with code " + std::to_string(WEXITSTATUS(status)) + "; " + lastLine(output));
    return output;
}

} // namespace zg::peers
