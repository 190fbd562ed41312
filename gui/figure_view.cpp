// SPDX-License-Identifier: GPL-3.0-or-later
// Painting and forwarding. The pixmap follows the screen's pixel ratio, so a window moved to another screen stays
// sharp.
#include "gui/figure_view.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

namespace zg {

FigureView::FigureView(const Figure& figure, QWidget* parent) : QWidget(parent), figure_(figure) {
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setMinimumSize(160, 90);
    ahead_.setSingleShot(true);
    ahead_.setInterval(0);
    connect(&ahead_, &QTimer::timeout, this, [this] {
        if (isVisible() && !prepared_) {
            prepared_ = true;
            figure_.prepare(area(), style_);
            ahead_.start();
            return;
        }
        if (isVisible()) drawFrame();
        update();
    });
}

void FigureView::restyle(const Style& style) {
    style_ = style;
    frame_ = QPixmap(); // its edge may show the old background
    refresh();
}

void FigureView::refresh() {
    stale_ = true;
    prepared_ = false;
    setAccessibleName(figure_.title());
    setAccessibleDescription(figure_.summary());
    if (paintedOnce_) ahead_.start();
    else update();
}

void FigureView::drawFrame() {
    const double ratio = devicePixelRatioF();
    const QSize pixels = (QSizeF(size()) * ratio).toSize();
    if (!stale_ && frame_.size() == pixels && frame_.devicePixelRatio() == ratio) return;
    if (frame_.size() != pixels) {
        frame_ = QPixmap(pixels);
        frame_.fill(style_.palette().background);
    }
    frame_.setDevicePixelRatio(ratio);
    QPainter painter(&frame_); // the figure paints its background itself
    figure_.draw(painter, area(), style_);
    stale_ = false;
}

void FigureView::paintEvent(QPaintEvent*) {
    drawFrame();
    QPainter painter(this);
    painter.drawPixmap(0, 0, frame_);
    if (hasFocus() && focusShown_) {
        const double line = std::max(2.0, style_.px(3));
        painter.setPen(QPen(style_.palette().accent, line));
        painter.drawRect(area().adjusted(line / 2, line / 2, -line / 2, -line / 2));
    }
    if (!paintedOnce_) {
        paintedOnce_ = true;
        Q_EMIT painted();
    }
}

void FigureView::mouseMoveEvent(QMouseEvent* event) { Q_EMIT hovered(event->position()); }

void FigureView::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) Q_EMIT clicked(event->position());
    else event->ignore();
}

void FigureView::leaveEvent(QEvent*) { Q_EMIT left(); }

void FigureView::focusInEvent(QFocusEvent* event) {
    // A frame around the page that nobody asked for is a screen artefact; whoever moves the focus by keys needs it.
    focusShown_ = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason;
    QWidget::focusInEvent(event);
}

void FigureView::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Up: Q_EMIT stepped(-1); break;
    case Qt::Key_Right:
    case Qt::Key_Down: Q_EMIT stepped(1); break;
    default: event->ignore();
    }
}

} // namespace zg
