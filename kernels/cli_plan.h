// SPDX-License-Identifier: GPL-3.0-or-later
// What `record` records: the standard list of the device, or what of it was named, with the parameters given. Pure, so
// that tests ask for the plan of a device that is not here.
#pragma once

#include "core/backend.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace zg {

/// The parts of the standard recording, as core/requests.h lists them.
enum class Part { Pyramid, Bandwidth, Ceilings, Ladder };

[[nodiscard]] std::span<const Part> allParts();
[[nodiscard]] std::string_view partName(Part part); ///< "pyramid", "bandwidth", "ceilings", "ladder"
[[nodiscard]] std::optional<Part> parsePart(std::string_view name);

/// Which of the standard requests. Parts and probes add up, and a name that belongs to one probe (a variant, an access,
/// ...) chooses that probe too; within a probe such names leave out the others. Nothing named: all.
struct Selection {
    std::vector<Part> parts;
    std::vector<Probe> probes;
    std::vector<Variant> variants;        ///< Matmul
    std::vector<Arithmetic> arithmetics;  ///< Compute, and Matmul where that is chosen otherwise
    std::vector<Access> accesses;         ///< Bandwidth
    std::vector<Space> spaces;            ///< Bandwidth
    std::vector<Direction> directions;    ///< Transfer
    std::vector<HostMemory> hostMemories; ///< Transfer
    std::optional<CachePath> path;        ///< Bandwidth in global memory; a chase takes it. Chooses no probe
};

/// What replaces the parameters of the standard requests, in those that have them.
struct Parameters {
    std::optional<std::int64_t> minBytes, maxBytes; ///< Chase, Bandwidth, Transfer
    std::optional<int> pointsPerOctave;             ///< Chase, Bandwidth, Transfer
    std::optional<int> repeats;
    std::optional<Order> order;        ///< Chase
    std::optional<int> sharedCarveout; ///< Chase
    bool refine = true;                ///< Chase
    std::vector<int> sms;              ///< Chase
    std::vector<int> sizes;            ///< Matmul
    std::optional<int> blocks;         ///< Matmul, the grid-stride variant
    std::optional<int> threads;        ///< Bandwidth and Compute of a CPU
    std::uint64_t seed = 1;
};

struct Plan {
    std::vector<Request> requests;                  ///< in the order of the standard recording, each once
    std::vector<std::pair<Request, Error>> leftOut; ///< what the backend lacks, and why
};

/// Errors: why the backend lacks something that was named, where nothing else of that name is left.
[[nodiscard]] Result<Plan> planRecording(const Backend& backend, const Selection& selection,
                                         const Parameters& parameters);

/// Whether both ask for the same, whatever the random data. The sizes of a matmul that names none are its default ones.
[[nodiscard]] bool sameMeasurement(const Request& one, const Request& other);

} // namespace zg
