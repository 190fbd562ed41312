// SPDX-License-Identifier: GPL-3.0-or-later
// What bandwidth, transfer, compute and matmul runs say: rates from what was counted, ceilings beside their theory, and
// the ladder with each rung beside its reference. Words and tables are for others.
#pragma once

#include "core/run.h"
#include "core/session.h"

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

namespace zg {

struct RatePoint {
    double x = 0;               ///< working set or transfer: bytes; matmul: N; compute: 0
    double rate = 0;            ///< B/s or FLOP/s, from the median time
    double best = 0;            ///< the same, from the smallest time
    double perCycleAndUnit = 0; ///< B/cy or FLOP/cy of one SM or core; NaN where no clock was seen
    double clockHz = 0;         ///< NaN where none was seen
    double units = 0;           ///< SMs or cores that took part; NaN where the run does not say
};

/// The points of a run in the order of x; rows whose result was wrong are left out. Empty for other probes.
[[nodiscard]] std::vector<RatePoint> rateCurve(const Run& run);

/// The highest level from the top in which a working set of a bandwidth run could lie as a whole, by the capacities of
/// the device: what `units` SMs or cores have together. Writes of a GPU do not stay in its L1, and loads past it do not
/// use it. Memory where no cache is large enough, or none is known.
[[nodiscard]] LevelKind levelThatHolds(const Device& device, const Request& request, double bytes, double units);

/// The last cache, where a set that lies in memory is smaller than four times it: it then keeps so much of the set from
/// lap to lap that the rate is not memory's, and can be above what memory's bus carries. Nothing where memory answers.
[[nodiscard]] std::optional<LevelKind> cacheThatHelps(const Device& device, const Request& request, double bytes,
                                                      double units);

/// FLOP/s that `units` SMs or cores could do at most; the cite is the formula. None where the device has no such peak,
/// or where `units` is no number above 0.
[[nodiscard]] std::optional<Quantity> theoreticalRate(const Device& device, Arithmetic arithmetic, double units);

/// A measured ceiling beside its theory.
struct Ceiling {
    std::size_t run = 0; ///< index in Session::runs
    Arithmetic arithmetic{};
    RatePoint measured;
    std::optional<Quantity> theory; ///< FLOP/s of the units that took part
    double reached = 0;             ///< measured rate over theory; NaN where there is no theory
    double reachedPerCycle = 0;     ///< the same at the clock seen, which load may lower; NaN where none was seen
};

/// The compute runs of a session in the order of Arithmetic and of the cores asked for; of several of the same thing
/// the newest.
[[nodiscard]] std::vector<Ceiling> measuredCeilings(const Session& session);

/// One row of a matmul run.
struct MatmulPoint {
    int n = 0;
    double rate = 0; ///< FLOP/s, median; NaN where the result was wrong
    double best = 0; ///< FLOP/s
    double error = 0, tolerance = 0;
    double clockHz = 0;
    double units = 0; ///< SMs or cores that took part; NaN where the run does not say
    double launches = 1;
    double registers = 0, sharedBytes = 0, occupancy = 0; ///< NaN on a CPU
    std::array<double, 2> grid{}, block{};                ///< NaN on a CPU
    Traffic traffic;
    double flop = 0; ///< of the algorithm, 2 N^3, whether the result was right or wrong

    /// Whether the result passed its check; false where it has no error at all.
    [[nodiscard]] bool right() const { return error <= tolerance; }
    /// FLOP per byte at that level by the algorithm; NaN where the level has no traffic.
    [[nodiscard]] double intensity(LevelKind level) const;
};

[[nodiscard]] std::vector<MatmulPoint> matmulPoints(const Run& run);

/// The library's product to hold a rung against: of the same arithmetic, and on a CPU of as many cores. None for the
/// libraries themselves.
[[nodiscard]] std::optional<Variant> referenceOf(Variant variant);

/// One variant at one N of a session.
struct LadderPoint {
    std::size_t run = 0; ///< index in Session::runs
    VariantFacts facts;
    MatmulPoint point;
    double ofReference =
        0; ///< rate over that of referenceOf() at the same N in the same session; NaN where there is none
    std::optional<Quantity> theory; ///< FLOP/s: a GPU's all SMs, a CPU's cores that took part
    double ofTheory = 0;            ///< rate over theory; NaN where there is none
};

/// All matmul rows of a session by N, then in the order of the ladder; of several of one variant and N the newest.
[[nodiscard]] std::vector<LadderPoint> ladder(const Session& session);

} // namespace zg
