// SPDX-License-Identifier: GPL-3.0-or-later
// Members wait by spinning for a while, since a wake-up through the system takes as long as a small product; then they
// sleep, and where there are more members than free cores they yield.
#include "kernels/cpu/crew.h"

#include "kernels/cpu/fma_chain.h"

#include <algorithm>
#include <hwy/cache_control.h>
#include <numeric>

namespace zg::cpu {
namespace {

constexpr int spinsBeforeYield = 2000;   // some 50 microseconds
constexpr int spinsBeforeSleep = 20'000; // some milliseconds with the yields

void spinOnce(int count) {
    if (count < spinsBeforeYield) hwy::Pause();
    else std::this_thread::yield();
}

} // namespace

Crew::Crew(const std::vector<int>& cores)
    : pin_(cores.empty() ? -1 : cores.front()), times_(std::max<std::size_t>(1, cores.size())) {
    for (int member = 1; member < size(); ++member)
        threads_.emplace_back([this, member, core = cores[static_cast<std::size_t>(member)]] { serve(member, core); });
}

Crew::~Crew() {
    leaving_ = true;
    ++generation_;
    generation_.notify_all();
}

double Crew::run(const std::function<void(int)>& job) {
    job_ = &job;
    arrived_ = 0;
    finished_ = 0;
    ++generation_;
    generation_.notify_all();
    take(0);
    for (int spins = 0; finished_ < size(); ++spins) spinOnce(spins);
    const auto begin = std::ranges::min(times_, {}, &Times::begin).begin;
    const auto end = std::ranges::max(times_, {}, &Times::end).end;
    return std::chrono::duration<double, std::nano>(end - begin).count();
}

double Crew::clockHz() {
    run([this](int member) { times_[static_cast<std::size_t>(member)].clockHz = clockNowHz(); });
    double sum = 0;
    for (const Times& times : times_) sum += times.clockHz;
    return sum / size();
}

void Crew::take(int member) {
    Times& times = times_[static_cast<std::size_t>(member)];
    ++arrived_;
    for (int spins = 0; arrived_ < size(); ++spins) spinOnce(spins);
    times.begin = Clock::now();
    (*job_)(member);
    times.end = Clock::now();
    ++finished_;
}

void Crew::serve(int member, int core) {
    const Pin pin(core);
    for (unsigned seen = 0;; ++seen) {
        for (int spins = 0; generation_ == seen; ++spins) {
            if (spins < spinsBeforeSleep) spinOnce(spins);
            else generation_.wait(seen);
        }
        if (leaving_) return;
        take(member);
    }
}

} // namespace zg::cpu
