// SPDX-License-Identifier: GPL-3.0-or-later
// Paints a laid out pyramid: tiers with their words, readings, the logical side, the card of a chosen tier.
#pragma once

#include "core/pyramid.h"
#include "gui/pages/pyramid_scene.h"

#include <optional>
#include <vector>

namespace zg {

/// Background and footer are the caller's.
void paintPyramid(const Canvas& canvas, const PyramidScene& scene, const Device& device, Origin origin,
                  std::optional<LevelKind> selected, const std::vector<TierLatency>& latencies);

} // namespace zg
