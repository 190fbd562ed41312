// SPDX-License-Identifier: GPL-3.0-or-later
// Rows to rates.
#include "core/rates.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace zg {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

std::string_view countedColumn(Probe probe) {
    switch (probe) {
    case Probe::Bandwidth:
    case Probe::Transfer: return column::moved;
    case Probe::Compute:
    case Probe::Matmul: return column::flop;
    default: return {};
    }
}

std::string_view sizeColumn(Probe probe) {
    if (probe == Probe::Matmul) return column::n;
    return probe == Probe::Compute ? std::string_view{} : column::bytes;
}

} // namespace

std::vector<RatePoint> rateCurve(const Run& run) {
    std::vector<RatePoint> points;
    const std::string_view counted = countedColumn(run.request.probe), size = sizeColumn(run.request.probe);
    if (counted.empty()) return points;
    for (const Row& row : run.rows) {
        const double count = valueOf(run, row, counted), elapsed = valueOf(run, row, column::elapsed);
        const double x = size.empty() ? 0 : valueOf(run, row, size);
        // Written so that NaN is left out too.
        if (!(count > 0 && elapsed > 0) || !std::isfinite(x)) continue;
        RatePoint point;
        point.x = x;
        point.rate = count / elapsed * 1e9;
        const double best = valueOf(run, row, column::elapsedBest);
        point.best = best > 0 ? count / best * 1e9 : point.rate;
        const double clock = valueOf(run, row, column::clock), units = valueOf(run, row, column::units);
        point.clockHz = clock > 0 ? clock : nan;
        point.perCycleAndUnit = clock > 0 && units > 0 ? point.rate / clock / units : nan;
        points.push_back(point);
    }
    std::ranges::stable_sort(points, {}, &RatePoint::x);
    return points;
}

double MatmulPoint::intensity(LevelKind level) const {
    const double bytes = level == LevelKind::Registers                            ? traffic.registerBytes
                         : level == LevelKind::SharedL1 || level == LevelKind::L1 ? traffic.l1Bytes
                         : level == LevelKind::L2                                 ? traffic.l2Bytes
                         : level == LevelKind::L3                                 ? traffic.l3Bytes
                         : level == LevelKind::Memory                             ? traffic.memoryBytes
                                                                                  : 0;
    return bytes > 0 ? flop / bytes : nan;
}

std::vector<MatmulPoint> matmulPoints(const Run& run) {
    std::vector<MatmulPoint> points;
    if (run.request.probe != Probe::Matmul) return points;
    for (const Row& row : run.rows) {
        const auto value = [&](std::string_view name) { return valueOf(run, row, name); };
        const double n = value(column::n);
        if (!(n >= 1 && n < 1e6)) continue;
        MatmulPoint point;
        point.n = static_cast<int>(n);
        point.flop = matmulFlop(n, n, n);
        const double counted = value(column::flop), elapsed = value(column::elapsed);
        point.rate = elapsed > 0 ? counted / elapsed * 1e9 : nan;
        point.best = value(column::elapsedBest) > 0 ? counted / value(column::elapsedBest) * 1e9 : nan;
        point.error = value(column::error);
        point.tolerance = value(column::tolerance);
        point.clockHz = value(column::clock);
        point.launches = value(column::launches);
        point.registers = value(column::registers);
        point.sharedBytes = value(column::sharedBytes);
        point.occupancy = value(column::occupancy);
        point.grid = {value(column::gridX), value(column::gridY)};
        point.block = {value(column::blockX), value(column::blockY)};
        point.traffic = {value(column::registerBytes), value(column::l1Bytes), value(column::l2Bytes),
                         value(column::l3Bytes), value(column::memoryBytes)};
        points.push_back(point);
    }
    std::ranges::stable_sort(points, {}, &MatmulPoint::n);
    return points;
}

} // namespace zg
