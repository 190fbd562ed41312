// SPDX-License-Identifier: GPL-3.0-or-later
// Rows to rates, rates beside theory and beside each other. Comparisons are written so that NaN fails them.
#include "core/rates.h"

#include "core/format.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

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

/// SMs or cores of the whole chip, or 0 where the device does not say.
double allUnits(const Device& device) {
    if (device.sm) return device.sm->smCount;
    const Level* each = findLevel(device, LevelKind::L1); // every core has one of its own
    return each ? each->instances : 0;
}

/// Bytes of a level that `units` SMs or cores reach together.
double reachedBytes(const Level& level, double units) {
    if (level.perInstance && level.instances > 1)
        return level.perInstance->value * std::min<double>(level.instances, units >= 1 ? units : 1);
    return level.total ? level.total->value : level.perInstance ? level.perInstance->value : 0;
}

bool isUsed(const Level& level, const Device& device, const Request& request) {
    switch (level.kind) {
    case LevelKind::SharedL1:
        return request.access == Access::Read && request.path == CachePath::ThroughL1 && device.kind == DeviceKind::Gpu;
    case LevelKind::L1:
    case LevelKind::L2:
    case LevelKind::L3: return true;
    case LevelKind::Registers:
    case LevelKind::Memory:
    case LevelKind::Constant: break;
    }
    return false;
}

double ratio(double value, const std::optional<Quantity>& of) { return of && of->value > 0 ? value / of->value : nan; }

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
        point.units = units > 0 ? units : nan;
        point.perCycleAndUnit = clock > 0 && units > 0 ? point.rate / clock / units : nan;
        points.push_back(point);
    }
    std::ranges::stable_sort(points, {}, &RatePoint::x);
    return points;
}

LevelKind levelThatHolds(const Device& device, const Request& request, double bytes, double units) {
    if (request.space == Space::Shared) return LevelKind::SharedL1;
    for (const Level& level : device.levels)
        if (isUsed(level, device, request) && bytes <= reachedBytes(level, units)) return level.kind;
    return LevelKind::Memory;
}

std::optional<LevelKind> cacheThatHelps(const Device& device, const Request& request, double bytes, double units) {
    const Level* last = lastCache(device);
    if (!last || levelThatHolds(device, request, bytes, units) != LevelKind::Memory) return std::nullopt;
    return bytes < 4 * reachedBytes(*last, units) ? std::optional(last->kind) : std::nullopt;
}

std::optional<Quantity> theoreticalRate(const Device& device, Arithmetic arithmetic, double units) {
    const Peak* peak = findPeak(device, arithmetic);
    if (!peak || !(units > 0)) return std::nullopt;
    Quantity rate = peak->rate;
    const double all = allUnits(device);
    if (all > units) {
        const auto count = [](double value) { return formatQuantity({value, Unit::One, Source::Modelled, {}}); };
        rate.value *= units / all;
        rate.source = Source::Modelled;
        rate.cite = "(" + rate.cite + ") x " + count(units) + " / " + count(all);
    }
    return rate;
}

std::vector<Ceiling> measuredCeilings(const Session& session) {
    std::map<std::pair<Arithmetic, int>, Ceiling> newest;
    for (std::size_t i = 0; i < session.runs.size(); ++i) {
        const Run& run = session.runs[i];
        if (run.request.probe != Probe::Compute) continue;
        const std::vector<RatePoint> points = rateCurve(run);
        if (points.empty()) continue;
        Ceiling ceiling;
        ceiling.run = i;
        ceiling.arithmetic = run.request.arithmetic;
        ceiling.measured = points.back();
        ceiling.theory = theoreticalRate(session.device, ceiling.arithmetic, ceiling.measured.units);
        ceiling.reached = ratio(ceiling.measured.rate, ceiling.theory);
        const Peak* peak = findPeak(session.device, ceiling.arithmetic);
        ceiling.reachedPerCycle = peak ? ratio(ceiling.measured.perCycleAndUnit, std::optional(peak->perCycle)) : nan;
        // All cores, 0, come after so many.
        const int threads = run.request.threads > 0 ? run.request.threads : std::numeric_limits<int>::max();
        newest[{ceiling.arithmetic, threads}] = std::move(ceiling);
    }
    std::vector<Ceiling> ceilings;
    ceilings.reserve(newest.size());
    for (auto& [key, ceiling] : newest) ceilings.push_back(std::move(ceiling));
    return ceilings;
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
        point.units = value(column::units);
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

std::optional<Variant> referenceOf(Variant variant) {
    const VariantFacts& facts = factsOf(variant);
    if (facts.reference) return std::nullopt;
    if (facts.device == DeviceKind::Cpu)
        return variant == Variant::CpuThreaded ? Variant::OpenblasThreaded : Variant::OpenblasOneThread;
    switch (facts.arithmetic) {
    case Arithmetic::Fp32: return Variant::CublasFp32;
    case Arithmetic::Tf32Tensor: return Variant::CublasTf32;
    case Arithmetic::Bf16Tensor: return Variant::CublasBf16;
    case Arithmetic::Fp64:
    case Arithmetic::Fp64Tensor:
    case Arithmetic::Fp16Tensor:
    case Arithmetic::Fp8Tensor: break;
    }
    return std::nullopt;
}

std::vector<LadderPoint> ladder(const Session& session) {
    std::map<std::pair<int, Variant>, LadderPoint> newest;
    for (std::size_t i = 0; i < session.runs.size(); ++i) {
        const Run& run = session.runs[i];
        for (const MatmulPoint& point : matmulPoints(run)) {
            LadderPoint entry;
            entry.run = i;
            entry.facts = factsOf(run.request.variant);
            entry.point = point;
            newest[{entry.point.n, entry.facts.variant}] = std::move(entry);
        }
    }
    const bool gpu = session.device.kind == DeviceKind::Gpu;
    std::vector<LadderPoint> points;
    points.reserve(newest.size());
    for (auto& [key, entry] : newest) {
        const auto reference = referenceOf(key.second);
        const auto found = reference ? newest.find({key.first, *reference}) : newest.end();
        entry.ofReference = found == newest.end() ? nan : entry.point.rate / found->second.point.rate;
        // A launch of one block leaves the rest of a GPU idle, which is no smaller ceiling.
        const double units = gpu ? std::max(1.0, allUnits(session.device)) : entry.point.units;
        entry.theory = theoreticalRate(session.device, entry.facts.arithmetic, units);
        entry.ofTheory = ratio(entry.point.rate, entry.theory);
        points.push_back(entry);
    }
    return points;
}

} // namespace zg
