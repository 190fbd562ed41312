// SPDX-License-Identifier: GPL-3.0-or-later
// The line above the page that says what a person should know now: a failure, why there is no GPU. It never blocks
// anything.
#pragma once

#include "gui/controls.h"

#include <QWidget>

#include <functional>

class QLabel;

namespace zg {

class Banner : public QWidget {
    Q_OBJECT
public:
    enum class Tone { Calm, Warning };
    explicit Banner(QWidget* parent = nullptr);
    /// @param offer the words of a button that does `act`; empty: none
    void tell(Tone tone, const QString& text, const QString& offer = {}, std::function<void()> act = {});
    [[nodiscard]] QString text() const;
    void restyle(const Style& style);
    void retranslate();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QLabel* label_;
    ChromeButton* offer_;
    ChromeButton* dismiss_;
    std::function<void()> act_;
    Tone tone_ = Tone::Calm;
    Style style_;
};

} // namespace zg
