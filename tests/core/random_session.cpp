// SPDX-License-Identifier: GPL-3.0-or-later
// The generator behind the round-trip tests. It uses no std distribution: those differ between standard libraries.
#include "random_session.h"

#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <random>

namespace zg {

namespace {

class Generator {
public:
    explicit Generator(std::uint64_t seed) : engine_(seed) {}

    std::uint64_t below(std::uint64_t n) { return engine_() % n; }
    bool chance(std::uint64_t oneIn) { return below(oneIn) == 0; }

    /// Not negative, finite, often extreme.
    double number() {
        static constexpr std::array special{0.0,
                                            1.0,
                                            0.1,
                                            1.0 / 3,
                                            5e-324,
                                            2.2250738585072014e-308,
                                            1.7976931348623157e308,
                                            9007199254740993.0,
                                            1e15,
                                            1e16,
                                            123456789.123456789,
                                            4096.0,
                                            32.04};
        if (chance(2)) return special[below(special.size())];
        for (;;) {
            const double any = std::abs(std::bit_cast<double>(engine_()));
            if (std::isfinite(any)) return any;
        }
    }

    std::string text() {
        static const std::array<std::string, 12> odd{
            "",
            "NVIDIA H200",
            "היררכיית הזיכרון",
            "\"quoted\" \\ back / slash",
            "line\nbreak\r\ttab",
            std::string("zero\0inside", 11),
            "\x01\x1b[31mescape\x7f",
            "emoji \xF0\x9F\x9A\x80 and \xE2\x80\xA8 separator",
            "\xEF\xBB\xBF byte order mark",
            "\xE2\x81\xA6isolated\xE2\x81\xA9",
            "=cmd|' /C calc'!A0",
            std::string(20'000, 'x'),
        };
        return odd[below(odd.size())];
    }

    UnknownFields unknown() {
        static const std::array<std::string, 6> values{"null",          "true",
                                                       "[1,2.5,\"x\"]", "{\"a\":{\"b\":[]},\"z\":0,\"c\":-1}",
                                                       "\"\xD7\xA9\"",  "18446744073709551615"};
        UnknownFields fields;
        for (std::uint64_t i = below(3); i > 0; --i)
            fields["future-" + std::to_string(below(1000))] = values[below(values.size())];
        return fields;
    }

    std::optional<Quantity> quantity(Unit unit) {
        if (chance(4)) return std::nullopt;
        static constexpr std::array sources{Source::Reported, Source::Measured, Source::Published, Source::Modelled};
        return Quantity{number(), unit, sources[below(sources.size())], chance(2) ? text() : ""};
    }

    template <class E>
    E one(std::uint64_t last) {
        return static_cast<E>(below(last + 1));
    }

    int count() { return static_cast<int>(below(1u << 20)); }

private:
    std::mt19937_64 engine_;
};

Level randomLevel(Generator& any) {
    Level level;
    level.kind = any.one<LevelKind>(static_cast<std::uint64_t>(LevelKind::Constant));
    level.name = any.text();
    level.technology = any.one<Technology>(1);
    level.managedBy = any.one<ManagedBy>(3);
    level.instances = any.count();
    level.perInstance = any.quantity(Unit::Bytes);
    level.total = any.quantity(Unit::Bytes);
    level.sharedMax = any.quantity(Unit::Bytes);
    level.lineBytes = any.quantity(Unit::Bytes);
    level.busWidth = any.quantity(Unit::Bits);
    level.clock = any.quantity(Unit::Hertz);
    level.bandwidth = any.quantity(Unit::BytesPerSecond);
    level.unknown = any.unknown();
    return level;
}

Device randomDevice(Generator& any) {
    Device device;
    device.id = any.text();
    device.kind = any.one<DeviceKind>(1);
    device.name = any.text();
    device.architecture = any.text();
    for (std::uint64_t i = any.below(7); i > 0; --i) device.levels.push_back(randomLevel(any));
    if (any.chance(2)) {
        SmLimits sm;
        for (int* limit : {&sm.smCount, &sm.warpSize, &sm.threadsPerBlock, &sm.threadsPerSm, &sm.blocksPerSm,
                           &sm.registersPerSm, &sm.registersPerBlock, &sm.registersPerThread, &sm.fp32LanesPerSm})
            *limit = any.count();
        for (std::int64_t* limit : {&sm.sharedPerSmBytes, &sm.sharedPerBlockBytes, &sm.sharedPerBlockOptinBytes,
                                    &sm.sharedReservedPerBlockBytes})
            *limit = static_cast<std::int64_t>(any.below(std::numeric_limits<std::int64_t>::max()));
        sm.unknown = any.unknown();
        device.sm = sm;
    }
    for (std::uint64_t i = any.below(3); i > 0; --i) {
        Peak peak;
        peak.arithmetic = any.one<Arithmetic>(static_cast<std::uint64_t>(Arithmetic::Fp8Tensor));
        peak.perCycle = {any.number(), Unit::FlopPerCycle, Source::Published, any.text()};
        peak.rate = {any.number(), Unit::FlopPerSecond, Source::Modelled, any.text()};
        peak.unknown = any.unknown();
        device.peaks.push_back(peak);
    }
    device.coreClock = any.quantity(Unit::Hertz);
    device.memoryFree = any.quantity(Unit::Bytes);
    device.displayAttached = any.chance(2);
    device.computeMode = any.one<ComputeMode>(2);
    device.driver = any.text();
    device.toolkit = any.text();
    device.uuid = any.text();
    device.unknown = any.unknown();
    return device;
}

Request randomRequest(Generator& any) {
    Request request;
    request.probe = any.one<Probe>(static_cast<std::uint64_t>(Probe::Matmul));
    request.repeats = any.count();
    request.unknown = any.unknown();
    for (std::uint64_t i = any.below(4); i > 0; --i) request.sms.push_back(static_cast<int>(any.below(1000)));
    // What means nothing to a probe is not written, and so comes back as it is by default.
    if (request.probe == Probe::Chase || request.probe == Probe::Bandwidth || request.probe == Probe::Transfer) {
        request.minBytes = static_cast<std::int64_t>(any.below(1ull << 40));
        request.maxBytes = static_cast<std::int64_t>(any.below(std::numeric_limits<std::int64_t>::max()));
        request.pointsPerOctave = any.count();
    }
    if (request.probe == Probe::Chase) {
        request.refine = any.chance(2);
        request.order = any.one<Order>(2);
        request.sharedCarveout = static_cast<int>(any.below(101));
    }
    if (request.probe == Probe::Chase || request.probe == Probe::Bandwidth) request.path = any.one<CachePath>(1);
    if (request.probe == Probe::Bandwidth) {
        request.access = any.one<Access>(2);
        request.space = any.one<Space>(1);
    }
    if (request.probe == Probe::Transfer) {
        request.direction = any.one<Direction>(1);
        request.hostMemory = any.one<HostMemory>(1);
    }
    if (request.probe == Probe::Compute)
        request.arithmetic = any.one<Arithmetic>(static_cast<std::uint64_t>(Arithmetic::Fp8Tensor));
    if (request.probe == Probe::Compute || request.probe == Probe::Bandwidth) request.threads = any.count();
    if (request.probe == Probe::Matmul) {
        request.variant = any.one<Variant>(static_cast<std::uint64_t>(Variant::OpenblasThreaded));
        for (std::uint64_t i = any.below(4); i > 0; --i) request.sizes.push_back(static_cast<int>(any.below(10'000)));
        request.blocks = any.count();
    }
    const bool chain = request.probe == Probe::FmaLatency || request.probe == Probe::SharedLatency ||
                       request.probe == Probe::ConstantLatency;
    if (!chain) request.seed = any.below(std::numeric_limits<std::uint64_t>::max());
    return request;
}

Run randomRun(Generator& any) {
    Run run;
    run.request = randomRequest(any);
    run.source = any.one<Source>(3);
    run.cite = any.text();
    run.started = any.text();
    run.unknown = any.unknown();
    for (std::uint64_t i = any.below(12); i > 0; --i)
        run.columns.push_back({any.text(), any.one<Unit>(static_cast<std::uint64_t>(Unit::FlopPerCycle))});
    for (std::uint64_t i = any.below(20); i > 0; --i) {
        Row row{any.number(), {}};
        for (std::size_t c = 0; c < run.columns.size(); ++c)
            row.values.push_back(any.chance(5) ? std::numeric_limits<double>::quiet_NaN() : any.number());
        run.rows.push_back(std::move(row));
    }
    for (std::uint64_t i = any.below(5); i > 0; --i)
        run.notes.push_back({any.one<NoteKind>(static_cast<std::uint64_t>(NoteKind::SamplesFull)), any.number()});
    run.state = any.one<RunState>(3);
    if (run.state == RunState::Failed)
        run.error = Error{any.one<Fault>(static_cast<std::uint64_t>(Fault::WrongColumnCount)), {}, 0, any.text()};
    return run;
}

} // namespace

Session randomSession(std::uint64_t seed) {
    Generator any(seed);
    Session session;
    session.device = randomDevice(any);
    session.provenance = {any.text(), any.text(), any.text(), any.text(), any.text(), any.text()};
    session.unknown = any.unknown();
    for (std::uint64_t i = any.below(5); i > 0; --i) session.runs.push_back(randomRun(any));
    return session;
}

} // namespace zg
