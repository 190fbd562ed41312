// SPDX-License-Identifier: GPL-3.0-or-later
// The tables. A row is added only with its source at hand.
#include "kernels/cuda/chip_table.h"

#include <array>

namespace zg {
namespace {

constexpr std::int64_t kib = 1024;

// Unified data cache per SM: CUDA C++ Programming Guide 13.0, "Compute Capabilities", the section of each capability
// ("unified data cache and shared memory with a total size of ..."). FP32 lanes: the same sections ("FP32 cores").
constexpr std::array facts{
    ChipFacts{7, 5, 96 * kib, 64},    ChipFacts{8, 0, 192 * kib, 64},   ChipFacts{8, 6, 128 * kib, 128},
    ChipFacts{8, 7, 192 * kib, 128},  ChipFacts{8, 9, 128 * kib, 128},  ChipFacts{9, 0, 256 * kib, 128},
    ChipFacts{10, 0, 256 * kib, 128}, ChipFacts{10, 3, 256 * kib, 128}, ChipFacts{12, 0, 128 * kib, 128},
    ChipFacts{12, 1, 128 * kib, 128},
};

struct BoardMemory {
    std::string_view part; // of the name that the driver reports; the first row that is contained decides
    std::string_view type;
    std::string_view cite;
};

// The data sheets of the boards, by NVIDIA unless said otherwise.
constexpr std::array boards{
    BoardMemory{"GH200 144G", "HBM3e", "NVIDIA GH200 data sheet"},
    BoardMemory{"GH200", "HBM3", "NVIDIA GH200 data sheet"},
    BoardMemory{"B300", "HBM3e", "NVIDIA DGX B300 data sheet"},
    BoardMemory{"B200", "HBM3e", "NVIDIA DGX B200 data sheet"},
    BoardMemory{"H200", "HBM3e", "NVIDIA H200 data sheet"},
    BoardMemory{"H100 PCIe", "HBM2e", "NVIDIA H100 PCIe product brief"},
    BoardMemory{"H100 NVL", "HBM3", "NVIDIA H100 data sheet"},
    BoardMemory{"H100", "HBM3", "NVIDIA H100 data sheet"},
    BoardMemory{"H800", "HBM3", "NVIDIA H100 data sheet"},
    BoardMemory{"A100-SXM4-40GB", "HBM2", "NVIDIA A100 data sheet"},
    BoardMemory{"A100-PCIE-40GB", "HBM2", "NVIDIA A100 data sheet"},
    BoardMemory{"A100", "HBM2e", "NVIDIA A100 data sheet"},
    BoardMemory{"A30", "HBM2", "NVIDIA A30 data sheet"},
    BoardMemory{"A10", "GDDR6", "NVIDIA A10 data sheet"},
    BoardMemory{"L40", "GDDR6", "NVIDIA L40 data sheet"},
    BoardMemory{"NVIDIA L4", "GDDR6", "NVIDIA L4 data sheet"},
    BoardMemory{"Tesla T4", "GDDR6", "NVIDIA T4 data sheet"},
    BoardMemory{"RTX 5090", "GDDR7", "NVIDIA RTX Blackwell architecture white paper"},
    BoardMemory{"RTX 5080", "GDDR7", "NVIDIA RTX Blackwell architecture white paper"},
    BoardMemory{"RTX 5070", "GDDR7", "NVIDIA RTX Blackwell architecture white paper"},
    BoardMemory{"RTX 4090 Laptop", "GDDR6", "NVIDIA GeForce RTX 40 laptop specifications"},
    BoardMemory{"RTX 4080 Laptop", "GDDR6", "NVIDIA GeForce RTX 40 laptop specifications"},
    BoardMemory{"RTX 4090", "GDDR6X", "NVIDIA Ada GPU architecture white paper"},
    BoardMemory{"RTX 4080", "GDDR6X", "NVIDIA Ada GPU architecture white paper"},
    BoardMemory{"RTX 3090", "GDDR6X", "NVIDIA Ampere GA102 architecture white paper"},
    BoardMemory{"RTX 3080 Laptop", "GDDR6", "NVIDIA GeForce RTX 30 laptop specifications"},
    BoardMemory{"RTX 3080", "GDDR6X", "NVIDIA Ampere GA102 architecture white paper"},
    BoardMemory{"RTX 3070 Laptop", "GDDR6", "NVIDIA GeForce RTX 30 laptop specifications"},
    BoardMemory{"RTX 3060", "GDDR6", "NVIDIA GeForce RTX 3060 specifications"},
    BoardMemory{"RTX 20", "GDDR6", "NVIDIA Turing GPU architecture white paper"},
};

} // namespace

std::optional<ChipFacts> chipFacts(int major, int minor) {
    for (const ChipFacts& row : facts)
        if (row.major == major && row.minor == minor) return row;
    return std::nullopt;
}

std::string_view chipFactsCite() { return "CUDA C++ Programming Guide 13.0, Compute Capabilities"; }

std::string memoryTypeOf(std::string_view boardName, std::string& cite) {
    for (const BoardMemory& row : boards) {
        if (boardName.find(row.part) == std::string_view::npos) continue;
        cite = row.cite;
        return std::string(row.type);
    }
    return {};
}

} // namespace zg
