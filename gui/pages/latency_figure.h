// SPDX-License-Identifier: GPL-3.0-or-later
// The latency staircase as a figure: the curve of a session's newest chase, its plateaus named and tinted, capacities
// reported beside the measured interval, and another device's curve for comparison. Knows no window.
#pragma once

#include "core/latency.h"
#include "core/staircase.h"
#include "gui/figure.h"
#include "gui/plot.h"
#include "gui/text_block.h"
#include "gui/workspace.h"

#include <optional>
#include <vector>

namespace zg {

class LatencyFigure : public Figure {
public:
    /// Copies what it shows: the newest chase of the session, or the axes alone where there is none.
    void setSession(const Session& session, Origin origin);
    void setOverlay(const Session* session, Origin origin); ///< null: none
    void setUnit(Unit unit);                                ///< Cycles or Nanoseconds; see units()
    void setLogarithmic(bool logarithmic);                  ///< the y axis
    void setRunning(bool running);                          ///< rows are being added: axes stay, captions say so
    void setPlannedPoints(int points);                      ///< for "stopped after n of N sizes"; 0: not known
    /// The units this session's chase can be shown in; both where it has no rows yet.
    [[nodiscard]] std::vector<Unit> units() const;

    [[nodiscard]] int pointCount() const { return static_cast<int>(curve_.size()); }
    /// Index of the point whose size is nearest to `point` horizontally; nothing outside the chart or without points.
    [[nodiscard]] std::optional<int> nearest(QPointF point, const QRectF& area, const Style& style) const;
    void setCrosshair(std::optional<int> point);
    [[nodiscard]] std::optional<int> crosshair() const { return crosshair_; }
    /// The exact value at a point, in words and numbers, with spread and clock.
    [[nodiscard]] QString readout(int point) const;

    void prepare(const QRectF& area, const Style& style) const override;
    void draw(QPainter& painter, const QRectF& area, const Style& style) const override;
    /// draw() that also tells where it painted text.
    void draw(QPainter& painter, const QRectF& area, const Style& style, TextLog* log) const;
    [[nodiscard]] Table table() const override;
    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString summary() const override;

private:
    struct Layout;
    struct Labels;
    void update();
    void growAxes();
    [[nodiscard]] Layout layOut(const QRectF& area, const Style& style) const;
    void fillContent(Layout& layout, const Style& style) const;
    [[nodiscard]] Footer footer() const;
    [[nodiscard]] QString caption() const; ///< running, stopped, failed or cut off; else empty
    void drawLegend(const Canvas& canvas, const Layout& layout) const;
    void drawAxes(const Canvas& canvas, const Layout& layout) const;
    void drawLabels(const Canvas& canvas, const Layout& layout) const;
    void labelPlateaus(Labels& labels) const;
    /// All labels of this state, with their places in places_. @param painter paints the brackets at once; null: none
    [[nodiscard]] Labels placedLabels(const QRectF& area, const Layout& layout, const Style& style,
                                      QPainter* painter) const;
    void labelMeasuredCapacities(Labels& labels, QPainter* painter) const;
    void labelStatedCapacities(Labels& labels) const;
    void labelEmptyChart(Labels& labels) const;
    void drawCrosshair(const Canvas& canvas, const Layout& layout) const;

    Device device_;
    Provenance provenance_;
    Origin origin_ = Origin::Live;
    std::optional<Run> run_;
    bool running_ = false;
    int plannedPoints_ = 0;
    Unit unit_ = Unit::Cycles;
    bool logarithmic_ = false;
    std::optional<int> crosshair_;
    std::vector<LatencyPoint> curve_;
    Staircase stairs_;
    std::vector<Answer> answers_;

    std::optional<Run> overlayRun_;
    Device overlayDevice_;
    Provenance overlayProvenance_;
    Origin overlayOrigin_ = Origin::Recorded;
    std::vector<LatencyPoint> overlay_;

    double fromBytes_ = 4096, toBytes_ = 1073741824; ///< range of x
    double yFrom_ = 0, yTo_ = 0;                     ///< range of y; only grows while one run goes on
    Plot plot_;

    /// What the places of labels depend on; they are searched again only where it changes.
    struct PlacesKey {
        int revision = -1;
        QRectF area;
        double unit = 0, textScale = 0;
        Language language = Language::English;
        bool operator==(const PlacesKey&) const = default;
    };
    int revision_ = 0;
    mutable PlacesKey placesKey_;
    mutable std::vector<std::optional<PlacedLabel>> places_;
};

} // namespace zg
