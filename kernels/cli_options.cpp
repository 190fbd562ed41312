// SPDX-License-Identifier: GPL-3.0-or-later
// The options of `record`, in three groups: what is measured, with which parameters, and where it goes.
#include "kernels/cli_options.h"

#include "kernels/cli_arguments.h"

#include <algorithm>
#include <limits>
#include <span>

namespace zg {

namespace {

template <class T>
std::vector<T> listOf(std::span<const T> values) {
    return {values.begin(), values.end()};
}

std::vector<Variant> variants() {
    std::vector<Variant> all;
    for (const VariantFacts& facts : allVariants()) all.push_back(facts.variant);
    return all;
}

CLI::Option* sizeOption(CLI::App* app, const std::string& name, std::optional<std::int64_t>& bytes,
                        const std::string& help) {
    return parsed<std::int64_t>(
               app, name, parseSize, [&bytes](std::int64_t value) { bytes = value; }, help)
        ->type_name("SIZE");
}

CLI::Option* countOption(CLI::App* app, const std::string& name, std::optional<int>& count, int from, int to,
                         const std::string& help) {
    return app->add_option(name, count, help)->check(CLI::Range(from, to).description(""))->type_name("N");
}

void addSelection(CLI::App* app, Selection& selection) {
    const auto group = [](CLI::Option* option) { option->group("What to measure; without any of these, all"); };
    group(namesOption(app, "--only", listOf(allParts()), partName, selection.parts, "Parts of the standard recording"));
    group(namesOption(app, "--probe", listOf(allProbes()), probeName, selection.probes, "Probes"));
    group(namesOption(app, "--variant", variants(), variantName, selection.variants, "Products of the ladder"));
    group(namesOption(app, "--arithmetic", listOf(allArithmetics()), arithmeticName, selection.arithmetics,
                      "Ceilings, or with a matmul its products"));
    group(namesOption(app, "--access", {Access::Read, Access::Write, Access::Copy}, accessName, selection.accesses,
                      "Bandwidths"));
    group(namesOption(app, "--space", {Space::Global, Space::Shared}, spaceName, selection.spaces,
                      "Memory of the bandwidths"));
    group(namesOption(app, "--direction", {Direction::HostToDevice, Direction::DeviceToHost}, directionName,
                      selection.directions, "Transfers"));
    group(namesOption(app, "--host-memory", {HostMemory::Pinned, HostMemory::Pageable}, hostMemoryName,
                      selection.hostMemories, "Memory of the transfers"));
    group(parsed<CachePath>(
              app, "--path", parseCachePath, [&selection](CachePath path) { selection.path = path; },
              "A GPU's loads in chase and bandwidth: l1 or past-l1", "l1 or past-l1")
              ->type_name("PATH"));
}

void addParameters(CLI::App* app, RecordOptions& options) {
    Parameters& parameters = options.parameters;
    const auto group = [](CLI::Option* option) { option->group("Parameters, where a probe has them"); };
    group(sizeOption(app, "--min", parameters.minBytes, "Smallest working set or transfer"));
    group(sizeOption(app, "--max", parameters.maxBytes,
                     "Largest working set or transfer; else four times the last cache or more"));
    group(countOption(app, "--per-octave", parameters.pointsPerOctave, 1, 256, "Sizes for every doubling, 1 to 256"));
    group(countOption(app, "--repeats", parameters.repeats, 1, 10'000, "Repeats of each size; else chosen by size"));
    group(parsed<std::vector<int>>(
              app, "--sizes", parseMatrixSizes, [&](std::vector<int> sizes) { parameters.sizes = std::move(sizes); },
              "N of the products, each once: 1024,2048", "numbers from 1 to 100000 with commas between them")
              ->type_name("LIST"));
    group(countOption(app, "--blocks", parameters.blocks, 1, std::numeric_limits<int>::max(),
                      "Blocks of naive-grid-stride; else enough to fill the GPU"));
    group(countOption(app, "--threads", parameters.threads, 1, 100'000, "Cores of a CPU in bandwidth and compute"));
    group(parsed<Order>(
              app, "--order", parseOrder, [&parameters](Order order) { parameters.order = order; },
              "Of a chase: random, sequential or random-in-pages (random)", "random, sequential or random-in-pages")
              ->type_name("ORDER"));
    group(app->add_option("--carveout", parameters.sharedCarveout,
                          "Percent of a GPU's L1 SRAM given to shared memory in a chase, 0 to 100 (0)")
              ->check(CLI::Range(0, 100).description(""))
              ->type_name("PERCENT"));
    group(app->add_option("--sm", options.sms, "SMs to chase from: 3, 0,5,64-66 or all; else one")->type_name("LIST"));
    group(app->add_flag_callback(
        "--no-refine", [&parameters] { parameters.refine = false; }, "No extra sizes where a chase is steep"));
    group(
        app->add_option("--seed", options.seed, "Seed of the random cycle and data; else a fresh one")->type_name("N"));
}

} // namespace

CLI::Option* unitOption(CLI::App* app, std::optional<Unit>& unit) {
    return parsed<Unit>(
               app, "--unit", parseLatencyUnit, [&unit](Unit value) { unit = value; },
               "cycles or ns; else what was counted")
        ->type_name("UNIT");
}

CLI::Option* runOption(CLI::App* app, std::optional<int>& run, const std::string& help) {
    return app->add_option("--run", run, help)->check(CLI::Range(1, 1'000'000).description(""))->type_name("N");
}

void addRecordOptions(CLI::App& app, RecordOptions& options) {
    app.add_option("--device", options.device, "A device of `devices`; else the first")->type_name("ID");
    app.add_option("--out", options.out, "The session file to write; - for standard output (-)")->type_name("FILE");
    app.add_option("--remark", options.remark, "Free text kept in the session")->type_name("TEXT");
    app.add_flag("--resume", options.resume, "Keep what the file holds, and append what it has not yet");
    addSelection(&app, options.selection);
    addParameters(&app, options);
}

void checkRecordOptions(const RecordOptions& options) {
    const Parameters& parameters = options.parameters;
    if (parameters.minBytes && parameters.maxBytes && *parameters.maxBytes < *parameters.minBytes)
        throw CLI::ValidationError("--max", "is smaller than --min");
    if (options.resume && options.out == "-") throw CLI::ValidationError("--resume", "needs --out FILE");
    if (options.resume && !options.remark.empty())
        throw CLI::ValidationError("--remark", "is written with the first line, which --resume leaves as it is");
}

} // namespace zg
