// SPDX-License-Identifier: GPL-3.0-or-later
// One painting for all buttons: parts from the reading edge on (symbol, caption, text, trailing, arrow), elided in the
// text.
#include "gui/controls.h"

#include <QApplication>
#include <QFontMetricsF>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QStyle>
#include <QToolTip>

#include <cmath>

namespace zg {

struct ChromeButton::Part {
    Symbol symbol = Symbol::None;
    QString text;
    QFont font;
    QColor color;
    bool elastic = false; ///< gives way where the button is too narrow
};

ChromeButton::ChromeButton(Look look, QWidget* parent) : QAbstractButton(parent), look_(look) {
    setFocusPolicy(Qt::TabFocus); // a click leaves the focus on the figure, where arrow keys are wanted
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    setCursor(Qt::PointingHandCursor);
    setAttribute(Qt::WA_Hover);
    connect(this, &QAbstractButton::clicked, this, [this] {
        if (fill_) openMenu();
    });
}

void ChromeButton::restyle(const Style& style) {
    style_ = style;
    updateGeometry();
    update();
}
void ChromeButton::setSymbol(Symbol symbol) {
    symbol_ = symbol;
    updateGeometry();
    update();
}
void ChromeButton::setCaption(const QString& caption) {
    caption_ = caption;
    updateGeometry();
    update();
}
void ChromeButton::setTrailing(Symbol symbol, const QString& text) {
    trailingSymbol_ = symbol;
    trailing_ = text;
    updateGeometry();
    update();
}
void ChromeButton::setSymbolOnly(bool only) {
    if (only == symbolOnly_) return;
    symbolOnly_ = only;
    updateGeometry();
    update();
}
void ChromeButton::setMenu(std::function<void(QMenu&)> fill) { fill_ = std::move(fill); }

void ChromeButton::openMenu() {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    dressMenu(*menu, style_);
    fill_(*menu);
    const QSize size = menu->sizeHint();
    const int x = layoutDirection() == Qt::RightToLeft ? width() - size.width() : 0;
    menu->popup(mapToGlobal(QPoint(x, height() + 2)));
}

std::vector<ChromeButton::Part> ChromeButton::parts() const {
    const Palette& colors = style_.palette();
    QColor ink = look_ == Look::Primary || (look_ == Look::Segment && isChecked()) ? colors.onAccent : colors.text;
    if (!isEnabled()) ink = colors.textMuted;
    const QFont font = style_.font(
        22, look_ == Look::Primary || (look_ == Look::Segment && isChecked()) ? QFont::DemiBold : QFont::Normal);
    std::vector<Part> parts;
    if (symbol_ != Symbol::None) parts.push_back({symbol_, {}, font, ink, false});
    if (!symbolOnly_) {
        if (!caption_.isEmpty())
            parts.push_back({Symbol::None, caption_, font, look_ == Look::Primary ? ink : colors.textMuted, false});
        if (!text().isEmpty()) parts.push_back({Symbol::None, text(), font, ink, true});
        const QColor origin = trailingSymbol_ == Symbol::Live ? style_.tierText(LevelKind::L2) : colors.textMuted;
        if (trailingSymbol_ != Symbol::None) parts.push_back({trailingSymbol_, {}, style_.font(16), origin, false});
        if (!trailing_.isEmpty()) parts.push_back({Symbol::None, trailing_, font, origin, false});
        if (fill_) parts.push_back({Symbol::Down, {}, style_.font(16), ink, false});
    }
    return parts;
}

namespace {
double partWidth(Symbol symbol, const QString& text, const QFont& font) {
    return symbol != Symbol::None ? font.pixelSize() : std::ceil(QFontMetricsF(font).horizontalAdvance(text)) + 1;
}
} // namespace

int ChromeButton::widthOf(const std::vector<Part>& all) const {
    const double gap = style_.font(10).pixelSize(), side = style_.font(18).pixelSize();
    double width = 2 * side - gap;
    for (const Part& part : all) width += gap + partWidth(part.symbol, part.text, part.font);
    return static_cast<int>(std::ceil(width));
}

QSize ChromeButton::sizeHint() const {
    const QFontMetricsF metrics(style_.font(22));
    return {widthOf(parts()), static_cast<int>(std::ceil(metrics.height() + style_.font(20).pixelSize()))};
}

QSize ChromeButton::minimumSizeHint() const {
    std::vector<Part> all = parts();
    for (Part& part : all)
        if (part.elastic && part.text.size() > 6) part.text = part.text.left(5) + QChar(0x2026);
    return {widthOf(all), sizeHint().height()};
}

void ChromeButton::paintEvent(QPaintEvent*) {
    const Palette& colors = style_.palette();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double line = std::max(1.0, style_.px(2));
    const QRectF frame = QRectF(rect()).adjusted(line, line, -line, -line);
    const double radius = style_.px(10);
    QColor fill = look_ == Look::Plain || look_ == Look::Segment ? colors.background : QColor(Qt::transparent);
    if (look_ == Look::Primary || (look_ == Look::Segment && isChecked())) fill = colors.accent;
    if (isEnabled() && (underMouse() || isDown()) && fill != colors.accent) fill = colors.surface;
    const QColor border = fill == colors.accent ? colors.accent
                          : look_ == Look::Bare ? QColor(Qt::transparent)
                                                : colors.line;
    painter.setPen(QPen(border, line));
    painter.setBrush(isEnabled() || look_ != Look::Primary ? fill : colors.surface);
    painter.drawRoundedRect(frame, radius, radius);
    if (hasFocus()) { // inside the frame, where nothing cuts it
        painter.setPen(QPen(fill == colors.accent ? colors.onAccent : colors.accent, std::max(2.0, style_.px(3))));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(frame.adjusted(2 * line, 2 * line, -2 * line, -2 * line), radius * 0.7, radius * 0.7);
    }

    std::vector<Part> all = parts();
    const double gap = style_.font(10).pixelSize();
    double over = widthOf(all) - width();
    double x = (width() - std::min<double>(widthOf(all), width())) / 2 + style_.font(18).pixelSize();
    for (Part& part : all) {
        double wide = partWidth(part.symbol, part.text, part.font);
        if (part.elastic && over > 0) {
            wide = std::max(0.0, wide - over);
            part.text = QFontMetricsF(part.font).elidedText(part.text, Qt::ElideRight, wide);
        }
        const double left = layoutDirection() == Qt::RightToLeft ? width() - x - wide : x;
        const QRectF box(left, 0, wide, height());
        if (part.symbol != Symbol::None) {
            drawSymbol(painter, box, part.symbol, part.color);
        } else {
            painter.setFont(part.font);
            painter.setPen(part.color);
            painter.drawText(box.adjusted(-2, 0, 2, 0), Qt::AlignCenter | Qt::TextSingleLine, part.text);
        }
        x += wide + gap;
    }
}

void ChromeButton::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        click(); // Space runs and stops the measurement, whatever has the focus
        return;
    }
    if (fill_ && event->key() == Qt::Key_Down) return openMenu();
    event->ignore();
}

bool ChromeButton::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip && toolTip().isEmpty()) {
        const bool elided = width() < sizeHint().width();
        if (symbolOnly_ || elided) QToolTip::showText(mapToGlobal(QPoint(0, height())), text(), this);
        return true;
    }
    return QAbstractButton::event(event);
}

Segments::Segments(int count, QWidget* parent) : QWidget(parent) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    for (int i = 0; i < count; ++i) {
        auto* button = new ChromeButton(ChromeButton::Look::Segment, this);
        button->setCheckable(true);
        button->setAutoExclusive(true);
        connect(button, &QAbstractButton::clicked, this, [this, i] {
            if (i == chosen_) return;
            chosen_ = i;
            Q_EMIT picked(i);
        });
        row->addWidget(button);
        buttons_.push_back(button);
    }
    buttons_.front()->setChecked(true);
}

void Segments::setWords(const QString& name, const QStringList& words) {
    setAccessibleName(name);
    for (int i = 0; i < words.size(); ++i) {
        ChromeButton& button = *buttons_[static_cast<std::size_t>(i)];
        button.setText(words[i]);
        button.setAccessibleName(name + QStringLiteral(": ") + words[i]);
        button.updateGeometry();
    }
}

void Segments::choose(int index) {
    chosen_ = index;
    buttons_[static_cast<std::size_t>(index)]->setChecked(true);
}

void Segments::setPossible(int index, bool possible, const QString& whyNot) {
    ChromeButton& button = *buttons_[static_cast<std::size_t>(index)];
    button.setEnabled(possible);
    button.setToolTip(possible ? QString() : whyNot);
}

void Segments::restyle(const Style& style) {
    for (ChromeButton* button : buttons_) button->restyle(style);
}

Choice::Choice(QWidget* parent) : ChromeButton(Look::Plain, parent) {
    setMenu([this](QMenu& menu) { fill(menu); });
}

void Choice::fill(QMenu& menu) {
    for (int i = 0; i < words_.size(); ++i) {
        QAction* action = menu.addAction(QString(words_[i]).replace(u'&', QStringLiteral("&&")));
        action->setCheckable(true);
        action->setChecked(i == chosen_);
        action->setEnabled(possible_[static_cast<std::size_t>(i)]);
        connect(action, &QAction::triggered, this, [this, i] {
            if (i == chosen_) return;
            choose(i);
            Q_EMIT picked(i);
        });
    }
}

void Choice::setWords(const QString& name, const QStringList& words) {
    words_ = words;
    possible_.resize(static_cast<std::size_t>(words.size()), true);
    name_ = name;
    setCaption(name);
    choose(std::min(chosen_, static_cast<int>(words.size()) - 1));
}

void Choice::choose(int index) {
    chosen_ = index;
    setText(words_.value(index));
    setAccessibleName(name_ + QStringLiteral(": ") + words_.value(index));
    updateGeometry();
    update();
}

void Choice::setPossible(int index, bool possible) { possible_[static_cast<std::size_t>(index)] = possible; }

void dressMenu(QMenu& menu, const Style& style) {
    menu.setFont(style.font(22));
    QPalette palette = QApplication::palette();
    palette.setColor(QPalette::Window, style.palette().surface); // apart from the page below it
    palette.setColor(QPalette::Base, style.palette().surface);
    menu.setPalette(palette);
    menu.setLayoutDirection(style.direction());
}

void dressApplication(const Style& style) {
    const Palette& colors = style.palette();
    QPalette palette;
    palette.setColor(QPalette::Window, colors.background);
    palette.setColor(QPalette::Base, colors.background);
    palette.setColor(QPalette::AlternateBase, colors.surface);
    palette.setColor(QPalette::Button, colors.surface);
    palette.setColor(QPalette::ToolTipBase, colors.surface);
    for (const QPalette::ColorRole role :
         {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::ToolTipText})
        palette.setColor(role, colors.text);
    palette.setColor(QPalette::PlaceholderText, colors.textMuted);
    palette.setColor(QPalette::Link, colors.accent);
    palette.setColor(QPalette::Highlight, colors.accent);
    palette.setColor(QPalette::HighlightedText, colors.onAccent);
    for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, colors.line);
    QApplication::setPalette(palette);
    QApplication::setFont(style.font(20));
    QToolTip::setFont(style.font(20));
    QToolTip::setPalette(palette);
}

} // namespace zg
