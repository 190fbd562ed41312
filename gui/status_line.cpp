// SPDX-License-Identifier: GPL-3.0-or-later
// Labels that give way by eliding (the whole text is in their tool tip), and a bar that a screen reader knows as a
// progress bar.
#include "gui/status_line.h"

#include "gui/labels.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QProgressBar>
#include <QTimer>

#include <cmath>

namespace zg {

/// Text in one line that is cut with an ellipsis where there is no room.
class ElidedLabel : public QLabel {
public:
    using QLabel::QLabel;
    [[nodiscard]] QSize minimumSizeHint() const override {
        return {fontMetrics().averageCharWidth() * 4, QLabel::minimumSizeHint().height()};
    }
    [[nodiscard]] QSize sizeHint() const override {
        return {static_cast<int>(std::ceil(QFontMetricsF(font()).horizontalAdvance(text()))) + 4,
                QLabel::sizeHint().height()};
    }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.setFont(font());
        painter.setPen(palette().color(QPalette::WindowText));
        const QString shown = QFontMetricsF(font()).elidedText(text(), Qt::ElideRight, width());
        setToolTip(shown == text() ? QString() : text());
        const double wide = std::min<double>(width(), QFontMetricsF(font()).horizontalAdvance(shown) + 2);
        painter.drawText(QRectF(layoutDirection() == Qt::RightToLeft ? width() - wide : 0, 0, wide, height()),
                         Qt::AlignCenter | Qt::TextSingleLine, shown);
    }
};

/// A progress bar painted from Style.
class ProgressLine : public QProgressBar {
public:
    explicit ProgressLine(QWidget* parent) : QProgressBar(parent) {
        setRange(0, 1000);
        setTextVisible(false);
    }
    void restyle(const Style& style) {
        style_ = style;
        setFixedSize(static_cast<int>(style.px(300)), static_cast<int>(std::max(8.0, style.px(14))));
        QWidget::update();
    }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(style_.palette().line, 1));
        painter.setBrush(style_.palette().surface);
        const QRectF frame = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
        const double radius = frame.height() / 2;
        painter.drawRoundedRect(frame, radius, radius);
        if (value() <= 0) return;
        QRectF done = frame;
        done.setWidth(std::max(frame.height(), frame.width() * value() / maximum()));
        if (layoutDirection() == Qt::RightToLeft) done.moveRight(frame.right());
        painter.setPen(Qt::NoPen);
        painter.setBrush(style_.palette().accent);
        painter.drawRoundedRect(done, radius, radius);
    }

private:
    Style style_;
};

StatusLine::StatusLine(Workspace& workspace, QWidget* parent)
    : QWidget(parent),
      workspace_(workspace),
      about_(new ElidedLabel(this)),
      activity_(new ElidedLabel(this)),
      progress_(new ProgressLine(this)),
      left_(new ElidedLabel(this)) {
    auto* row = new QHBoxLayout(this);
    row->addWidget(about_, 1);
    row->addWidget(activity_, 0);
    row->addWidget(progress_, 0, Qt::AlignVCenter);
    row->addWidget(left_, 0);
    for (ElidedLabel* label : {about_, activity_, left_}) label->setTextFormat(Qt::PlainText);
    about_->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    activity_->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    left_->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
    connect(&workspace, &Workspace::activityChanged, this, &StatusLine::update);
    connect(&workspace, &Workspace::currentChanged, this, &StatusLine::update);
    connect(&workspace, &Workspace::devicesChanged, this, &StatusLine::update);
    retranslate();
}

void StatusLine::restyle(const Style& style) {
    style_ = style;
    const int side = static_cast<int>(style.px(32));
    layout()->setContentsMargins(side, 0, side, 0);
    layout()->setSpacing(static_cast<int>(style.px(24)));
    const QFont font = style.font(20);
    QPalette colors = palette();
    colors.setColor(QPalette::WindowText, style.palette().textMuted);
    for (ElidedLabel* label : {about_, activity_, left_}) {
        label->setFont(font);
        label->setPalette(colors);
        label->updateGeometry();
    }
    progress_->restyle(style);
    setFixedHeight(static_cast<int>(QFontMetricsF(font).height() + style.font(24).pixelSize()));
    QWidget::update();
}

void StatusLine::retranslate() {
    progress_->setAccessibleName(labels::word(Word::Progress));
    update();
}

void StatusLine::flash(const QString& text) {
    flash_ = text;
    update();
    QTimer::singleShot(4000, this, [this, text] {
        if (flash_ != text) return;
        flash_.clear();
        update();
    });
}

QString StatusLine::leftText() const { return about_->text(); }
QString StatusLine::rightText() const { return activity_->text(); }

void StatusLine::update() {
    const auto say = [](ElidedLabel* label, const QString& text) {
        if (label->text() == text) return;
        label->setText(text);
        label->updateGeometry();
    };
    const DeviceEntry* entry = workspace_.currentEntry();
    const Activity& activity = workspace_.activity();
    say(about_, entry ? labels::status(*entry) : QString());
    const bool searching = workspace_.searching() && !activity.running;
    QString state = labels::activity(activity);
    if (!activity.running && activity.outcome && entry) { // what the viewer of these numbers has to know
        if (const QString notes = labels::notes(entry->session, activity); !notes.isEmpty())
            state += QStringLiteral(" \u00b7 ") + notes;
    }
    say(activity_, !flash_.isEmpty() && !activity.running ? flash_ : searching ? labels::searching() : state);
    say(left_, activity.running && !activity.stopping ? labels::timeLeft(activity.secondsLeft) : QString());
    progress_->setVisible(activity.running);
    progress_->setValue(static_cast<int>(std::lround(activity.fraction * 1000)));
    left_->setVisible(!left_->text().isEmpty());
}

void StatusLine::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), style_.palette().background);
    painter.fillRect(QRectF(0, 0, width(), std::max(1.0, style_.px(2))), style_.palette().grid);
}

} // namespace zg
