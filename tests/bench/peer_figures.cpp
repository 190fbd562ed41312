// SPDX-License-Identifier: GPL-3.0-or-later
// Medians, verdicts and the printed table.
#include "tests/bench/peer_figures.h"

#include "core/stats.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>

namespace zg::peers {
namespace {

/// Written so that a ratio of NaN reaches nothing.
bool reaches(double ratio, double bar, Sense sense) {
    return sense == Sense::Rate ? ratio >= bar : std::abs(ratio - 1) <= bar;
}

/// A number in a column of that width, or a dash where there is none.
std::string cell(double value, int width, int decimals) {
    char text[64];
    if (std::isfinite(value)) std::snprintf(text, sizeof text, "%*.*f", width, decimals, value);
    else std::snprintf(text, sizeof text, "%*s", width, "-");
    return text;
}

int decimalsFor(double value) { return value < 10 ? 3 : value < 100 ? 2 : value < 1000 ? 1 : 0; }

std::string barText(const Goal& goal) {
    if (!goal.bar) return "-";
    char text[32];
    if (goal.sense == Sense::Rate) std::snprintf(text, sizeof text, "%.2f", *goal.bar);
    else std::snprintf(text, sizeof text, "1+-%.2f", *goal.bar);
    return text;
}

void printFigure(const Figure& figure) {
    const Goal& goal = figure.goal;
    const double own = figure.own() / goal.scale, peer = figure.peer() / goal.scale;
    const double known = goal.known.value_or(std::nan("")) / goal.scale, of = 100 * figure.ofBound();
    std::printf("%-37s %-8s %s %s %s %7s %s %s %s %s %6zu  %-11s %s%s%s\n", goal.name.c_str(), goal.unit.c_str(),
                cell(own, 8, decimalsFor(own)).c_str(), cell(peer, 8, decimalsFor(peer)).c_str(),
                cell(figure.ratio(), 7, 3).c_str(), barText(goal).c_str(), cell(known, 8, decimalsFor(known)).c_str(),
                cell(figure.ratioToKnown(), 7, 3).c_str(), cell(of, 7, 1).c_str(),
                cell(median(figure.clocksHz) / 1e6, 5, 0).c_str(), figure.ours.size(), verdictWord(figure.verdict()),
                goal.peer.c_str(), figure.remark.empty() ? "" : " | ", figure.remark.c_str());
}

} // namespace

const char* verdictWord(Verdict verdict) {
    switch (verdict) {
    case Verdict::Met: return "met";
    case Verdict::Short: return "SHORT";
    case Verdict::BelowKnown: return "below known";
    case Verdict::AboveBound: return "ABOVE BOUND";
    case Verdict::NotMeasured: return "NO FIGURE";
    case Verdict::NoPeer: return "no peer";
    case Verdict::NoBar: return "-";
    }
    return "";
}

double Figure::own() const { return median(ours); }
double Figure::peer() const { return median(peers); }
double Figure::ratio() const { return own() / peer(); }
double Figure::ratioToKnown() const { return own() / goal.known.value_or(std::nan("")); }
double Figure::ofBound() const { return own() / goal.bound.value_or(std::nan("")); }

Verdict Figure::verdict() const {
    if (!std::isfinite(own())) return Verdict::NotMeasured;
    if (ofBound() > 1) return Verdict::AboveBound;
    if (!goal.bar) return Verdict::NoBar;
    const bool withPeer = std::isfinite(peer());
    if (!withPeer && !goal.known) return Verdict::NoPeer;
    if (withPeer && !reaches(ratio(), *goal.bar, goal.sense)) return Verdict::Short;
    if (!goal.known || reaches(ratioToKnown(), *goal.bar, goal.sense)) return Verdict::Met;
    // Two GPUs of one model can differ by some percent, so only a ratio from one run condemns where there is one.
    return withPeer ? Verdict::BelowKnown : Verdict::Short;
}

Figure& FigureTable::of(const Goal& goal) {
    const auto found = std::ranges::find_if(figures_, [&](const Figure& f) { return f.goal.name == goal.name; });
    if (found != figures_.end()) return *found;
    figures_.push_back({goal});
    return figures_.back();
}

void FigureTable::print() const {
    std::printf("%-37s %-8s %8s %8s %7s %7s %8s %7s %7s %5s %6s  %-11s %s\n", "figure", "unit", "ours", "peer", "ratio",
                "bar", "known", "ratio", "% bound", "MHz", "rounds", "verdict", "peer");
    std::map<Verdict, int> counts;
    int bounded = 0, below = 0;
    for (const Figure& figure : figures_) {
        printFigure(figure);
        ++counts[figure.verdict()];
        bounded += std::isfinite(figure.ofBound());
        below += figure.ofBound() <= 1;
    }
    std::printf("\nours, peer: medians over the rounds of this run. known: the best that anybody's program reached on "
                "one GPU of this model.\n%% bound: of what is possible at the highest clock that the driver reports; "
                "MHz: seen during ours.\n%d of %d figures with a physical bound are below it;",
                below, bounded);
    for (const auto& [verdict, count] : counts) std::printf(" %s: %d", verdictWord(verdict), count);
    std::printf("\n");
}

bool FigureTable::allMet() const {
    return std::ranges::none_of(figures_, [](const Figure& figure) {
        const Verdict verdict = figure.verdict();
        const bool missing = verdict == Verdict::NotMeasured && figure.goal.bar;
        return missing || verdict == Verdict::Short || verdict == Verdict::AboveBound;
    });
}

} // namespace zg::peers
