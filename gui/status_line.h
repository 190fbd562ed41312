// SPDX-License-Identifier: GPL-3.0-or-later
// The bottom line: where the numbers come from at one end; what runs, how far it is and how long it takes at the other.
#pragma once

#include "gui/style.h"
#include "gui/workspace.h"

#include <QWidget>

class QLabel;

namespace zg {

class ElidedLabel;
class ProgressLine;

class StatusLine : public QWidget {
    Q_OBJECT
public:
    explicit StatusLine(Workspace& workspace, QWidget* parent = nullptr);
    void restyle(const Style& style);
    void retranslate();
    /// A short word for a few seconds, such as "Saved: x.png".
    void flash(const QString& text);
    [[nodiscard]] QString leftText() const;
    [[nodiscard]] QString rightText() const;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void update();

    Workspace& workspace_;
    ElidedLabel* about_;
    ElidedLabel* activity_;
    ProgressLine* progress_;
    ElidedLabel* left_;
    QString flash_;
    Style style_;
};

} // namespace zg
