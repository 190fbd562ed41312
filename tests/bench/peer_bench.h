// SPDX-License-Identifier: GPL-3.0-or-later
// What every comparison needs: our backend, the folder of the peers, the figures, and the list of what went wrong. The
// comparisons themselves are the groups below, one file a topic.
#pragma once

#include "core/backend.h"
#include "tests/bench/peer_figures.h"
#include "tests/bench/peer_output.h"

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace zg::peers {

class PeerBench {
public:
    PeerBench(Backend& backend, std::filesystem::path folder) : backend_(backend), folder_(std::move(folder)) {}

    [[nodiscard]] const Device& device() const { return backend_.device(); }
    [[nodiscard]] FigureTable& figures() { return figures_; }

    /// What one of the peers printed; nothing where it is not in the folder, or failed, which `problems` then says.
    [[nodiscard]] std::optional<std::string> peer(const std::string& program,
                                                  const std::vector<std::string>& arguments = {});

    /// The numbers in a peer's output; nothing where there is none or it cannot be read, which `problems` then says.
    template <class T>
    [[nodiscard]] std::optional<T> read(const std::string& program, const std::vector<std::string>& arguments,
                                        Outcome<T> (*parse)(std::string_view)) {
        const auto output = peer(program, arguments);
        if (!output) return std::nullopt;
        Outcome<T> parsed = parse(*output);
        if (parsed) return std::move(*parsed);
        problem(program + ": " + parsed.error());
        return std::nullopt;
    }

    /// One of our runs; `problems` says where it failed or is lacking.
    [[nodiscard]] Run ours(const Request& request);

    /// A value known of one H200, measured with the peers' programs on 2026-11-30; nothing for another device.
    [[nodiscard]] std::optional<double> knownOfH200(double value) const;

    void problem(const std::string& words); ///< each is kept once
    [[nodiscard]] const std::vector<std::string>& problems() const { return problems_; }

private:
    Backend& backend_;
    std::filesystem::path folder_;
    FigureTable figures_;
    std::vector<std::string> problems_;
};

/// Peers and ours on one topic, once in turn.
struct Group {
    const char* name;
    int rounds; ///< at most
    void (*round)(PeerBench&);
};

void compareCaches(PeerBench& bench);      ///< L1, shared, L2 and what is just too large for it
void compareMemory(PeerBench& bench);      ///< device memory: read, write, copy
void compareTransfers(PeerBench& bench);   ///< host to device and back
void compareCompute(PeerBench& bench);     ///< FP32 multiply-adds
void compareBestFp32(PeerBench& bench);    ///< our best on CUDA cores against cuBLAS and sgemm.cu
void compareTensor(PeerBench& bench);      ///< TF32 and BF16 against cuBLAS and fast.cu
void compareRungs(PeerBench& bench);       ///< each rung against its namesake in SGEMM_CUDA
void compareUncoalesced(PeerBench& bench); ///< the slowest rung, which takes seconds
void compareLatency(PeerBench& bench);     ///< the staircase, and operations

} // namespace zg::peers
