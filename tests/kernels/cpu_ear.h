// SPDX-License-Identifier: GPL-3.0-or-later
// A listener for the tests of the CPU's probes: keeps what it hears, checks the order, asks for a stop.
#pragma once

#include "core/backend.h"
#include "kernels/backends.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <sched.h>
#include <vector>

namespace zg {

/// Keeps what it hears, in order, and asks for a stop after that many rows.
struct CpuEar : RunListener {
    void begun(const std::vector<Column>& columns) override {
        EXPECT_TRUE(run.columns.empty()) << "begun once";
        EXPECT_TRUE(run.rows.empty()) << "begun before the first row";
        run.columns = columns;
    }
    void row(const Row& row) override {
        run.rows.push_back(row);
        cores.push_back(sched_getcpu());
        if (static_cast<int>(run.rows.size()) == stopAfterRows) source.request_stop();
    }
    void note(const Note& note) override { run.notes.push_back(note); }
    void progress(double fraction, int done, int planned) override {
        EXPECT_GE(fraction, lastFraction);
        EXPECT_LE(fraction, 1);
        EXPECT_LE(done, planned);
        lastFraction = fraction;
    }
    [[nodiscard]] const Note* noteOf(NoteKind kind) const {
        const auto at = std::ranges::find(run.notes, kind, &Note::kind);
        return at == run.notes.end() ? nullptr : &*at;
    }
    Run run;
    std::vector<int> cores;
    std::stop_source source;
    int stopAfterRows = -1;
    double lastFraction = 0;
};

inline std::unique_ptr<Backend> cpuBackend() {
    auto backend = liveDevices().open("cpu");
    EXPECT_TRUE(backend);
    return backend ? std::move(*backend) : nullptr;
}

} // namespace zg
