// SPDX-License-Identifier: GPL-3.0-or-later
// The threads that measure together: each does its part, every time, on a core of its own. How fast is no test.
#include "kernels/cpu/crew.h"

#include "kernels/cpu/cores.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <gtest/gtest.h>
#include <set>
#include <thread>

namespace zg::cpu {
namespace {

using namespace std::chrono_literals;

TEST(CpuCores, AreDifferentCoresThatThisThreadMayUseAndNoMoreThanAskedFor) {
    cpu_set_t allowed;
    ASSERT_EQ(sched_getaffinity(0, sizeof allowed, &allowed), 0);
    const std::vector<int> all = coresToMeasureOn();
    ASSERT_FALSE(all.empty());
    EXPECT_EQ(std::set<int>(all.begin(), all.end()).size(), all.size());
    for (const int core : all) EXPECT_TRUE(CPU_ISSET(core, &allowed));
    for (std::size_t i = 1; i < all.size(); ++i) EXPECT_GE(highestClockHz(all[i - 1]), highestClockHz(all[i]));
    for (const int most : {1, 2, 1000}) {
        const std::vector<int> some = coresToMeasureOn(most);
        EXPECT_EQ(some.size(), std::min(all.size(), static_cast<std::size_t>(most)));
        EXPECT_TRUE(std::equal(some.begin(), some.end(), all.begin())) << "the first of all";
    }
    EXPECT_EQ(coreToMeasureOn(), all.front());
}

TEST(CpuCores, OfAQuotaAreRoundedUpAndWithoutOneThereIsNoLimit) {
    EXPECT_EQ(coresOfQuota("200000 100000"), 2);
    EXPECT_EQ(coresOfQuota("150000 100000"), 2);
    EXPECT_EQ(coresOfQuota("50000 100000"), 1);
    for (const char* none : {"max 100000", "", "0 100000", "100000 0", "-1 100000", "100000", "x y"})
        EXPECT_EQ(coresOfQuota(none), 0) << none;
}

TEST(CpuCrew, EveryMemberDoesEveryJobOnce) {
    const std::vector<int> cores = coresToMeasureOn();
    std::vector<int> more = cores; // more members than cores: they must take turns, and still all finish
    while (more.size() < cores.size() + 3) more.push_back(cores.front());
    for (const std::vector<int>& members : {std::vector<int>{}, std::vector<int>{cores.front()}, cores, more}) {
        Crew crew(members);
        ASSERT_EQ(crew.size(), static_cast<int>(std::max<std::size_t>(1, members.size())));
        std::vector<std::atomic<int>> done(static_cast<std::size_t>(crew.size()));
        for (int job = 1; job <= 200; ++job) {
            crew.run([&](int member) { ++done[static_cast<std::size_t>(member)]; });
            for (const auto& count : done) ASSERT_EQ(count, job) << "run() waits for all";
        }
    }
}

TEST(CpuCrew, WakesUpAfterALongSleep) {
    Crew crew(coresToMeasureOn());
    std::atomic<int> done = 0;
    for (int i = 0; i < 3; ++i) {
        std::this_thread::sleep_for(60ms); // longer than members spin
        crew.run([&](int) { ++done; });
    }
    EXPECT_EQ(done, 3 * crew.size());
}

TEST(CpuCrew, LeavesWithoutHavingWorked) { Crew crew(coresToMeasureOn()); }

TEST(CpuCrew, MembersStayOnTheirCoresAndTheCallerGetsHisBack) {
    cpu_set_t before, after;
    ASSERT_EQ(sched_getaffinity(0, sizeof before, &before), 0);
    const std::vector<int> cores = coresToMeasureOn();
    {
        Crew crew(cores);
        if (crew.note().kind != NoteKind::PinnedToCore)
            GTEST_SKIP() << "this system does not let a thread choose its core";
        EXPECT_EQ(crew.note().value, cores.front());
        std::vector<int> seen(cores.size(), -1);
        for (int i = 0; i < 20; ++i) {
            crew.run([&](int member) { seen[static_cast<std::size_t>(member)] = sched_getcpu(); });
            EXPECT_EQ(seen, cores);
        }
    }
    ASSERT_EQ(sched_getaffinity(0, sizeof after, &after), 0);
    EXPECT_TRUE(CPU_EQUAL(&before, &after));
}

TEST(CpuCrew, TheTimeIsThatOfTheSlowestMember) {
    Crew crew(coresToMeasureOn());
    for (int slow = 0; slow < crew.size(); ++slow) {
        const double nanoseconds = crew.run([slow](int member) {
            if (member == slow) std::this_thread::sleep_for(5ms);
        });
        EXPECT_GE(nanoseconds, 5e6);
    }
}

TEST(CpuCrew, SeesAClockThatAComputerCanHave) {
    Crew crew(coresToMeasureOn());
    EXPECT_GT(crew.clockHz(), 1e7);
    EXPECT_LT(crew.clockHz(), 1e10);
}

} // namespace
} // namespace zg::cpu
