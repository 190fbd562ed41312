// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that can be done, as actions with their keys, and the menu that lists them. What each does is the window's
// matter.
#pragma once

#include "gui/labels.h"

#include <QAction>
#include <QObject>

#include <array>

class QMenu;
class QWidget;

namespace zg {

/// The actions live on the window, so their keys work whether the menu is open or not.
class Actions : public QObject {
    Q_OBJECT
public:
    explicit Actions(QWidget& window);
    void retranslate();
    /// Marks what is chosen now.
    void check(PageId page, Theme theme, Language language, bool presenting);
    /// @param recent files, newest first; a pick is told by recentPicked()
    void fill(QMenu& menu, const QStringList& recent);

    QAction *open, *save, *saveAs, *exportPicture, *exportAll, *exportTable, *copyPicture, *copyTable, *quit;
    QAction *larger, *smaller, *normal, *presentation, *nextPage, *previousPage;
    QAction *runOrStop, *stop, *shortcuts, *about, *openMenu;
    std::array<QAction*, pageCount> pages{};
    std::array<QAction*, 3> themes{};
    std::array<QAction*, 2> languages{};

Q_SIGNALS:
    void recentPicked(const QString& file);

private:
    QAction* add(std::initializer_list<QKeySequence> keys);
    QWidget& window_;
};

} // namespace zg
