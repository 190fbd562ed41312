// SPDX-License-Identifier: GPL-3.0-or-later
// Geometry is computed in the English (left-to-right) order and mirrored at the last moment, for painting and for
// clicks alike.
#include "gui/pages/pyramid_figure.h"

#include "core/format.h"
#include "gui/lesson_text.h"
#include "gui/text_block.h"

#include <QPainterPath>
#include <QPolygonF>
#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <cmath>

namespace zg {
namespace {

// Sizes of the 1920x1080 design, in pixels.
constexpr double marginPx = 30, headingPx = 30, namePx = 34, capacityPx = 26, secondPx = 21, numberPx = 40,
                 ratioPx = 25, gapPx = 10, framePx = 9;

struct Tier {
    const Level* level = nullptr;
    QRectF box;      ///< bounding rectangle of the trapezoid
    double lean = 0; ///< how far a side moves inwards per pixel upwards
    QRectF reading;  ///< room for its latency
    [[nodiscard]] QPolygonF outline() const {
        const double in = lean * box.height();
        return QPolygonF({QPointF(box.left() + in, box.top()), QPointF(box.right() - in, box.top()), box.bottomRight(),
                          box.bottomLeft()});
    }
};

struct Counterpart {
    lesson::Space space;
    QRectF owner; ///< thread, block, grid; empty where it shares the owner above
    QRectF box;
};

struct Scene {
    QRectF physicalHeading, logicalHeading, footer, logical;
    std::vector<Tier> tiers;
    std::optional<Tier> constant; ///< its box is a rectangle
    std::vector<Counterpart> counterparts;
    QRectF hardware; ///< the sentence where a program has no word for a tier
    QRectF card;
};

const Level* selectedLevel(const Device& device, std::optional<LevelKind> kind) {
    return kind ? findLevel(device, *kind) : nullptr;
}

Footer footerOf(const Device& device, const Provenance& provenance, Origin origin,
                const std::vector<TierLatency>& latencies) {
    Footer footer{lesson::provenance(device, provenance, origin), {}};
    std::vector<std::pair<Mark, QString>> used;
    const auto use = [&](const Quantity& quantity) {
        const Mark mark = markOf(quantity.source, origin);
        for (const auto& known : used)
            if (known.first == mark) return;
        used.emplace_back(mark, lesson::source(quantity.source, origin));
    };
    for (const TierLatency& tier : latencies) use(tier.latency);
    for (const Level& level : device.levels)
        for (const auto* quantity : {&level.perInstance, &level.total, &level.sharedMax, &level.bandwidth})
            if (*quantity) use(**quantity);
    std::stable_sort(used.begin(), used.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    footer.legend = std::move(used);
    return footer;
}

/// Trapezoids that make one pyramid, the last (memory) taller since more stands beside it.
void layTiers(Scene& scene, const std::vector<const Level*>& levels, const QRectF& room, double bottomWidth,
              double gap) {
    const double topWidth = bottomWidth * 0.30;
    const double last = levels.size() > 1 ? 1.3 : 1, count = static_cast<double>(levels.size()) - 1 + last;
    const double step = (room.height() - gap * (static_cast<double>(levels.size()) - 1)) / count;
    const double lean = (bottomWidth - topWidth) / 2 / room.height();
    const double centre = room.right() - bottomWidth / 2;
    double y = room.top();
    for (std::size_t i = 0; i < levels.size(); ++i) {
        const double height = i + 1 == levels.size() ? step * last : step;
        const double width = bottomWidth - 2 * lean * (room.bottom() - (y + height));
        Tier tier{levels[i], QRectF(centre - width / 2, y, width, height), lean, {}};
        tier.reading = QRectF(room.left(), y, tier.box.left() + lean * height * 0.35 - room.left() - gap * 2, height);
        scene.tiers.push_back(tier);
        y += height + gap;
    }
}

void layGpuSpaces(Scene& scene, const Style& style, const QRectF& room) {
    const double arrow = style.px(52), ownerWidth = (room.width() - arrow) * 0.36, wire = style.px(34);
    const QRectF boxes(room.left() + ownerWidth + wire, room.top(), room.width() - arrow - ownerWidth - wire,
                       room.height());
    const auto rowOf = [&](LevelKind kind) {
        for (const Tier& tier : scene.tiers)
            if (tier.level->kind == kind) return tier.box;
        return QRectF();
    };
    const QRectF middle = rowOf(LevelKind::L2);
    const double gap = style.px(gapPx), inset = style.px(10);
    for (const lesson::Space& space : lesson::spaces(DeviceKind::Gpu)) {
        QRectF row = rowOf(space.tier);
        if (space.tier == LevelKind::Constant) row = scene.constant ? middle : QRectF();
        if (space.tier == LevelKind::Memory && !row.isEmpty()) {
            const double split = row.top() + (row.height() - gap) * 0.42;
            row = space.local ? QRectF(row.left(), split + gap, row.width(), row.bottom() - split - gap)
                              : QRectF(row.left(), row.top(), row.width(), split - row.top());
        } else if (!row.isEmpty()) {
            row.adjust(0, inset, 0, -inset);
        }
        if (row.isEmpty()) continue;
        Counterpart part{space, {}, QRectF(boxes.left(), row.top(), boxes.width(), row.height())};
        if (!space.local) part.owner = QRectF(room.left(), row.top(), ownerWidth, row.height());
        scene.counterparts.push_back(part);
    }
    // one grid owns constant and global memory
    for (std::size_t i = 1; i < scene.counterparts.size(); ++i) {
        Counterpart& above = scene.counterparts[i - 1];
        Counterpart& below = scene.counterparts[i];
        if (above.space.tier == LevelKind::Constant && below.space.tier == LevelKind::Memory) {
            above.owner.setBottom(below.owner.bottom());
            below.owner = QRectF();
        }
    }
    // local memory is as wide as owner and space together: no other owner stands there
    for (Counterpart& part : scene.counterparts)
        if (part.space.local) part.box.setLeft(room.left());
}

void layCpuSpaces(Scene& scene, const Style& style, const QRectF& room) {
    const double ownerWidth = room.width() * 0.36, wire = style.px(34), inset = style.px(10);
    for (const lesson::Space& space : lesson::spaces(DeviceKind::Cpu))
        for (const Tier& tier : scene.tiers)
            if (tier.level->kind == space.tier) {
                const QRectF row(room.left(), tier.box.top() + inset, room.width(), tier.box.height() - 2 * inset);
                scene.counterparts.push_back(
                    {space, QRectF(row.left(), row.top(), ownerWidth, row.height()),
                     QRectF(row.left() + ownerWidth + wire, row.top(), row.width() - ownerWidth - wire, row.height())});
            }
    for (const Tier& tier : scene.tiers)
        if (tier.level->kind != LevelKind::Registers && tier.level->kind != LevelKind::Memory)
            scene.hardware |= QRectF(room.left(), tier.box.top() + inset, room.width(), tier.box.height() - 2 * inset);
}

/// With a tier selected its counterpart moves to the top of the logical side and the card takes the rest.
void layCard(Scene& scene, const Style& style, LevelKind selected) {
    std::vector<Counterpart> kept;
    for (const Counterpart& part : scene.counterparts)
        if (part.space.tier == selected && !part.box.isEmpty()) kept.push_back(part);
    scene.card = scene.logical;
    const double gap = style.px(18), height = scene.logical.height() * 0.15;
    double y = scene.logical.top();
    for (Counterpart& part : kept) {
        const double left = scene.logical.left();
        const double ownerWidth = (scene.logical.width() - style.px(52)) * 0.36;
        part.owner = QRectF(left, y, ownerWidth, height);
        part.box =
            QRectF(left + ownerWidth + style.px(34), y, scene.logical.width() - ownerWidth - style.px(34), height);
        y += height + gap;
    }
    scene.card.setTop(y);
    scene.counterparts = std::move(kept);
    scene.hardware = QRectF();
}

Scene layOut(const Device& device, std::optional<LevelKind> selected, const Footer& footer, const QRectF& area,
             const Style& style) {
    Scene scene;
    const double margin = style.px(marginPx);
    const QRectF inner = area.adjusted(margin, margin * 0.7, -margin, -margin * 0.6);
    const double footerTall = footerHeight(footer, inner.width(), style);
    scene.footer = QRectF(inner.left(), inner.bottom() - footerTall, inner.width(), footerTall);
    const double headingTall =
        measureText(QStringLiteral("X"), style.font(headingPx, QFont::Bold), style).height() + style.px(14);
    const QRectF body(inner.left(), inner.top() + headingTall, inner.width(),
                      scene.footer.top() - style.px(16) - inner.top() - headingTall);

    // what words need at a large text scale comes out of the pyramid
    const double wish = std::clamp(0.29 + 0.06 * (style.textScale - 1), 0.28, 0.36);
    const double logicalWidth = body.width() * (selected ? std::max(wish, 0.33) : wish);
    const double between = style.px(44);
    scene.logical = QRectF(body.right() - logicalWidth, body.top(), logicalWidth, body.height());
    const double readingWidth = body.width() * std::clamp(0.125 + 0.08 * (style.textScale - 1), 0.12, 0.205);
    const QRectF physical(body.left(), body.top(), body.width() - logicalWidth - between, body.height());
    scene.physicalHeading = QRectF(physical.left(), inner.top(), physical.width(), headingTall);
    scene.logicalHeading = QRectF(scene.logical.left(), inner.top(), scene.logical.width(), headingTall);

    std::vector<const Level*> levels;
    const Level* constant = nullptr;
    for (const Level& level : device.levels)
        (level.kind == LevelKind::Constant ? static_cast<void>(constant = &level) : levels.push_back(&level));
    if (levels.empty()) return scene;
    layTiers(scene, levels, physical, physical.width() - readingWidth, style.px(gapPx));
    if (constant) {
        const QRectF top = scene.tiers.front().box;
        const double left = top.right() + style.px(34);
        const double height = std::min(top.height(), style.px(190) * std::max(1.0, style.textScale * 0.8));
        scene.constant = Tier{constant, QRectF(left, top.top(), physical.right() - left, height), 0, {}};
    }
    if (device.kind == DeviceKind::Gpu) layGpuSpaces(scene, style, scene.logical);
    else layCpuSpaces(scene, style, scene.logical);
    if (selected) layCard(scene, style, *selected);
    return scene;
}

// ---- Painting
// --------------------------------------------------------------------------------------------------------

struct Brush {
    const Canvas& canvas;
    const Device& device;
    Origin origin;
    std::optional<LevelKind> selected;
    const std::vector<TierLatency>& latencies;

    [[nodiscard]] const Style& style() const { return canvas.style(); }
    [[nodiscard]] QPainter& painter() const { return canvas.painter(); }

    [[nodiscard]] QPolygonF mirrored(const QPolygonF& polygon) const {
        QPolygonF turned;
        for (const QPointF& point : polygon) turned << canvas.mirrored(point);
        return turned;
    }
    [[nodiscard]] const TierLatency* latencyOf(LevelKind kind) const {
        for (const TierLatency& tier : latencies)
            if (tier.level == kind) return &tier;
        return nullptr;
    }

    /// Fill and frame; the frame lies inside the outline, so neighbours keep their gap.
    void shape(const QPolygonF& outline, LevelKind kind, bool rounded) const {
        const QPolygonF turned = mirrored(outline);
        QPainterPath path;
        if (rounded) path.addRoundedRect(turned.boundingRect(), style().px(12), style().px(12));
        else path.addPolygon(turned), path.closeSubpath();
        painter().save();
        painter().setClipPath(path);
        const bool chosen = selected == kind;
        painter().fillPath(path, style().tierFill(kind));
        painter().setBrush(Qt::NoBrush);
        painter().setPen(QPen(style().tierEdge(kind), style().px(framePx) * 2));
        painter().drawPath(path);
        painter().restore();
        if (!chosen) return;
        painter().setBrush(Qt::NoBrush);
        painter().setPen(QPen(style().palette().text, style().px(6), Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
        painter().drawPath(path);
    }

    [[nodiscard]] std::vector<TextLine> tierLines(const Level& level) const {
        const QColor ink = style().onTier();
        std::vector<TextLine> lines{{lesson::tierName(level, device.kind), namePx, QFont::Bold, ink, 0, Mark::None, 0}};
        const QStringList sizes = lesson::capacity(level, device.kind);
        for (qsizetype i = 0; i < sizes.size(); ++i) {
            const auto& from = i == 0 && level.perInstance ? level.perInstance : level.total;
            lines.push_back({sizes[i], capacityPx, QFont::Medium, ink, static_cast<int>(i) * 2,
                             from ? markOf(from->source, origin) : Mark::None, 2});
        }
        if (level.sharedMax)
            lines.push_back({lesson::sharedMost(*level.sharedMax), secondPx, QFont::Normal, ink, 3,
                             markOf(level.sharedMax->source, origin), 1});
        if (level.bandwidth)
            lines.push_back({lesson::bandwidth(*level.bandwidth), capacityPx, QFont::Medium, ink, 1,
                             markOf(level.bandwidth->source, origin), 2});
        const QString technology = lesson::technology(level.technology);
        lines.push_back({technology + QStringLiteral(" · ") + lesson::managedBy(level.managedBy), secondPx,
                         QFont::Normal, ink, 4, Mark::None, 2});
        return lines;
    }

    void tier(const Tier& tier) const {
        shape(tier.outline(), tier.level->kind, false);
        const double pad = style().px(framePx + 9);
        Room room{tier.box.adjusted(pad, style().px(framePx + 3), -pad, -style().px(framePx + 3)), tier.lean};
        std::vector<TextLine> lines = tierLines(*tier.level);
        FittedBlock block = fitBlock(lines, room, style());
        if (!block.whole && lines.back().rank == 4) { // the long form of who manages it, then the short one
            lines.back().text = lesson::technology(tier.level->technology) + QStringLiteral(" · ") +
                                lesson::managedByShort(tier.level->managedBy);
            block = fitBlock(lines, room, style());
        }
        drawBlock(canvas, block, Align::Center);
    }

    [[nodiscard]] std::vector<TextLine> readingLines(LevelKind kind, double px) const {
        const QColor strong = style().palette().text, weak = style().palette().textMuted;
        const TierLatency* found = latencyOf(kind);
        if (!found) return {};
        const Mark mark = markOf(found->latency.source, origin);
        const Unit unit = found->latency.unit;
        QString value = lesson::latency(found->latency.value, unit), which;
        if (found->shared) {
            value = lesson::latencyPair(found->shared->value, found->latency.value, unit);
            which = lesson::sharedAndL1();
        } else if (found->far) {
            value = lesson::latencyPair(found->latency.value, found->far->value, unit);
            which = lesson::nearAndFar();
        }
        std::vector<TextLine> lines{{value, px, QFont::Bold, strong, 0, mark, 0}};
        if (kind == LevelKind::Registers)
            lines.push_back({lesson::oneFma(), secondPx, QFont::Normal, weak, 2, Mark::None, 2, px});
        else if (found->ratio)
            lines.push_back(
                {lesson::ratioToRegister(*found->ratio), ratioPx, QFont::DemiBold, weak, 1, Mark::None, 2, px});
        if (!which.isEmpty()) lines.push_back({which, secondPx, QFont::Normal, weak, 2, Mark::None, 2, px});
        return lines;
    }

    /// The largest size at which the numbers of all tiers stand on one line above their ratios; else the smallest
    /// tried.
    [[nodiscard]] double readingPx(const std::vector<Tier>& tiers) const {
        constexpr std::array sizes{numberPx, 37.0, 34.0, 31.0, 28.0, 25.0};
        for (const double px : sizes) {
            const bool all = std::all_of(tiers.begin(), tiers.end(), [&](const Tier& tier) {
                const std::vector<TextLine> lines = readingLines(tier.level->kind, px);
                if (lines.empty()) return true;
                const FittedBlock block = fitBlock(lines, {tier.reading, 0}, style());
                return block.lines.size() >= std::min<std::size_t>(2, lines.size()) &&
                       block.lines.front().rect.height() < 1.6 * block.lines.front().font.pixelSize();
            });
            if (all) return px;
        }
        return sizes.back();
    }

    void reading(const Tier& tier, double px) const {
        const std::vector<TextLine> lines = readingLines(tier.level->kind, px);
        if (lines.empty()) return;
        const FittedBlock block = fitBlock(lines, {tier.reading, 0}, style());
        drawBlock(canvas, block, Align::Start);
        if (block.lines.empty()) return;
        // a thin line ties the number to its tier
        const QRectF first = block.lines.front().rect;
        const double textWidth =
            measureText(block.lines.front().line.text, block.lines.front().font, style(), block.lines.front().wrap)
                .width() +
            block.lines.front().font.pixelSize() * 0.95;
        const double y = first.center().y(), from = first.left() + textWidth + style().px(12);
        const double to = tier.box.left() + tier.lean * (tier.box.bottom() - y) - style().px(10);
        if (to - from < style().px(16)) return;
        painter().setPen(QPen(style().palette().line, style().px(2), Qt::DotLine));
        painter().drawLine(canvas.mirrored(QPointF(from, y)), canvas.mirrored(QPointF(to, y)));
    }

    void constantBlock(const Tier& tier) const {
        shape(QPolygonF(tier.box), LevelKind::Constant, true);
        const QColor ink = style().onTier();
        std::vector<TextLine> lines{
            {lesson::tierName(*tier.level, device.kind), namePx * 0.8, QFont::Bold, ink, 0, Mark::None, 0}};
        const auto& from = tier.level->total ? tier.level->total : tier.level->perInstance;
        lines.push_back({lesson::capacity(*tier.level, device.kind).value(0), capacityPx, QFont::Medium, ink, 0,
                         from ? markOf(from->source, origin) : Mark::None, 2});
        if (std::vector<TextLine> reading = readingLines(LevelKind::Constant, capacityPx); !reading.empty()) {
            reading.front().color = ink;
            reading.front().rank = 2;
            reading.front().spaceAbove = 2;
            lines.push_back(reading.front());
        }
        lines.push_back({lesson::constantPlace(), secondPx, QFont::Normal, ink, 3, Mark::None, 2});
        const double pad = style().px(framePx + 5);
        drawBlock(canvas, fitBlock(lines, {tier.box.adjusted(pad, pad * 0.7, -pad, -pad * 0.7), 0}, style()),
                  Align::Center);
    }

    void wire(const QRectF& from, const QRectF& to, LevelKind kind) const {
        painter().setPen(QPen(style().tierEdge(kind), style().px(5)));
        const double y = to.center().y();
        painter().drawLine(canvas.mirrored(QPointF(from.right(), y)), canvas.mirrored(QPointF(to.left(), y)));
    }

    void owner(const Counterpart& part) const {
        const QRectF box = canvas.mirrored(part.owner);
        const bool readOnly =
            part.space.tier == LevelKind::Constant && !selected; // the grid's box: constant and global memory
        painter().setPen(QPen(style().tierEdge(readOnly ? LevelKind::Memory : part.space.tier), style().px(5)));
        painter().setBrush(style().palette().background);
        painter().drawRoundedRect(box, style().px(12), style().px(12));
        const double pad = style().px(10);
        drawBlock(canvas,
                  fitBlock({{part.space.owner, 34, QFont::Bold, style().palette().text, 0, Mark::None, 0}},
                           {part.owner.adjusted(pad, pad, -pad, -pad), 0}, style()),
                  Align::Center);
    }

    void space(const Counterpart& part) const {
        if (part.space.local) {
            local(part);
            return;
        }
        shape(QPolygonF(part.box), part.space.tier, true);
        const QColor ink = style().onTier();
        const double pad = style().px(framePx + 5);
        const std::vector<TextLine> lines{{part.space.name, 27, QFont::Bold, ink, 0, Mark::None, 0},
                                          {part.space.caption, secondPx, QFont::Normal, ink, 1, Mark::None, 2}};
        drawBlock(canvas, fitBlock(lines, {part.box.adjusted(pad, pad * 0.6, -pad, -pad * 0.6), 0}, style()),
                  Align::Center);
    }

    /// Hatched in the registers' colour over memory's: one scope, the other place.
    void local(const Counterpart& part) const {
        const QRectF box = canvas.mirrored(part.box);
        QPainterPath path;
        path.addRoundedRect(box, style().px(12), style().px(12));
        painter().save();
        painter().setClipPath(path);
        painter().fillPath(path, style().tierFill(LevelKind::Memory));
        painter().setPen(QPen(style().tierEdge(LevelKind::Registers), style().px(7)));
        for (double x = box.left() - box.height(); x < box.right(); x += style().px(20))
            painter().drawLine(QPointF(x, box.bottom()), QPointF(x + box.height(), box.top()));
        painter().restore();
        painter().setBrush(Qt::NoBrush);
        painter().setPen(QPen(style().tierEdge(LevelKind::Registers), style().px(4), Qt::DashLine));
        painter().drawPath(path);

        const Level* memory = findLevel(device, LevelKind::Memory);
        const QString where = memory ? lesson::tierName(*memory, device.kind) : QString();
        const std::vector<TextLine> lines{
            {part.space.name, 27, QFont::Bold, style().palette().text, 0, Mark::None, 0},
            {lesson::localSentence(where), secondPx, QFont::Normal, style().palette().text, 1, Mark::None, 0}};
        const double side = style().px(30), edge = style().px(11);
        const QRectF plate = part.box.adjusted(side, edge, -side, -edge);
        const FittedBlock block =
            fitBlock(lines, {plate.adjusted(side / 2, edge / 3, -side / 2, -edge / 3), 0}, style());
        painter().setPen(Qt::NoPen);
        painter().setBrush(style().palette().background);
        painter().drawRoundedRect(canvas.mirrored(plate), style().px(8), style().px(8));
        drawBlock(canvas, block, Align::Center);
    }

    /// From registers down to local memory along the outer edge.
    void spillArrow(const QRectF& from, const QRectF& to, const QRectF& room) const {
        const double right = room.right() - style().px(13), head = style().px(15);
        const double start = from.center().y(), end = to.top() - style().px(4);
        QPainterPath path(canvas.mirrored(QPointF(from.right() + style().px(4), start)));
        path.lineTo(canvas.mirrored(QPointF(right, start)));
        path.lineTo(canvas.mirrored(QPointF(right, end - head)));
        painter().setBrush(Qt::NoBrush);
        painter().setPen(
            QPen(style().tierEdge(LevelKind::Registers), style().px(5), Qt::DashLine, Qt::FlatCap, Qt::MiterJoin));
        painter().drawPath(path);
        painter().setPen(Qt::NoPen);
        painter().setBrush(style().tierEdge(LevelKind::Registers));
        painter().drawPolygon(mirrored(QPolygonF({QPointF(right - head * 0.75, end - head),
                                                  QPointF(right + head * 0.75, end - head), QPointF(right, end)})));
        const QFont font = style().font(secondPx, QFont::DemiBold);
        const QSizeF size = measureText(lesson::spills(), font, style());
        const double left = from.right() + style().px(2), width = right - style().px(5) - left;
        if (size.height() <= width + style().px(2) && size.width() < end - head - start - style().px(20))
            canvas.textUpwards(
                canvas.mirrored(QRectF(left, start + style().px(14), width, end - head - start - style().px(14))),
                lesson::spills(), {font, style().tierText(LevelKind::Registers)});
    }

    void logical(const Scene& scene) const {
        for (const Counterpart& part : scene.counterparts) {
            if (!part.owner.isEmpty()) owner(part);
        }
        QRectF lastOwner, registers, localBox;
        for (const Counterpart& part : scene.counterparts) {
            if (!part.owner.isEmpty()) lastOwner = part.owner;
            if (!part.space.local || selected)
                wire(lastOwner, part.box, part.space.local ? LevelKind::Registers : part.space.tier);
            if (part.space.tier == LevelKind::Registers) registers = part.box;
            if (part.space.local) localBox = part.box;
            space(part);
        }
        if (!selected && !registers.isEmpty() && !localBox.isEmpty()) spillArrow(registers, localBox, scene.logical);
        if (!scene.hardware.isEmpty()) {
            painter().setBrush(style().palette().surface);
            painter().setPen(QPen(style().palette().line, style().px(3), Qt::DashLine));
            painter().drawRoundedRect(canvas.mirrored(scene.hardware), style().px(12), style().px(12));
            const double pad = style().px(26);
            drawBlock(canvas,
                      fitBlock({{lesson::noKeyword(), 27, QFont::Medium, style().palette().text, 0, Mark::None, 0}},
                               {scene.hardware.adjusted(pad, pad, -pad, -pad), 0}, style()),
                      Align::Start);
        }
    }

    void card(const QRectF& box, const Level& level) const {
        painter().setBrush(style().palette().surface);
        painter().setPen(QPen(style().tierEdge(level.kind), style().px(5)));
        painter().drawRoundedRect(canvas.mirrored(box), style().px(12), style().px(12));
        const lesson::Explanation words = lesson::explain(level, device);
        const QColor strong = style().palette().text, weak = style().palette().textMuted;
        std::vector<TextLine> lines{{words.title, 29, QFont::Bold, strong, 0, Mark::None, 0},
                                    {words.what, 22, QFont::Normal, strong, 4, Mark::None, 10}};
        int rank = 5;
        for (const auto& [name, value] : words.facts)
            lines.push_back({lesson::fact(name, value), 21, QFont::Medium, weak, rank++, Mark::None,
                             lines.size() == 2 ? 14.0 : 4.0});
        rank = 0;
        for (const QString& trap : words.traps)
            lines.push_back({trap, 22, QFont::DemiBold, strong, rank++, Mark::Trap, rank == 1 ? 16.0 : 8.0});
        if (const QString from = lesson::sizeSource(level); !from.isEmpty())
            lines.push_back({from, 18, QFont::Normal, weak, 9, Mark::None, 14});
        const double pad = style().px(24);
        const Room room{box.adjusted(pad, pad * 0.8, -pad, -pad * 0.8), 0};
        FittedBlock block;
        for (const double size : {1.35, 1.25, 1.15, 1.07, 1.0}) { // as large as the card allows
            std::vector<TextLine> larger = lines;
            for (TextLine& line : larger) line.designPx *= size;
            block = fitBlock(larger, room, style(), false);
            if (block.whole) break;
        }
        drawBlock(canvas, block, Align::Start);
    }

    /// From the chosen tier to its counterpart.
    void link(const Scene& scene) const {
        const Tier* chosen = nullptr;
        for (const Tier& tier : scene.tiers)
            if (selected == tier.level->kind) chosen = &tier;
        if (scene.constant && selected == LevelKind::Constant) chosen = &*scene.constant;
        if (!chosen) return;
        const QRectF target = scene.counterparts.empty() ? scene.card : scene.counterparts.front().owner;
        const double y = chosen->box.center().y(), in = chosen->lean * chosen->box.height() / 2;
        const QPointF start(chosen->box.right() - in + style().px(6), y);
        const double x = scene.logical.left() - style().px(20);
        const double to = std::clamp(y, target.top() + style().px(20), target.bottom() - style().px(20));
        QPainterPath path(canvas.mirrored(start));
        path.lineTo(canvas.mirrored(QPointF(x, y)));
        path.lineTo(canvas.mirrored(QPointF(x, to)));
        path.lineTo(canvas.mirrored(QPointF(target.left() - style().px(2), to)));
        painter().setBrush(Qt::NoBrush);
        painter().setPen(QPen(style().tierEdge(*selected), style().px(5), Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
        painter().drawPath(path);
    }
};

void heading(const Canvas& canvas, const QRectF& box, const QStringList& forms) {
    const Style& style = canvas.style();
    const QFont font = style.font(headingPx, QFont::Bold);
    for (const QString& form : forms)
        if (measureText(form, font, style).width() <= box.width() || form == forms.last()) {
            drawBlock(canvas,
                      fitBlock({{form, headingPx, QFont::Bold, style.palette().text, 0, Mark::None, 0}}, {box, 0},
                               style, false),
                      Align::Start);
            return;
        }
}

} // namespace

void PyramidFigure::setSession(const Session& session, Origin origin) {
    device_ = session.device;
    provenance_ = session.provenance;
    origin_ = origin;
    session_ = session;
    latencies_ = tierLatencies(session_, unit_);
    if (selected_ && !findLevel(device_, *selected_)) selected_.reset();
}

void PyramidFigure::setUnit(Unit unit) {
    unit_ = unit;
    latencies_ = tierLatencies(session_, unit_);
}

void PyramidFigure::setSelected(std::optional<LevelKind> level) {
    selected_ = level && findLevel(device_, *level) ? level : std::nullopt;
}

std::vector<LevelKind> PyramidFigure::levels() const {
    std::vector<LevelKind> kinds;
    for (const Level& level : device_.levels) kinds.push_back(level.kind);
    return kinds;
}

std::optional<LevelKind> PyramidFigure::levelAt(QPointF point, const QRectF& area, const Style& style) const {
    const Scene scene = layOut(device_, selected_, footerOf(device_, provenance_, origin_, latencies_), area, style);
    if (style.direction() == Qt::RightToLeft) point.setX(area.left() + area.right() - point.x());
    for (const Tier& tier : scene.tiers)
        if (tier.outline().containsPoint(point, Qt::OddEvenFill) || tier.reading.contains(point))
            return tier.level->kind;
    if (scene.constant && scene.constant->box.contains(point)) return LevelKind::Constant;
    for (const Counterpart& part : scene.counterparts)
        if (part.box.contains(point) || part.owner.contains(point)) return part.space.tier;
    return std::nullopt;
}

QRectF PyramidFigure::levelRect(LevelKind level, const QRectF& area, const Style& style) const {
    const Scene scene = layOut(device_, selected_, footerOf(device_, provenance_, origin_, latencies_), area, style);
    QRectF rect;
    for (const Tier& tier : scene.tiers)
        if (tier.level->kind == level) rect = tier.box;
    if (scene.constant && level == LevelKind::Constant) rect = scene.constant->box;
    if (!rect.isEmpty() && style.direction() == Qt::RightToLeft)
        rect.moveLeft(area.left() + area.right() - rect.right());
    return rect;
}

QString PyramidFigure::explanation(LevelKind kind) const {
    const Level* level = findLevel(device_, kind);
    if (!level) return {};
    const lesson::Explanation words = lesson::explain(*level, device_);
    QStringList text{words.title, words.what};
    for (const auto& [name, value] : words.facts) text << lesson::fact(name, value);
    text += words.traps;
    return text.join(QLatin1Char('\n'));
}

void PyramidFigure::draw(QPainter& painter, const QRectF& area, const Style& style) const {
    draw(painter, area, style, nullptr);
}

void PyramidFigure::draw(QPainter& painter, const QRectF& area, const Style& style, TextLog* log) const {
    painter.save();
    painter.setClipRect(area);
    painter.fillRect(area, style.palette().background);
    const Canvas canvas(painter, area, style, log);
    const Footer footer = footerOf(device_, provenance_, origin_, latencies_);
    const Scene scene = layOut(device_, selected_, footer, area, style);
    const Brush brush{canvas, device_, origin_, selected_, latencies_};
    heading(canvas, scene.physicalHeading,
            {lesson::physicalTitle(QString::fromStdString(device_.name)), lesson::physicalTitleShort()});
    heading(canvas, scene.logicalHeading, {lesson::logicalTitle()});
    if (scene.tiers.empty())
        drawBlock(canvas,
                  fitBlock({{lesson::emptyPyramid(), 28, QFont::Medium, style.palette().text, 0, Mark::None, 0}},
                           {scene.logical.united(scene.physicalHeading), 0}, style),
                  Align::Center);
    const double readingPx = brush.readingPx(scene.tiers);
    for (const Tier& tier : scene.tiers) {
        brush.tier(tier);
        brush.reading(tier, readingPx);
    }
    if (selected_) brush.link(scene); // behind the constant block, which may stand in its way
    if (scene.constant) brush.constantBlock(*scene.constant);
    if (!scene.tiers.empty()) brush.logical(scene);
    if (const Level* level = selectedLevel(device_, selected_)) brush.card(scene.card, *level);
    drawFooter(canvas, footer, scene.footer);
    painter.restore();
}

Table PyramidFigure::table() const {
    const auto number = [](const std::optional<Quantity>& quantity) {
        return quantity ? QString::number(quantity->value, 'g', 15) : QString();
    };
    Table table{lesson::pyramidHeader(unit_), {}};
    for (const Level& level : device_.levels) {
        const auto found = std::find_if(latencies_.begin(), latencies_.end(),
                                        [&](const TierLatency& tier) { return tier.level == level.kind; });
        const auto& size = level.perInstance ? level.perInstance : level.total;
        table.rows.push_back(
            {lesson::tierName(level, device_.kind), number(level.perInstance),
             size ? lesson::source(size->source, origin_) : QString(), QString::number(level.instances),
             number(level.total), lesson::technology(level.technology), lesson::managedByShort(level.managedBy),
             found == latencies_.end() ? QString() : QString::number(found->latency.value, 'g', 6),
             found == latencies_.end() || !found->ratio ? QString() : QString::number(*found->ratio, 'g', 6),
             number(level.bandwidth)});
    }
    for (QStringList& row : table.rows) // a spreadsheet wants no isolates
        row.replaceInStrings(QRegularExpression(QStringLiteral("[\u2066\u2069]")), QString());
    return table;
}

QString PyramidFigure::title() const { return lesson::pyramidPageTitle(); }

QString PyramidFigure::summary() const {
    QStringList tiers;
    for (const Level& level : device_.levels) {
        const auto found = std::find_if(latencies_.begin(), latencies_.end(),
                                        [&](const TierLatency& tier) { return tier.level == level.kind; });
        tiers << lesson::tierSummary(
            lesson::tierName(level, device_.kind), lesson::capacity(level, device_.kind).value(0),
            found == latencies_.end() ? QString() : lesson::latency(found->latency.value, found->latency.unit));
    }
    return lesson::physicalTitle(QString::fromStdString(device_.name)) + QStringLiteral(". ") +
           tiers.join(QStringLiteral("; ")) + QStringLiteral(".");
}

} // namespace zg
