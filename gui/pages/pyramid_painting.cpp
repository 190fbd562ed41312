// SPDX-License-Identifier: GPL-3.0-or-later
// Everything is placed in the English order and mirrored at the last moment. Words come from lesson_text, sizes from
// the scene.
#include "gui/pages/pyramid_painting.h"

#include <QPainterPath>

#include <algorithm>
#include <array>

namespace zg {
namespace {

constexpr int optionalRank = 5; // of a line that goes before any other is shortened

// Sizes of the 1920x1080 design, in pixels.
constexpr double namePx = 34, capacityPx = 26, secondPx = 21, numberPx = 40, ratioPx = 25, framePx = 9;

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
        if (level.bandwidth) // of memory it is what one asks for first; elsewhere it is the first to go
            lines.push_back({lesson::bandwidth(*level.bandwidth), capacityPx, QFont::Medium, ink,
                             level.kind == LevelKind::Memory ? 1 : optionalRank,
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
        if (!block.whole && std::erase_if(lines, [](const TextLine& line) { return line.rank == optionalRank; }) > 0)
            block = fitBlock(lines, room, style());
        if (!block.whole && lines.back().rank == 4) { // the long form of who manages it, then the short one
            lines.back().text = lesson::technology(tier.level->technology) + QStringLiteral(" · ") +
                                lesson::managedByShort(tier.level->managedBy);
            block = fitBlock(lines, room, style());
        }
        // The English word beside the Hebrew one stands on the logical side too: without it the name stays large.
        const qsizetype aside = lines.front().text.indexOf(QStringLiteral(" ("));
        if (!block.whole && aside > 0) {
            lines.front().text.truncate(aside);
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
        if (found->sharedOnly) {
            which = lesson::sharedAlone();
        } else if (found->shared) {
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

    void logical(const PyramidScene& scene) const {
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
        for (const double size : {1.55, 1.45, 1.35, 1.25, 1.15, 1.07, 1.0}) { // as large as the card allows
            std::vector<TextLine> larger = lines;
            for (TextLine& line : larger) line.designPx *= size;
            block = fitBlock(larger, room, style(), false);
            if (block.whole) break;
        }
        drawBlock(canvas, block, Align::Start);
    }

    /// From the chosen tier to its counterpart.
    void link(const PyramidScene& scene) const {
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
    const QFont font = style.font(pyramidHeadingPx, QFont::Bold);
    for (const QString& form : forms)
        if (measureText(form, font, style).width() <= box.width() || form == forms.last()) {
            drawBlock(canvas,
                      fitBlock({{form, pyramidHeadingPx, QFont::Bold, style.palette().text, 0, Mark::None, 0}},
                               {box, 0}, style, false),
                      Align::Start);
            return;
        }
}

} // namespace

void paintPyramid(const Canvas& canvas, const PyramidScene& scene, const Device& device, Origin origin,
                  std::optional<LevelKind> selected, const std::vector<TierLatency>& latencies) {
    const Brush brush{canvas, device, origin, selected, latencies};
    heading(canvas, scene.physicalHeading,
            {lesson::physicalTitle(QString::fromStdString(device.name)), lesson::physicalTitleShort()});
    heading(canvas, scene.logicalHeading, {lesson::logicalTitle()});
    if (scene.tiers.empty())
        drawBlock(
            canvas,
            fitBlock({{lesson::emptyPyramid(), 28, QFont::Medium, canvas.style().palette().text, 0, Mark::None, 0}},
                     {scene.logical.united(scene.physicalHeading), 0}, canvas.style()),
            Align::Center);
    const double readingPx = brush.readingPx(scene.tiers);
    for (const Tier& tier : scene.tiers) {
        brush.tier(tier);
        brush.reading(tier, readingPx);
    }
    if (selected) brush.link(scene); // behind the constant block, which may stand in its way
    if (scene.constant) brush.constantBlock(*scene.constant);
    if (!scene.tiers.empty()) brush.logical(scene);
    if (const Level* level = selected ? findLevel(device, *selected) : nullptr) brush.card(scene.card, *level);
}

} // namespace zg
