// SPDX-License-Identifier: GPL-3.0-or-later
// What lies inside the chart's frame goes to Plot; every word is placed here. Axes run left to right in every language.
#include "gui/pages/latency_figure.h"

#include "core/format.h"
#include "core/replay.h"
#include "gui/lesson_text.h"
#include "gui/text_block.h"

#include <QPainterPath>

#include <algorithm>
#include <array>
#include <cmath>

namespace zg {
namespace {

// Sizes of the 1920x1080 design, in pixels.
constexpr double marginPx = 30, titlePx = 30, legendPx = 20, tickPx = 22, axisPx = 23, curvePx = 4, markerPx = 13,
                 barPx = 12;

/// What a figure of a device without rows expects, so that the axes stand still while a run grows into them. The values
/// are roomier than any chip of MEASURE's table of published latencies (at most 829 cycles seen, in DRAM).
double plannedTop(DeviceKind kind, Unit unit) {
    if (kind == DeviceKind::Gpu) return unit == Unit::Cycles ? 800 : 400;
    return unit == Unit::Cycles ? 400 : 150;
}

/// The largest working set that a run without one in its request will reach: what the backends do, from the device
/// alone.
double plannedTo(const Device& device) {
    constexpr double mebibyte = 1024.0 * 1024;
    const Level* last = lastCache(device);
    const auto size = last ? last->total ? last->total : last->perInstance : std::nullopt;
    if (!size) return 1024 * mebibyte;
    if (device.kind == DeviceKind::Cpu) return std::clamp(4 * size->value, 64 * mebibyte, 2048 * mebibyte);
    return std::clamp(std::exp2(std::ceil(std::log2(16 * size->value))), 64 * mebibyte, 1024 * mebibyte);
}

/// The chase that goes on now, even before its first row; else the newest with rows.
const Run* newestChase(const Session& session, bool running) {
    if (running && !session.runs.empty() && session.runs.back().state == RunState::Running &&
        session.runs.back().request.probe == Probe::Chase)
        return &session.runs.back();
    const int index = bestRun(session, Request{});
    return index < 0 ? nullptr : &session.runs[static_cast<std::size_t>(index)];
}

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

/// A capacity that the device states, as a vertical line with words.
struct Nominal {
    double bytes = 0;
    LevelKind level{};
    QString words;
};

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

/// Words that the label search places: its lines, richest form first.
struct Label {
    std::vector<std::vector<TextLine>> forms;
    QColor leader;
    std::vector<double> wraps = {}; ///< width of each form, in pixels; empty: no wrapping
};

QSizeF sizeOf(const std::vector<TextLine>& lines, const Style& style, double wrap = 1e6) {
    QSizeF all(0, 0);
    for (const TextLine& line : lines) {
        const QSizeF one = measureText(line.text, style.font(line.designPx, line.weight), style, wrap);
        all = QSizeF(std::max(all.width(), one.width()), all.height() + one.height());
    }
    return {std::ceil(all.width()) + 1, std::ceil(all.height())};
}

} // namespace

/// All places of one figure at one size.
struct LatencyFigure::Layout {
    QRectF title, legend, footer, yTitle, xTitle;
    QRect frame;
    PlotContent content;
    double tickHeight = 0, yTickWidth = 0, xReach = 0;
    QString titleText;
    std::vector<Nominal> nominals;
};

void LatencyFigure::setSession(const Session& session, Origin origin) {
    const Run* run = newestChase(session, running_);
    if (session.device != device_ || (run ? run->started : std::string()) != (run_ ? run_->started : std::string()))
        yTo_ = 0; // another run: its own axes
    device_ = session.device;
    provenance_ = session.provenance;
    origin_ = origin;
    run_ = run ? std::optional(*run) : std::nullopt;
    update();
}

void LatencyFigure::setOverlay(const Session* session, Origin origin) {
    const Run* run = session ? newestChase(*session, false) : nullptr;
    overlayRun_ = run ? std::optional(*run) : std::nullopt;
    overlayDevice_ = session ? session->device : Device{};
    overlayProvenance_ = session ? session->provenance : Provenance{};
    overlayOrigin_ = origin;
    update();
}

void LatencyFigure::setUnit(Unit unit) {
    if (unit != unit_) yTo_ = 0;
    unit_ = unit;
    update();
}

void LatencyFigure::setLogarithmic(bool logarithmic) {
    logarithmic_ = logarithmic;
    yTo_ = 0;
    growAxes();
}

void LatencyFigure::setRunning(bool running) {
    running_ = running;
    growAxes();
}

void LatencyFigure::setPlannedPoints(int points) { plannedPoints_ = points; }

void LatencyFigure::setCrosshair(std::optional<int> point) {
    crosshair_ = point && *point >= 0 && *point < pointCount() ? point : std::nullopt;
}

std::vector<Unit> LatencyFigure::units() const {
    std::vector<Unit> units;
    for (const Unit unit : {Unit::Cycles, Unit::Nanoseconds})
        if (!run_ || run_->rows.empty() || hasUnit(*run_, unit)) units.push_back(unit);
    return units;
}

void LatencyFigure::update() {
    curve_ = run_ ? latencyCurve(*run_, unit_) : std::vector<LatencyPoint>{};
    stairs_ = findStairs(curve_);
    answers_ = run_ ? nameStairs(stairs_, device_, run_->request) : std::vector<Answer>{};
    overlay_ = overlayRun_ ? latencyCurve(*overlayRun_, unit_) : std::vector<LatencyPoint>{};
    if (crosshair_ && *crosshair_ >= pointCount()) crosshair_.reset();
    growAxes();
}

void LatencyFigure::growAxes() {
    ++revision_;
    const bool whole = !running_ && run_ && run_->state == RunState::Complete && !curve_.empty();
    fromBytes_ = whole ? curve_.front().bytes : static_cast<double>(run_ ? run_->request.minBytes : Request{}.minBytes);
    toBytes_ = whole                                ? curve_.back().bytes
               : run_ && run_->request.maxBytes > 0 ? static_cast<double>(run_->request.maxBytes)
                                                    : plannedTo(device_);
    double top = 0, least = 1e300;
    for (const auto* curve : {&curve_, &overlay_})
        for (const LatencyPoint& point : *curve) {
            fromBytes_ = std::min(fromBytes_, point.bytes);
            toBytes_ = std::max(toBytes_, point.bytes);
            top = std::max({top, point.median, std::isfinite(point.p95) ? point.p95 : 0});
            least = std::min({least, point.median, std::isfinite(point.p5) && point.p5 > 0 ? point.p5 : point.median});
        }
    if (!(toBytes_ > fromBytes_ * 2)) toBytes_ = std::max(fromBytes_, 1024.0) * 1024;
    const double planned = plannedTop(device_.kind, unit_), needed = niceAbove(top * 1.08);
    if (running_ || curve_.empty()) yTo_ = std::max({yTo_, planned, needed});
    else // a chip far below the plan gets its own axis, once the run is over
        yTo_ = needed > planned ? std::max(yTo_, needed) : needed * 1.6 < planned ? needed : planned;
    yFrom_ = 0;
    if (logarithmic_) yFrom_ = least < 1e299 && !running_ ? std::pow(10.0, std::floor(std::log10(least * 0.9))) : 1;
}

std::optional<int> LatencyFigure::nearest(QPointF point, const QRectF& area, const Style& style) const {
    const Layout layout = layOut(area, style);
    if (curve_.empty() || !QRectF(layout.frame).contains(point)) return std::nullopt;
    const auto away = [&](const LatencyPoint& candidate) {
        return std::abs(Plot::place(layout.content, layout.frame, {candidate.bytes, candidate.median}).x() - point.x());
    };
    const auto found =
        std::min_element(curve_.begin(), curve_.end(), [&](const auto& a, const auto& b) { return away(a) < away(b); });
    return static_cast<int>(found - curve_.begin());
}

QString LatencyFigure::readout(int point) const {
    return point >= 0 && point < pointCount() ? lesson::readout(curve_[static_cast<std::size_t>(point)], unit_)
                                              : QString();
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
        other.markerSize = style.px(markerPx + 3);
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
        curve.markerSize = style.px(markerPx);
        curve.markerFill = palette.background;
        content.curves.push_back(curve);
    }
}

Footer LatencyFigure::footer() const {
    Footer footer{lesson::provenance(device_, provenance_, origin_), {}};
    std::vector<Source> used;
    if (run_ && !curve_.empty()) used.push_back(run_->source);
    for (const Level& level : device_.levels)
        if (level.kind != LevelKind::Registers && level.kind != LevelKind::Memory && level.kind != LevelKind::Constant)
            for (const auto* quantity : {&level.perInstance, &level.total})
                if (*quantity) used.push_back((*quantity)->source);
    for (const Source source : {Source::Measured, Source::Reported, Source::Published, Source::Modelled})
        if (std::find(used.begin(), used.end(), source) != used.end())
            footer.legend.emplace_back(markOf(source, origin_), lesson::source(source, origin_));
    return footer;
}

QString LatencyFigure::caption() const {
    if (!run_) return {};
    if (running_) return lesson::runningCaption(pointCount());
    switch (run_->state) {
    case RunState::Stopped: return lesson::stoppedCaption(pointCount(), plannedPoints_);
    case RunState::Failed: return lesson::failedCaption(pointCount());
    case RunState::Running: return origin_ == Origin::Live ? QString() : lesson::cutCaption(pointCount());
    case RunState::Complete: break;
    }
    return {};
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

void LatencyFigure::drawLabels(const Canvas& canvas, const Layout& layout) const {
    const Style& style = canvas.style();
    const QRectF frame(layout.frame);
    const auto place = [&](double bytes, double value) { return Plot::place(layout.content, frame, {bytes, value}); };
    QPainter& painter = canvas.painter();
    std::vector<LabelRequest> requests;
    std::vector<Label> labels;
    Obstacles obstacles;
    obstacles.frame = frame.adjusted(style.px(8), style.px(barPx + 6), -style.px(8), -style.px(6));
    obstacles.lineClearance = style.px(markerPx / 2 + 4);
    obstacles.gap = style.px(9);
    for (const auto* curve : {&curve_, &overlay_}) {
        std::vector<QPointF> line;
        for (const LatencyPoint& point : *curve) line.push_back(place(point.bytes, point.median));
        obstacles.lines.push_back(std::move(line));
    }
    for (const PlotRule& rule : layout.content.rules)
        obstacles.lines.push_back(
            {QPointF(place(rule.x, yTo_).x(), frame.top()), QPointF(place(rule.x, yTo_).x(), frame.bottom())});
    const auto add = [&](Label label, LabelRequest request) {
        for (std::size_t form = 0; form < label.forms.size(); ++form)
            request.sizes.push_back(sizeOf(label.forms[form], style, label.wraps.empty() ? 1e6 : label.wraps[form]));
        labels.push_back(std::move(label));
        requests.push_back(std::move(request));
    };

    for (std::size_t i = 0; i < stairs_.plateaus.size(); ++i) {
        const Plateau& plateau = stairs_.plateaus[i];
        const LevelKind tier = tierOf(answers_[i]);
        const QColor ink = style.tierText(tier);
        const QPointF left = place(plateau.fromBytes, plateau.value), right = place(plateau.toBytes, plateau.value);
        const QString name = lesson::answerName(answers_[i], device_), value = lesson::latency(plateau.value, unit_);
        Label label{{{{name, 25, QFont::DemiBold, ink}, {value, 36, QFont::Bold, ink}},
                     {{name, 22, QFont::DemiBold, ink}, {value, 27, QFont::Bold, ink}},
                     {{lesson::plateau(name, value), 20, QFont::Bold, ink}}},
                    ink};
        const QSizeF size = sizeOf(label.forms.front(), style);
        const bool below = left.y() < frame.top() + frame.height() * 0.4;
        const double y = below ? left.y() + style.px(24) : left.y() - style.px(24) - size.height();
        const double from = i == 0 ? frame.left() : place(stairs_.capacities[i - 1].halfBytes, 1).x();
        const double to =
            i + 1 == stairs_.plateaus.size() ? frame.right() : place(stairs_.capacities[i].halfBytes, 1).x();
        QRectF home(from, y, to - from, size.height());
        if (home.width() < size.width() + style.px(30)) // a narrow stair: the room above the stair before it is empty
            home = QRectF(from - size.width() - style.px(40), left.y() - size.height() * 0.6,
                          size.width() + style.px(10), size.height());
        add(std::move(label), {{}, QRectF(left, right), home, 3, 0.6, 1e9, true});
    }
    const double bracketY = frame.top() + style.px(barPx + 18); // in the headroom of the axis, where no curve comes
    for (std::size_t i = 0; i < stairs_.capacities.size(); ++i) {
        const Capacity& capacity = stairs_.capacities[i];
        const QColor ink = style.tierText(tierOf(answers_[i]));
        const double from = place(capacity.fitsBytes, 1).x(), to = place(capacity.goneBytes, 1).x(), cap = style.px(9);
        if (!(to > from)) continue;
        painter.setPen(QPen(ink, style.px(4), Qt::SolidLine, Qt::FlatCap));
        painter.drawLine(QPointF(from, bracketY), QPointF(to, bracketY));
        painter.drawLine(QPointF(from, bracketY - cap), QPointF(from, bracketY + cap));
        painter.drawLine(QPointF(to, bracketY - cap), QPointF(to, bracketY + cap));
        const QRectF bracket(from, bracketY - cap, to - from, 2 * cap);
        obstacles.rects.push_back(bracket);
        const auto [first, second] = lesson::measuredCapacityLines(capacity, run_->source);
        add({{{{first, 20, QFont::DemiBold, ink}, {second, 20, QFont::Normal, ink}},
              {{first, 18, QFont::DemiBold, ink}, {second, 18, QFont::Normal, ink}}},
             ink},
            {{}, bracket, {}, answers_[i] == Answer::L2Near ? 1.0 : 1.5, 0.6, frame.width() * 0.2, true});
    }
    for (const Nominal& nominal : layout.nominals) {
        const double x = place(nominal.bytes, 1).x();
        const QColor ink = style.tierText(nominal.level);
        const QRectF home(x, frame.top() + frame.height() * 0.16, frame.width() * 0.3, frame.height() * 0.1);
        add({{{{nominal.words, 20, QFont::Normal, ink}}, {{nominal.words, 18, QFont::Normal, ink}}}, ink},
            {{}, QRectF(x, frame.top(), 0, frame.height()), home, 2, 0.1, style.px(60), false});
    }
    if (curve_.empty()) {
        const QColor ink = style.palette().text;
        Label label{{}, ink, {}};
        if (run_ && !run_->rows.empty()) label.forms.assign(3, {{lesson::noSuchUnit(), 28, QFont::DemiBold, ink}});
        else
            label.forms = {
                {{lesson::emptyChart(), 36, QFont::Bold, ink}, {lesson::emptyChartHow(), 25, QFont::Normal, ink}},
                {{lesson::emptyChart(), 32, QFont::Bold, ink}, {lesson::emptyChartHow(), 23, QFont::Normal, ink}},
                {{lesson::emptyChart(), 28, QFont::Bold, ink}},
                {{lesson::emptyChart(), 22, QFont::Bold, ink}}};
        label.wraps = {frame.width() * 0.42, frame.width() * 0.34, frame.width() * 0.34, frame.width() * 0.3};
        label.wraps.resize(label.forms.size());
        const QPointF centre(frame.center().x(), frame.top() + frame.height() * 0.42);
        add(std::move(label), {{}, QRectF(centre, QSizeF(0, 0)), {}, 9, 0.6, 1e9, false});
    }
    const PlacesKey key{revision_, canvas.area(), style.unit, style.textScale, style.language};
    if (!(placesKey_ == key)) { // a moving crosshair changes no place
        places_ = placeLabels(requests, obstacles);
        placesKey_ = key;
    }
    const auto& places = places_;
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (!places[i]) continue;
        if (places[i]->leaderTo) {
            painter.setPen(QPen(labels[i].leader, style.px(2)));
            painter.drawLine(places[i]->leaderFrom, *places[i]->leaderTo);
        }
        double y = places[i]->rect.top();
        for (const TextLine& line : labels[i].forms[static_cast<std::size_t>(places[i]->form)]) {
            const QFont font = style.font(line.designPx, line.weight);
            const double height = measureText(line.text, font, style, places[i]->rect.width()).height();
            canvas.text(QRectF(places[i]->rect.left(), y, places[i]->rect.width(), height), Align::Center, line.text,
                        {font, line.color});
            y += height;
        }
    }
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
        painter.fillRect(QRectF(from, layout.frame.top(), to - from, style.px(barPx)), style.tierEdge(tier));
    }
    drawAxes(canvas, layout);
    drawLabels(canvas, layout);
    drawCrosshair(canvas, layout);
    drawFooter(canvas, footer(), layout.footer);
    painter.restore();
}

Table LatencyFigure::table() const {
    const auto number = [](double value) { return std::isfinite(value) ? QString::number(value, 'g', 10) : QString(); };
    Table table{lesson::latencyHeader(unit_), {}}; // numbers alone: a spreadsheet wants no isolates
    for (const LatencyPoint& point : curve_)
        table.rows.push_back(
            {number(point.bytes), number(point.median), number(point.p5), number(point.p95), number(point.clockHz)});
    return table;
}

QString LatencyFigure::title() const { return lesson::latencyTitle(); }

QString LatencyFigure::summary() const {
    if (curve_.empty()) return lesson::emptyChart() + QStringLiteral(".");
    if (stairs_.plateaus.empty()) return lesson::curveSummary(pointCount());
    QStringList stairs;
    for (std::size_t i = 0; i < stairs_.plateaus.size(); ++i) {
        const QString name = lesson::answerName(answers_[i], device_);
        stairs << (i < stairs_.capacities.size()
                       ? lesson::plateauSummary(name, stairs_.capacities[i].fitsBytes, stairs_.plateaus[i].value, unit_)
                       : lesson::lastPlateauSummary(name, stairs_.plateaus[i].value, unit_));
    }
    return stairs.join(QStringLiteral("; ")) + QStringLiteral(".");
}

} // namespace zg
