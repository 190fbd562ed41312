// SPDX-License-Identifier: GPL-3.0-or-later
// From rows to a curve: unit conversion per row with the clock seen in that very launch, and grouping over SMs.
#include "core/latency.h"

#include "core/stats.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace zg {
namespace {

struct ColumnSet {
    int median = -1, p5 = -1, p95 = -1;
};

ColumnSet columnsOf(const Run& run, Unit unit) {
    if (unit == Unit::Cycles)
        return {columnIndex(run, column::latencyCycles), columnIndex(run, column::p5Cycles),
                columnIndex(run, column::p95Cycles)};
    return {columnIndex(run, column::nanoseconds), columnIndex(run, column::p5Nanoseconds),
            columnIndex(run, column::p95Nanoseconds)};
}

double at(const Row& row, int index) {
    return index < 0 || static_cast<std::size_t>(index) >= row.values.size()
               ? std::nan("")
               : row.values[static_cast<std::size_t>(index)];
}

bool usable(double value) { return std::isfinite(value) && value > 0; }

} // namespace

bool hasUnit(const Run& run, Unit unit) {
    if (unit != Unit::Cycles && unit != Unit::Nanoseconds) return false;
    if (columnsOf(run, unit).median >= 0) return true;
    const Unit other = unit == Unit::Cycles ? Unit::Nanoseconds : Unit::Cycles;
    return columnsOf(run, other).median >= 0 && columnIndex(run, column::clock) >= 0;
}

std::vector<LatencyPoint> latencyCurve(const Run& run, Unit unit) {
    if (!hasUnit(run, unit)) return {};
    const Unit other = unit == Unit::Cycles ? Unit::Nanoseconds : Unit::Cycles;
    const ColumnSet own = columnsOf(run, unit);
    const ColumnSet counted = columnsOf(run, other);
    const int bytesColumn = columnIndex(run, column::bytes);
    const int clockColumn = columnIndex(run, column::clock);

    // One operation probes (FMA, shared, constant) have no size: all their rows are one point at 0 bytes.
    std::map<double, std::vector<LatencyPoint>> bySize;
    for (const Row& row : run.rows) {
        LatencyPoint point;
        point.bytes = bytesColumn < 0 ? 0 : at(row, bytesColumn);
        point.clockHz = at(row, clockColumn);
        const double factor = unit == Unit::Cycles ? point.clockHz * 1e-9 : 1e9 / point.clockHz;
        const auto pick = [&](int ownColumn, int otherColumn) {
            const double direct = at(row, ownColumn);
            return usable(direct) ? direct : at(row, otherColumn) * factor;
        };
        point.median = pick(own.median, counted.median);
        point.p5 = pick(own.p5, counted.p5);
        point.p95 = pick(own.p95, counted.p95);
        if (!usable(point.median) || !(point.bytes >= 0) || !std::isfinite(point.bytes)) continue;
        if (!usable(point.p5)) point.p5 = point.median;
        if (!usable(point.p95)) point.p95 = point.median;
        bySize[point.bytes].push_back(point);
    }

    std::vector<LatencyPoint> curve;
    curve.reserve(bySize.size());
    for (const auto& [bytes, group] : bySize) {
        std::vector<double> medians, clocks;
        LatencyPoint merged = group.front();
        for (const LatencyPoint& point : group) {
            medians.push_back(point.median);
            if (usable(point.clockHz)) clocks.push_back(point.clockHz);
            merged.p5 = std::min(merged.p5, point.p5);
            merged.p95 = std::max(merged.p95, point.p95);
        }
        merged.median = median(medians);
        merged.clockHz = median(clocks);
        curve.push_back(merged);
    }
    return curve;
}

} // namespace zg
