// SPDX-License-Identifier: GPL-3.0-or-later
// Settings survive a start, and nonsense in their file does not.
#include "gui/settings.h"

#include <QSettings>

#include <gtest/gtest.h>

namespace zg {
namespace {

TEST(SettingsFile, WhatIsSavedIsLoaded) {
    Settings settings;
    settings.theme = Theme::Dark;
    settings.language = Language::Hebrew;
    settings.textScale = 1.3;
    settings.page = PageId::Latency;
    settings.unit = Unit::Nanoseconds;
    settings.logarithmic = true;
    settings.geometry = QByteArray("\x01\x00\x02", 3);
    settings.folder = QStringLiteral("/home/מרצה/a b");
    settings.recent = {QStringLiteral("/a.ziggurat"), QStringLiteral("/b, c.ziggurat")};
    saveSettings(settings);
    EXPECT_EQ(loadSettings(), settings);
}

TEST(SettingsFile, NonsenseGivesDefaultsAndLimits) {
    QSettings store;
    store.setValue(QStringLiteral("theme"), QStringLiteral("plaid"));
    store.setValue(QStringLiteral("page"), 17);
    store.setValue(QStringLiteral("textScale"), 1000.0);
    const Settings settings = loadSettings();
    EXPECT_EQ(settings.theme, Theme::Projector);
    EXPECT_EQ(settings.page, PageId::Pyramid);
    EXPECT_DOUBLE_EQ(settings.textScale, textScaleMax);
    store.setValue(QStringLiteral("version"), 99);
    EXPECT_DOUBLE_EQ(loadSettings().textScale, 1.0) << "a newer program's file is left alone";
}

TEST(RecentFiles, ListEachFileOnceNewestFirstAndNoMoreThanTheLimit) {
    QStringList recent;
    for (int i = 0; i < 12; ++i) remember(recent, QString::number(i));
    remember(recent, QStringLiteral("8"));
    EXPECT_EQ(recent.size(), recentLimit);
    EXPECT_EQ(recent.front(), QStringLiteral("8"));
    EXPECT_EQ(recent.count(QStringLiteral("8")), 1);
}

} // namespace
} // namespace zg
