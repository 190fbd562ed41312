// SPDX-License-Identifier: GPL-3.0-or-later
// The few controls of the window, painted from Style so that they scale with the text and look the same everywhere: a
// button (with a symbol, a caption, a menu), and a row of which one is chosen.
#pragma once

#include "gui/style.h"
#include "gui/symbols.h"

#include <QAbstractButton>
#include <QStringList>

#include <functional>
#include <vector>

class QMenu;

namespace zg {

class ChromeButton : public QAbstractButton {
    Q_OBJECT
public:
    enum class Look { Plain, Primary, Segment, Bare };
    explicit ChromeButton(Look look, QWidget* parent = nullptr);

    void restyle(const Style& style);
    void setSymbol(Symbol symbol);
    void setCaption(const QString& caption);              ///< muted, before the text
    void setTrailing(Symbol symbol, const QString& text); ///< after the text, in the colour of "live" where live
    void setSymbolOnly(bool only);                        ///< the text moves into the tool tip
    [[nodiscard]] bool symbolOnly() const { return symbolOnly_; }
    /// A press opens a menu that `fill` makes anew each time.
    void setMenu(std::function<void(QMenu&)> fill);
    void openMenu();

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    struct Part;
    [[nodiscard]] std::vector<Part> parts() const;
    [[nodiscard]] int widthOf(const std::vector<Part>& parts) const;

    Look look_;
    Style style_;
    Symbol symbol_ = Symbol::None;
    QString caption_;
    Symbol trailingSymbol_ = Symbol::None;
    QString trailing_;
    bool symbolOnly_ = false;
    std::function<void(QMenu&)> fill_;
};

/// A caption and two or more words, one of them chosen; arrow keys move the choice.
class Segments : public QWidget {
    Q_OBJECT
public:
    explicit Segments(int count, QWidget* parent = nullptr);
    void setWords(const QString& name, const QStringList& words);
    void choose(int index); ///< does not tell
    [[nodiscard]] int chosen() const { return chosen_; }
    void setPossible(int index, bool possible, const QString& whyNot);
    void restyle(const Style& style);

Q_SIGNALS:
    void picked(int index);

private:
    std::vector<ChromeButton*> buttons_;
    int chosen_ = 0;
};

/// A choice out of several: "Order: random" with a menu.
class Choice : public ChromeButton {
    Q_OBJECT
public:
    explicit Choice(QWidget* parent = nullptr);
    void setWords(const QString& name, const QStringList& words);
    void choose(int index); ///< does not tell
    [[nodiscard]] int chosen() const { return chosen_; }
    void setPossible(int index, bool possible);
    [[nodiscard]] QString name() const { return name_; }
    void fill(QMenu& menu); ///< the choices, for a menu elsewhere

Q_SIGNALS:
    void picked(int index);

private:
    QString name_;
    QStringList words_;
    std::vector<bool> possible_;
    int chosen_ = 0;
};

/// Font and colours of menus, tool tips and dialogs, so that they follow the theme and the text size.
void dressMenu(QMenu& menu, const Style& style);
void dressApplication(const Style& style);

} // namespace zg
