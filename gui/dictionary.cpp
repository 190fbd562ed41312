// SPDX-License-Identifier: GPL-3.0-or-later
// English is the language of the source and needs no file.
#include "gui/dictionary.h"

#include <QGuiApplication>
#include <QLibraryInfo>

namespace zg {

void Dictionary::use(Language language) {
    own_.reset();
    qt_.reset();
    language_ = language;
    if (language == Language::Hebrew) {
        own_ = std::make_unique<QTranslator>();
        if (own_->load(QStringLiteral(":/translations/ziggurat_he.qm")))
            QCoreApplication::installTranslator(own_.get());
        qt_ = std::make_unique<QTranslator>();
        if (qt_->load(QStringLiteral("qtbase_he"), QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
            QCoreApplication::installTranslator(qt_.get());
    }
    // By the chosen language, whatever the system's is: Qt would follow its own translation file.
    QGuiApplication::setLayoutDirection(language == Language::Hebrew ? Qt::RightToLeft : Qt::LeftToRight);
}

} // namespace zg
