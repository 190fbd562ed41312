// SPDX-License-Identifier: GPL-3.0-or-later
// State, analysis, axes that stand still, tables and words of the latency figure; painting is in latency_painting and
// latency_labels.
#include "gui/pages/latency_figure.h"

#include "core/replay.h"
#include "gui/lesson_text.h"
#include "gui/pages/latency_layout.h"

#include <algorithm>
#include <cmath>

namespace zg {
namespace {

/// What a figure of a device without rows expects, so that the axes stand still while a run grows into them. The values
/// are roomier than any chip of MEASURE's table of published latencies (at most 829 cycles seen, in DRAM).
double plannedTop(DeviceKind kind, Unit unit) {
    if (kind == DeviceKind::Gpu) return unit == Unit::Cycles ? 800 : 400;
    return unit == Unit::Cycles ? 400 : 150;
}

/// The chase that goes on now, even before its first row; else the newest with rows.
const Run* newestChase(const Session& session, bool running) {
    if (running && !session.runs.empty() && session.runs.back().state == RunState::Running &&
        session.runs.back().request.probe == Probe::Chase)
        return &session.runs.back();
    const int index = bestRun(session, Request{});
    return index < 0 ? nullptr : &session.runs[static_cast<std::size_t>(index)];
}

} // namespace

void LatencyFigure::setSession(const Session& session, Origin origin) {
    const Run* run = newestChase(session, running_);
    if (session.device != device_ || (run ? run->started : std::string()) != (run_ ? run_->started : std::string()))
        yTo_ = 0; // another run: its own axes
    device_ = session.device;
    provenance_ = session.provenance;
    origin_ = origin;
    run_ = run ? std::optional(*run) : std::nullopt;
    update();
}

void LatencyFigure::setOverlay(const Session* session, Origin origin) {
    const Run* run = session ? newestChase(*session, false) : nullptr;
    overlayRun_ = run ? std::optional(*run) : std::nullopt;
    overlayDevice_ = session ? session->device : Device{};
    overlayProvenance_ = session ? session->provenance : Provenance{};
    overlayOrigin_ = origin;
    update();
}

void LatencyFigure::setUnit(Unit unit) {
    if (unit != unit_) yTo_ = 0;
    unit_ = unit;
    update();
}

void LatencyFigure::setLogarithmic(bool logarithmic) {
    logarithmic_ = logarithmic;
    yTo_ = 0;
    growAxes();
}

void LatencyFigure::setRunning(bool running) {
    running_ = running;
    growAxes();
}

void LatencyFigure::setPlannedPoints(int points) { plannedPoints_ = points; }

void LatencyFigure::setCrosshair(std::optional<int> point) {
    crosshair_ = point && *point >= 0 && *point < pointCount() ? point : std::nullopt;
}

std::vector<Unit> LatencyFigure::units() const {
    std::vector<Unit> units;
    for (const Unit unit : {Unit::Cycles, Unit::Nanoseconds})
        if (!run_ || run_->rows.empty() || hasUnit(*run_, unit)) units.push_back(unit);
    return units;
}

void LatencyFigure::update() {
    curve_ = run_ ? latencyCurve(*run_, unit_) : std::vector<LatencyPoint>{};
    stairs_ = findStairs(curve_);
    answers_ = run_ ? nameStairs(stairs_, device_, run_->request) : std::vector<Answer>{};
    overlay_ = overlayRun_ ? latencyCurve(*overlayRun_, unit_) : std::vector<LatencyPoint>{};
    if (crosshair_ && *crosshair_ >= pointCount()) crosshair_.reset();
    growAxes();
}

void LatencyFigure::growAxes() {
    ++revision_;
    const bool whole = !running_ && run_ && run_->state == RunState::Complete && !curve_.empty();
    fromBytes_ = whole ? curve_.front().bytes : static_cast<double>(run_ ? run_->request.minBytes : Request{}.minBytes);
    toBytes_ = whole                                ? curve_.back().bytes
               : run_ && run_->request.maxBytes > 0 ? static_cast<double>(run_->request.maxBytes)
                                                    : static_cast<double>(defaultLargestBytes(device_));
    double top = 0, least = 1e300;
    for (const auto* curve : {&curve_, &overlay_})
        for (const LatencyPoint& point : *curve) {
            fromBytes_ = std::min(fromBytes_, point.bytes);
            toBytes_ = std::max(toBytes_, point.bytes);
            top = std::max({top, point.median, std::isfinite(point.p95) ? point.p95 : 0});
            least = std::min({least, point.median, std::isfinite(point.p5) && point.p5 > 0 ? point.p5 : point.median});
        }
    if (!(toBytes_ > fromBytes_ * 2)) toBytes_ = std::max(fromBytes_, 1024.0) * 1024;
    const double planned = plannedTop(device_.kind, unit_), needed = niceAbove(top * 1.08);
    if (running_ || curve_.empty()) yTo_ = std::max({yTo_, planned, needed});
    else // a chip far below the plan gets its own axis, once the run is over
        yTo_ = needed > planned ? std::max(yTo_, needed) : needed * 1.6 < planned ? needed : planned;
    yFrom_ = 0;
    if (logarithmic_) yFrom_ = least < 1e299 && !running_ ? std::pow(10.0, std::floor(std::log10(least * 0.9))) : 1;
}

std::optional<int> LatencyFigure::nearest(QPointF point, const QRectF& area, const Style& style) const {
    const Layout layout = layOut(area, style);
    if (curve_.empty() || !QRectF(layout.frame).contains(point)) return std::nullopt;
    const auto away = [&](const LatencyPoint& candidate) {
        return std::abs(Plot::place(layout.content, layout.frame, {candidate.bytes, candidate.median}).x() - point.x());
    };
    const auto found =
        std::min_element(curve_.begin(), curve_.end(), [&](const auto& a, const auto& b) { return away(a) < away(b); });
    return static_cast<int>(found - curve_.begin());
}

QString LatencyFigure::readout(int point) const {
    return point >= 0 && point < pointCount() ? lesson::readout(curve_[static_cast<std::size_t>(point)], unit_)
                                              : QString();
}

Footer LatencyFigure::footer() const {
    Footer footer{lesson::provenance(device_, provenance_, origin_), {}};
    std::vector<Source> used;
    if (run_ && !curve_.empty()) used.push_back(run_->source);
    for (const Level& level : device_.levels)
        if (level.kind != LevelKind::Registers && level.kind != LevelKind::Memory && level.kind != LevelKind::Constant)
            for (const auto* quantity : {&level.perInstance, &level.total})
                if (*quantity) used.push_back((*quantity)->source);
    for (const Source source : {Source::Measured, Source::Reported, Source::Published, Source::Modelled})
        if (std::find(used.begin(), used.end(), source) != used.end())
            footer.legend.emplace_back(markOf(source, origin_), lesson::source(source, origin_));
    return footer;
}

QString LatencyFigure::caption() const {
    if (!run_) return {};
    if (running_) return lesson::runningCaption(pointCount(), origin_);
    switch (run_->state) {
    case RunState::Stopped: return lesson::stoppedCaption(pointCount(), plannedPoints_);
    case RunState::Failed: return lesson::failedCaption(pointCount());
    case RunState::Running: return origin_ == Origin::Live ? QString() : lesson::cutCaption(pointCount());
    case RunState::Complete: break;
    }
    return {};
}

Table LatencyFigure::table() const {
    const auto number = [](double value) { return std::isfinite(value) ? QString::number(value, 'g', 10) : QString(); };
    Table table{lesson::latencyHeader(unit_), {}}; // numbers alone: a spreadsheet wants no isolates
    for (const LatencyPoint& point : curve_)
        table.rows.push_back(
            {number(point.bytes), number(point.median), number(point.p5), number(point.p95), number(point.clockHz)});
    return table;
}

QString LatencyFigure::title() const { return lesson::latencyTitle(); }

QString LatencyFigure::summary() const {
    if (curve_.empty()) return lesson::emptyChart() + QStringLiteral(".");
    if (stairs_.plateaus.empty()) return lesson::curveSummary(pointCount());
    QStringList stairs;
    for (std::size_t i = 0; i < stairs_.plateaus.size(); ++i) {
        const QString name = lesson::answerName(answers_[i], device_);
        stairs << (i < stairs_.capacities.size()
                       ? lesson::plateauSummary(name, stairs_.capacities[i].fitsBytes, stairs_.plateaus[i].value, unit_)
                       : lesson::lastPlateauSummary(name, stairs_.plateaus[i].value, unit_));
    }
    return stairs.join(QStringLiteral("; ")) + QStringLiteral(".");
}

} // namespace zg