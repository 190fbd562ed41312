// SPDX-License-Identifier: GPL-3.0-or-later
// A warning of Qt fails the test that caused it, unless the test announced it.
#pragma once

#include <QMutex>
#include <QStringList>
#include <QtGlobal>

#include <gtest/gtest.h>

namespace zg::testing_support {

inline QMutex& warningLock() {
    static QMutex lock;
    return lock;
}
inline QStringList& announcedWarnings() {
    static QStringList announced;
    return announced;
}

/// From here to the end of this test, warnings that contain `part` are expected.
inline void announceWarning(const QString& part) {
    const QMutexLocker lock(&warningLock());
    announcedWarnings() << part;
}

inline void failOnWarning(QtMsgType type, const QMessageLogContext&, const QString& message) {
    if (type == QtDebugMsg || type == QtInfoMsg) return;
    const QMutexLocker lock(&warningLock());
    for (const QString& part : announcedWarnings())
        if (message.contains(part)) return;
    ADD_FAILURE() << "unannounced warning: " << message.toStdString();
}

/// Forgets announcements between tests.
class WarningListener : public ::testing::EmptyTestEventListener {
    void OnTestStart(const ::testing::TestInfo&) override {
        const QMutexLocker lock(&warningLock());
        announcedWarnings().clear();
    }
};

} // namespace zg::testing_support
