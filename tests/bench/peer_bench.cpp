// SPDX-License-Identifier: GPL-3.0-or-later
// Running peers and ours, and remembering what failed.
#include "tests/bench/peer_bench.h"

#include "core/session.h"

#include <algorithm>

namespace zg::peers {
namespace {

constexpr std::chrono::seconds longestPeer{90}; // an unpatched gpu-latency takes 40

std::string titleOf(const Request& request) {
    std::string title("ours, ");
    title += probeName(request.probe);
    if (request.probe == Probe::Matmul) title.append(" ").append(variantName(request.variant));
    return title.append(": ");
}

} // namespace

std::optional<std::string> PeerBench::peer(const std::string& program, const std::vector<std::string>& arguments) {
    const std::filesystem::path path = folder_ / program;
    std::error_code error;
    if (!std::filesystem::exists(path, error)) {
        problem(program + ": not in " + folder_.string() + ", skipped");
        return std::nullopt;
    }
    auto output = runProgram(std::filesystem::absolute(path), arguments, longestPeer);
    if (output) return std::move(*output);
    problem(output.error());
    return std::nullopt;
}

Run PeerBench::ours(const Request& request) {
    RunCollector collector(request, nullptr, nullptr);
    const std::string title = titleOf(request);
    if (const auto lacking = backend_.lacks(request)) {
        problem(title + "not here: " + lacking->detail);
        return collector.run();
    }
    const auto ended = backend_.run(request, {}, collector);
    if (!ended)
        problem(title + "fault " + std::to_string(static_cast<int>(ended.error().fault)) + ", " + ended.error().detail);
    collector.ended(ended);
    for (const Note& note : collector.run().notes)
        if (note.kind == NoteKind::WrongResult || note.kind == NoteKind::SizeLeftOut ||
            note.kind == NoteKind::MemoryLimited || note.kind == NoteKind::ClockUnsteady)
            problem(title + std::string(noteName(note.kind)) + " " +
                    std::to_string(static_cast<long long>(note.value)));
    return collector.run();
}

std::optional<double> PeerBench::knownOfH200(double value) const {
    if (device().name.find("H200") == std::string::npos) return std::nullopt;
    return value;
}

void PeerBench::problem(const std::string& words) {
    if (std::ranges::find(problems_, words) == problems_.end()) problems_.push_back(words);
}

} // namespace zg::peers
