// SPDX-License-Identifier: GPL-3.0-or-later
// Crew: the threads that measure together, one a core, all beginning at once. The calling thread is the first of them,
// so a crew of one is nothing but a pinned thread.
#pragma once

#include "kernels/cpu/measure.h"

#include <atomic>
#include <chrono>
#include <functional>
#include <thread>
#include <vector>

namespace zg::cpu {

class Crew {
public:
    /// One member for each logical core; the first is the calling thread, pinned as long as the crew lives. No core at
    /// all: the calling thread alone, not pinned.
    explicit Crew(const std::vector<int>& cores);
    Crew(const Crew&) = delete;
    Crew& operator=(const Crew&) = delete;
    ~Crew();

    [[nodiscard]] int size() const { return static_cast<int>(times_.size()); }
    /// PinnedToCore with the first member's core, or NotPinned.
    [[nodiscard]] Note note() const { return pin_.note(); }
    /// Runs job(member) on every member, 0 .. size() - 1, and waits for all. Call it on the thread that made the crew;
    /// the job throws nothing. Units: nanoseconds from the first member's begin to the last one's end, without the time
    /// that waking them takes.
    double run(const std::function<void(int)>& job);
    /// The clock that the members see now, all reading at once: the mean. Units: Hz.
    [[nodiscard]] double clockHz();

private:
    using Clock = std::chrono::steady_clock;
    struct alignas(64) Times { // a line each: a member that writes must not slow another
        Clock::time_point begin, end;
        double clockHz = 0;
    };
    void serve(int member, int core);
    void take(int member);

    Pin pin_;
    std::vector<Times> times_;
    const std::function<void(int)>* job_ = nullptr;
    std::atomic<unsigned> generation_ = 0; ///< of jobs; odd or even means nothing
    std::atomic<int> arrived_ = 0, finished_ = 0;
    std::atomic<bool> leaving_ = false;
    std::vector<std::jthread> threads_; ///< last: joined before what they use goes
};

} // namespace zg::cpu
