// SPDX-License-Identifier: GPL-3.0-or-later
// The one list of keys of the program; labels::shortcutsText says it in words.
#include "gui/menu.h"

#include <QFileInfo>
#include <QMenu>
#include <QWidget>

namespace zg {

QAction* Actions::add(std::initializer_list<QKeySequence> keys) {
    auto* action = new QAction(&window_);
    action->setShortcuts(keys);
    window_.addAction(action);
    return action;
}

Actions::Actions(QWidget& window) : QObject(&window), window_(window) {
    const auto ctrl = [](Qt::Key key) { return QKeySequence(Qt::CTRL | key); };
    open = add({ctrl(Qt::Key_O)});
    save = add({ctrl(Qt::Key_S)});
    saveAs = add({QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S)});
    exportPicture = add({ctrl(Qt::Key_E)});
    exportAll = add({QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E)});
    exportTable = add({});
    copyPicture = add({ctrl(Qt::Key_C)});
    copyTable = add({QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C)});
    quit = add({ctrl(Qt::Key_Q), ctrl(Qt::Key_W)});
    larger = add({ctrl(Qt::Key_Plus), ctrl(Qt::Key_Equal), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Plus)});
    smaller = add({ctrl(Qt::Key_Minus)});
    normal = add({ctrl(Qt::Key_0)});
    presentation = add({QKeySequence(Qt::Key_F5), QKeySequence(Qt::Key_F11)});
    nextPage = add({QKeySequence(Qt::Key_PageDown)});
    previousPage = add({QKeySequence(Qt::Key_PageUp)});
    runOrStop = add({QKeySequence(Qt::Key_Space)});
    stop = add({QKeySequence(Qt::Key_Escape)});
    shortcuts = add({QKeySequence(Qt::Key_F1), QKeySequence(Qt::Key_Question)});
    about = add({});
    openMenu = add({QKeySequence(Qt::Key_F10)});
    for (int i = 0; i < pageCount; ++i) {
        const int digit = Qt::Key_1 + i;
        pages[static_cast<std::size_t>(i)] =
            add({QKeySequence(digit), QKeySequence(QKeyCombination(Qt::CTRL, static_cast<Qt::Key>(digit)))});
    }
    for (QAction*& theme : themes) theme = add({});
    for (QAction*& language : languages) language = add({});
    for (QAction* action : {runOrStop, presentation, stop}) action->setAutoRepeat(false); // a held key is one press
    const auto checkable = [](auto& group) {
        for (QAction* action : group) action->setCheckable(true);
    };
    checkable(pages);
    checkable(themes);
    checkable(languages);
    presentation->setCheckable(true);
    retranslate();
}

void Actions::retranslate() {
    using labels::word;
    // The key is written behind a tab and isolated: between Hebrew words "Ctrl++" would come out as "++Ctrl".
    const auto name = [](QAction* action, const QString& text) {
        const QKeySequence key = action->shortcut();
        action->setText(key.isEmpty() ? text : text + u'\t' + ltr(key.toString(QKeySequence::NativeText)));
    };
    const std::initializer_list<std::pair<QAction*, Word>> words{{open, Word::Open},
                                                                 {save, Word::Save},
                                                                 {saveAs, Word::SaveAs},
                                                                 {exportPicture, Word::ExportPicture},
                                                                 {exportAll, Word::ExportAll},
                                                                 {exportTable, Word::ExportTable},
                                                                 {copyPicture, Word::CopyPicture},
                                                                 {copyTable, Word::CopyTable},
                                                                 {quit, Word::Quit},
                                                                 {larger, Word::TextLarger},
                                                                 {smaller, Word::TextSmaller},
                                                                 {normal, Word::TextNormal},
                                                                 {presentation, Word::Presentation},
                                                                 {runOrStop, Word::Run},
                                                                 {stop, Word::Stop},
                                                                 {shortcuts, Word::Shortcuts},
                                                                 {about, Word::About},
                                                                 {openMenu, Word::Menu}};
    for (const auto& [action, text] : words) name(action, word(text));
    for (int i = 0; i < pageCount; ++i) name(pages[static_cast<std::size_t>(i)], labels::page(static_cast<PageId>(i)));
    for (std::size_t i = 0; i < themes.size(); ++i) themes[i]->setText(labels::theme(static_cast<Theme>(i)));
    for (std::size_t i = 0; i < languages.size(); ++i)
        languages[i]->setText(labels::language(static_cast<Language>(i)));
}

void Actions::check(PageId page, Theme theme, Language language, bool presenting) {
    for (std::size_t i = 0; i < pages.size(); ++i) pages[i]->setChecked(i == static_cast<std::size_t>(page));
    for (std::size_t i = 0; i < themes.size(); ++i) themes[i]->setChecked(i == static_cast<std::size_t>(theme));
    for (std::size_t i = 0; i < languages.size(); ++i)
        languages[i]->setChecked(i == static_cast<std::size_t>(language));
    presentation->setChecked(presenting);
}

void Actions::fill(QMenu& menu, const QStringList& recent) {
    const auto sub = [&](Word title) {
        QMenu* inner = menu.addMenu(labels::word(title));
        inner->setFont(menu.font());
        return inner;
    };
    QMenu* file = sub(Word::MenuFile);
    file->addActions({open});
    QMenu* recentMenu = file->addMenu(labels::word(Word::Recent));
    recentMenu->setFont(menu.font());
    if (recent.isEmpty()) recentMenu->addAction(labels::word(Word::NoRecent))->setEnabled(false);
    for (const QString& path : recent) {
        QAction* action = recentMenu->addAction(ltr(QFileInfo(path).fileName()).replace(u'&', QStringLiteral("&&")));
        connect(action, &QAction::triggered, this, [this, path] { Q_EMIT recentPicked(path); });
    }
    file->addActions({save, saveAs});
    file->addSeparator();
    file->addActions({exportPicture, exportAll, exportTable});
    file->addSeparator();
    file->addActions({copyPicture, copyTable});
    file->addSeparator();
    file->addAction(quit);
    QMenu* view = sub(Word::MenuView);
    for (QAction* action : pages) view->addAction(action);
    view->addSeparator();
    view->addActions({larger, smaller, normal});
    view->addSeparator();
    for (QAction* action : themes) view->addAction(action);
    view->addSeparator();
    for (QAction* action : languages) view->addAction(action);
    view->addSeparator();
    view->addAction(presentation);
    sub(Word::MenuRun)->addActions({runOrStop, stop});
    sub(Word::MenuHelp)->addActions({shortcuts, about});
}

} // namespace zg
