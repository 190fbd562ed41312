// SPDX-License-Identifier: GPL-3.0-or-later
// Places its buttons itself: three degrees of shortness, the first that leaves the device's name enough room wins.
#include "gui/top_bar.h"

#include "gui/labels.h"

#include <QPainter>

namespace zg {

TopBar::TopBar(Workspace& workspace, QWidget* parent) : QWidget(parent), workspace_(workspace) {
    using Look = ChromeButton::Look;
    picker_ = new DevicePicker(workspace, this);
    run_ = new ChromeButton(Look::Primary, this);
    smaller_ = new ChromeButton(Look::Plain, this);
    larger_ = new ChromeButton(Look::Plain, this);
    theme_ = new ChromeButton(Look::Plain, this);
    language_ = new ChromeButton(Look::Plain, this);
    export_ = new ChromeButton(Look::Plain, this);
    menu_ = new ChromeButton(Look::Plain, this);
    smaller_->setSymbol(Symbol::Smaller);
    larger_->setSymbol(Symbol::Larger);
    theme_->setSymbol(Symbol::Theme);
    language_->setSymbol(Symbol::Language);
    export_->setSymbol(Symbol::Export);
    menu_->setSymbol(Symbol::Menu);
    for (ChromeButton* button : {smaller_, larger_, menu_}) button->setSymbolOnly(true);
    connect(&workspace, &Workspace::activityChanged, this, &TopBar::showRunState);
    connect(&workspace, &Workspace::currentChanged, this, &TopBar::arrange);
    connect(&workspace, &Workspace::devicesChanged, this, &TopBar::arrange);
    retranslate();
}

void TopBar::restyle(const Style& style) {
    const bool otherLanguage = style_.language != style.language;
    style_ = style;
    if (otherLanguage) retranslate();
    picker_->restyle(style);
    for (ChromeButton* button : {run_, smaller_, larger_, theme_, language_, export_, menu_}) button->restyle(style);
    setFixedHeight(run_->sizeHint().height() + static_cast<int>(style.px(34)));
    arrange();
    update();
}

void TopBar::retranslate() {
    using labels::word;
    const auto name = [](ChromeButton* button, const QString& text) {
        button->setText(text);
        button->setAccessibleName(text);
    };
    name(smaller_, word(Word::TextSmaller));
    name(larger_, word(Word::TextLarger));
    name(theme_, word(Word::ThemeWord));
    name(language_, labels::language(style_.language));
    language_->setAccessibleName(word(Word::LanguageWord));
    name(export_, word(Word::Export));
    name(menu_, word(Word::Menu));
    picker_->retranslate();
    showRunState();
    arrange();
}

void TopBar::showRunState() {
    const bool running = workspace_.activity().running;
    const QString text = labels::word(running ? Word::Stop : Word::Run);
    run_->setEnabled(!workspace_.activity().stopping && workspace_.currentEntry());
    if (run_->text() == text) return;
    run_->setSymbol(running ? Symbol::Stop : Symbol::Run);
    run_->setText(text);
    run_->setAccessibleName(text);
    arrange();
}

void TopBar::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange();
}

void TopBar::arrange() {
    const int margin = static_cast<int>(style_.px(32)), gap = static_cast<int>(style_.px(16));
    const std::initializer_list<ChromeButton*> rest{smaller_, larger_, theme_, language_, export_, menu_};
    const auto roomForPicker = [&] {
        int taken = 2 * margin + run_->sizeHint().width() + 2 * gap;
        for (const ChromeButton* button : rest)
            if (!button->isHidden()) taken += button->sizeHint().width() + gap;
        return width() - taken;
    };
    const int wanted = picker_->sizeHint().width();
    for (int degree = 0; degree < 3; ++degree) {
        for (ChromeButton* button : {theme_, language_, export_}) button->setSymbolOnly(degree > 0);
        for (ChromeButton* button : rest) button->setVisible(button == menu_ || degree < 2);
        if (roomForPicker() >= wanted) break;
    }
    int x = margin;
    const auto put = [&](ChromeButton* button, int left, int wide) {
        const int high = button->sizeHint().height();
        const int from = layoutDirection() == Qt::RightToLeft ? width() - left - wide : left;
        button->setGeometry(from, (height() - high) / 2, wide, high);
    };
    const int pickerWide = std::min(wanted, roomForPicker());
    put(picker_, x, pickerWide);
    x += pickerWide + gap;
    put(run_, x, run_->sizeHint().width());
    x = width() - margin;
    for (auto button = std::rbegin(rest); button != std::rend(rest); ++button) {
        if ((*button)->isHidden()) continue;
        const int wide = (*button)->sizeHint().width();
        put(*button, x - wide, wide);
        x -= wide + gap;
    }
}

void TopBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), style_.palette().background);
    const double line = std::max(1.0, style_.px(2));
    painter.fillRect(QRectF(0, height() - line, width(), line), style_.palette().grid);
}

} // namespace zg
