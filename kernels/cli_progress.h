// SPDX-License-Identifier: GPL-3.0-or-later
// ProgressLine: what a person at a terminal, or a log, sees of a run while it happens.
#pragma once

#include "kernels/cli_commands.h"

#include <chrono>
#include <optional>
#include <string>

namespace zg {

/// On a terminal one line, rewritten at most ten times a second; in a log a line a second; nothing where no progress
/// was asked for.
class ProgressLine : public RunListener {
public:
    ProgressLine(const Console& console, std::string title);
    ~ProgressLine() override;
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    void begun(const std::vector<Column>&) override {}
    void row(const Row&) override {}
    void note(const Note& note) override;
    void progress(double fraction, int done, int planned) override;

private:
    void clear();
    const Console& console_;
    std::string title_;
    bool drawn_ = false;
    std::optional<std::chrono::steady_clock::time_point> last_;
};

} // namespace zg
