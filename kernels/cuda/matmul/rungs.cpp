// SPDX-License-Identifier: GPL-3.0-or-later
// The table of rungs.
#include "kernels/cuda/matmul/rungs.h"

#include "kernels/cuda/matmul/cublas.h"

namespace zg::matmul {

std::unique_ptr<Rung> makeRung(const Request& request) {
    switch (request.variant) {
    case Variant::NaiveUncoalesced: return makeNaiveUncoalesced();
    case Variant::Naive: return makeNaive();
    case Variant::NaiveGridStride: return makeNaiveGridStride(request.blocks);
    case Variant::Tiled16: return makeTiled16();
    case Variant::Tiled32: return makeTiled32();
    case Variant::RegisterTile1d: return makeRegisterTile1d();
    case Variant::RegisterTile2d: return makeRegisterTile2d();
    case Variant::Vectorized: return makeVectorized();
    case Variant::AsyncCopy: return makeAsyncCopy();
    case Variant::WarpTiles: return makeWarpTiles();
    case Variant::MmaTf32: return makeMmaTf32();
    case Variant::MmaBf16: return makeMmaBf16();
    case Variant::WgmmaBf16: return makeWgmmaBf16();
    case Variant::CublasFp32:
    case Variant::CublasTf32:
    case Variant::CublasBf16: return makeCublas(request.variant);
    default: return nullptr;
    }
}

std::vector<std::unique_ptr<Rung>> allRungs() {
    std::vector<std::unique_ptr<Rung>> rungs;
    for (const VariantFacts& facts : allVariants()) {
        if (facts.device != DeviceKind::Gpu || facts.reference) continue;
        Request request;
        request.probe = Probe::Matmul;
        request.variant = facts.variant;
        if (auto rung = makeRung(request)) rungs.push_back(std::move(rung));
    }
    return rungs;
}

bool runsOn(const Rung& rung, int capability) {
    return rung.exactCapability() ? capability == rung.minimumCapability() : capability >= rung.minimumCapability();
}

} // namespace zg::matmul
