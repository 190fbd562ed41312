// SPDX-License-Identifier: GPL-3.0-or-later
// The progress line, on standard error.
#include "kernels/cli_progress.h"

#include "kernels/cli_text.h"

#include <cmath>
#include <utility>

namespace zg {

ProgressLine::ProgressLine(const Console& console, std::string title) : console_(console), title_(std::move(title)) {}

ProgressLine::~ProgressLine() { clear(); }

void ProgressLine::note(const Note& note) {
    if (!console_.progress) return;
    clear();
    console_.err << title_ << ": " << noteSentence(note) << '\n';
}

void ProgressLine::progress(double fraction, int done, int planned) {
    const auto now = std::chrono::steady_clock::now();
    const auto pause = std::chrono::milliseconds(console_.terminal ? 100 : 1000);
    if (!console_.progress || (last_ && done < planned && now - *last_ < pause)) return;
    last_ = now;
    drawn_ = console_.terminal;
    console_.err << (console_.terminal ? "\r" : "") << title_ << ": " << std::lround(fraction * 100) << " %, " << done
                 << " of " << planned << " points" << (console_.terminal ? "\x1b[K" : "\n") << std::flush;
}

void ProgressLine::clear() {
    if (drawn_) console_.err << "\r\x1b[K" << std::flush;
    drawn_ = false;
}

} // namespace zg
