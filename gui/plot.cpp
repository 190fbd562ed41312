// SPDX-License-Identifier: GPL-3.0-or-later
// QCustomPlot draws into a QPicture, which is played back through the caller's painter: QCustomPlot wants its own
// painter class on a paint device, and this way a widget, an image of any pixel ratio, SVG and PDF all get the same
// vectors.
#include "gui/plot.h"

#include "core/format.h"
#include "gui/style.h"

#include <QPicture>
#include <qcustomplot.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace zg {
namespace {

/// Octaves between ticks: strides that divide 10 keep 1 KiB, 1 MiB and 1 GiB among them.
int strideFor(int octaves, int atMost) {
    for (const int stride : {1, 2, 5, 10})
        if (octaves / stride + 1 <= std::max(1, atMost)) return stride;
    return 20;
}

QString plainNumber(double value) {
    return QString::number(value, 'g', 6); // the C locale: a point in every language
}

void setAxis(QCPAxis* axis, const PlotAxis& from, const PlotContent& content) {
    axis->setScaleType(from.logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    axis->setRange(from.from, from.to);
    auto ticker = QSharedPointer<QCPAxisTickerText>::create();
    for (const Tick& tick : from.ticks) ticker->addTick(tick.value, tick.label);
    axis->setTicker(ticker);
    axis->setTickLabels(false);
    axis->setSubTicks(false);
    axis->setBasePen(content.axis);
    axis->setTickPen(content.axis);
    axis->setTickLengthIn(0);
    axis->setTickLengthOut(static_cast<int>(std::lround(content.tickLength)));
    axis->grid()->setPen(content.grid);
    axis->grid()->setZeroLinePen(Qt::NoPen);
    axis->grid()->setAntialiased(false);
    axis->grid()->setAntialiasedZeroLine(false);
}

QVector<double> part(const std::vector<QPointF>& points, bool x) {
    QVector<double> values;
    values.reserve(static_cast<int>(points.size()));
    for (const QPointF& point : points) values.push_back(x ? point.x() : point.y());
    return values;
}

QCPGraph* addGraph(QCustomPlot& plot, const std::vector<QPointF>& points) {
    QCPGraph* graph = plot.addGraph();
    graph->setData(part(points, true), part(points, false), true);
    graph->setAdaptiveSampling(false); // a few hundred points, each a measurement that must be seen
    return graph;
}

void addCurve(QCustomPlot& plot, const PlotCurve& curve) {
    if (!curve.low.empty()) {
        QCPGraph* high = addGraph(plot, curve.high);
        QCPGraph* low = addGraph(plot, curve.low);
        high->setPen(Qt::NoPen);
        low->setPen(Qt::NoPen);
        high->setBrush(curve.spread);
        high->setChannelFillGraph(low);
    }
    QCPGraph* graph = addGraph(plot, curve.points);
    QPen pen = curve.pen;
    pen.setJoinStyle(Qt::BevelJoin); // a marker stands on every joint; round ones would cost a third of the curve's time
    graph->setPen(pen);
    QPen outline = pen;
    outline.setStyle(Qt::SolidLine);
    const auto shape = curve.marker == Marker::HollowDiamond ? QCPScatterStyle::ssDiamond : QCPScatterStyle::ssDisc;
    if (curve.marker == Marker::Filled)
        graph->setScatterStyle(
            QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(Qt::NoPen), QBrush(pen.color()), curve.markerSize));
    else
        graph->setScatterStyle(QCPScatterStyle(shape == QCPScatterStyle::ssDiamond ? shape : QCPScatterStyle::ssCircle,
                                               outline, QBrush(curve.markerFill), curve.markerSize - outline.widthF()));
}

void addBand(QCustomPlot& plot, const PlotBand& band, const PlotContent& content) {
    auto* item = new QCPItemRect(&plot); // the plot owns its items
    item->setLayer(QStringLiteral("background"));
    item->setPen(Qt::NoPen);
    item->setBrush(band.fill);
    item->topLeft->setTypeX(QCPItemPosition::ptPlotCoords);
    item->topLeft->setTypeY(QCPItemPosition::ptAxisRectRatio);
    item->bottomRight->setTypeX(QCPItemPosition::ptPlotCoords);
    item->bottomRight->setTypeY(QCPItemPosition::ptAxisRectRatio);
    item->topLeft->setCoords(std::max(band.from, content.x.from), 0);
    item->bottomRight->setCoords(std::min(band.to, content.x.to), 1);
    item->setAntialiased(false);
}

void addRule(QCustomPlot& plot, const PlotRule& rule) {
    auto* item = new QCPItemStraightLine(&plot);
    item->setLayer(QStringLiteral("grid"));
    item->setPen(rule.pen);
    item->point1->setTypeX(QCPItemPosition::ptPlotCoords);
    item->point1->setTypeY(QCPItemPosition::ptAxisRectRatio);
    item->point2->setTypeX(QCPItemPosition::ptPlotCoords);
    item->point2->setTypeY(QCPItemPosition::ptAxisRectRatio);
    item->point1->setCoords(rule.x, 1);
    item->point2->setCoords(rule.x, 0);
}

} // namespace

std::vector<Tick> bytesTicks(double fromBytes, double toBytes, int atMost) {
    std::vector<Tick> ticks;
    if (!(fromBytes > 0) || !(toBytes > fromBytes)) return ticks;
    const int first = static_cast<int>(std::ceil(std::log2(fromBytes) - 1e-9));
    const int last = static_cast<int>(std::floor(std::log2(toBytes) + 1e-9));
    const int stride = strideFor(last - first, atMost);
    for (int power = first; power <= last; ++power)
        if (power % stride == 0)
            ticks.push_back({std::exp2(power), QString::fromStdString(formatBytes(std::exp2(power)))});
    return ticks;
}

std::vector<Tick> linearTicks(double from, double to, int atMost) {
    std::vector<Tick> ticks;
    if (!(to > from) || atMost < 1) return ticks;
    const double decade = std::pow(10.0, std::floor(std::log10((to - from) / atMost)));
    double step = decade * 10;
    for (const double factor : {1.0, 2.0, 5.0})
        if ((to - from) / (decade * factor) <= atMost + 1e-9) {
            step = decade * factor;
            break;
        }
    for (double n = std::ceil(from / step - 1e-9); n * step <= to * (1 + 1e-12); ++n)
        ticks.push_back({n * step, plainNumber(n * step)});
    return ticks;
}

std::vector<Tick> logarithmicTicks(double from, double to, int atMost) {
    std::vector<Tick> ticks;
    if (!(from > 0) || !(to > from)) return ticks;
    const auto collect = [&](std::initializer_list<double> factors) {
        ticks.clear();
        for (int power = static_cast<int>(std::floor(std::log10(from)));
             power <= static_cast<int>(std::ceil(std::log10(to))); ++power)
            for (const double factor : factors)
                if (const double value = factor * std::pow(10.0, power);
                    value >= from * (1 - 1e-9) && value <= to * (1 + 1e-9))
                    ticks.push_back({value, plainNumber(value)});
        return static_cast<int>(ticks.size()) <= atMost;
    };
    if (!collect({1, 2, 5}) && !collect({1, 3})) collect({1});
    return ticks;
}

double niceAbove(double value) {
    if (!(value > 0) || !std::isfinite(value)) return 1;
    const double decade = std::pow(10.0, std::floor(std::log10(value)));
    constexpr std::array steps{1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0};
    for (const double step : steps)
        if (step * decade >= value * (1 - 1e-9)) return step * decade;
    return 10 * decade;
}

double PlotAxis::position(double value, double length) const {
    if (logarithmic) return value > 0 ? std::log(value / from) / std::log(to / from) * length : -length;
    return (value - from) / (to - from) * length;
}

Plot::Plot() = default;
Plot::~Plot() = default;
Plot::Plot(Plot&&) noexcept = default;
Plot& Plot::operator=(Plot&&) noexcept = default;

QPointF Plot::place(const PlotContent& content, const QRectF& frame, QPointF value) {
    return {frame.left() + content.x.position(value.x(), frame.width()),
            frame.bottom() - content.y.position(value.y(), frame.height())};
}

void Plot::draw(QPainter& painter, const QRect& frame, const PlotContent& content) const {
    if (frame.width() < 2 || frame.height() < 2) return;
    if (!plot_) {
        plot_ = std::make_unique<QCustomPlot>();
        plot_->setBackground(Qt::NoBrush);
        plot_->setAntialiasedElements(QCP::aeAll);
        plot_->setNotAntialiasedElements(QCP::aeGrid | QCP::aeAxes);
        plot_->axisRect()->setAutoMargins(QCP::msNone);
        plot_->plotLayout()->setMargins(QMargins());
    }
    plot_->clearGraphs();
    plot_->clearItems();
    // room around the frame for ticks; the axis rectangle is the frame
    const int room = static_cast<int>(std::ceil(content.tickLength)) + 2;
    plot_->axisRect()->setMargins(QMargins(room, room, room, room));
    setAxis(plot_->xAxis, content.x, content);
    setAxis(plot_->yAxis, content.y, content);
    plot_->xAxis->grid()->setVisible(false);
    for (const PlotBand& band : content.bands) addBand(*plot_, band, content);
    for (const PlotRule& rule : content.rules) addRule(*plot_, rule);
    for (const PlotCurve& curve : content.curves) addCurve(*plot_, curve);

    QPicture picture;
    {
        QCPPainter recorder(&picture);
        recorder.setMode(QCPPainter::pmVectorized); // no half-pixel moves: they would differ between pixel ratios
        plot_->toPainter(&recorder, frame.width() + 2 * room, frame.height() + 2 * room);
    }
    painter.save();
    painter.drawPicture(QPointF(frame.left() - room, frame.top() - room), picture);
    painter.restore();
}

} // namespace zg
