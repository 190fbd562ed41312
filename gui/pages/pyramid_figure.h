// SPDX-License-Identifier: GPL-3.0-or-later
// The memory pyramid of a device as a figure: the physical tiers with what is known and measured of each, beside the
// logical spaces that a program names. Knows no window; the page forwards clicks as points.
#pragma once

#include "core/pyramid.h"
#include "gui/figure.h"
#include "gui/label_layout.h"
#include "gui/workspace.h"

#include <optional>
#include <vector>

namespace zg {

class PyramidFigure : public Figure {
public:
    /// Copies what it shows. An empty device (no levels) draws a sentence.
    void setSession(const Session& session, Origin origin);
    void setUnit(Unit unit); ///< Cycles or Nanoseconds, for latencies
    void setSelected(std::optional<LevelKind> level);
    [[nodiscard]] std::optional<LevelKind> selected() const { return selected_; }
    /// Top to bottom, Constant last: the order of the arrow keys.
    [[nodiscard]] std::vector<LevelKind> levels() const;
    /// The tier, its logical counterpart or its latency under `point`, or nothing.
    [[nodiscard]] std::optional<LevelKind> levelAt(QPointF point, const QRectF& area, const Style& style) const;
    /// Bounding rectangle of a tier, for focus and accessibility; empty where the device lacks it.
    [[nodiscard]] QRectF levelRect(LevelKind level, const QRectF& area, const Style& style) const;
    /// One paragraph of plain text: what the explanation card of that tier says.
    [[nodiscard]] QString explanation(LevelKind level) const;

    void draw(QPainter& painter, const QRectF& area, const Style& style) const override;
    /// draw() that also tells where it painted text.
    void draw(QPainter& painter, const QRectF& area, const Style& style, TextLog* log) const;
    [[nodiscard]] Table table() const override;
    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString summary() const override;

private:
    Device device_;
    Provenance provenance_;
    Origin origin_ = Origin::Live;
    Session session_;
    Unit unit_ = Unit::Cycles;
    std::vector<TierLatency> latencies_;
    std::optional<LevelKind> selected_;
};

} // namespace zg
