// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/cuda/transfer.h"

namespace zg {

Result<RunState> runTransfer(const Device&, const Request&, std::stop_token, RunListener&) {
    return fail(Fault::ProbeNotSupported);
}

} // namespace zg
