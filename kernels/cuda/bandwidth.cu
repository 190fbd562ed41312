// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/cuda/bandwidth.h"

namespace zg {

std::optional<Error> lacksBandwidth(const Device&, const Request&) {
    return Error{Fault::ProbeNotSupported, {}, 0, {}};
}
Result<RunState> runBandwidth(const Device&, const Request&, std::stop_token, RunListener&) {
    return fail(Fault::ProbeNotSupported);
}

} // namespace zg
