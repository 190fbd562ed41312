// SPDX-License-Identifier: GPL-3.0-or-later
// Private to the latency figure: all its places at one size, and the labels that are searched a place.
#pragma once

#include "gui/pages/latency_figure.h"

#include <vector>

namespace zg {

// Sizes of the 1920x1080 design, in pixels, that several of its parts need.
inline constexpr double latencyMarkerPx = 13, latencyBarPx = 12;

/// A capacity that the device states, as a vertical line with words.
struct Nominal {
    double bytes = 0;
    LevelKind level{};
    QString words;
};

/// All places of one figure at one size.
struct LatencyFigure::Layout {
    QRectF title, legend, footer, yTitle, xTitle;
    QRect frame;
    PlotContent content;
    double tickHeight = 0, yTickWidth = 0, xReach = 0;
    QString titleText;
    std::vector<Nominal> nominals;
};

/// Words that the label search places: its lines, richest form first.
struct LatencyLabel {
    std::vector<std::vector<TextLine>> forms;
    QColor leader;
    std::vector<double> wraps = {}; ///< width of each form, in pixels; empty: no wrapping
};

/// The labels of one picture, what they speak of and what they must not cover.
struct LatencyFigure::Labels {
    const Layout& layout;
    const Style& style;
    std::vector<LatencyLabel> labels;
    std::vector<LabelRequest> requests;
    Obstacles obstacles;

    void add(LatencyLabel label, LabelRequest request);
    [[nodiscard]] QRectF frame() const { return QRectF(layout.frame); }
    [[nodiscard]] QPointF place(double bytes, double value) const {
        return Plot::place(layout.content, frame(), {bytes, value});
    }
};

/// The colour of a stair: that of the level which answers on it.
[[nodiscard]] LevelKind tierOf(Answer answer);

} // namespace zg
