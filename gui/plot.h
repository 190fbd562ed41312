// SPDX-License-Identifier: GPL-3.0-or-later
// Plot: the one wrapping of QCustomPlot. It paints what lies inside a chart's frame (bands, grid, rules, spread,
// curves, markers, axis lines); text stays with the figure, so that labels can avoid it and it is sharp on every paint
// device.
#pragma once

#include <QColor>
#include <QPainter>
#include <QPen>
#include <QPointF>
#include <QRectF>
#include <QString>

#include <memory>
#include <vector>

class QCustomPlot;

namespace zg {

struct Tick {
    double value = 0;
    QString label; ///< left-to-right in every language
};

/// Powers of two between the ends, at most so many, in the units people say: "4 KiB", "256 KiB", "1 GiB".
[[nodiscard]] std::vector<Tick> bytesTicks(double fromBytes, double toBytes, int atMost);
/// Steps of 1, 2 or 5 times a power of ten; the ends of the range included where they fall on a step.
[[nodiscard]] std::vector<Tick> linearTicks(double from, double to, int atMost);
/// 1, 2, 5 in every decade, or decades alone where that would be too many.
[[nodiscard]] std::vector<Tick> logarithmicTicks(double from, double to, int atMost);
/// The next step of 1, 1.5, 2, 3, 4, 5, 6, 8 times a power of ten at or above `value`: the top of an axis.
[[nodiscard]] double niceAbove(double value);

struct PlotAxis {
    double from = 0, to = 1;
    bool logarithmic = false;
    std::vector<Tick> ticks;
    /// Position of a value on a stretch that starts at 0; `length` long. Clamped far outside.
    [[nodiscard]] double position(double value, double length) const;
};

enum class Marker { Filled, Hollow, HollowDiamond };

struct PlotCurve {
    std::vector<QPointF> points;    ///< values, not pixels; ascending in x
    std::vector<QPointF> low, high; ///< the spread, empty where there is none
    QPen pen;
    Marker marker = Marker::Filled;
    double markerSize = 12;
    QColor markerFill; ///< inside of hollow markers
    QColor spread;
};

/// A vertical strip from edge to edge of the chart.
struct PlotBand {
    double from = 0, to = 0;
    QBrush fill;
};

/// A vertical line from edge to edge.
struct PlotRule {
    double x = 0;
    QPen pen;
};

struct PlotContent {
    PlotAxis x, y;
    QPen axis, grid;
    double tickLength = 8;
    std::vector<PlotBand> bands;
    std::vector<PlotRule> rules;
    std::vector<PlotCurve> curves; ///< the last is on top
};

class Plot {
public:
    Plot();
    ~Plot();
    Plot(Plot&&) noexcept;
    Plot& operator=(Plot&&) noexcept;

    /// Paints the content with its frame at `frame`. The same on every paint device: it is drawn once as vectors and
    /// played back.
    void draw(QPainter& painter, const QRect& frame, const PlotContent& content) const;
    /// Where a value lies in a frame.
    [[nodiscard]] static QPointF place(const PlotContent& content, const QRectF& frame, QPointF value);

private:
    mutable std::unique_ptr<QCustomPlot> plot_; // made at the first draw: needs a QApplication
};

} // namespace zg
