// SPDX-License-Identifier: GPL-3.0-or-later
// A symbol, a wrapped sentence, at most one offer, and a cross.
#include "gui/banner.h"

#include "gui/labels.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>

namespace zg {

Banner::Banner(QWidget* parent)
    : QWidget(parent),
      label_(new QLabel(this)),
      offer_(new ChromeButton(ChromeButton::Look::Plain, this)),
      dismiss_(new ChromeButton(ChromeButton::Look::Bare, this)) {
    label_->setWordWrap(true);
    label_->setTextFormat(Qt::PlainText); // a path or a device's own words are never markup
    label_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    dismiss_->setSymbol(Symbol::Close);
    dismiss_->setSymbolOnly(true);
    auto* row = new QHBoxLayout(this);
    row->addWidget(label_, 1);
    row->addWidget(offer_, 0, Qt::AlignVCenter);
    row->addWidget(dismiss_, 0, Qt::AlignVCenter);
    connect(dismiss_, &QAbstractButton::clicked, this, &QWidget::hide);
    connect(offer_, &QAbstractButton::clicked, this, [this] {
        hide();
        if (act_) act_();
    });
    retranslate();
    hide();
}

void Banner::tell(Tone tone, const QString& text, const QString& offer, std::function<void()> act) {
    tone_ = tone;
    act_ = std::move(act);
    label_->setText(text);
    offer_->setText(offer);
    offer_->setVisible(!offer.isEmpty());
    setAccessibleName(text);
    restyle(style_);
    setVisible(true);
}

QString Banner::text() const { return label_->text(); }

void Banner::restyle(const Style& style) {
    style_ = style;
    const int side = style.font(20).pixelSize();
    const int symbol = style.font(26).pixelSize() + side;
    const bool mirrored = style.direction() == Qt::RightToLeft;
    layout()->setContentsMargins(mirrored ? side : side + symbol, side / 3, mirrored ? side + symbol : side, side / 3);
    layout()->setSpacing(side / 2);
    label_->setFont(style.font(22));
    QPalette colors = label_->palette();
    colors.setColor(QPalette::WindowText, tone_ == Tone::Warning ? style.palette().warning : style.palette().text);
    label_->setPalette(colors);
    offer_->restyle(style);
    dismiss_->restyle(style);
    update();
}

void Banner::retranslate() {
    dismiss_->setText(labels::word(Word::Dismiss));
    dismiss_->setAccessibleName(labels::word(Word::Dismiss));
}

void Banner::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Palette& colors = style_.palette();
    const QColor mark = tone_ == Tone::Warning ? colors.warning : colors.accent;
    painter.fillRect(rect(), colors.surface);
    const int bar = std::max(4, static_cast<int>(style_.px(8)));
    const bool mirrored = layoutDirection() == Qt::RightToLeft;
    painter.fillRect(QRect(mirrored ? width() - bar : 0, 0, bar, height()), mark);
    const double side = style_.font(26).pixelSize(), from = style_.font(20).pixelSize();
    const QRectF box(mirrored ? width() - from - side : from, 0, side, height());
    drawSymbol(painter, box, tone_ == Tone::Warning ? Symbol::Warning : Symbol::Info, mark);
}

} // namespace zg
