// SPDX-License-Identifier: GPL-3.0-or-later
// Page: what the window asks of each of its pages. A page is thin: it feeds its figure from the Workspace and forwards
// clicks.
#pragma once

#include "core/probe.h"
#include "gui/figure_view.h"

#include <QWidget>

#include <vector>

namespace zg {

class Page : public QWidget {
    Q_OBJECT
public:
    using QWidget::QWidget;
    [[nodiscard]] virtual const Figure& figure() const = 0;
    [[nodiscard]] virtual FigureView& view() = 0;
    virtual void restyle(const Style& style) = 0;
    /// The language changed: every word anew.
    virtual void retranslate() = 0;
    /// Feeds the figure now, shown or not: before a picture of a page that is not the one on screen.
    virtual void sync() = 0;
    /// What Run measures from here.
    [[nodiscard]] virtual std::vector<Request> requests() const = 0;
};

} // namespace zg
