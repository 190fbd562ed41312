// SPDX-License-Identifier: GPL-3.0-or-later
// Geometry of the pyramid figure: the trapezoids, the rows beside them, and what a large text scale or a selection
// changes.
#include "gui/pages/pyramid_scene.h"

#include <algorithm>
#include <cmath>

namespace zg {
namespace {

constexpr double marginPx = 30, gapPx = 10; // of the 1920x1080 design

/// Trapezoids that make one pyramid, the last (memory) taller since more stands beside it.
void layTiers(PyramidScene& scene, const std::vector<const Level*>& levels, const QRectF& room, double bottomWidth,
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

void layGpuSpaces(PyramidScene& scene, const Style& style, const QRectF& room) {
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

void layCpuSpaces(PyramidScene& scene, const Style& style, const QRectF& room) {
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
void layCard(PyramidScene& scene, const Style& style, LevelKind selected) {
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

} // namespace

PyramidScene layPyramid(const Device& device, std::optional<LevelKind> selected, const Footer& footer,
                        const QRectF& area, const Style& style) {
    PyramidScene scene;
    const double margin = style.px(marginPx);
    const QRectF inner = area.adjusted(margin, margin * 0.7, -margin, -margin * 0.6);
    const double footerTall = footerHeight(footer, inner.width(), style);
    scene.footer = QRectF(inner.left(), inner.bottom() - footerTall, inner.width(), footerTall);
    const double headingTall =
        measureText(QStringLiteral("X"), style.font(pyramidHeadingPx, QFont::Bold), style).height() + style.px(14);
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

} // namespace zg
