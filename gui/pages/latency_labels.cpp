// SPDX-License-Identifier: GPL-3.0-or-later
// The labels of the latency figure: plateaus, measured and stated capacities, and the words of the empty chart. Their
// places are searched once for each state and size.
#include "gui/lesson_text.h"
#include "gui/pages/latency_layout.h"

#include <cmath>

namespace zg {
namespace {

QSizeF sizeOf(const std::vector<TextLine>& lines, const Style& style, double wrap = 1e6) {
    QSizeF all(0, 0);
    for (const TextLine& line : lines) {
        const QSizeF one = measureText(line.text, style.font(line.designPx, line.weight), style, wrap);
        all = QSizeF(std::max(all.width(), one.width()), all.height() + one.height());
    }
    return {std::ceil(all.width()) + 1, std::ceil(all.height())};
}

} // namespace

void LatencyFigure::Labels::add(LatencyLabel label, LabelRequest request) {
    for (std::size_t form = 0; form < label.forms.size(); ++form)
        request.sizes.push_back(sizeOf(label.forms[form], style, label.wraps.empty() ? 1e6 : label.wraps[form]));
    labels.push_back(std::move(label));
    requests.push_back(std::move(request));
}

void LatencyFigure::labelPlateaus(Labels& labels) const {
    const Style& style = labels.style;
    const QRectF frame = labels.frame();
    for (std::size_t i = 0; i < stairs_.plateaus.size(); ++i) {
        const Plateau& plateau = stairs_.plateaus[i];
        const LevelKind tier = tierOf(answers_[i]);
        const QColor ink = style.tierText(tier);
        const QPointF left = labels.place(plateau.fromBytes, plateau.value),
                      right = labels.place(plateau.toBytes, plateau.value);
        const QString name = lesson::answerName(answers_[i], device_), value = lesson::latency(plateau.value, unit_);
        LatencyLabel label{{{{name, 25, QFont::DemiBold, ink}, {value, 36, QFont::Bold, ink}},
                            {{name, 22, QFont::DemiBold, ink}, {value, 27, QFont::Bold, ink}},
                            {{lesson::plateau(name, value), 20, QFont::Bold, ink}}},
                           ink};
        const QSizeF size = sizeOf(label.forms.front(), style);
        const bool below = left.y() < frame.top() + frame.height() * 0.4;
        const double y = below ? left.y() + style.px(24) : left.y() - style.px(24) - size.height();
        const double from = i == 0 ? frame.left() : labels.place(stairs_.capacities[i - 1].halfBytes, 1).x();
        const double to =
            i + 1 == stairs_.plateaus.size() ? frame.right() : labels.place(stairs_.capacities[i].halfBytes, 1).x();
        QRectF home(from, y, to - from, size.height());
        if (home.width() < size.width() + style.px(30)) // a narrow stair: the room above the stair before it is empty
            home = QRectF(from - size.width() - style.px(40), left.y() - size.height() * 0.6,
                          size.width() + style.px(10), size.height());
        labels.add(std::move(label), {{}, QRectF(left, right), home, 3, 0.6, 1e9, true});
    }
}

void LatencyFigure::labelMeasuredCapacities(Labels& labels, QPainter* painter) const {
    const Style& style = labels.style;
    const QRectF frame = labels.frame();
    const double bracketY =
        frame.top() + style.px(latencyBarPx + 18); // in the headroom of the axis, where no curve comes
    for (std::size_t i = 0; i < stairs_.capacities.size(); ++i) {
        const Capacity& capacity = stairs_.capacities[i];
        const QColor ink = style.tierText(tierOf(answers_[i]));
        const double from = labels.place(capacity.fitsBytes, 1).x(), to = labels.place(capacity.goneBytes, 1).x(),
                     cap = style.px(9);
        if (!(to > from)) continue;
        if (painter) {
            painter->setPen(QPen(ink, style.px(4), Qt::SolidLine, Qt::FlatCap));
            painter->drawLine(QPointF(from, bracketY), QPointF(to, bracketY));
            painter->drawLine(QPointF(from, bracketY - cap), QPointF(from, bracketY + cap));
            painter->drawLine(QPointF(to, bracketY - cap), QPointF(to, bracketY + cap));
        }
        const QRectF bracket(from, bracketY - cap, to - from, 2 * cap);
        labels.obstacles.rects.push_back(bracket);
        const auto [first, second] = lesson::measuredCapacityLines(capacity, run_->source);
        labels.add({{{{first, 20, QFont::DemiBold, ink}, {second, 20, QFont::Normal, ink}},
                     {{first, 18, QFont::DemiBold, ink}, {second, 18, QFont::Normal, ink}}},
                    ink},
                   {{}, bracket, {}, answers_[i] == Answer::L2Near ? 1.0 : 1.5, 0.6, frame.width() * 0.2, true});
    }
}

void LatencyFigure::labelStatedCapacities(Labels& labels) const {
    const Style& style = labels.style;
    const QRectF frame = labels.frame();
    for (const Nominal& nominal : labels.layout.nominals) {
        const double x = labels.place(nominal.bytes, 1).x();
        const QColor ink = style.tierText(nominal.level);
        const QRectF home(x, frame.top() + frame.height() * 0.16, frame.width() * 0.3, frame.height() * 0.1);
        labels.add({{{{nominal.words, 20, QFont::Normal, ink}}, {{nominal.words, 18, QFont::Normal, ink}}}, ink},
                   {{}, QRectF(x, frame.top(), 0, frame.height()), home, 2, 0.1, style.px(60), false});
    }
}

void LatencyFigure::labelEmptyChart(Labels& labels) const {
    const QRectF frame = labels.frame();
    const QColor ink = labels.style.palette().text;
    LatencyLabel label{{}, ink, {}};
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
    labels.add(std::move(label), {{}, QRectF(centre, QSizeF(0, 0)), {}, 9, 0.6, 1e9, false});
}

LatencyFigure::Labels LatencyFigure::placedLabels(const QRectF& area, const Layout& layout, const Style& style,
                                                  QPainter* painter) const {
    Labels all{layout, style, {}, {}, {}};
    const QRectF frame = all.frame();
    all.obstacles.frame = frame.adjusted(style.px(8), style.px(latencyBarPx + 6), -style.px(8), -style.px(6));
    const double tolerance = style.px(2);
    all.obstacles.lineClearance = style.px(latencyMarkerPx / 2 + 4) + tolerance;
    all.obstacles.gap = style.px(9);
    for (const auto* curve : {&curve_, &overlay_}) {
        std::vector<QPointF> line;
        for (const LatencyPoint& point : *curve) line.push_back(all.place(point.bytes, point.median));
        all.obstacles.lines.push_back(simplified(line, tolerance));
    }
    for (const PlotRule& rule : layout.content.rules) {
        const double x = all.place(rule.x, yTo_).x();
        all.obstacles.lines.push_back({QPointF(x, frame.top()), QPointF(x, frame.bottom())});
    }
    labelPlateaus(all);
    labelMeasuredCapacities(all, painter);
    labelStatedCapacities(all);
    if (curve_.empty()) labelEmptyChart(all);
    const PlacesKey key{revision_, area, style.unit, style.textScale, style.language};
    if (!(placesKey_ == key)) { // a moving crosshair changes no place
        places_ = placeLabels(all.requests, all.obstacles);
        placesKey_ = key;
    }
    return all;
}

void LatencyFigure::prepare(const QRectF& area, const Style& style) const {
    (void)placedLabels(area, layOut(area, style), style, nullptr);
}

void LatencyFigure::drawLabels(const Canvas& canvas, const Layout& layout) const {
    const Style& style = canvas.style();
    QPainter& painter = canvas.painter();
    const Labels all = placedLabels(canvas.area(), layout, style, &painter);
    for (std::size_t i = 0; i < places_.size(); ++i) {
        if (!places_[i]) continue;
        if (places_[i]->leaderTo) {
            painter.setPen(QPen(all.labels[i].leader, style.px(2)));
            painter.drawLine(places_[i]->leaderFrom, *places_[i]->leaderTo);
        }
        double y = places_[i]->rect.top();
        for (const TextLine& line : all.labels[i].forms[static_cast<std::size_t>(places_[i]->form)]) {
            const QFont font = style.font(line.designPx, line.weight);
            const double height = measureText(line.text, font, style, places_[i]->rect.width()).height();
            canvas.text(QRectF(places_[i]->rect.left(), y, places_[i]->rect.width(), height), Align::Center, line.text,
                        {font, line.color});
            y += height;
        }
    }
}

} // namespace zg
