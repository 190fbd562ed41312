// SPDX-License-Identifier: GPL-3.0-or-later
// Every word of the window: buttons, menus, states, faults, notes. Core gives enums and numbers; here they become
// sentences in the chosen language. What figures say about the subject itself is in lesson_text.
#pragma once

#include "core/result.h"
#include "core/run.h"
#include "gui/style.h"
#include "gui/workspace.h"

#include <QString>

#include <optional>

namespace zg {

/// The pages that exist, in the order of the navigation; the key of a page is its index plus one.
enum class PageId { Pyramid, Latency };
inline constexpr int pageCount = 2;

/// The fixed words of the window.
enum class Word {
    Run,
    Stop,
    Menu,
    TextSmaller,
    TextLarger,
    TextNormal,
    ThemeWord,
    LanguageWord,
    Export,
    Dismiss,
    Device,
    Pages,
    MenuFile,
    MenuView,
    MenuRun,
    MenuHelp,
    Open,
    Save,
    SaveAs,
    Recent,
    NoRecent,
    ExportPicture,
    ExportAll,
    CopyPicture,
    CopyTable,
    ExportTable,
    Quit,
    Presentation,
    Shortcuts,
    About,
    MeasureCpu,
    Progress,
    UnitChoice,
    UnitCycles,
    UnitNanoseconds,
    AxisChoice,
    AxisLinear,
    AxisLogarithmic,
    OrderChoice,
    PathChoice,
    CarveoutChoice,
    SmChoice,
    SmOne,
    SmSeveral,
    OverlayChoice,
    OverlayNone,
    MoreChoices,
    NotInRecording,
    FilterSessions,
    FilterPng,
    FilterCsv,
    FilterEnd ///< not a word: the end of the list
};

namespace labels {

[[nodiscard]] QString word(Word word);
[[nodiscard]] QString page(PageId page);
[[nodiscard]] QString theme(Theme theme);
/// Each language's own name, never translated.
[[nodiscard]] QString language(Language language);

/// One sentence that says what is wrong, naming file and line where the error has them; the technical rest follows in
/// brackets.
[[nodiscard]] QString sentence(const Error& error);
/// The sentence of the fault alone.
[[nodiscard]] QString sentence(Fault fault);
/// One sentence a note; the value is inside it with its unit.
[[nodiscard]] QString note(const Note& note);

/// "live", "recorded 2026-11-30", "published".
[[nodiscard]] QString origin(const DeviceEntry& entry);
/// The device's name with its origin, as one line.
[[nodiscard]] QString deviceLine(const DeviceEntry& entry);
/// Origin, device, driver, clock: the left of the status line.
[[nodiscard]] QString status(const DeviceEntry& entry);
/// What runs, or how the last run ended; "" before the first.
[[nodiscard]] QString activity(const Activity& activity);
/// The notes of the run that the activity ended with, one sentence after the other; "" where there are none.
[[nodiscard]] QString notes(const Session& session, const Activity& activity);
[[nodiscard]] QString timeLeft(double seconds);
[[nodiscard]] QString searching();
/// Why there is no GPU, what is shown instead, and what can still be measured. @param brief the reason alone, for large
/// text
[[nodiscard]] QString noGpu(const Error& why, const DeviceEntry* shown, bool cpuFound, bool brief);
[[nodiscard]] QString linesLeftOut(int count, const Error& first);
[[nodiscard]] QString saved(const QString& file);
[[nodiscard]] QString copied();

// Measurements and their parameters, in measurement_labels.cpp: short names for choices, legends and tables.
[[nodiscard]] QString probe(Probe probe);
/// The probe with what tells it from others of its kind: "matrix product: warp tiles".
[[nodiscard]] QString request(const Request& request);
[[nodiscard]] QString order(Order order);
[[nodiscard]] QString path(CachePath path);
[[nodiscard]] QString access(Access access);
[[nodiscard]] QString space(Space space);
[[nodiscard]] QString direction(Direction direction);
[[nodiscard]] QString hostMemory(HostMemory memory);
[[nodiscard]] QString arithmetic(Arithmetic arithmetic); ///< "FP32", "BF16, tensor cores"
[[nodiscard]] QString variant(Variant variant);          ///< "naive", "tiled 32 x 32", "tensor cores, BF16 (wgmma)"
[[nodiscard]] QString cores(int count);                  ///< of a CPU; 0: all
[[nodiscard]] QString percent(int value);

/// Rich text of the two windows under Help.
[[nodiscard]] QString shortcutsText();
[[nodiscard]] QString aboutText(const QString& version);

} // namespace labels
} // namespace zg
