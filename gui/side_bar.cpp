// SPDX-License-Identifier: GPL-3.0-or-later
// Paints itself and its entries; keys, roles and names come from QAbstractButton.
#include "gui/side_bar.h"

#include "gui/symbols.h"

#include <QAbstractButton>
#include <QKeyEvent>
#include <QPainter>
#include <QVBoxLayout>

#include <cmath>

namespace zg {

/// One entry of the navigation.
class NavigationButton : public QAbstractButton {
public:
    NavigationButton(PageId page, QWidget* parent) : QAbstractButton(parent), page_(page) {
        setCheckable(true);
        setAutoExclusive(true);
        setCursor(Qt::PointingHandCursor);
        setAttribute(Qt::WA_Hover);
        setFocusPolicy(Qt::TabFocus);
    }
    void restyle(const Style& style, bool compact) {
        style_ = style;
        compact_ = compact;
        setToolTip(compact ? text() : QString());
        setFixedHeight(static_cast<int>(std::lround(style.font(compact ? 64 : 54).pixelSize())));
        update();
    }
    [[nodiscard]] QSize sizeHint() const override { return {100, height()}; }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        const Palette& colors = style_.palette();
        const bool mirrored = layoutDirection() == Qt::RightToLeft;
        const auto place = [&](double x, double wide) {
            return QRectF(mirrored ? width() - x - wide : x, 0, wide, height());
        };
        if (isChecked() || underMouse()) painter.fillRect(rect(), colors.sidebarSelected);
        if (isChecked()) painter.fillRect(place(0, std::max(4.0, style_.px(7))), colors.sidebarMark);
        const QString digit = QString::number(static_cast<int>(page_) + 1);
        painter.setPen(colors.sidebarText);
        painter.setFont(style_.font(18));
        const double digitWide = style_.font(24).pixelSize();
        if (compact_) {
            const double side = style_.font(24).pixelSize(), gap = style_.px(14);
            drawSymbol(painter, place(gap, side), symbolOf(page_), colors.sidebarText);
            painter.drawText(place(width() - digitWide, digitWide), Qt::AlignCenter, digit);
        } else {
            const double from = style_.px(26);
            painter.drawText(place(width() - digitWide - style_.px(10), digitWide), Qt::AlignCenter, digit);
            const QFont font = style_.font(22, isChecked() ? QFont::DemiBold : QFont::Normal);
            painter.setFont(font);
            const double room = width() - from - digitWide - style_.px(14);
            const QString shown = QFontMetricsF(font).elidedText(text(), Qt::ElideRight, room);
            const double wide = std::min(room, QFontMetricsF(font).horizontalAdvance(shown) + 2);
            painter.drawText(place(from, wide), Qt::AlignCenter | Qt::TextSingleLine, shown);
        }
        if (hasFocus()) {
            const double line = std::max(2.0, style_.px(3));
            painter.setPen(QPen(colors.sidebarMark, line));
            painter.drawRect(QRectF(rect()).adjusted(line, line, -line, -line));
        }
    }
    void keyPressEvent(QKeyEvent* event) override {
        if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) click();
        else event->ignore(); // Space runs and stops, arrows are not for here
    }

private:
    PageId page_;
    Style style_;
    bool compact_ = false;
};

SideBar::SideBar(QWidget* parent) : QWidget(parent) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    for (int i = 0; i < pageCount; ++i) {
        const auto page = static_cast<PageId>(i);
        auto* button = new NavigationButton(page, this);
        connect(button, &QAbstractButton::clicked, this, [this, page] { Q_EMIT picked(page); });
        column->addWidget(button);
        buttons_[static_cast<std::size_t>(i)] = button;
    }
    column->addStretch(1);
    retranslate();
}

void SideBar::restyle(const Style& style) {
    style_ = style;
    compact_ = style.textScale > 1.35; // beyond that the names would take the room of the chart
    headHeight_ = static_cast<int>(style.font(compact_ ? 60 : 82).pixelSize());
    setFixedWidth(static_cast<int>(compact_ ? style.px(14) + style.font(52).pixelSize()
                                            : style.px(232) * std::max(1.0, style.textScale)));
    layout()->setContentsMargins(0, headHeight_, 0, 0);
    for (NavigationButton* button : buttons_) button->restyle(style, compact_);
    update();
}

void SideBar::retranslate() {
    setAccessibleName(labels::word(Word::Pages));
    for (int i = 0; i < pageCount; ++i) {
        NavigationButton& button = *buttons_[static_cast<std::size_t>(i)];
        button.setText(labels::page(static_cast<PageId>(i)));
        button.setAccessibleName(button.text());
    }
}

void SideBar::choose(PageId page) { buttons_[static_cast<std::size_t>(page)]->setChecked(true); }

void SideBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Palette& colors = style_.palette();
    painter.fillRect(rect(), colors.sidebar);
    const QRectF head(0, 0, width(), headHeight_);
    if (compact_) {
        const double side = style_.font(30).pixelSize();
        drawSymbol(painter, QRectF(head.center() - QPointF(side, side) / 2, QSizeF(side, side)), Symbol::Pyramid,
                   colors.sidebarMark);
        return;
    }
    const QFont font = style_.font(30, QFont::Bold);
    painter.setFont(font);
    painter.setPen(colors.sidebarText);
    const QString name = QStringLiteral("Ziggurat");
    const double wide = QFontMetricsF(font).horizontalAdvance(name) + 2, from = style_.px(26);
    painter.drawText(QRectF(layoutDirection() == Qt::RightToLeft ? width() - from - wide : from, 0, wide, headHeight_),
                     Qt::AlignCenter, name);
}

} // namespace zg
