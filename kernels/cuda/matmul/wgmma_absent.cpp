// SPDX-License-Identifier: GPL-3.0-or-later
// In place of wgmma_bf16.cu where this program is built without code for 9.0.
#include "kernels/cuda/matmul/rung.h"

namespace zg::matmul {

std::unique_ptr<Rung> makeWgmmaBf16() { return nullptr; }

} // namespace zg::matmul
