// SPDX-License-Identifier: GPL-3.0-or-later
// The CPU's probes beside their peers. First the ceilings beside theory, and the matmul ladder beside OpenBLAS; then,
// where MULTICHASE is given, our chase and google/multichase in turn on the same core, with both latencies and their
// ratio for each size. Usage: cpu_peer [MULTICHASE] [ROUNDS] [--small-pages] [--in-pages]. The peer is built elsewhere;
// nothing of it is kept here. Both see huge pages (the peer's -H) or, with --small-pages, neither. Each figure is the
// median of the rounds. The peer's figure is a mean over half a second, interruptions included, so both run as
// real-time processes where that is allowed (as root), and a machine that does nothing else is better still. Where
// other tenants share the last cache, it loses lines while a slow walker goes round: the third figure is our own chain
// walked for as long as the peer walks its own.
#include "core/latency.h"
#include "core/stats.h"
#include "kernels/backends.h"
#include "kernels/cpu/arena.h"
#include "kernels/cpu/chase.h"
#include "tests/bench/cpu_peer_rates.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <sched.h>
#include <string>
#include <sys/prctl.h>
#include <vector>

namespace {

struct Collector : zg::RunListener {
    void begun(const std::vector<zg::Column>& columns) override { run.columns = columns; }
    void row(const zg::Row& row) override { run.rows.push_back(row); }
    void note(const zg::Note& note) override {
        if (note.kind == zg::NoteKind::HugePages) hugeBytes = note.value;
    }
    void progress(double, int, int) override {}
    zg::Run run;
    double hugeBytes = 0;
};

struct Options {
    std::string peer;
    int rounds = 3;
    bool smallPages = false;
    bool inPages = false;
};

/// Keeps to the first core that this process may use: the one the peer's walker pins itself to. Returns the cores it
/// had.
cpu_set_t onTheFirstCore() {
    cpu_set_t before, first;
    CPU_ZERO(&before);
    sched_getaffinity(0, sizeof before, &before);
    CPU_ZERO(&first);
    int core = 0;
    while (core < CPU_SETSIZE - 1 && !CPU_ISSET(core, &before)) ++core;
    CPU_SET(core, &first);
    sched_setaffinity(0, sizeof first, &first);
    return before;
}

/// Nanoseconds a load of a set of that size; NaN where the run failed.
double ours(zg::Backend& backend, const Options& options, std::int64_t bytes, Collector& heard) {
    zg::Request request;
    request.minBytes = request.maxBytes = bytes;
    request.order = options.inPages ? zg::Order::RandomInPages : zg::Order::Random;
    const cpu_set_t before = onTheFirstCore();
    const auto ended = backend.run(request, {}, heard);
    sched_setaffinity(0, sizeof before, &before);
    if (!ended) return std::nan("");
    const auto curve = zg::latencyCurve(heard.run, zg::Unit::Nanoseconds);
    return curve.empty() ? std::nan("") : curve.front().median;
}

/// Our chain walked for two and a half seconds: the median stretch after the first half second. For sets laid whole.
double oursWalkedLong(const Options& options, std::int64_t bytes) {
    auto arena = zg::cpu::Arena::reserve(static_cast<std::size_t>(bytes));
    if (!arena || !arena->populate(arena->size(), {})) return std::nan("");
    const cpu_set_t before = onTheFirstCore();
    zg::cpu::Chase chain(arena->data(), 64);
    chain.lay(static_cast<std::size_t>(bytes), options.inPages ? zg::Order::RandomInPages : zg::Order::Random, 1, 1,
              {});
    std::vector<double> stretches;
    const auto start = std::chrono::steady_clock::now();
    for (double seconds = 0; seconds < 2.5 && chain.stepsLeft() > 4096;) {
        const auto stretch = chain.walk(4096);
        seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        if (stretch && seconds > 0.5) stretches.push_back(*stretch);
    }
    sched_setaffinity(0, sizeof before, &before);
    return zg::median(stretches);
}

/// The same by the peer: stride of one line, random over the whole set (or inside 2 MiB), its best half second of four.
double peers(const Options& options, std::int64_t bytes) {
    const std::int64_t local = options.inPages ? std::min<std::int64_t>(bytes, 2 << 20) : bytes;
    const std::string command = "'" + options.peer + "' -s 64 -n 4 -m " + std::to_string(bytes) + " -T " +
                                std::to_string(local) + (options.smallPages ? "" : " -H");
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(popen(command.c_str(), "r"), &pclose);
    double nanoseconds = std::nan("");
    char line[256];
    while (pipe && std::fgets(line, sizeof line, pipe.get()))
        nanoseconds = std::atof(line); // the last line is the figure
    return nanoseconds > 0 ? nanoseconds : std::nan("");
}

Options parsed(int argc, char** argv) {
    Options options;
    for (int i = 1; i < argc; ++i) {
        const std::string word = argv[i];
        if (word == "--small-pages") options.smallPages = true;
        else if (word == "--in-pages") options.inPages = true;
        else if (const int rounds = std::atoi(argv[i]); rounds > 0) options.rounds = rounds;
        else options.peer = word;
    }
    return options;
}

} // namespace

int main(int argc, char** argv) {
    const Options options = parsed(argc, argv);
    const auto backend = zg::liveDevices().open("cpu");
    if (!backend) return 1;
    zg::bench::printCeilings(**backend, 3 * options.rounds);
    zg::bench::printLadder((*backend)->device(), 7 * options.rounds);
    if (options.peer.empty()) return 0;

    if (options.smallPages) prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0); // the peer inherits it
    const sched_param lowest{sched_get_priority_min(SCHED_FIFO)};
    const bool realTime = sched_setscheduler(0, SCHED_FIFO, &lowest) == 0; // this too
    std::printf("%s pages, %s\n", options.smallPages ? "small" : "huge", realTime ? "real-time" : "ordinary priority");
    constexpr std::int64_t kib = 1024, mib = 1024 * kib;
    const std::vector<std::int64_t> sizes{8 * kib,   16 * kib, 32 * kib, 128 * kib, 256 * kib,
                                          512 * kib, 4 * mib,  8 * mib,  128 * mib, 512 * mib};
    std::map<std::int64_t, std::vector<double>> mine, longer, theirs, ratios;
    for (int round = 0; round < options.rounds; ++round)
        for (const std::int64_t bytes : sizes) {
            Collector heard;
            mine[bytes].push_back(ours(**backend, options, bytes, heard));
            theirs[bytes].push_back(peers(options, bytes));
            ratios[bytes].push_back(mine[bytes].back() / theirs[bytes].back());
            longer[bytes].push_back(oursWalkedLong(options, bytes));
            std::printf("round %d: %10lld B  ours %8.3f ns  walked long %8.3f ns  peer %8.3f ns  ratio %.3f  huge "
                        "pages %.0f MiB\n",
                        round + 1, static_cast<long long>(bytes), mine[bytes].back(), longer[bytes].back(),
                        theirs[bytes].back(), ratios[bytes].back(), heard.hugeBytes / static_cast<double>(mib));
            std::fflush(stdout);
        }
    std::printf("\n%12s %10s %12s %10s %8s   (medians of %d rounds)\n", "bytes", "ours ns", "walked long", "peer ns",
                "ratio", options.rounds);
    for (const std::int64_t bytes : sizes)
        std::printf("%12lld %10.3f %12.3f %10.3f %8.3f   (rounds %.3f to %.3f)\n", static_cast<long long>(bytes),
                    zg::median(mine[bytes]), zg::median(longer[bytes]), zg::median(theirs[bytes]),
                    zg::median(ratios[bytes]), std::ranges::min(ratios[bytes]), std::ranges::max(ratios[bytes]));
    return 0;
}
