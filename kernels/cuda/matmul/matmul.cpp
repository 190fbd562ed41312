// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/cuda/matmul/matmul.h"

namespace zg {

std::optional<Error> lacksMatmul(const Device&, const Request&) { return Error{Fault::ProbeNotSupported, {}, 0, {}}; }
Result<RunState> runMatmul(const Device&, const Request&, std::stop_token, RunListener&) {
    return fail(Fault::ProbeNotSupported);
}

} // namespace zg
