// SPDX-License-Identifier: GPL-3.0-or-later
// Where everything of the pyramid figure stands, in the English (left-to-right) order; painting and clicks mirror it.
// No words, no colours.
#pragma once

#include "core/device.h"
#include "gui/lesson_text.h"
#include "gui/style.h"
#include "gui/text_block.h"

#include <QPolygonF>
#include <QRectF>

#include <optional>
#include <vector>

namespace zg {

/// One trapezoid of the pyramid; `level` points into the device that was laid out.
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

/// One space of the logical side.
struct Counterpart {
    lesson::Space space;
    QRectF owner; ///< thread, block, grid; empty where it shares the owner above
    QRectF box;
};

struct PyramidScene {
    QRectF physicalHeading, logicalHeading, footer, logical;
    std::vector<Tier> tiers;
    std::optional<Tier> constant; ///< its box is a rectangle
    std::vector<Counterpart> counterparts;
    QRectF hardware; ///< the sentence where a program has no word for a tier
    QRectF card;
};

/// @param selected makes room for the card of that tier. @param device must outlive the scene
[[nodiscard]] PyramidScene layPyramid(const Device& device, std::optional<LevelKind> selected, const Footer& footer,
                                      const QRectF& area, const Style& style);

inline constexpr double pyramidHeadingPx = 30; ///< of the 1920x1080 design

} // namespace zg
