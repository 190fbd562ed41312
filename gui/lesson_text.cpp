// SPDX-License-Identifier: GPL-3.0-or-later
// The words themselves. Whole sentences with places for numbers, never pieces glued together, so that they translate;
// numbers with Latin units are isolated left-to-right. What the course teaches is the source of the explanations and
// traps.
#include "gui/lesson_text.h"

#include "core/format.h"
#include "gui/style.h"

#include <QCoreApplication>

#include <cmath>

namespace zg::lesson {
namespace {

/// lupdate reads the calls of this name: both arguments must be literals.
QString translate(const char* context, const char* text) { return QCoreApplication::translate(context, text); }

QString number(const std::string& text) { return ltr(QString::fromStdString(text)); }
QString number(double value) { return number(formatLatency(value)); }

bool isGpu(DeviceKind kind) { return kind == DeviceKind::Gpu; }

} // namespace

QString bytes(double value) { return number(formatBytes(value)); }

// ---- Tiers
// -----------------------------------------------------------------------------------------------------------

QString tierName(const Level& level, DeviceKind kind) {
    switch (level.kind) {
    case LevelKind::Registers: return translate("lesson_text", "Registers");
    case LevelKind::SharedL1: return translate("lesson_text", "Shared / L1");
    case LevelKind::L1: return translate("lesson_text", "L1 data cache");
    case LevelKind::L2: return translate("lesson_text", "L2 cache");
    case LevelKind::L3: return translate("lesson_text", "L3 cache");
    case LevelKind::Constant: return translate("lesson_text", "Constant");
    case LevelKind::Memory: break;
    }
    if (!level.name.empty()) return number(level.name);
    return isGpu(kind) ? translate("lesson_text", "Device memory") : translate("lesson_text", "Main memory");
}

QString tierShortName(const Level& level, DeviceKind kind) {
    switch (level.kind) {
    case LevelKind::SharedL1:
    case LevelKind::L1: return ltr(QStringLiteral("L1"));
    case LevelKind::L2: return ltr(QStringLiteral("L2"));
    case LevelKind::L3: return ltr(QStringLiteral("L3"));
    default: return tierName(level, kind);
    }
}

QString technology(Technology technology) {
    return ltr(technology == Technology::Sram ? QStringLiteral("SRAM") : QStringLiteral("DRAM"));
}

QString managedBy(ManagedBy managedBy) {
    switch (managedBy) {
    case ManagedBy::Compiler: return translate("lesson_text", "managed by the compiler");
    case ManagedBy::Programmer: return translate("lesson_text", "managed by the programmer");
    case ManagedBy::Hardware: return translate("lesson_text", "managed by hardware");
    case ManagedBy::ProgrammerAndHardware: return translate("lesson_text", "shared: programmer, L1: hardware");
    }
    return {};
}

QString managedByShort(ManagedBy managedBy) {
    switch (managedBy) {
    case ManagedBy::Compiler: return translate("lesson_text", "compiler");
    case ManagedBy::Programmer: return translate("lesson_text", "programmer");
    case ManagedBy::Hardware: return translate("lesson_text", "hardware");
    case ManagedBy::ProgrammerAndHardware: return translate("lesson_text", "programmer and hardware");
    }
    return {};
}

QStringList capacity(const Level& level, DeviceKind kind) {
    if (!level.perInstance && !level.total) return {translate("lesson_text", "size not reported")};
    if (level.kind == LevelKind::Memory) return {bytes((level.total ? level.total : level.perInstance)->value)};
    if (level.kind == LevelKind::Constant) return {bytes((level.total ? level.total : level.perInstance)->value)};
    if (level.instances <= 1)
        return {(isGpu(kind) ? translate("lesson_text", "%1, one for the device")
                             : translate("lesson_text", "%1, one for all cores"))
                    .arg(bytes((level.total ? level.total : level.perInstance)->value))};
    QStringList lines;
    if (level.perInstance) {
        const QString size = bytes(level.perInstance->value);
        if (isGpu(kind)) lines << translate("lesson_text", "%1 per SM").arg(size);
        else if (level.kind == LevelKind::L3) lines << translate("lesson_text", "%1 per group of cores").arg(size);
        else lines << translate("lesson_text", "%1 per core").arg(size);
    }
    if (level.total) {
        const QString count = ltr(QString::number(level.instances));
        if (isGpu(kind)) lines << translate("lesson_text", "%1 in %2 SMs").arg(bytes(level.total->value), count);
        else lines << translate("lesson_text", "%1 in all").arg(bytes(level.total->value));
    }
    return lines;
}

QString sharedMost(const Quantity& quantity) {
    return translate("lesson_text", "up to %1 of it shared").arg(bytes(quantity.value));
}

QString bandwidth(const Quantity& rate) {
    const QString value = number(formatQuantity(rate));
    switch (rate.source) {
    case Source::Measured: return translate("lesson_text", "%1 measured").arg(value);
    case Source::Published: return translate("lesson_text", "%1 by its data sheet").arg(value);
    default: return translate("lesson_text", "%1 in theory").arg(value);
    }
}

// ---- Numbers
// ---------------------------------------------------------------------------------------------------------

QString latency(double value, Unit unit) {
    if (unit == Unit::Cycles) return translate("lesson_text", "%1 cycles").arg(number(value));
    return ltr(QString::fromStdString(formatLatency(value)) + QStringLiteral(" ns"));
}

QString latencyPair(double first, double second, Unit unit) {
    const QString pair = QString::fromStdString(formatLatency(first)) + QStringLiteral(" / ") +
                         QString::fromStdString(formatLatency(second));
    if (unit == Unit::Cycles) return translate("lesson_text", "%1 cycles").arg(ltr(pair));
    return ltr(pair + QStringLiteral(" ns"));
}

QString ratioToRegister(double ratio) {
    return translate("lesson_text", "%1 a register").arg(number(formatRatio(ratio)));
}
QString oneFma() { return translate("lesson_text", "one dependent FMA"); }
QString nearAndFar() { return translate("lesson_text", "near / far half"); }
QString sharedAndL1() { return translate("lesson_text", "shared / L1"); }
QString sharedAlone() { return translate("lesson_text", "shared memory"); }

QString source(Source source, Origin origin) {
    switch (source) {
    case Source::Reported: return translate("lesson_text", "reported by the driver");
    case Source::Published: return translate("lesson_text", "published");
    case Source::Modelled: return translate("lesson_text", "model");
    case Source::Measured: break;
    }
    return origin == Origin::Live ? translate("lesson_text", "measured now")
                                  : translate("lesson_text", "measured, recorded");
}

QString unitTitle(Unit unit) {
    return unit == Unit::Cycles ? translate("lesson_text", "cycles per load")
                                : translate("lesson_text", "nanoseconds (ns) per load");
}

// ---- The logical side
// ------------------------------------------------------------------------------------------------

std::vector<Space> spaces(DeviceKind kind) {
    if (!isGpu(kind))
        return {{LevelKind::Registers, translate("lesson_text", "thread"), translate("lesson_text", "local variables"),
                 translate("lesson_text", "in registers while they fit"), false},
                {LevelKind::Memory, translate("lesson_text", "process"), translate("lesson_text", "all other data"),
                 translate("lesson_text", "heap, stack, globals"), false}};
    return {{LevelKind::Registers, translate("lesson_text", "thread"), translate("lesson_text", "registers"),
             translate("lesson_text", "private to one thread"), false},
            {LevelKind::SharedL1, translate("lesson_text", "block"), translate("lesson_text", "shared memory"),
             translate("lesson_text", "all threads of one block"), false},
            {LevelKind::Constant, translate("lesson_text", "grid"), translate("lesson_text", "constant memory"),
             translate("lesson_text", "read only, for every thread"), false},
            {LevelKind::Memory, translate("lesson_text", "grid"), translate("lesson_text", "global memory"),
             translate("lesson_text", "every thread, whole program"), false},
            {LevelKind::Memory, translate("lesson_text", "thread"), translate("lesson_text", "local memory"),
             translate("lesson_text", "private like a register"), true}};
}

QString localSentence(const QString& memoryName) {
    return translate("lesson_text", "private like a register, but it lives down in %1").arg(memoryName);
}
QString spills() { return translate("lesson_text", "spilling"); }

QString noKeyword() {
    return translate(
        "lesson_text",
        "No keyword names a cache: the hardware decides what lies in it. A GPU has shared memory for this.");
}

QString physicalTitle(const QString& device) { return translate("lesson_text", "Physical: %1").arg(ltr(device)); }
QString physicalTitleShort() { return translate("lesson_text", "Physical: what the chip has"); }
QString logicalTitle() { return translate("lesson_text", "Logical: what you write"); }

QString fact(const QString& name, const QString& value) { return translate("lesson_text", "%1: %2").arg(name, value); }

QString sizeSource(const Level& level) {
    for (const auto* quantity : {&level.perInstance, &level.total})
        if (*quantity && (*quantity)->source == Source::Published && !(*quantity)->cite.empty())
            return translate("lesson_text", "Size published in: %1")
                .arg(ltr(QString::fromStdString((*quantity)->cite)));
    return {};
}

QString constantPlace() { return translate("lesson_text", "cached in each SM"); }

namespace {

using Facts = std::vector<std::pair<QString, QString>>;

Facts facts(const QString& scope, const QString& lifetime, const QString& where, const QString& keyword) {
    return {{translate("lesson_text", "Scope"), scope},
            {translate("lesson_text", "Lifetime"), lifetime},
            {translate("lesson_text", "Where"), where},
            {translate("lesson_text", "Keyword"), keyword}};
}

Explanation explainGpu(const Level& level, const QString& memory) {
    switch (level.kind) {
    case LevelKind::Registers:
        return {translate("lesson_text", "Registers"),
                translate("lesson_text", "The fastest storage of the chip. The compiler gives each thread its own; "
                                         "every local variable would like to be one."),
                facts(translate("lesson_text", "one thread"), translate("lesson_text", "the thread"),
                      translate("lesson_text", "register file of the SM"),
                      translate("lesson_text", "none: a local variable")),
                {translate("lesson_text",
                           "Too many variables spill to local memory, silently: right results, slow kernel."),
                 translate("lesson_text", "Tensor-core (MMA) fragments are registers that a whole warp shares.")}};
    case LevelKind::SharedL1:
    case LevelKind::L1:
        return {
            translate("lesson_text", "Shared memory and L1"),
            translate("lesson_text", "One SRAM in each SM with two uses: shared memory, which you fill by hand, and "
                                     "the L1 cache, which the hardware fills."),
            facts(translate("lesson_text", "one block (shared)"), translate("lesson_text", "the block"),
                  translate("lesson_text", "SRAM of the SM"), ltr(QStringLiteral("__shared__"))),
            {translate("lesson_text", "More shared memory leaves less L1: it is one SRAM."),
             translate("lesson_text", "%1 works inside one block only.").arg(ltr(QStringLiteral("__syncthreads()")))}};
    case LevelKind::L2:
    case LevelKind::L3:
        return {translate("lesson_text", "L2 cache"),
                translate("lesson_text", "One cache for all SMs, between them and device memory. Every access that "
                                         "misses L1 comes here; atomics are done here."),
                facts(translate("lesson_text", "the whole device"), translate("lesson_text", "until it is evicted"),
                      translate("lesson_text", "SRAM beside the SMs"),
                      translate("lesson_text", "none: the hardware decides")),
                {translate("lesson_text",
                           "On large chips L2 is two halves: a line in the far half costs about twice as much.")}};
    case LevelKind::Constant:
        return {translate("lesson_text", "Constant memory"),
                translate("lesson_text",
                          "64 KiB that a kernel can only read. It lies in %1; each SM keeps a small cache of it.")
                    .arg(memory),
                facts(translate("lesson_text", "the grid"), translate("lesson_text", "the program"),
                      translate("lesson_text", "%1, cached in each SM").arg(memory),
                      ltr(QStringLiteral("__constant__"))),
                {translate("lesson_text", "Fast only while a warp reads one address (broadcast); different addresses "
                                          "are served one after the other.")}};
    case LevelKind::Memory: break;
    }
    return {translate("lesson_text", "Global memory, and local memory"),
            translate("lesson_text", "%1 outside the chip: huge and slow. Global memory is what every thread sees; "
                                     "local memory is what one thread could not keep in registers.")
                .arg(memory),
            facts(translate("lesson_text", "the grid (local: one thread)"),
                  translate("lesson_text", "the program (local: the thread)"), memory,
                  ltr(QStringLiteral("__device__, cudaMalloc"))),
            {translate("lesson_text", "“Local” is not near: it is a scope, not a place."),
             translate("lesson_text", "%1 marks a kernel; it has nothing to do with global memory.")
                 .arg(ltr(QStringLiteral("__global__")))}};
}

Explanation explainCpu(const Level& level, const QString& name) {
    switch (level.kind) {
    case LevelKind::Registers:
        return {
            translate("lesson_text", "Registers"),
            translate(
                "lesson_text",
                "A few hundred bytes that instructions name directly. The compiler decides which variable is in one."),
            facts(translate("lesson_text", "one thread"), translate("lesson_text", "a few instructions"),
                  translate("lesson_text", "in the core"), translate("lesson_text", "none: a local variable")),
            {translate(
                "lesson_text",
                "A thread switch stores and reloads them all; a GPU keeps the registers of every thread in place.")}};
    case LevelKind::Memory:
        return {translate("lesson_text", "Main memory"),
                translate("lesson_text",
                          "Where all data of the program lies. The caches above hold copies of what was used last."),
                facts(translate("lesson_text", "the process"), translate("lesson_text", "as allocated"), name,
                      ltr(QStringLiteral("new, malloc"))),
                {translate("lesson_text", "A missed translation (TLB) costs extra: huge pages make it rare.")}};
    default: break;
    }
    return {
        name,
        translate(
            "lesson_text",
            "Filled and emptied by hardware alone: a program can only arrange its accesses so that the cache helps."),
        facts(level.instances > 1 ? translate("lesson_text", "one core or a few")
                                  : translate("lesson_text", "all cores"),
              translate("lesson_text", "until it is evicted"), translate("lesson_text", "SRAM on the chip"),
              translate("lesson_text", "none: the hardware decides")),
        {translate("lesson_text", "A CPU has no shared memory to fill by hand; that choice exists on a GPU.")}};
}

} // namespace

Explanation explain(const Level& level, const Device& device) {
    const Level* memory = findLevel(device, LevelKind::Memory);
    if (isGpu(device.kind))
        return explainGpu(level, memory ? tierName(*memory, device.kind) : translate("lesson_text", "device memory"));
    return explainCpu(level, tierName(level, device.kind));
}

// ---- The staircase
// ---------------------------------------------------------------------------------------------------

QString latencyTitle() { return translate("lesson_text", "Latency of one dependent load, as the working set grows"); }
QString workingSet() { return translate("lesson_text", "working set (bytes)"); }

QString answerName(Answer answer, const Device& device) {
    switch (answer) {
    case Answer::L1: return ltr(QStringLiteral("L1"));
    case Answer::L2: return ltr(QStringLiteral("L2"));
    case Answer::L2Near: return translate("lesson_text", "L2, near half");
    case Answer::L2Far: return translate("lesson_text", "L2, far half");
    case Answer::L3: return ltr(QStringLiteral("L3"));
    case Answer::Tlb: return translate("lesson_text", "TLB misses");
    case Answer::Unknown: return translate("lesson_text", "unnamed step");
    case Answer::Memory: break;
    }
    const Level* memory = findLevel(device, LevelKind::Memory);
    return memory ? tierName(*memory, device.kind) : translate("lesson_text", "memory");
}

QString sharedL1Name() { return translate("lesson_text", "L1 + shared"); }

QString nominalCapacity(const QString& name, const Quantity& quantity) {
    const QString size = bytes(quantity.value);
    switch (quantity.source) {
    case Source::Published: return translate("lesson_text", "%1 %2 (published)").arg(size, name);
    case Source::Modelled: return translate("lesson_text", "%1 %2 (model)").arg(size, name);
    default: return translate("lesson_text", "%1 %2 (reported)").arg(size, name);
    }
}

std::pair<QString, QString> measuredCapacityLines(const Capacity& capacity, Source source) {
    const QString fits = source == Source::Measured ? translate("lesson_text", "measured: fits %1,")
                                                    : translate("lesson_text", "from the curve: fits %1,");
    return {fits.arg(bytes(capacity.fitsBytes)), translate("lesson_text", "gone by %1").arg(bytes(capacity.goneBytes))};
}

QString plateau(const QString& name, const QString& value) {
    return translate("lesson_text", "%1 · %2").arg(name, value);
}

QString seriesName(const Device& device, const Provenance& made, Origin origin) {
    return translate("lesson_text", "%1, %2")
        .arg(ltr(QString::fromStdString(device.name)),
             originCaption(origin, made.date.empty() ? QString() : day(made.date)));
}

QString emptyChart() { return translate("lesson_text", "Here the latency staircase will grow"); }
QString emptyChartHow() {
    return translate("lesson_text", "One load after the other, each waiting for the last, over more and more memory. "
                                    "Every stair is a level of the pyramid. Press Run at the top, or Space.");
}
QString emptyPyramid() { return translate("lesson_text", "This device tells nothing about its memory."); }

QString runningCaption(int points, Origin origin) {
    const QString words = origin == Origin::Live ? translate("lesson_text", "measuring; sizes so far: %1")
                                                 : translate("lesson_text", "replaying; sizes so far: %1");
    return words.arg(ltr(QString::number(points)));
}
QString stoppedCaption(int points, int planned) {
    if (planned > points)
        return translate("lesson_text", "stopped after size %1 of %2")
            .arg(ltr(QString::number(points)), ltr(QString::number(planned)));
    return translate("lesson_text", "stopped after size %1").arg(ltr(QString::number(points)));
}
QString failedCaption(int points) {
    return translate("lesson_text", "the run failed after size %1; what was measured is kept")
        .arg(ltr(QString::number(points)));
}
QString cutCaption(int points) {
    return translate("lesson_text", "the recording ends after size %1").arg(ltr(QString::number(points)));
}
QString noSuchUnit() {
    return translate("lesson_text", "This run cannot be shown in this unit: no clock was recorded with it.");
}

QString readout(const LatencyPoint& point, Unit unit) {
    const QString value = latency(point.median, unit);
    const QString spread = ltr(QString::fromStdString(formatLatency(point.p5)) + QStringLiteral(" … ") +
                               QString::fromStdString(formatLatency(point.p95)));
    QString text = std::isfinite(point.p5) && std::isfinite(point.p95)
                       ? translate("lesson_text", "%1: %2 (5 % to 95 %: %3)").arg(bytes(point.bytes), value, spread)
                       : translate("lesson_text", "%1: %2").arg(bytes(point.bytes), value);
    if (std::isfinite(point.clockHz) && point.clockHz > 0)
        text = translate("lesson_text", "%1 at %2")
                   .arg(text, number(formatQuantity({point.clockHz, Unit::Hertz, Source::Measured, {}})));
    return text;
}

QString readoutShort(const LatencyPoint& point, Unit unit) {
    return translate("lesson_text", "%1: %2").arg(bytes(point.bytes), latency(point.median, unit));
}

QString spreadWord() { return translate("lesson_text", "shaded: 5 % to 95 % of the repeats"); }

// ---- Provenance
// ------------------------------------------------------------------------------------------------------

QString day(const std::string& iso) { return ltr(QString::fromStdString(iso.substr(0, 10))); }

QString originCaption(Origin origin, const QString& date) {
    switch (origin) {
    case Origin::Live:
        return date.isEmpty() ? translate("lesson_text", "live") : translate("lesson_text", "live, %1").arg(date);
    case Origin::Recorded:
        return date.isEmpty() ? translate("lesson_text", "recorded")
                              : translate("lesson_text", "recorded %1").arg(date);
    case Origin::Published: return translate("lesson_text", "published values, typical");
    }
    return {};
}

QStringList provenance(const Device& device, const Provenance& made, Origin origin) {
    QStringList pieces{ltr(QString::fromStdString(device.name))};
    pieces << originCaption(origin, made.date.empty() ? QString() : day(made.date));
    const std::string& driver = made.driver.empty() ? device.driver : made.driver;
    if (!driver.empty()) pieces << translate("lesson_text", "driver %1").arg(ltr(QString::fromStdString(driver)));
    if (!made.program.empty()) pieces << ltr(QString::fromStdString(made.program));
    return pieces;
}

// ---- Tables and summaries
// --------------------------------------------------------------------------------------------

QStringList pyramidHeader(Unit unit) {
    const QString symbol = QString::fromUtf8(unitSymbol(unit).data(), static_cast<qsizetype>(unitSymbol(unit).size()));
    return {translate("lesson_text", "tier"),
            translate("lesson_text", "capacity of one [B]"),
            translate("lesson_text", "source"),
            translate("lesson_text", "instances"),
            translate("lesson_text", "capacity in all [B]"),
            translate("lesson_text", "technology"),
            translate("lesson_text", "managed by"),
            translate("lesson_text", "latency [%1]").arg(symbol),
            translate("lesson_text", "ratio to a register"),
            translate("lesson_text", "bandwidth [B/s]")};
}

QStringList latencyHeader(Unit unit) {
    const QString symbol = QString::fromUtf8(unitSymbol(unit).data(), static_cast<qsizetype>(unitSymbol(unit).size()));
    return {translate("lesson_text", "working set [B]"), translate("lesson_text", "median [%1]").arg(symbol),
            translate("lesson_text", "5th percentile [%1]").arg(symbol),
            translate("lesson_text", "95th percentile [%1]").arg(symbol), translate("lesson_text", "clock [Hz]")};
}

QString pyramidPageTitle() { return translate("lesson_text", "The memory pyramid"); }

QString plateauSummary(const QString& name, double toBytes, double value, Unit unit) {
    return translate("lesson_text", "%1 to %2, %3").arg(name, bytes(toBytes), latency(value, unit));
}
QString lastPlateauSummary(const QString& name, double value, Unit unit) {
    return translate("lesson_text", "%1, %2").arg(name, latency(value, unit));
}
QString tierSummary(const QString& name, const QString& capacityText, const QString& latencyText) {
    if (latencyText.isEmpty()) return translate("lesson_text", "%1, %2").arg(name, capacityText);
    return translate("lesson_text", "%1, %2, %3").arg(name, capacityText, latencyText);
}
QString curveSummary(int points) {
    return translate("lesson_text", "Sizes measured: %1; no stair found yet.").arg(ltr(QString::number(points)));
}

} // namespace zg::lesson
