// SPDX-License-Identifier: GPL-3.0-or-later
// From runs to one latency a tier.
#include "core/pyramid.h"

#include <algorithm>

namespace zg {
namespace {

/// The newest run of that probe with rows that can be given in the unit; for a chase the newest through L1 is
/// preferred, since one past L1 or with a carve-out says nothing of L1.
const Run* newest(const Session& session, Probe probe, Unit unit) {
    const Run* found = nullptr;
    bool foundPlain = false;
    for (const Run& run : session.runs) {
        if (run.request.probe != probe || run.rows.empty() || !hasUnit(run, unit)) continue;
        const bool plain = run.request.path == CachePath::ThroughL1 && run.request.order == Order::Random &&
                           run.request.sharedCarveout == 0;
        if (found && foundPlain && !plain) continue;
        found = &run;
        foundPlain = plain;
    }
    return found;
}

std::optional<Quantity> oneLatency(const Session& session, Probe probe, Unit unit) {
    const Run* run = newest(session, probe, unit);
    if (!run) return std::nullopt;
    const std::vector<LatencyPoint> points = latencyCurve(*run, unit);
    if (points.empty()) return std::nullopt;
    return Quantity{points.back().median, unit, run->source, run->cite};
}

LevelKind levelOf(Answer answer, const Device& device) {
    switch (answer) {
    case Answer::L1: return findLevel(device, LevelKind::SharedL1) ? LevelKind::SharedL1 : LevelKind::L1;
    case Answer::L2:
    case Answer::L2Near:
    case Answer::L2Far: return LevelKind::L2;
    case Answer::L3: return LevelKind::L3;
    default: return LevelKind::Memory;
    }
}

TierLatency& tierAt(std::vector<TierLatency>& tiers, LevelKind level, const Quantity& latency) {
    const auto found = std::ranges::find(tiers, level, &TierLatency::level);
    if (found != tiers.end()) return *found;
    return tiers.emplace_back(TierLatency{level, latency, {}, false, {}, {}, {}});
}

void addChase(const Session& session, Unit unit, std::vector<TierLatency>& tiers) {
    const Run* run = newest(session, Probe::Chase, unit);
    if (!run) return;
    const std::vector<LatencyPoint> curve = latencyCurve(*run, unit);
    const Staircase stairs = findStairs(curve);
    const std::vector<Answer> answers = nameStairs(stairs, session.device, run->request);
    for (std::size_t i = 0; i < answers.size(); ++i) {
        if (answers[i] == Answer::Tlb || answers[i] == Answer::Unknown) continue;
        const Quantity latency{stairs.plateaus[i].value, unit, run->source, run->cite};
        TierLatency& tier = tierAt(tiers, levelOf(answers[i], session.device), latency);
        if (answers[i] == Answer::L2Far) tier.far = latency;
    }
}

} // namespace

std::vector<TierLatency> tierLatencies(const Session& session, Unit unit) {
    std::vector<TierLatency> tiers;
    const auto registers = oneLatency(session, Probe::FmaLatency, unit);
    if (registers) tierAt(tiers, LevelKind::Registers, *registers);
    addChase(session, unit, tiers);
    if (const auto shared = oneLatency(session, Probe::SharedLatency, unit);
        shared && findLevel(session.device, LevelKind::SharedL1)) {
        const bool l1Known = std::ranges::find(tiers, LevelKind::SharedL1, &TierLatency::level) != tiers.end();
        TierLatency& tier = tierAt(tiers, LevelKind::SharedL1, *shared);
        tier.shared = shared;
        tier.sharedOnly = !l1Known;
    }
    if (const auto constant = oneLatency(session, Probe::ConstantLatency, unit))
        tierAt(tiers, LevelKind::Constant, *constant);

    if (registers && registers->value > 0) {
        for (TierLatency& tier : tiers) {
            tier.ratio = tier.latency.value / registers->value;
            if (tier.shared) tier.sharedRatio = tier.shared->value / registers->value;
        }
    }
    std::ranges::stable_sort(tiers, {}, &TierLatency::level);
    return tiers;
}

} // namespace zg
