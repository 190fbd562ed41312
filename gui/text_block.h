// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks of text that fit themselves into a room (a rectangle or a trapezoid): lesser lines go before anything shrinks.
// Also the marks that say where a number comes from, and the footer that every figure ends with.
#pragma once

#include "core/quantity.h"
#include "gui/label_layout.h"
#include "gui/workspace.h"

#include <QStringList>

#include <utility>
#include <vector>

namespace zg {

/// Shape and fill say where a number comes from: filled is measured, hollow is not.
enum class Mark { None, MeasuredNow, Recorded, Reported, Published, Modelled, Trap };
[[nodiscard]] Mark markOf(Source source, Origin origin);
void drawMark(QPainter& painter, Mark mark, const QRectF& box, const QColor& color);

struct TextLine {
    QString text;
    double designPx = 20;
    QFont::Weight weight = QFont::Normal;
    QColor color;
    int rank = 0; ///< 0 stays; of the others the highest goes first
    Mark mark = Mark::None;
    double spaceAbove = 0; ///< design pixels
    double indentPx = 0;   ///< stands under the text of a line of that size that has a mark
};

/// Where a block may stand: a rectangle, or a trapezoid whose sides lean inwards by `lean` for each pixel above the
/// bottom.
struct Room {
    QRectF rect;
    double lean = 0;
    [[nodiscard]] double widthAt(double y) const { return rect.width() - 2 * lean * (rect.bottom() - y); }
};

struct FittedLine {
    TextLine line;
    QFont font;
    QRectF rect;     ///< where it stands, mark included
    double wrap = 0; ///< the width at which its text wraps
};
struct FittedBlock {
    std::vector<FittedLine> lines;
    bool whole = false; ///< no line was left out and nothing shrank
    [[nodiscard]] double height() const {
        return lines.empty() ? 0 : lines.back().rect.bottom() - lines.front().rect.top();
    }
};

/// @param centred in the room's height, or from its top. Empty where not even the first line fits at 18 px of the
/// design.
[[nodiscard]] FittedBlock fitBlock(const std::vector<TextLine>& lines, const Room& room, const Style& style,
                                   bool centred = true);
/// Paints a block that was fitted in unmirrored coordinates.
void drawBlock(const Canvas& canvas, const FittedBlock& block, Align align);

/// What stands at the bottom of every figure.
struct Footer {
    QStringList pieces;                           ///< device, date, driver, program: the last ones go first
    std::vector<std::pair<Mark, QString>> legend; ///< of the marks that the figure uses
};
[[nodiscard]] double footerHeight(const Footer& footer, double width, const Style& style);
void drawFooter(const Canvas& canvas, const Footer& footer, const QRectF& box);

} // namespace zg
