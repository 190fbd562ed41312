// SPDX-License-Identifier: GPL-3.0-or-later
// The third seam: Figure, what is shown and where it goes. Screen, PNG, SVG, PDF and thumbnails all call the same
// draw().
#pragma once

#include "gui/style.h"

#include <QPainter>
#include <QPointF>
#include <QRectF>
#include <QString>
#include <QStringList>
#include <QVector>

namespace zg {

/// What a figure shows, as rows of text: for CSV and for the clipboard.
struct Table {
    QStringList header;
    QVector<QStringList> rows;
};

class Figure {
public:
    virtual ~Figure() = default;
    /// Paints the whole figure into `area`, background included. Sets the painter's layout direction itself and
    /// restores the painter. Must give the same picture for the same state on every paint device.
    virtual void draw(QPainter& painter, const QRectF& area, const Style& style) const = 0;
    /// Does beforehand, and remembers, what draw() of the same state, area and style would do first: a caller with an event
    /// loop makes two short stops of one long one. Never needed for a right picture.
    virtual void prepare(const QRectF& area, const Style& style) const {
        Q_UNUSED(area)
        Q_UNUSED(style)
    }
    [[nodiscard]] virtual Table table() const = 0;
    [[nodiscard]] virtual QString title() const = 0;
    /// One or two sentences that say what a sighted person sees: the accessible description, and alt text for slides.
    [[nodiscard]] virtual QString summary() const = 0;
};

} // namespace zg
