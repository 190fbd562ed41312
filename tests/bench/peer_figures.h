// SPDX-License-Identifier: GPL-3.0-or-later
// The figures that are compared: ours and the peer's of several rounds, what must be reached, and the verdict. Nothing
// here measures.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <vector>

namespace zg::peers {

/// Which way a figure is better, and how its bar is meant.
enum class Sense {
    Rate,    ///< more is better: ours must be at least `bar` times the other
    Latency, ///< both should say the same: the ratio must lie within `bar` of 1
};

/// What is known of a figure before anything is measured. Numbers are in SI units (cycles where `unit` says so).
struct Goal {
    std::string name{};
    std::string unit{};            ///< as printed
    double scale = 1;              ///< SI units in one `unit`
    std::string peer{};            ///< program and what of it, or the library
    std::optional<double> bar{};   ///< of the ratio to the peer; none: for information
    std::optional<double> known{}; ///< the best figure measured on this model of GPU by anybody, where there is one
    std::optional<double> bound{}; ///< what no device of this kind can exceed
    Sense sense = Sense::Rate;
};

enum class Verdict {
    Met,
    Short,       ///< below its bar
    BelowKnown,  ///< level with the peer in this run, but not with the figure known of this model
    AboveBound,  ///< more than is possible: the measurement is wrong
    NotMeasured, ///< there is no figure of ours
    NoPeer,      ///< neither the peer's figure nor a known one
    NoBar,       ///< for information
};

[[nodiscard]] const char* verdictWord(Verdict verdict);

struct Figure {
    Goal goal;
    std::vector<double> ours{}, peers{}; ///< one a round
    std::vector<double> clocksHz{};      ///< seen during ours
    std::string remark{};                ///< why something is missing, or must be read with care

    /// Medians over the rounds; NaN where there is none.
    [[nodiscard]] double own() const;
    [[nodiscard]] double peer() const;
    /// Ours over the peer's; NaN without either.
    [[nodiscard]] double ratio() const;
    [[nodiscard]] double ratioToKnown() const;
    /// Ours over what is possible; NaN where no bound is known.
    [[nodiscard]] double ofBound() const;
    [[nodiscard]] Verdict verdict() const;
};

/// Figures in the order of their first mention.
class FigureTable {
public:
    /// The figure of that name, which `goal` defines at its first mention.
    Figure& of(const Goal& goal);
    [[nodiscard]] const std::deque<Figure>& figures() const { return figures_; }

    /// The table, a legend, and how many verdicts there are of each kind.
    void print() const;
    /// No figure is short of its bar, lacks what its bar asks for, or is above its bound.
    [[nodiscard]] bool allMet() const;

private:
    std::deque<Figure> figures_; // references to them stay valid
};

} // namespace zg::peers
