// SPDX-License-Identifier: GPL-3.0-or-later
// Reads and writes QSettings under one version number; a value that makes no sense is the default, never an error.
#include "gui/settings.h"

#include <QCoreApplication>
#include <QSettings>

#include <algorithm>
#include <cmath>

namespace zg {
namespace {

const QString versionKey = QStringLiteral("version");
constexpr int settingsVersion = 1;

Language systemLanguage() {
    return QLocale::system().language() == QLocale::Hebrew ? Language::Hebrew : Language::English;
}

} // namespace

void nameApplication() {
    QCoreApplication::setOrganizationName(QStringLiteral("Ziggurat"));
    QCoreApplication::setApplicationName(QStringLiteral("ziggurat"));
}

Settings loadSettings() {
    const QSettings store;
    Settings settings;
    settings.language = systemLanguage();
    if (store.value(versionKey, settingsVersion).toInt() != settingsVersion) return settings;
    settings.theme = parseTheme(store.value(QStringLiteral("theme")).toString()).value_or(settings.theme);
    settings.language = parseLanguage(store.value(QStringLiteral("language")).toString()).value_or(settings.language);
    const double scale = store.value(QStringLiteral("textScale"), 1.0).toDouble();
    if (std::isfinite(scale)) settings.textScale = std::clamp(scale, textScaleMin, textScaleMax);
    settings.page = parsePage(store.value(QStringLiteral("page")).toString()).value_or(settings.page);
    if (store.value(QStringLiteral("unit")).toString() == QLatin1String("ns")) settings.unit = Unit::Nanoseconds;
    settings.logarithmic = store.value(QStringLiteral("axis")).toString() == QLatin1String("log");
    settings.geometry = store.value(QStringLiteral("geometry")).toByteArray();
    settings.folder = store.value(QStringLiteral("folder")).toString();
    settings.recent = store.value(QStringLiteral("recent")).toStringList().mid(0, recentLimit);
    return settings;
}

void saveSettings(const Settings& settings) {
    QSettings store;
    store.setValue(versionKey, settingsVersion);
    store.setValue(QStringLiteral("theme"), themeKey(settings.theme));
    store.setValue(QStringLiteral("language"), languageKey(settings.language));
    store.setValue(QStringLiteral("textScale"), settings.textScale);
    store.setValue(QStringLiteral("page"), pageKey(settings.page));
    store.setValue(QStringLiteral("unit"),
                   settings.unit == Unit::Nanoseconds ? QStringLiteral("ns") : QStringLiteral("cycles"));
    store.setValue(QStringLiteral("axis"), settings.logarithmic ? QStringLiteral("log") : QStringLiteral("linear"));
    store.setValue(QStringLiteral("geometry"), settings.geometry);
    store.setValue(QStringLiteral("folder"), settings.folder);
    store.setValue(QStringLiteral("recent"), settings.recent);
}

void remember(QStringList& recent, const QString& file) {
    recent.removeAll(file);
    recent.prepend(file);
    recent = recent.mid(0, recentLimit);
}

QString themeKey(Theme theme) {
    switch (theme) {
    case Theme::Projector: return QStringLiteral("projector");
    case Theme::Light: return QStringLiteral("light");
    case Theme::Dark: return QStringLiteral("dark");
    }
    return {};
}

std::optional<Theme> parseTheme(const QString& key) {
    for (const Theme theme : {Theme::Projector, Theme::Light, Theme::Dark})
        if (themeKey(theme) == key) return theme;
    return std::nullopt;
}

QString languageKey(Language language) {
    return language == Language::Hebrew ? QStringLiteral("he") : QStringLiteral("en");
}

std::optional<Language> parseLanguage(const QString& key) {
    for (const Language language : {Language::English, Language::Hebrew})
        if (languageKey(language) == key) return language;
    return std::nullopt;
}

QString pageKey(PageId page) { return page == PageId::Latency ? QStringLiteral("latency") : QStringLiteral("pyramid"); }

std::optional<PageId> parsePage(const QString& key) {
    for (const PageId page : {PageId::Pyramid, PageId::Latency})
        if (pageKey(page) == key) return page;
    return std::nullopt;
}

} // namespace zg
