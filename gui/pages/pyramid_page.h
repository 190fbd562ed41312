// SPDX-License-Identifier: GPL-3.0-or-later
// The pyramid page: the figure of the chosen device, and nothing else. A click or an arrow key explains a tier.
#pragma once

#include "gui/pages/page.h"
#include "gui/pages/pyramid_figure.h"
#include "gui/workspace.h"

namespace zg {

class PyramidPage : public Page {
    Q_OBJECT
public:
    explicit PyramidPage(Workspace& workspace, QWidget* parent = nullptr);
    [[nodiscard]] const Figure& figure() const override { return figure_; }
    [[nodiscard]] FigureView& view() override { return *view_; }
    void restyle(const Style& style) override;
    void retranslate() override { update(); }
    void sync() override;
    [[nodiscard]] std::vector<Request> requests() const override;
    void setUnit(Unit unit);
    [[nodiscard]] std::optional<LevelKind> selected() const { return figure_.selected(); }

protected:
    void showEvent(QShowEvent* event) override;

private:
    void update();
    void select(std::optional<LevelKind> level);
    void step(int direction);

    Workspace& workspace_;
    PyramidFigure figure_;
    FigureView* view_;
};

} // namespace zg
