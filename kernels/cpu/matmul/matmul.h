// SPDX-License-Identifier: GPL-3.0-or-later
// The matmul ladder of a CPU, measured: data, reference, check, timing. The rungs are in the files beside this one.
#pragma once

#include "core/backend.h"
#include "kernels/cpu/matmul/openblas.h"

#include <memory>
#include <optional>
#include <stop_token>

namespace zg::cpu {

/// Why that variant cannot run here, or nothing. @param openblas as it was found when the backend opened
[[nodiscard]] std::optional<Error> lacksMatmul(const Request& request,
                                               const Result<std::shared_ptr<matmul::Openblas>>& openblas);

/// As Backend::run, for requests of Probe::Matmul that lack nothing. Errors: OutOfMemory. A wrong result is no error:
/// its row has no FLOP and no time, and the note WrongResult.
[[nodiscard]] Result<RunState> runMatmul(const Device& device, const Request& request,
                                         const Result<std::shared_ptr<matmul::Openblas>>& openblas,
                                         const std::stop_token& stop, RunListener& listener);

/// The same for any rung: what runMatmul() and the tests share.
[[nodiscard]] Result<RunState> measureRung(matmul::Rung& rung, const Request& request,
                                           const std::function<double()>& clockHz, const std::stop_token& stop,
                                           RunListener& listener);

/// Columns of a matmul run on a CPU: a GPU's grid, blocks, registers and occupancy are not among them.
[[nodiscard]] std::vector<Column> matmulColumns();

} // namespace zg::cpu
