// SPDX-License-Identifier: GPL-3.0-or-later
// Settings: what the program remembers between starts. Nothing that can be derived, and nothing about devices.
#pragma once

#include "core/quantity.h"
#include "gui/labels.h"
#include "gui/style.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

namespace zg {

struct Settings {
    Theme theme = Theme::Projector;
    Language language = Language::English;
    double textScale = 1;
    PageId page = PageId::Pyramid;
    Unit unit = Unit::Cycles;
    bool logarithmic = false;
    QByteArray geometry; ///< of the window; empty: the default size
    QString folder;      ///< where files were last opened or saved
    QStringList recent;  ///< newest first, at most recentLimit

    bool operator==(const Settings&) const = default;
};

inline constexpr int recentLimit = 8;
inline constexpr double textScaleMin = 0.8, textScaleMax = 2.0, textScaleStep = 0.1;

/// Sets the names under which settings are kept. Before anything else asks for them.
void nameApplication();
/// What was kept; defaults (the language from the system's) for what was not or makes no sense.
[[nodiscard]] Settings loadSettings();
void saveSettings(const Settings& settings);
/// Puts a file first in the list, once.
void remember(QStringList& recent, const QString& file);

/// The words of the command line and of the settings file.
[[nodiscard]] QString themeKey(Theme theme);
[[nodiscard]] std::optional<Theme> parseTheme(const QString& key);
[[nodiscard]] QString languageKey(Language language);
[[nodiscard]] std::optional<Language> parseLanguage(const QString& key);
[[nodiscard]] QString pageKey(PageId page);
[[nodiscard]] std::optional<PageId> parsePage(const QString& key);

} // namespace zg
