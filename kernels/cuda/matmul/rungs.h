// SPDX-License-Identifier: GPL-3.0-or-later
// The ladder as a list: which variant is which rung.
#pragma once

#include "core/probe.h"
#include "kernels/cuda/matmul/rung.h"

#include <memory>
#include <vector>

namespace zg::matmul {

/// The rung or reference that a matmul request asks for; null where this program was built without it. It asks neither
/// the driver nor the disk.
[[nodiscard]] std::unique_ptr<Rung> makeRung(const Request& request);

/// Every rung that this program was built with, in the order of the ladder, without the references.
[[nodiscard]] std::vector<std::unique_ptr<Rung>> allRungs();

/// Whether a GPU of that compute capability, major * 10 + minor, runs it.
[[nodiscard]] bool runsOn(const Rung& rung, int capability);

} // namespace zg::matmul
