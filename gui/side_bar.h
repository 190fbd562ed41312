// SPDX-License-Identifier: GPL-3.0-or-later
// The navigation: the program's name and one line a page with its key. With large text it shrinks to symbols and
// digits.
#pragma once

#include "gui/labels.h"
#include "gui/style.h"

#include <QWidget>

#include <array>

namespace zg {

class NavigationButton;

class SideBar : public QWidget {
    Q_OBJECT
public:
    explicit SideBar(QWidget* parent = nullptr);
    void restyle(const Style& style);
    void retranslate();
    void choose(PageId page);
    [[nodiscard]] bool isCompact() const { return compact_; }

Q_SIGNALS:
    void picked(zg::PageId page);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::array<NavigationButton*, pageCount> buttons_{};
    Style style_;
    bool compact_ = false;
    int headHeight_ = 0;
};

} // namespace zg
