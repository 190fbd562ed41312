// SPDX-License-Identifier: GPL-3.0-or-later
// The latency page: the staircase figure under one row of controls, which say both what Run measures and which of the
// runs that a session holds is drawn.
#pragma once

#include "gui/controls.h"
#include "gui/pages/latency_figure.h"
#include "gui/pages/page.h"
#include "gui/workspace.h"

namespace zg {

class LatencyPage : public Page {
    Q_OBJECT
public:
    explicit LatencyPage(Workspace& workspace, QWidget* parent = nullptr);
    [[nodiscard]] const Figure& figure() const override { return figure_; }
    [[nodiscard]] FigureView& view() override { return *view_; }
    void restyle(const Style& style) override;
    void retranslate() override;
    void sync() override;
    [[nodiscard]] std::vector<Request> requests() const override;

    void setUnit(Unit unit);
    void setLogarithmic(bool logarithmic);
    void setControlsShown(bool shown); ///< off in the presentation

Q_SIGNALS:
    void unitPicked(zg::Unit unit);
    void axisPicked(bool logarithmic);

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void connectControls();
    void update();
    void updateChoices();
    void updateOverlays();
    void arrange();
    void setCrosshair(std::optional<int> point);
    [[nodiscard]] Request request() const;

    Workspace& workspace_;
    LatencyFigure figure_;
    QWidget* row_;
    Segments* unit_;
    Segments* axis_;
    Choice* order_;
    Choice* path_;
    Choice* carveout_;
    Choice* sms_;
    Choice* overlay_;
    ChromeButton* more_; ///< holds the choices that the row has no room for
    bool gpu_ = true;    ///< the device has a path, a carve-out and SMs to choose
    std::vector<Choice*> overflowed_;
    FigureView* view_;
    Unit wanted_ = Unit::Cycles; ///< what the person chose; a session without it is shown in the other unit
    std::vector<int>
        overlayEntries_; ///< index into Workspace::entries() of each line of the overlay choice after the first
    QStringList overlayWords_;
    Style style_;
};

} // namespace zg
