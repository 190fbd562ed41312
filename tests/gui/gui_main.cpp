// SPDX-License-Identifier: GPL-3.0-or-later
// One application for all tests of the process: no display, no settings of the person who runs them, warnings are
// failures.
#include "fatal_warnings.h"
#include "gui/fonts.h"
#include "gui/settings.h"

#include <QApplication>
#include <QStandardPaths>
#include <QStyleFactory>
#include <QTemporaryDir>

#include <gtest/gtest.h>

int main(int argc, char** argv) {
    ::testing::InitGoogleTest(&argc, argv);
    const QTemporaryDir home;
    for (const char* name : {"HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR"})
        qputenv(name, home.path().toLocal8Bit());
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QStandardPaths::setTestModeEnabled(true);
    zg::nameApplication();
    QApplication application(argc, argv);
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("fusion")));
    zg::loadFonts();
    qInstallMessageHandler(zg::testing_support::failOnWarning);
    ::testing::UnitTest::GetInstance()->listeners().Append(new zg::testing_support::WarningListener);
    return RUN_ALL_TESTS();
}
