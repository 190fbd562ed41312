// SPDX-License-Identifier: GPL-3.0-or-later
// The tables. A row is added only with its source at hand.
#include "kernels/cuda/chip_table.h"

#include <array>

namespace zg {
namespace {

constexpr std::int64_t kib = 1024;

// Unified data cache per SM: CUDA C++ Programming Guide 13.0, "Compute Capabilities", the section of each capability
// ("unified data cache and shared memory with a total size of ..."). FP32 lanes: the same sections ("FP32 cores").
// Shared memory: the same guide, 32 banks of 32 bits a cycle; but 64 bytes on 7.5, of which NVIDIA's Ampere GA102 white
// paper says that GA10x doubles it to 128.
constexpr std::array facts{
    ChipFacts{7, 5, 96 * kib, 64, 64},     ChipFacts{8, 0, 192 * kib, 64, 128},   ChipFacts{8, 6, 128 * kib, 128, 128},
    ChipFacts{8, 7, 192 * kib, 128, 128},  ChipFacts{8, 9, 128 * kib, 128, 128},  ChipFacts{9, 0, 256 * kib, 128, 128},
    ChipFacts{10, 0, 256 * kib, 128, 128}, ChipFacts{10, 3, 256 * kib, 128, 128}, ChipFacts{12, 0, 128 * kib, 128, 128},
    ChipFacts{12, 1, 128 * kib, 128, 128},
};

// FP64 results a cycle and SM: CUDA C++ Programming Guide 13.0, "Arithmetic Instructions", row "64-bit floating-point
// add, multiply, multiply-add".
struct Fp64Row {
    int major, minor;
    double results;
};
constexpr std::array fp64Rows{Fp64Row{7, 5, 2},  Fp64Row{8, 0, 32},  Fp64Row{8, 6, 2}, Fp64Row{8, 9, 2},
                              Fp64Row{9, 0, 64}, Fp64Row{10, 0, 64}, Fp64Row{12, 0, 2}};

// FLOP a cycle and SM of the tensor cores, dense, summing in FP32 (FP64 in FP64). The documents give TFLOP/s of boards,
// their SMs and their clock; every row is their quotient, and the comment behind it one of the boards.
enum class BoardClass { Any, GeForce, Professional };
struct TensorRow {
    int major, minor;
    BoardClass boards;
    double fp64, tf32, bf16, fp16, fp8; // 0: none, or not said
    std::string_view cite;
};
constexpr std::array tensorRows{
    TensorRow{7, 5, BoardClass::GeForce, 0, 0, 0, 512, 0, // RTX 2080 Ti: 56.9 = 68 x 512 x 1.635 GHz
              "NVIDIA Turing GPU architecture white paper"},
    TensorRow{7, 5, BoardClass::Professional, 0, 0, 0, 1024, 0, // Quadro RTX 6000: 130.5 = 72 x 1024 x 1.77 GHz
              "NVIDIA Turing GPU architecture white paper"},
    TensorRow{8, 0, BoardClass::Any, 128, 1024, 2048, 2048, 0, // A100: 19.5, 156, 312 with 108 x 1.41 GHz
              "NVIDIA A100 Tensor Core GPU architecture white paper"},
    TensorRow{8, 6, BoardClass::GeForce, 0, 256, 512, 512, 0, // RTX 3090: 35.6, 71 with 82 x 1.695 GHz
              "NVIDIA Ampere GA102 GPU architecture white paper"},
    TensorRow{8, 6, BoardClass::Professional, 0, 512, 1024, 1024, 0, // RTX A6000: 77.4, 154.8 with 84 x 1.8 GHz
              "NVIDIA Ampere GA102 GPU architecture white paper"},
    TensorRow{8, 9, BoardClass::GeForce, 0, 256, 512, 512, 1024, // RTX 4090: 82.6, 165.2, 330.3 with 128 x 2.52 GHz
              "NVIDIA Ada GPU architecture white paper"},
    TensorRow{8, 9, BoardClass::Professional, 0, 512, 1024, 1024, 2048, // L40S: 183, 362, 733 with 142 x 2.52 GHz
              "NVIDIA L40S data sheet"},
    TensorRow{9, 0, BoardClass::Any, 256, 2048, 4096, 4096, 8192, // H100 SXM: 66.9 with 132 x 1.98 GHz; 494.7, 989.4,
              "NVIDIA H100 Tensor Core GPU architecture white paper"}, // 1978.9 with 132 x 1.83 GHz
    TensorRow{12, 0, BoardClass::GeForce, 0, 256, 512, 512, 1024, // RTX 5090: 104.8, 209.5, 419 with 170 x 2.407 GHz
              "NVIDIA RTX Blackwell GPU architecture white paper"},
    TensorRow{12, 0, BoardClass::Professional, 0, 512, 1024, 1024, 2048, // RTX PRO 6000: 251.9, 503.8, 1007.6 with
              "NVIDIA RTX PRO Blackwell GPU architecture white paper"},  // 188 x 2.617 GHz
};

bool contains(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

/// Boards for some markets, whose FP64 or tensor rates are below their chip's: H20 (not H200), H800.
bool isCutDown(std::string_view board) {
    const auto at = board.find("H20");
    return contains(board, "H800") || (at != std::string_view::npos && !contains(board.substr(at), "H200"));
}

/// Of 7.5 only the boards called RTX, and the T4, have tensor cores at all.
bool hasTensorCores(int major, int minor, std::string_view board) {
    return major != 7 || minor != 5 || contains(board, "RTX") || contains(board, "Tesla T4");
}

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

std::vector<ArithmeticFacts> arithmeticFacts(int major, int minor, std::string_view boardName) {
    std::vector<ArithmeticFacts> all;
    const auto add = [&](Arithmetic arithmetic, double flopPerCycle, std::string_view cite) {
        if (flopPerCycle > 0) all.push_back({arithmetic, flopPerCycle, cite});
    };
    if (const auto chip = chipFacts(major, minor)) add(Arithmetic::Fp32, 2.0 * chip->fp32LanesPerSm, chipFactsCite());
    if (isCutDown(boardName)) return all;
    for (const Fp64Row& row : fp64Rows)
        if (row.major == major && row.minor == minor)
            add(Arithmetic::Fp64, 2 * row.results, "CUDA C++ Programming Guide 13.0, Arithmetic Instructions");
    if (!hasTensorCores(major, minor, boardName)) return all;
    const BoardClass own = contains(boardName, "GeForce") ? BoardClass::GeForce : BoardClass::Professional;
    for (const TensorRow& row : tensorRows) {
        if (row.major != major || row.minor != minor || (row.boards != BoardClass::Any && row.boards != own)) continue;
        add(Arithmetic::Fp64Tensor, row.fp64, row.cite);
        add(Arithmetic::Tf32Tensor, row.tf32, row.cite);
        add(Arithmetic::Bf16Tensor, row.bf16, row.cite);
        add(Arithmetic::Fp16Tensor, row.fp16, row.cite);
        add(Arithmetic::Fp8Tensor, row.fp8, row.cite);
    }
    return all;
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
