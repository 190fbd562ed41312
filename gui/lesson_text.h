// SPDX-License-Identifier: GPL-3.0-or-later
// Every teaching word of the figures: names of tiers and spaces, what they are, their traps, captions of charts.
// English is the source; translations are context "lesson_text". Words of buttons, menus and errors are in gui/labels.
#pragma once

#include "core/device.h"
#include "core/session.h"
#include "core/staircase.h"
#include "gui/workspace.h"

#include <QString>
#include <QStringList>

#include <utility>
#include <vector>

namespace zg::lesson {

// Tiers of the pyramid
[[nodiscard]] QString tierName(const Level& level, DeviceKind kind);      ///< "Shared / L1"; memory by its product name
[[nodiscard]] QString tierShortName(const Level& level, DeviceKind kind); ///< "L1"
[[nodiscard]] QString technology(Technology technology);
[[nodiscard]] QString managedBy(ManagedBy managedBy);      ///< "managed by hardware"
[[nodiscard]] QString managedByShort(ManagedBy managedBy); ///< "hardware"
/// What a tier holds, richest first: {"256 KiB per SM", "33 MiB in 132 SMs"}; "not reported" where nothing is known.
[[nodiscard]] QStringList capacity(const Level& level, DeviceKind kind);
[[nodiscard]] QString sharedMost(const Quantity& bytes); ///< "up to 228 KiB of it shared"
[[nodiscard]] QString bandwidth(const Quantity& rate);

// Numbers
[[nodiscard]] QString latency(double value, Unit unit);                    ///< "32 cycles", "16.2 ns"
[[nodiscard]] QString latencyPair(double first, double second, Unit unit); ///< "29 / 32 cycles"
[[nodiscard]] QString ratioToRegister(double ratio);                       ///< "x 8 a register"
[[nodiscard]] QString oneFma();
[[nodiscard]] QString nearAndFar();
[[nodiscard]] QString sharedAndL1();
[[nodiscard]] QString sharedAlone(); ///< while L1 is not measured yet
[[nodiscard]] QString source(Source source,
                             Origin origin); ///< "measured now", "recorded", "reported by the driver", ...
[[nodiscard]] QString unitTitle(Unit unit);  ///< title of the y axis
[[nodiscard]] QString bytes(double value);   ///< "256 KiB", isolated

// The logical side
struct Space {
    LevelKind tier{};   ///< where it physically lies
    QString owner;      ///< "thread", "block", "grid"
    QString name;       ///< "shared memory"
    QString caption;    ///< who sees it
    bool local = false; ///< local memory: hatched
};
[[nodiscard]] std::vector<Space> spaces(DeviceKind kind);
[[nodiscard]] QString localSentence(const QString& memoryName);
[[nodiscard]] QString spills();
[[nodiscard]] QString noKeyword(); ///< beside the caches of a CPU
[[nodiscard]] QString physicalTitle(const QString& device);
[[nodiscard]] QString physicalTitleShort();
[[nodiscard]] QString logicalTitle();

/// What the card of a tier says.
struct Explanation {
    QString title;
    QString what;                                   ///< one or two sentences
    std::vector<std::pair<QString, QString>> facts; ///< scope, lifetime, keyword, ...
    QStringList traps;
};
[[nodiscard]] Explanation explain(const Level& level, const Device& device);
[[nodiscard]] QString fact(const QString& name, const QString& value); ///< "Scope: one thread"
[[nodiscard]] QString sizeSource(const Level& level); ///< where a published size comes from; else empty
[[nodiscard]] QString constantPlace();

// The staircase
[[nodiscard]] QString latencyTitle();
[[nodiscard]] QString workingSet();
[[nodiscard]] QString answerName(Answer answer, const Device& device);
[[nodiscard]] QString nominalCapacity(const QString& name,
                                      const Quantity& bytes); ///< "256 KiB L1 + shared (published)"
[[nodiscard]] QString sharedL1Name();
[[nodiscard]] std::pair<QString, QString> measuredCapacityLines(
    const Capacity& capacity, Source source); ///< "measured: fits 216 KiB", "gone by 260 KiB"
[[nodiscard]] QString plateau(const QString& name, const QString& value); ///< "L1 · 32 cycles"
[[nodiscard]] QString seriesName(const Device& device, const Provenance& provenance,
                                 Origin origin); ///< of a curve in the legend
[[nodiscard]] QString emptyChart();
[[nodiscard]] QString emptyChartHow();
[[nodiscard]] QString emptyPyramid();
[[nodiscard]] QString runningCaption(int points, Origin origin);
[[nodiscard]] QString stoppedCaption(int points, int planned); ///< planned 0: not known
[[nodiscard]] QString failedCaption(int points);
[[nodiscard]] QString cutCaption(int points);
[[nodiscard]] QString noSuchUnit();
[[nodiscard]] QString readout(const LatencyPoint& point, Unit unit);
[[nodiscard]] QString readoutShort(const LatencyPoint& point, Unit unit); ///< size and value alone
[[nodiscard]] QString spreadWord();                                       ///< legend of the band around the curve

// Provenance
[[nodiscard]] QString originCaption(Origin origin, const QString& date); ///< "recorded 2026-11-30"
[[nodiscard]] QStringList provenance(const Device& device, const Provenance& provenance,
                                     Origin origin); ///< pieces of the footer, most needed first
[[nodiscard]] QString day(const std::string& iso);   ///< "2026-11-30"

// Tables and summaries
[[nodiscard]] QStringList pyramidHeader(Unit unit);
[[nodiscard]] QStringList latencyHeader(Unit unit);
[[nodiscard]] QString pyramidPageTitle();
[[nodiscard]] QString plateauSummary(const QString& name, double toBytes, double value,
                                     Unit unit); ///< "L1 to 216 KiB, 32 cycles"
[[nodiscard]] QString lastPlateauSummary(const QString& name, double value, Unit unit);
[[nodiscard]] QString tierSummary(const QString& name, const QString& capacity, const QString& latency);
[[nodiscard]] QString curveSummary(int points); ///< a curve without plateaus

} // namespace zg::lesson
