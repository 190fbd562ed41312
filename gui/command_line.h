// SPDX-License-Identifier: GPL-3.0-or-later
// The command line of the window program, as data. Nothing is done here; main.cpp does it.
#pragma once

#include "gui/labels.h"
#include "gui/style.h"

#include <QSize>
#include <QString>
#include <QStringList>

#include <optional>
#include <string>
#include <vector>

namespace zg {

enum ExitCode { exitOk = 0, exitBadCommandLine = 1, exitFile = 2 };

struct CommandLine {
    QString session; ///< file to open
    std::optional<PageId> page;
    QString exportFile, exportFolder;
    QSize size{1920, 1080};
    double scale = 1;
    double textScale = 1;
    bool textScaleGiven = false;
    std::optional<Theme> theme;
    std::optional<Language> language;
    QString device;  ///< id of a live device: "cpu", "cuda:0"
    QString overlay; ///< file to draw beside, or "course"
    std::optional<Unit> unit;
    std::optional<bool> logarithmic;

    [[nodiscard]] bool exports() const { return !exportFile.isEmpty() || !exportFolder.isEmpty(); }
};

/// What came of the arguments: what to do, or what to print and with which exit code to leave.
struct ParsedCommandLine {
    CommandLine options;
    std::optional<int> leaveWith;
    QString print;
};

[[nodiscard]] ParsedCommandLine parseCommandLine(const QStringList& arguments);
/// The arguments with "--session FILE" as "--session=FILE": Qt takes the former for itself (X session management) and
/// drops it.
[[nodiscard]] std::vector<std::string> protectSession(int argc, char** argv);
/// True where the raw arguments ask for an export: known before there is an application, since it decides about the
/// display.
[[nodiscard]] bool asksForExport(int argc, char** argv);

} // namespace zg
