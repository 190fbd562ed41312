// SPDX-License-Identifier: GPL-3.0-or-later
// FigureView: the widget that shows a Figure. It paints through a pixmap that is renewed only when the figure, the
// style or the size changes, and hands mouse and keys on in the figure's own coordinates.
#pragma once

#include "gui/figure.h"

#include <QPixmap>
#include <QTimer>
#include <QWidget>

#include <functional>

namespace zg {

class FigureView : public QWidget {
    Q_OBJECT
public:
    /// @param figure outlives the view
    explicit FigureView(const Figure& figure, QWidget* parent = nullptr);

    void restyle(const Style& style);
    [[nodiscard]] const Style& look() const { return style_; }
    /// The figure shows something else: paints it anew with the next frame.
    void refresh();
    [[nodiscard]] QRectF area() const { return QRectF(rect()); }

Q_SIGNALS:
    void hovered(QPointF point);
    void left();
    void clicked(QPointF point);
    /// An arrow key: -1 towards the start of the figure's data, 1 towards its end.
    void stepped(int direction);
    void painted(); ///< the first frame is on screen

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;

private:
    const Figure& figure_;
    Style style_;
    /// Renews the pixmap where it is out of date.
    void drawFrame();

    QPixmap frame_;
    QTimer ahead_; ///< draws in a turn of the event loop of its own, before the paint event: two short stops, not a long one
    bool stale_ = true;
    bool prepared_ = false; ///< the figure has been given its turn to prepare this state
    bool paintedOnce_ = false;
    bool focusShown_ = false; ///< the focus came by the keyboard: then it is drawn
};

} // namespace zg
