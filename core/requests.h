// SPDX-License-Identifier: GPL-3.0-or-later
// What is measured of a device when nobody says what: the lists of requests behind the pages' Run and behind
// `ziggurat-cli record`. Requests that a backend lacks must be left out by whoever runs them.
#pragma once

#include "core/probe.h"

#include <vector>

namespace zg {

/// What fills the pyramid: FMA, shared, constant, chase.
[[nodiscard]] std::vector<Request> pyramidRequests(const Device& device);

/// Bandwidth of every level by working set. GPU: read, write, copy through L1 and past it, shared memory, and the
/// transfers to the host and back; CPU: read, write, copy, on one core and on all.
[[nodiscard]] std::vector<Request> bandwidthRequests(const Device& device);

/// The compute ceilings: one request an arithmetic; CPU: on one core and on all.
[[nodiscard]] std::vector<Request> ceilingRequests(const Device& device);

/// The matmul ladder with its references, one request a variant. @param sizes N of the rows; empty: as Request::sizes
[[nodiscard]] std::vector<Request> ladderRequests(const Device& device, const std::vector<int>& sizes = {});

/// All of the above, in this order: the standard recording.
[[nodiscard]] std::vector<Request> standardRequests(const Device& device);

/// N of the rows of a matmul request: its own, or the device's default.
[[nodiscard]] std::vector<int> matmulSizes(const Request& request);

} // namespace zg
