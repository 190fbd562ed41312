// SPDX-License-Identifier: GPL-3.0-or-later
// What the rungs share: parts of the operands, and the traffic that is the same for all.
#include "kernels/cpu/matmul/rung.h"

namespace zg::cpu::matmul {

Operands Operands::part(std::size_t firstRow, std::size_t rows, std::size_t firstColumn, std::size_t columns) const {
    Operands part = *this;
    part.m = rows;
    part.n = columns;
    part.a = a + firstRow * lda;
    part.b = b + firstColumn;
    part.c = c + firstRow * ldc + firstColumn;
    return part;
}

Caches cachesOf(const Device& device) {
    Caches caches;
    const Level *l1 = findLevel(device, LevelKind::L1), *l2 = findLevel(device, LevelKind::L2);
    if (l1 && l1->perInstance) caches.l1Bytes = static_cast<std::size_t>(l1->perInstance->value);
    if (l2 && l2->perInstance) caches.l2Bytes = static_cast<std::size_t>(l2->perInstance->value);
    caches.hasL2 = l2 != nullptr;
    caches.hasL3 = findLevel(device, LevelKind::L3) != nullptr;
    return caches;
}

Traffic outerTraffic(const Operands& whole) {
    const auto m = static_cast<double>(whole.m), n = static_cast<double>(whole.n), k = static_cast<double>(whole.k);
    Traffic traffic;
    traffic.registerBytes = 16 * m * n * k;
    traffic.memoryBytes = 4 * (m * k + k * n + m * n);
    return traffic;
}

Traffic onlyWhere(const Caches& caches, Traffic traffic) {
    if (!caches.hasL2) traffic.l2Bytes = 0;
    if (!caches.hasL3) traffic.l3Bytes = 0;
    return traffic;
}

} // namespace zg::cpu::matmul
