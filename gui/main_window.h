// SPDX-License-Identifier: GPL-3.0-or-later
// The window: navigation, top line, banner, pages, status line, and what the actions do. It holds no measurement and no
// state of its own but how it looks; what is shown is in Workspace.
#pragma once

#include "gui/dictionary.h"
#include "gui/menu.h"
#include "gui/pages/page.h"
#include "gui/settings.h"
#include "gui/workspace.h"

#include <QWidget>

class QFileDialog;
class QStackedWidget;

namespace zg {

class Banner;
class LatencyPage;
class PyramidPage;
class SideBar;
class StatusLine;
class TopBar;

class MainWindow : public QWidget {
    Q_OBJECT
public:
    /// @param workspace and dictionary outlive the window
    MainWindow(Workspace& workspace, Dictionary& dictionary, Settings settings, QWidget* parent = nullptr);
    ~MainWindow() override;

    [[nodiscard]] const Settings& settings() const { return settings_; }
    [[nodiscard]] Page& page() const;
    [[nodiscard]] Banner& banner() const { return *banner_; }
    [[nodiscard]] StatusLine& statusLine() const { return *status_; }
    [[nodiscard]] TopBar& topBar() const { return *top_; }
    [[nodiscard]] SideBar& sideBar() const { return *side_; }
    [[nodiscard]] Style look() const;

    void showPage(PageId page);
    void setTheme(Theme theme);
    void setLanguage(Language language);
    void setTextScale(double scale);
    void setPresenting(bool presenting);
    void openFile(const QString& file);
    bool exportPicture(
        const QString& file); ///< of the page shown, at the size of a full screen; false and the banner where it fails
    void exportAll(const QString& folder);

Q_SIGNALS:
    void firstPagePainted();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void connectActions();
    void connectWorkspace();
    void connectTopBar();
    void apply(); ///< style to all parts
    void retranslate();
    void runOrStop();
    void leave(); ///< Esc: stop what runs, or leave the presentation, or put the banner away
    void sayWhyNoGpu();
    void nameWindow();
    void saveTo(const QString& file);
    void save();
    void complain(const Error& error);
    void copyTable();
    /// A file dialog that blocks nothing; `then` gets the file. @param saveAs proposed name, empty: open
    void askFile(const QString& title, const QString& filter, const QString& saveAs, std::function<void(QString)> then);
    void askFolder(const QString& title, std::function<void(QString)> then);
    void tell(const QString& title, const QString& richText);

    Workspace& workspace_;
    Dictionary& dictionary_;
    Settings settings_;
    Actions* actions_;
    SideBar* side_;
    TopBar* top_;
    Banner* banner_;
    QStackedWidget* stack_;
    PyramidPage* pyramid_;
    LatencyPage* latency_;
    StatusLine* status_;
    QString savedAs_; ///< where Ctrl+S goes for the current device; empty: asks
    bool presenting_ = false;
    bool sayingNoGpu_ = false; ///< the banner holds that sentence
    Style dressed_;            ///< the style that menus and dialogs have
    bool wasMaximized_ = false;
};

} // namespace zg
