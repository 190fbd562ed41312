// SPDX-License-Identifier: GPL-3.0-or-later
// The first seam: who measures. A backend takes a whole run, not one point, so buffers live in one scope and a replay
// needs no invention. Implementations: kernels/cuda, kernels/cpu, core/replay.
#pragma once

#include "core/device.h"
#include "core/run.h"

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace zg {

/// Receives a run as it happens, on the thread that measures.
class RunListener {
public:
    virtual ~RunListener() = default;
    /// Once, before the first row.
    virtual void begun(const std::vector<Column>& columns) = 0;
    virtual void row(const Row& row) = 0;
    virtual void note(const Note& note) = 0;
    /// @param fraction of the expected time, 0..1, never falling; @param done, planned points (planned may grow by
    /// refinement)
    virtual void progress(double fraction, int done, int planned) = 0;
};

class Backend {
public:
    virtual ~Backend() = default;
    [[nodiscard]] virtual const Device& device() const = 0;
    /// Why this request cannot run here (its probe, its variant, its arithmetic), or nothing. Not an error: a page
    /// shows it where the chart would be. Quick: it asks neither the driver nor a file.
    [[nodiscard]] virtual std::optional<Error> lacks(const Request& request) const = 0;
    /// Runs it to the end or until `stop`. Blocking; looks at `stop` between points, and a point lasts 50 ms at most.
    /// @return Complete or Stopped; an error where the device failed. Rows reported before stay valid in every case.
    [[nodiscard]] virtual Result<RunState> run(const Request& request, std::stop_token stop, RunListener& listener) = 0;
};

/// What a search for devices found: those that answer, and why there is no GPU where there is none.
struct Found {
    std::vector<Device> devices; ///< GPUs first, then the CPU
    std::optional<Error> noGpu;  ///< set where `devices` holds no GPU
};

/// How a program that knows no CUDA reaches the backends; made by kernels/backends.h, handed in by the two mains.
struct DeviceSource {
    std::function<Found()> find; ///< may take a second; call it off the GUI thread
    std::function<Result<std::unique_ptr<Backend>>(const std::string& id)> open; ///< id of a found device
};

} // namespace zg
