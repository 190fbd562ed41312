// SPDX-License-Identifier: GPL-3.0-or-later
// Text in figures: Canvas paints every word and number of a figure (so that its place is known and tests can look for
// overlaps), and placeLabels searches places for labels so that none covers another, a line, a marker or the frame.
#pragma once

#include "gui/style.h"

#include <QPainter>
#include <QPointF>
#include <QRectF>
#include <QString>

#include <optional>
#include <span>
#include <vector>

class QTextLayout;

namespace zg {

/// What was painted where, in the coordinates of the figure's area.
struct PaintedText {
    QString text;
    QRectF rect;
};
using TextLog = std::vector<PaintedText>;

/// A font and a colour.
struct Ink {
    QFont font;
    QColor color;
};

enum class Align { Start, Center, End }; ///< Start is left in English and right in Hebrew

/// A painter with a style: the one way by which figures paint text.
class Canvas {
public:
    /// Sets the painter's layout direction and render hints; the caller saves and restores the painter.
    /// @param area the figure's area: mirrored() mirrors in it. @param log may be null
    Canvas(QPainter& painter, const QRectF& area, const Style& style, TextLog* log);

    [[nodiscard]] QPainter& painter() const { return painter_; }
    [[nodiscard]] const Style& style() const { return style_; }
    [[nodiscard]] const QRectF& area() const { return area_; }
    /// The rectangle as it is in English, or its mirror image in the area in Hebrew.
    [[nodiscard]] QRectF mirrored(const QRectF& rect) const;
    [[nodiscard]] QPointF mirrored(QPointF point) const;
    [[nodiscard]] bool isMirrored() const { return style_.direction() == Qt::RightToLeft; }

    /// Paints text into `box` (already mirrored), wrapped at its width, from its top, or centred in its height.
    /// @return the rectangle that the glyphs' lines take
    QRectF text(const QRectF& box, Align align, const QString& text, const Ink& ink,
                bool centreVertically = false) const;
    /// The same turned by a quarter counter-clockwise (titles of y axes), centred in `box`.
    void textUpwards(const QRectF& box, const QString& text, const Ink& ink) const;

private:
    QPainter& painter_;
    QRectF area_;
    const Style& style_;
    TextLog* log_;
};

/// The size of text wrapped at `width`. Words that are wider than it stick out, and the size says so.
[[nodiscard]] QSizeF measureText(const QString& text, const QFont& font, const Style& style, double width = 1e6);
[[nodiscard]] bool fitsIn(const QString& text, const QFont& font, const Style& style, const QSizeF& room);

/// A label to place. The first size that finds room is taken; the last resort is to leave the label out.
struct LabelRequest {
    std::vector<QSizeF> sizes; ///< from the richest form to the poorest
    QRectF target;             ///< what it speaks of: a point, a line or a rectangle (width or height may be 0)
    QRectF home;               ///< where it would best be; may be empty: then near the target
    double weight = 1;         ///< placed first where it is large
    double pull = 0.6;         ///< how much the distance from home counts beside that from the target
    double farthest = 1e9;     ///< a leader line may be so long
    bool leader = true;        ///< a line to the target where the label lies away from it
};

struct PlacedLabel {
    int form = 0; ///< index into sizes
    QRectF rect;
    std::optional<QPointF> leaderTo; ///< on the target, where a leader line should be drawn
    QPointF leaderFrom;              ///< on the edge of rect
    double cost = 0;                 ///< how far from ideal, in pixels
};

/// What labels must not cover.
struct Obstacles {
    QRectF frame;                            ///< labels lie inside it
    std::vector<QRectF> rects;               ///< other text, markers
    std::vector<std::vector<QPointF>> lines; ///< curves, as polylines
    double lineClearance = 4;                ///< half the width of a line with its markers, and air
    double gap = 6;                          ///< air between labels
};

/// A leader line never crosses a label or a rectangle; crossing a curve costs. One place a request, in the order of the
/// requests; empty where there is none. Deterministic.
[[nodiscard]] std::vector<std::optional<PlacedLabel>> placeLabels(std::span<const LabelRequest> requests,
                                                                  const Obstacles& obstacles);

[[nodiscard]] bool segmentCrosses(QPointF a, QPointF b, const QRectF& rect);

/// The same line with fewer points: what is left out lies within `tolerance` of it. A staircase of 200 points becomes a
/// dozen, and the search for places that much faster. (Ramer 1972; Douglas and Peucker 1973.)
[[nodiscard]] std::vector<QPointF> simplified(const std::vector<QPointF>& line, double tolerance);

} // namespace zg
