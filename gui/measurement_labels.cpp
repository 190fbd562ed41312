// SPDX-License-Identifier: GPL-3.0-or-later
// The dictionary's second part: names of probes, of their parameters and of the rungs of the ladder. Names of libraries
// and of number formats are the same in every language.
#include "gui/labels.h"

#include <QCoreApplication>

namespace zg::labels {
namespace {

/// Gives the strings below their context.
class Say {
    Q_DECLARE_TR_FUNCTIONS(labels)
};

QString onTensorCores(const char* format) { return Say::tr("%1, tensor cores").arg(ltr(QString::fromLatin1(format))); }

QString tensorCores(const char* how) { return Say::tr("tensor cores, %1").arg(ltr(QString::fromLatin1(how))); }

QString tiled(const char* size) { return Say::tr("tiled %1").arg(ltr(QString::fromUtf8(size))); }

QString onOneCore(const char* what) { return Say::tr("%1, one core").arg(ltr(QString::fromLatin1(what))); }

QString onAllCores(const char* what) { return Say::tr("%1, all cores").arg(ltr(QString::fromLatin1(what))); }

QString with(const QString& probe, const QStringList& parameters) {
    return Say::tr("%1: %2", "measurement, its parameters").arg(probe, parameters.join(QStringLiteral(", ")));
}

} // namespace

QString probe(Probe probe) {
    switch (probe) {
    case Probe::FmaLatency: return Say::tr("FMA chain");
    case Probe::SharedLatency: return Say::tr("shared memory");
    case Probe::ConstantLatency: return Say::tr("constant memory");
    case Probe::Chase: return Say::tr("pointer chase");
    case Probe::Bandwidth: return Say::tr("bandwidth");
    case Probe::Transfer: return Say::tr("host transfer");
    case Probe::Compute: return Say::tr("compute ceiling");
    case Probe::Matmul: return Say::tr("matrix product");
    }
    return {};
}

QString request(const Request& request) {
    const QString what = probe(request.probe);
    switch (request.probe) {
    case Probe::FmaLatency:
    case Probe::SharedLatency:
    case Probe::ConstantLatency:
    case Probe::Chase: break;
    case Probe::Bandwidth: {
        QStringList parameters{access(request.access)};
        if (request.space == Space::Shared) parameters << space(request.space);
        else if (request.path == CachePath::PastL1) parameters << path(request.path);
        return with(what, parameters);
    }
    case Probe::Transfer: return with(what, {direction(request.direction), hostMemory(request.hostMemory)});
    case Probe::Compute: return with(what, {arithmetic(request.arithmetic)});
    case Probe::Matmul: return with(what, {variant(request.variant)});
    }
    return what;
}

QString order(Order order) {
    switch (order) {
    case Order::Random: return Say::tr("random");
    case Order::Sequential: return Say::tr("sequential");
    case Order::RandomInPages: return Say::tr("random inside pages");
    }
    return {};
}

QString path(CachePath path) { return path == CachePath::ThroughL1 ? Say::tr("through L1") : Say::tr("past L1"); }

QString access(Access access) {
    switch (access) {
    case Access::Read: return Say::tr("read");
    case Access::Write: return Say::tr("write");
    case Access::Copy: return Say::tr("copy");
    }
    return {};
}

QString space(Space space) {
    switch (space) {
    case Space::Global: return Say::tr("global memory");
    case Space::Shared: return Say::tr("shared memory");
    }
    return {};
}

QString direction(Direction direction) {
    switch (direction) {
    case Direction::HostToDevice: return Say::tr("host to GPU");
    case Direction::DeviceToHost: return Say::tr("GPU to host");
    }
    return {};
}

QString hostMemory(HostMemory memory) {
    switch (memory) {
    case HostMemory::Pinned: return Say::tr("pinned memory");
    case HostMemory::Pageable: return Say::tr("pageable memory");
    }
    return {};
}

QString arithmetic(Arithmetic arithmetic) {
    switch (arithmetic) {
    case Arithmetic::Fp64: return ltr(QStringLiteral("FP64"));
    case Arithmetic::Fp64Tensor: return onTensorCores("FP64");
    case Arithmetic::Fp32: return ltr(QStringLiteral("FP32"));
    case Arithmetic::Tf32Tensor: return onTensorCores("TF32");
    case Arithmetic::Bf16Tensor: return onTensorCores("BF16");
    case Arithmetic::Fp16Tensor: return onTensorCores("FP16");
    case Arithmetic::Fp8Tensor: return onTensorCores("FP8");
    }
    return {};
}

QString variant(Variant variant) {
    switch (variant) {
    case Variant::NaiveUncoalesced: return Say::tr("naive, uncoalesced");
    case Variant::Naive: return Say::tr("naive");
    case Variant::NaiveGridStride: return Say::tr("naive, grid-stride loop");
    case Variant::Tiled16: return tiled("16 \u00d7 16");
    case Variant::Tiled32: return tiled("32 \u00d7 32");
    case Variant::RegisterTile1d: return Say::tr("1-D register tile");
    case Variant::RegisterTile2d: return Say::tr("2-D register tile");
    case Variant::Vectorized: return Say::tr("vectorized loads");
    case Variant::AsyncCopy: return Say::tr("asynchronous copies");
    case Variant::WarpTiles: return Say::tr("warp tiles");
    case Variant::MmaTf32: return tensorCores("TF32 (mma)");
    case Variant::MmaBf16: return tensorCores("BF16 (mma)");
    case Variant::WgmmaBf16: return tensorCores("BF16 (wgmma)");
    case Variant::CublasFp32: return ltr(QStringLiteral("cuBLAS FP32"));
    case Variant::CublasTf32: return ltr(QStringLiteral("cuBLAS TF32"));
    case Variant::CublasBf16: return ltr(QStringLiteral("cuBLAS BF16"));
    case Variant::CpuNaive: return Say::tr("naive, %1").arg(ltr(QStringLiteral("i j k")));
    case Variant::CpuReordered: return Say::tr("loops reordered, %1").arg(ltr(QStringLiteral("i k j")));
    case Variant::CpuBlocked: return Say::tr("tiles in the caches");
    case Variant::CpuSimd: return onOneCore("SIMD");
    case Variant::CpuThreaded: return onAllCores("SIMD");
    case Variant::OpenblasOneThread: return onOneCore("OpenBLAS");
    case Variant::OpenblasThreaded: return onAllCores("OpenBLAS");
    }
    return {};
}

QString cores(int count) {
    if (count == 0) return Say::tr("all cores");
    return count == 1 ? Say::tr("one core") : Say::tr("%1 cores").arg(ltr(QString::number(count)));
}

} // namespace zg::labels
