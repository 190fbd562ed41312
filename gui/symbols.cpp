// SPDX-License-Identifier: GPL-3.0-or-later
// One function a shape would be longer than the shapes: each is a few lines in a unit square scaled to the box.
#include "gui/symbols.h"

#include <QPainter>
#include <QPainterPath>
#include <QPixmap>

#include <cmath>

namespace zg {

void drawSymbol(QPainter& painter, const QRectF& box, Symbol symbol, const QColor& color) {
    if (symbol == Symbol::None || box.isEmpty()) return;
    const double side = std::min(box.width(), box.height());
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(box.center() - QPointF(side, side) / 2);
    painter.scale(side, side); // from here on the symbol lies in 0..1 by 0..1
    const QPen pen(color, 0.1, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    const auto lines = [&](std::initializer_list<QPolygonF> polylines) {
        painter.setPen(pen);
        painter.setBrush(Qt::NoBrush);
        for (const QPolygonF& polyline : polylines) painter.drawPolyline(polyline);
    };
    using P = QPointF;
    switch (symbol) {
    case Symbol::None: break;
    case Symbol::Run: painter.drawPolygon(QPolygonF{P(0.15, 0.08), P(0.92, 0.5), P(0.15, 0.92)}); break;
    case Symbol::Stop: painter.drawRect(QRectF(0.15, 0.15, 0.7, 0.7)); break;
    case Symbol::Live: painter.drawEllipse(QRectF(0.14, 0.14, 0.72, 0.72)); break;
    case Symbol::Recorded: // a ring: what the disc of "live" left behind
        painter.setPen(QPen(color, 0.14));
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(QRectF(0.19, 0.19, 0.62, 0.62));
        break;
    case Symbol::Published: // a sheet with lines
        lines({{P(0.2, 0.08), P(0.8, 0.08), P(0.8, 0.92), P(0.2, 0.92), P(0.2, 0.08)},
               {P(0.36, 0.36), P(0.64, 0.36)},
               {P(0.36, 0.6), P(0.64, 0.6)}});
        break;
    case Symbol::Theme: { // a disc, half of it dark
        painter.setPen(QPen(color, 0.1));
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(QRectF(0.1, 0.1, 0.8, 0.8));
        painter.setPen(Qt::NoPen);
        painter.setBrush(color);
        painter.drawPie(QRectF(0.1, 0.1, 0.8, 0.8), 90 * 16, 180 * 16);
        break;
    }
    case Symbol::Language: // a globe
        painter.setPen(QPen(color, 0.08));
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(QRectF(0.08, 0.08, 0.84, 0.84));
        painter.drawEllipse(QRectF(0.32, 0.08, 0.36, 0.84));
        painter.drawLine(P(0.1, 0.5), P(0.9, 0.5));
        break;
    case Symbol::Export:
        lines({{P(0.5, 0.08), P(0.5, 0.66)},
               {P(0.26, 0.42), P(0.5, 0.68), P(0.74, 0.42)},
               {P(0.12, 0.92), P(0.88, 0.92)}});
        break;
    case Symbol::Down: painter.drawPolygon(QPolygonF{P(0.15, 0.3), P(0.85, 0.3), P(0.5, 0.78)}); break;
    case Symbol::Menu:
        lines({{P(0.1, 0.22), P(0.9, 0.22)}, {P(0.1, 0.5), P(0.9, 0.5)}, {P(0.1, 0.78), P(0.9, 0.78)}});
        break;
    case Symbol::More:
        for (const double x : {0.16, 0.5, 0.84}) painter.drawEllipse(P(x, 0.5), 0.11, 0.11);
        break;
    case Symbol::Pyramid:
        painter.drawPolygon(QPolygonF{P(0.5, 0.06), P(0.66, 0.34), P(0.34, 0.34)});
        painter.drawPolygon(QPolygonF{P(0.3, 0.42), P(0.7, 0.42), P(0.82, 0.64), P(0.18, 0.64)});
        painter.drawPolygon(QPolygonF{P(0.14, 0.72), P(0.86, 0.72), P(0.98, 0.94), P(0.02, 0.94)});
        break;
    case Symbol::Stairs:
        lines({{P(0.06, 0.88), P(0.36, 0.88), P(0.36, 0.54), P(0.66, 0.54), P(0.66, 0.16), P(0.96, 0.16)}});
        break;
    case Symbol::Close: lines({{P(0.2, 0.2), P(0.8, 0.8)}, {P(0.8, 0.2), P(0.2, 0.8)}}); break;
    case Symbol::Warning:
        lines({{P(0.5, 0.08), P(0.96, 0.9), P(0.04, 0.9), P(0.5, 0.08)},
               {P(0.5, 0.4), P(0.5, 0.6)},
               {P(0.5, 0.76), P(0.5, 0.77)}});
        break;
    case Symbol::Info:
        painter.setPen(QPen(color, 0.09));
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(QRectF(0.06, 0.06, 0.88, 0.88));
        lines({{P(0.5, 0.46), P(0.5, 0.74)}, {P(0.5, 0.27), P(0.5, 0.28)}});
        break;
    case Symbol::Smaller:
        lines(
            {{P(0.0, 0.84), P(0.3, 0.1), P(0.6, 0.84)}, {P(0.12, 0.58), P(0.48, 0.58)}, {P(0.7, 0.36), P(1.0, 0.36)}});
        break;
    case Symbol::Larger:
        lines({{P(0.0, 0.84), P(0.3, 0.1), P(0.6, 0.84)},
               {P(0.12, 0.58), P(0.48, 0.58)},
               {P(0.7, 0.36), P(1.0, 0.36)},
               {P(0.85, 0.21), P(0.85, 0.51)}});
        break;
    }
    painter.restore();
}

QIcon symbolIcon(Symbol symbol, const QColor& color, int sizePx, double devicePixelRatio) {
    const int side = static_cast<int>(std::lround(sizePx * devicePixelRatio));
    QPixmap pixmap(side, side);
    pixmap.setDevicePixelRatio(devicePixelRatio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    drawSymbol(painter, QRectF(0, 0, sizePx, sizePx), symbol, color);
    return QIcon(pixmap);
}

Symbol symbolOf(Origin origin) {
    switch (origin) {
    case Origin::Live: return Symbol::Live;
    case Origin::Recorded: return Symbol::Recorded;
    case Origin::Published: return Symbol::Published;
    }
    return Symbol::None;
}

Symbol symbolOf(PageId page) { return page == PageId::Latency ? Symbol::Stairs : Symbol::Pyramid; }

} // namespace zg
