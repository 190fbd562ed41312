// SPDX-License-Identifier: GPL-3.0-or-later
// The order in which a block gives way: lesser lines, then size down to 18 px of the design (never below what the back
// row reads), then all but the first line.
#include "gui/text_block.h"

#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace zg {
namespace {

constexpr double smallestPx = 18; // of the 1920x1080 design: the look's lower limit of text
constexpr double footerPx = 18;

constexpr double markEms = 0.95; // a mark and the air after it, in sizes of its line's font

/// What stands before the text of a line: its mark, or the room of another line's mark.
double markWidth(const TextLine& line, const QFont& font, const Style& style) {
    if (line.mark != Mark::None) return font.pixelSize() * markEms;
    return line.indentPx > 0 ? style.font(line.indentPx).pixelSize() * markEms : 0;
}

struct Attempt {
    FittedBlock block;
    bool fits = false;
};

Attempt attempt(const std::vector<TextLine>& lines, const Room& room, const Style& style, bool centred, double scale) {
    Attempt result;
    double height = 0, narrowest = room.widthAt(room.rect.top());
    std::vector<QSizeF> sizes;
    for (const TextLine& line : lines) {
        const double least = std::min(line.designPx, smallestPx / std::max(1.0, style.textScale));
        const QFont font = style.font(std::max(least, line.designPx * scale), line.weight);
        const double mark = markWidth(line, font, style);
        if (narrowest - mark < 2) return result;
        // a trapezoid's lines are checked at their own height below; text wraps in rectangles
        const double wrap = room.lean > 0 ? 1e6 : narrowest - mark - 2;
        const QSizeF size = measureText(line.text, font, style, wrap);
        sizes.push_back({size.width() + mark, size.height()});
        if (!result.block.lines.empty()) height += style.px(line.spaceAbove);
        height += size.height();
        result.block.lines.push_back({line, font, {}, wrap});
    }
    if (height > room.rect.height() + 0.5) return result;
    double y = centred ? room.rect.center().y() - height / 2 : room.rect.top();
    if (centred && room.lean > 0) // the lower half of a trapezoid is the wider one
        y = std::min(y + room.rect.height() * 0.03, room.rect.bottom() - height);
    result.fits = true;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        if (i > 0) y += style.px(lines[i].spaceAbove);
        const double width = room.widthAt(y);
        if (sizes[i].width() > width - 1) // a rounding error must not wrap it
            result.fits = false;
        const double x = room.rect.center().x() - width / 2;
        result.block.lines[i].rect = QRectF(x, y, width, sizes[i].height());
        y += sizes[i].height();
    }
    return result;
}

/// Takes out the last line of the highest rank; false where only rank 0 is left.
bool dropOne(std::vector<TextLine>& lines) {
    int highest = 0;
    for (const TextLine& line : lines) highest = std::max(highest, line.rank);
    if (highest == 0) return false;
    const auto last =
        std::find_if(lines.rbegin(), lines.rend(), [highest](const TextLine& line) { return line.rank == highest; });
    lines.erase(std::next(last).base());
    return true;
}

} // namespace

Mark markOf(Source source, Origin origin) {
    switch (source) {
    case Source::Measured: return origin == Origin::Live ? Mark::MeasuredNow : Mark::Recorded;
    case Source::Reported: return Mark::Reported;
    case Source::Published: return Mark::Published;
    case Source::Modelled: return Mark::Modelled;
    }
    return Mark::None;
}

void drawMark(QPainter& painter, Mark mark, const QRectF& box, const QColor& color) {
    const double size = std::min(box.width(), box.height()) * 0.62, pen = std::max(1.0, size * 0.16);
    const QPointF c = box.center();
    const QRectF square(c.x() - size / 2, c.y() - size / 2, size, size);
    const QRectF inner = square.adjusted(pen / 2, pen / 2, -pen / 2, -pen / 2);
    QPainterPath diamond;
    diamond.addPolygon(QPolygonF({QPointF(c.x(), inner.top()), QPointF(inner.right(), c.y()),
                                  QPointF(c.x(), inner.bottom()), QPointF(inner.left(), c.y())}));
    diamond.closeSubpath();
    painter.save();
    painter.setPen(QPen(color, pen, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
    switch (mark) {
    case Mark::None: break;
    case Mark::MeasuredNow:
        painter.setBrush(color);
        painter.drawEllipse(inner);
        break;
    case Mark::Recorded:
        painter.drawEllipse(inner);
        painter.setBrush(color);
        painter.setPen(Qt::NoPen);
        painter.drawEllipse(c, size * 0.24, size * 0.24);
        break;
    case Mark::Reported: painter.drawRect(inner.adjusted(pen / 2, pen / 2, -pen / 2, -pen / 2)); break;
    case Mark::Published: painter.drawPath(diamond); break;
    case Mark::Modelled: painter.drawEllipse(inner); break;
    case Mark::Trap: {
        const QPolygonF triangle({QPointF(c.x(), square.top()), QPointF(square.right(), square.bottom()),
                                  QPointF(square.left(), square.bottom())});
        painter.drawPolygon(triangle);
        painter.drawLine(QPointF(c.x(), c.y() - size * 0.06), QPointF(c.x(), c.y() + size * 0.16));
        painter.drawPoint(QPointF(c.x(), c.y() + size * 0.34));
        break;
    }
    }
    painter.restore();
}

FittedBlock fitBlock(const std::vector<TextLine>& wanted, const Room& room, const Style& style, bool centred) {
    std::vector<TextLine> lines;
    std::copy_if(wanted.begin(), wanted.end(), std::back_inserter(lines),
                 [](const TextLine& line) { return !line.text.isEmpty(); });
    if (lines.empty() || room.rect.width() <= 0 || room.rect.height() <= 0) return {};
    const std::size_t all = lines.size();
    do {
        Attempt tried = attempt(lines, room, style, centred, 1);
        if (tried.fits) {
            tried.block.whole = lines.size() == all;
            return tried.block;
        }
    } while (dropOne(lines));
    for (;;) {
        for (double scale = 0.95; scale > 0.2; scale -= 0.05)
            if (Attempt tried = attempt(lines, room, style, centred, scale); tried.fits) return tried.block;
        if (lines.size() == 1) return {};
        lines.pop_back();
    }
}

void drawBlock(const Canvas& canvas, const FittedBlock& block, Align align) {
    const Style& style = canvas.style();
    for (const FittedLine& fitted : block.lines) {
        const double mark = markWidth(fitted.line, fitted.font, style);
        const QSizeF size = measureText(fitted.line.text, fitted.font, style, fitted.wrap);
        // unmirrored: the mark stands before the text, and both together are aligned
        double x = fitted.rect.left();
        if (align == Align::Center) x = fitted.rect.center().x() - (size.width() + mark) / 2;
        else if (align == Align::End) x = fitted.rect.right() - size.width() - mark;
        if (fitted.line.mark != Mark::None) {
            const double line = measureText(QStringLiteral("0"), fitted.font, style).height();
            drawMark(canvas.painter(), fitted.line.mark,
                     canvas.mirrored(QRectF(x, fitted.rect.top(), mark * 0.9, line)), fitted.line.color);
        }
        // the text wraps as it was measured, in a box as wide as it came out
        const QRectF box(x + mark + size.width() / 2 - fitted.wrap / 2, fitted.rect.top(), fitted.wrap,
                         fitted.rect.height());
        if (align == Align::Center)
            canvas.text(canvas.mirrored(box), Align::Center, fitted.line.text, {fitted.font, fitted.line.color});
        else
            canvas.text(canvas.mirrored(QRectF(x + mark, fitted.rect.top(), fitted.wrap, fitted.rect.height())),
                        Align::Start, fitted.line.text, {fitted.font, fitted.line.color});
    }
}

namespace {

struct FooterRows {
    QString words;
    std::vector<std::vector<std::size_t>> legend; // rows of legend items
    bool oneRow = false;
    double rowHeight = 0;
    std::vector<double> widths; // of the legend's items, mark and air included
};

FooterRows layFooter(const Footer& footer, double width, const Style& style) {
    FooterRows rows;
    const QFont font = style.font(footerPx);
    rows.rowHeight = measureText(QStringLiteral("0"), font, style).height() * 1.15;
    QStringList pieces = footer.pieces;
    const auto joined = [&] { return pieces.join(QStringLiteral(" · ")); };
    while (pieces.size() > 1 && measureText(joined(), font, style).width() > width) pieces.removeLast();
    rows.words = joined();
    double all = 0, used = 0;
    for (const auto& [mark, words] : footer.legend) {
        rows.widths.push_back(font.pixelSize() * markEms + measureText(words, font, style).width() +
                              style.px(26) * std::max(1.0, style.textScale));
        all += rows.widths.back();
    }
    rows.oneRow = measureText(rows.words, font, style).width() + all + style.px(20) <= width;
    for (std::size_t i = 0; i < footer.legend.size(); ++i) {
        if (rows.legend.empty() || (!rows.oneRow && used + rows.widths[i] > width)) {
            rows.legend.emplace_back();
            used = 0;
        }
        rows.legend.back().push_back(i);
        used += rows.widths[i];
    }
    return rows;
}

} // namespace

double footerHeight(const Footer& footer, double width, const Style& style) {
    const FooterRows rows = layFooter(footer, width, style);
    const std::size_t count = rows.oneRow ? 1 : 1 + rows.legend.size();
    return rows.rowHeight * static_cast<double>(count);
}

void drawFooter(const Canvas& canvas, const Footer& footer, const QRectF& box) {
    const Style& style = canvas.style();
    const FooterRows rows = layFooter(footer, box.width(), style);
    const Ink ink{style.font(footerPx), style.palette().textMuted};
    double y = box.top();
    for (const auto& row : rows.legend) {
        double x = box.left();
        if (rows.oneRow) {
            x = box.right() + style.px(26) * std::max(1.0, style.textScale);
            for (const std::size_t i : row) x -= rows.widths[i];
        }
        for (const std::size_t i : row) {
            const double mark = ink.font.pixelSize() * markEms;
            drawMark(canvas.painter(), footer.legend[i].first,
                     canvas.mirrored(QRectF(x, y, mark * 0.9, rows.rowHeight / 1.15)), ink.color);
            canvas.text(canvas.mirrored(QRectF(x + mark, y, rows.widths[i] - mark, rows.rowHeight)), Align::Start,
                        footer.legend[i].second, ink);
            x += rows.widths[i];
        }
        if (!rows.oneRow) y += rows.rowHeight;
    }
    canvas.text(canvas.mirrored(QRectF(box.left(), y, box.width(), rows.rowHeight)), Align::Start, rows.words, ink);
}

} // namespace zg
