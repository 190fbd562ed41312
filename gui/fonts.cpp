// SPDX-License-Identifier: GPL-3.0-or-later
// Registers the fonts under :/fonts. A font that cannot be read is left out: the system's own then stands in.
#include "gui/fonts.h"

#include <QDir>
#include <QFontDatabase>

namespace zg {

void loadFonts() {
    static bool loaded = false;
    if (loaded) return;
    loaded = true;
    const QDir folder(QStringLiteral(":/fonts"));
    for (const QString& file : folder.entryList(QDir::Files)) QFontDatabase::addApplicationFont(folder.filePath(file));
}

} // namespace zg
