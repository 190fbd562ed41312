// SPDX-License-Identifier: GPL-3.0-or-later
// Layout and painting of the latency figure. What lies inside the chart's frame goes to Plot; every word is placed
// here. Axes run left to right in every language.
#include "gui/lesson_text.h"
#include "gui/pages/latency_layout.h"

#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace zg {
namespace {

// Sizes of the 1920x1080 design, in pixels.
constexpr double marginPx = 30, titlePx = 30, legendPx = 20, tickPx = 22, axisPx = 23, curvePx = 4;

std::vector<Nominal> nominals(const Device& device, const Request& request) {
    std::vector<Nominal> found;
    for (const Level& level : device.levels) {
        if (level.kind == LevelKind::Registers || level.kind == LevelKind::Memory || level.kind == LevelKind::Constant)
            continue;
        std::optional<Quantity> size = level.kind == LevelKind::L2 && device.kind == DeviceKind::Gpu && level.total
                                           ? level.total
                                       : level.perInstance ? level.perInstance
                                                           : level.total;
        if (!size || (level.kind == LevelKind::SharedL1 && request.path == CachePath::PastL1)) continue;
        if (level.kind == LevelKind::SharedL1) // what the carve-out gives to shared memory is no L1
            size->value = usableL1Bytes(device, request).value_or(size->value);
        const QString name = level.kind == LevelKind::SharedL1 && request.sharedCarveout == 0
                                 ? lesson::sharedL1Name()
                                 : lesson::tierShortName(level, device.kind);
        found.push_back({size->value, level.kind, lesson::nominalCapacity(name, *size)});
    }
    return found;
}

std::vector<QPointF> values(const std::vector<LatencyPoint>& curve, double LatencyPoint::*which) {
    std::vector<QPointF> points;
    for (const LatencyPoint& point : curve)
        if (std::isfinite(point.*which) && point.*which > 0) points.emplace_back(point.bytes, point.*which);
    return points;
}

} // namespace

LevelKind tierOf(Answer answer) {
    switch (answer) {
    case Answer::L1: return LevelKind::SharedL1;
    case Answer::L2:
    case Answer::L2Near:
    case Answer::L2Far: return LevelKind::L2;
    case Answer::L3: return LevelKind::L3;
    case Answer::Memory:
    case Answer::Tlb:
    case Answer::Unknown: break;
    }
    return LevelKind::Memory;
}

LatencyFigure::Layout LatencyFigure::layOut(const QRectF& area, const Style& style) const {
    Layout layout;
    const double margin = style.px(marginPx);
    const QRectF inner = area.adjusted(margin, margin * 0.7, -margin, -margin * 0.6);
    layout.titleText = lesson::latencyTitle();
    const double titleTall =
        measureText(layout.titleText, style.font(titlePx, QFont::Bold), style, inner.width()).height();
    layout.title = QRectF(inner.left(), inner.top(), inner.width(), titleTall);
    const double legendTall =
        measureText(QStringLiteral("0"), style.font(legendPx + 2, QFont::Bold), style).height() * 1.1;
    layout.legend = QRectF(inner.left(), layout.title.bottom() + style.px(6), inner.width(), legendTall);
    const double footerTall = footerHeight(footer(), inner.width(), style);
    layout.footer = QRectF(inner.left(), inner.bottom() - footerTall, inner.width(), footerTall);

    const QFont tickFont = style.font(tickPx), axisFont = style.font(axisPx, QFont::DemiBold);
    layout.tickHeight = measureText(QStringLiteral("0"), tickFont, style).height();
    layout.xReach = std::max(style.px(13), layout.tickHeight / 2 + style.px(3)); // below the lowest label of the y axis
    const double axisHeight = measureText(lesson::workingSet(), axisFont, style).height();
    const double tickLength = style.px(9), air = style.px(8);
    PlotContent& content = layout.content;
    content.tickLength = tickLength;
    content.x = {fromBytes_, toBytes_, true, {}};
    const double pad = std::pow(toBytes_ / fromBytes_, 0.012); // room for the first and the last marker
    content.x.from /= pad;
    content.x.to *= pad;
    content.y = {yFrom_, yTo_, logarithmic_, {}};
    const double top = layout.legend.bottom() + std::max(style.px(10), layout.tickHeight / 2 + style.px(2));
    const double bottom = layout.footer.top() - style.px(12) - axisHeight - air / 2 - layout.tickHeight - layout.xReach;
    const int yTicks = std::clamp(static_cast<int>((bottom - top) / (layout.tickHeight * 1.9)), 2, 9);
    content.y.ticks = logarithmic_ ? logarithmicTicks(yFrom_, yTo_, yTicks) : linearTicks(yFrom_, yTo_, yTicks);
    for (const Tick& tick : content.y.ticks)
        layout.yTickWidth = std::max(layout.yTickWidth, measureText(tick.label, tickFont, style).width());
    const double left = inner.left() + axisHeight + air + layout.yTickWidth + air + tickLength;
    double widest = 0;
    for (const Tick& tick : bytesTicks(content.x.from, content.x.to, 100))
        widest = std::max(widest, measureText(tick.label, tickFont, style).width());
    const double right = inner.right() - widest / 3;
    layout.frame = QRect(QPoint(static_cast<int>(std::ceil(left)), static_cast<int>(std::ceil(top))),
                         QPoint(static_cast<int>(right), static_cast<int>(std::max(bottom, top + 40))));
    content.x.ticks =
        bytesTicks(content.x.from, content.x.to, std::max(2, static_cast<int>(layout.frame.width() / (widest * 1.3))));
    layout.yTitle = QRectF(inner.left(), layout.frame.top(), axisHeight, layout.frame.height());
    layout.xTitle =
        QRectF(layout.frame.left(), layout.footer.top() - style.px(12) - axisHeight, layout.frame.width(), axisHeight);
    layout.nominals = nominals(device_, run_ ? run_->request : Request{});
    std::erase_if(layout.nominals, [&](const Nominal& nominal) {
        return nominal.bytes <= content.x.from || nominal.bytes >= content.x.to;
    });
    fillContent(layout, style);
    return layout;
}

void LatencyFigure::fillContent(Layout& layout, const Style& style) const {
    PlotContent& content = layout.content;
    const Palette& palette = style.palette();
    content.axis = QPen(palette.line, style.px(2));
    content.grid = QPen(palette.grid, std::max(1.0, style.px(1)), Qt::CustomDashLine, Qt::FlatCap);
    content.grid.setDashPattern(
        {2, 6}); // dotted, since a line of 3:1 contrast must not outshine the data; wide, since each dot costs
    for (std::size_t i = 0; i < stairs_.plateaus.size(); ++i) {
        const double from = i == 0 ? content.x.from : stairs_.capacities[i - 1].halfBytes;
        const double to = i + 1 == stairs_.plateaus.size() ? content.x.to : stairs_.capacities[i].halfBytes;
        content.bands.push_back({from, to, style.tierTint(tierOf(answers_[i]))});
        if (i > 0) content.rules.push_back({from, QPen(palette.grid, style.px(1.5))});
    }
    for (const Nominal& nominal : layout.nominals)
        content.rules.push_back({nominal.bytes, QPen(style.tierText(nominal.level), style.px(3), Qt::DashLine)});
    if (!overlay_.empty()) {
        PlotCurve other;
        other.points = values(overlay_, &LatencyPoint::median);
        other.pen = QPen(palette.textMuted, style.px(3), Qt::DashLine);
        other.marker = Marker::HollowDiamond;
        other.markerSize = style.px(latencyMarkerPx + 3);
        other.markerFill = palette.background;
        content.curves.push_back(other);
    }
    if (!curve_.empty()) {
        PlotCurve curve;
        curve.points = values(curve_, &LatencyPoint::median);
        curve.low = values(curve_, &LatencyPoint::p5);
        curve.high = values(curve_, &LatencyPoint::p95);
        if (curve.low.size() != curve.points.size() || curve.high.size() != curve.points.size())
            curve.low.clear(), curve.high.clear();
        curve.pen = QPen(palette.data, style.px(curvePx));
        curve.spread = palette.line;
        curve.marker = run_->source == Source::Measured ? Marker::Filled : Marker::Hollow;
        curve.markerSize = style.px(latencyMarkerPx);
        curve.markerFill = palette.background;
        content.curves.push_back(curve);
    }
}

void LatencyFigure::drawLegend(const Canvas& canvas, const Layout& layout) const {
    const Style& style = canvas.style();
    const Palette& palette = style.palette();
    QRectF room = layout.legend;
    if (crosshair_) {
        const LatencyPoint& point = curve_[static_cast<std::size_t>(*crosshair_)];
        QString words = lesson::readout(point, unit_);
        const QFont font = style.font(legendPx + 2, QFont::Bold);
        if (measureText(words, font, style).width() > room.width()) words = lesson::readoutShort(point, unit_);
        drawBlock(canvas,
                  fitBlock({{words, legendPx + 2, QFont::Bold, palette.text, 0, Mark::None, 0}}, {room, 0}, style),
                  Align::Start);
        return;
    }
    const QFont font = style.font(legendPx), strong = style.font(legendPx, QFont::DemiBold);
    double x = room.left();
    const auto item = [&](const QString& words, const QFont& itemFont, const QColor& color, const PlotCurve* sample) {
        const double swatch = sample ? style.px(64) : 0, width = measureText(words, itemFont, style).width();
        if (words.isEmpty() || x + swatch + width > room.right() + 1) return;
        if (sample) {
            const double y = room.center().y();
            const QRectF place = canvas.mirrored(QRectF(x, y - style.px(10), style.px(52), style.px(20)));
            QPainter& painter = canvas.painter();
            painter.setPen(sample->pen);
            painter.drawLine(QPointF(place.left(), y), QPointF(place.right(), y));
            painter.setPen(QPen(sample->pen.color(), sample->pen.widthF()));
            painter.setBrush(sample->marker == Marker::Filled ? sample->pen.color() : sample->markerFill);
            const double half = sample->markerSize / 2;
            if (sample->marker == Marker::HollowDiamond)
                painter.drawPolygon(QPolygonF({place.center() + QPointF(0, -half), place.center() + QPointF(half, 0),
                                               place.center() + QPointF(0, half), place.center() + QPointF(-half, 0)}));
            else painter.drawEllipse(place.center(), half - style.px(1), half - style.px(1));
        }
        canvas.text(canvas.mirrored(QRectF(x + swatch, room.top(), width + 1, room.height())), Align::Start, words,
                    {itemFont, color}, true);
        x += swatch + width + style.px(34);
    };
    const auto& curves = layout.content.curves;
    if (!curve_.empty()) item(lesson::seriesName(device_, provenance_, origin_), strong, palette.text, &curves.back());
    if (!overlay_.empty())
        item(lesson::seriesName(overlayDevice_, overlayProvenance_, overlayOrigin_), font, palette.textMuted,
             &curves.front());
    item(caption(), strong, palette.warning, nullptr);
    const bool spread = std::any_of(curve_.begin(), curve_.end(), [](const LatencyPoint& point) {
        return point.p95 - point.p5 > 0.03 * point.median;
    });
    if (spread && !curves.back().low.empty() && caption().isEmpty())
        item(lesson::spreadWord(), font, palette.textMuted, nullptr);
}

void LatencyFigure::drawAxes(const Canvas& canvas, const Layout& layout) const {
    const Style& style = canvas.style();
    const Ink tick{style.font(tickPx), style.palette().text};
    const QRectF frame(layout.frame);
    const double reach = layout.content.tickLength + style.px(4);
    for (const Tick& mark : layout.content.x.ticks) {
        const double x = Plot::place(layout.content, frame, {mark.value, layout.content.y.from}).x();
        canvas.text(QRectF(x - frame.width() / 2, frame.bottom() + layout.xReach, frame.width(), layout.tickHeight),
                    Align::Center, ltr(mark.label), tick);
    }
    for (const Tick& mark : layout.content.y.ticks) {
        const double y = Plot::place(layout.content, frame, {layout.content.x.from, mark.value}).y();
        const QRectF box(frame.left() - reach - style.px(4) - layout.yTickWidth, y - layout.tickHeight / 2,
                         layout.yTickWidth + 1, layout.tickHeight);
        canvas.text(box, canvas.isMirrored() ? Align::Start : Align::End, ltr(mark.label), tick);
    }
    const auto fitting = [&](const QString& words, double room) {
        double px = axisPx;
        while (px > 12 && measureText(words, style.font(px, QFont::DemiBold), style).width() > room) px -= 1;
        return Ink{style.font(px, QFont::DemiBold), style.palette().text};
    };
    canvas.text(layout.xTitle, Align::Center, lesson::workingSet(),
                fitting(lesson::workingSet(), layout.xTitle.width()));
    canvas.textUpwards(layout.yTitle, lesson::unitTitle(unit_),
                       fitting(lesson::unitTitle(unit_), layout.yTitle.height()));
}

void LatencyFigure::drawCrosshair(const Canvas& canvas, const Layout& layout) const {
    if (!crosshair_) return;
    const LatencyPoint& point = curve_[static_cast<std::size_t>(*crosshair_)];
    const QPointF at = Plot::place(layout.content, layout.frame, {point.bytes, point.median});
    const Style& style = canvas.style();
    QPainter& painter = canvas.painter();
    painter.save();
    QPainterPath open; // the lines leave the labels readable
    open.addRect(layout.frame);
    for (const auto& label : places_)
        if (label) {
            QPainterPath words;
            words.addRect(label->rect);
            open -= words;
        }
    painter.setClipPath(open, Qt::IntersectClip);
    painter.setPen(QPen(style.palette().accent, style.px(2)));
    painter.drawLine(QPointF(at.x(), layout.frame.top()), QPointF(at.x(), layout.frame.bottom()));
    painter.drawLine(QPointF(layout.frame.left(), at.y()), QPointF(layout.frame.right(), at.y()));
    painter.restore();
    painter.setPen(QPen(style.palette().accent, style.px(5)));
    painter.setBrush(style.palette().background);
    painter.drawEllipse(at, style.px(11), style.px(11));
}

void LatencyFigure::draw(QPainter& painter, const QRectF& area, const Style& style) const {
    draw(painter, area, style, nullptr);
}

void LatencyFigure::draw(QPainter& painter, const QRectF& area, const Style& style, TextLog* log) const {
    painter.save();
    painter.setClipRect(area);
    painter.fillRect(area, style.palette().background);
    const Canvas canvas(painter, area, style, log);
    const Palette& palette = style.palette();
    const Layout layout = layOut(area, style);
    drawBlock(
        canvas,
        fitBlock({{layout.titleText, titlePx, QFont::Bold, palette.text, 0, Mark::None, 0}}, {layout.title, 0}, style),
        Align::Start);
    drawLegend(canvas, layout);
    plot_.draw(painter, layout.frame, layout.content);
    for (std::size_t i = 0; i < layout.content.bands.size(); ++i) { // each band wears its tier's colour on top
        const PlotBand& band = layout.content.bands[i];
        const double from = Plot::place(layout.content, layout.frame, {band.from, 1}).x(),
                     to = Plot::place(layout.content, layout.frame, {band.to, 1}).x();
        const LevelKind tier = tierOf(answers_[i]);
        painter.fillRect(QRectF(from, layout.frame.top(), to - from, style.px(latencyBarPx)), style.tierEdge(tier));
    }
    drawAxes(canvas, layout);
    drawLabels(canvas, layout);
    drawCrosshair(canvas, layout);
    drawFooter(canvas, footer(), layout.footer);
    painter.restore();
}

} // namespace zg
