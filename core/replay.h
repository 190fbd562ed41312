// SPDX-License-Identifier: GPL-3.0-or-later
// A recorded session as a backend: the same rows in the same order at their recorded pace, faster, or at once.
#pragma once

#include "core/backend.h"
#include "core/session.h"

namespace zg {

class ReplayBackend : public Backend {
public:
    /// @param speed 1: recorded pace; 4: four times as fast; infinity: at once.
    explicit ReplayBackend(Session session, double speed = 1);
    [[nodiscard]] const Device& device() const override { return session_.device; }
    /// NoRecordedRun where the session holds no run of that probe.
    [[nodiscard]] std::optional<Error> lacks(const Request& request) const override;
    /// Replays the newest run that `request` fits best: same probe, then same path, order, carve-out.
    [[nodiscard]] Result<RunState> run(const Request& request, std::stop_token stop, RunListener& listener) override;

private:
    Session session_;
    double speed_;
};

/// Index of the run that fits best (newest first among equals), or -1 where there is none of that probe.
[[nodiscard]] int bestRun(const Session& session, const Request& request);

} // namespace zg
