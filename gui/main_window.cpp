// SPDX-License-Identifier: GPL-3.0-or-later
// Puts the parts together and connects them. Everything that takes time is elsewhere: nothing here waits.
#include "gui/main_window.h"

#include "gui/banner.h"
#include "gui/export.h"
#include "gui/pages/latency_page.h"
#include "gui/pages/pyramid_page.h"
#include "gui/side_bar.h"
#include "gui/status_line.h"
#include "gui/top_bar.h"

#include <QClipboard>
#include <QCloseEvent>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QMenu>
#include <QMessageBox>
#include <QMimeData>
#include <QStackedWidget>

#include <algorithm>
#include <cmath>

namespace zg {

MainWindow::MainWindow(Workspace& workspace, Dictionary& dictionary, Settings settings, QWidget* parent)
    : QWidget(parent), workspace_(workspace), dictionary_(dictionary), settings_(std::move(settings)) {
    dictionary_.use(settings_.language);
    actions_ = new Actions(*this);
    side_ = new SideBar(this);
    top_ = new TopBar(workspace, this);
    banner_ = new Banner(this);
    stack_ = new QStackedWidget(this);
    pyramid_ = new PyramidPage(workspace, stack_);
    latency_ = new LatencyPage(workspace, stack_);
    status_ = new StatusLine(workspace, this);
    stack_->addWidget(pyramid_);
    stack_->addWidget(latency_);

    auto* column = new QVBoxLayout;
    column->setSpacing(0);
    column->addWidget(top_);
    column->addWidget(banner_);
    column->addWidget(stack_, 1);
    column->addWidget(status_);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    row->addWidget(side_);
    row->addLayout(column, 1);

    setAcceptDrops(true);
    setWindowIcon(symbolIcon(Symbol::Pyramid, Style{}.palette().sidebarMark, 64, 1));
    setMinimumSize(960, 540);
    connectActions();
    connectWorkspace();
    connectTopBar();
    connect(side_, &SideBar::picked, this, &MainWindow::showPage);
    connect(&pyramid_->view(), &FigureView::painted, this, &MainWindow::firstPagePainted);
    connect(&latency_->view(), &FigureView::painted, this, &MainWindow::firstPagePainted);
    pyramid_->setUnit(settings_.unit);
    latency_->setUnit(settings_.unit);
    latency_->setLogarithmic(settings_.logarithmic);
    resize(1280, 720);
    if (!settings_.geometry.isEmpty()) restoreGeometry(settings_.geometry);
    apply();
    showPage(settings_.page);
    nameWindow();
}

MainWindow::~MainWindow() = default;

Page& MainWindow::page() const { return *static_cast<Page*>(stack_->currentWidget()); }

Style MainWindow::look() const {
    return {settings_.theme, settings_.language, unitFor(width(), height()), settings_.textScale};
}

void MainWindow::connectActions() {
    const auto on = [this](QAction* action, auto act) { connect(action, &QAction::triggered, this, act); };
    on(actions_->open, [this] {
        askFile(labels::word(Word::Open), labels::word(Word::FilterSessions), {},
                [this](const QString& file) { openFile(file); });
    });
    on(actions_->save, [this] { save(); });
    on(actions_->saveAs, [this] {
        if (const DeviceEntry* entry = workspace_.currentEntry())
            askFile(labels::word(Word::SaveAs), labels::word(Word::FilterSessions),
                    fileStem(settings_.page, *entry).section(u'-', 1) + QStringLiteral(".ziggurat"),
                    [this](const QString& file) { saveTo(file); });
    });
    on(actions_->exportPicture, [this] {
        if (const DeviceEntry* entry = workspace_.currentEntry())
            askFile(labels::word(Word::ExportPicture), labels::word(Word::FilterPng),
                    fileStem(settings_.page, *entry) + QStringLiteral(".png"),
                    [this](const QString& file) { exportPicture(file); });
    });
    on(actions_->exportAll,
       [this] { askFolder(labels::word(Word::ExportAll), [this](const QString& folder) { exportAll(folder); }); });
    on(actions_->exportTable, [this] {
        if (const DeviceEntry* entry = workspace_.currentEntry())
            askFile(labels::word(Word::ExportTable), labels::word(Word::FilterCsv),
                    fileStem(settings_.page, *entry) + QStringLiteral(".csv"), [this](const QString& file) {
                        if (const auto saved = saveCsv(page().figure().table(), file); !saved) complain(saved.error());
                        else status_->flash(labels::saved(file));
                    });
    });
    on(actions_->copyPicture, [this] {
        QGuiApplication::clipboard()->setImage(renderFigure(page().figure(), {1920, 1080}, 1, look()));
        status_->flash(labels::copied());
    });
    on(actions_->copyTable, [this] { copyTable(); });
    on(actions_->quit, [this] { close(); });
    on(actions_->larger, [this] { setTextScale(settings_.textScale + textScaleStep); });
    on(actions_->smaller, [this] { setTextScale(settings_.textScale - textScaleStep); });
    on(actions_->normal, [this] { setTextScale(1); });
    on(actions_->presentation, [this] { setPresenting(!presenting_); });
    on(actions_->nextPage,
       [this] { showPage(static_cast<PageId>(std::min(static_cast<int>(settings_.page) + 1, pageCount - 1))); });
    on(actions_->previousPage,
       [this] { showPage(static_cast<PageId>(std::max(static_cast<int>(settings_.page) - 1, 0))); });
    on(actions_->runOrStop, [this] { runOrStop(); });
    on(actions_->stop, [this] { leave(); });
    on(actions_->shortcuts, [this] { tell(labels::word(Word::Shortcuts), labels::shortcutsText()); });
    on(actions_->about,
       [this] { tell(labels::word(Word::About), labels::aboutText(QStringLiteral(ZIGGURAT_VERSION))); });
    on(actions_->openMenu, [this] { top_->menu().openMenu(); });
    for (int i = 0; i < pageCount; ++i)
        on(actions_->pages[static_cast<std::size_t>(i)], [this, i] { showPage(static_cast<PageId>(i)); });
    for (std::size_t i = 0; i < actions_->themes.size(); ++i)
        on(actions_->themes[i], [this, i] { setTheme(static_cast<Theme>(i)); });
    for (std::size_t i = 0; i < actions_->languages.size(); ++i)
        on(actions_->languages[i], [this, i] { setLanguage(static_cast<Language>(i)); });
    connect(actions_, &Actions::recentPicked, this, &MainWindow::openFile);
}

void MainWindow::connectWorkspace() {
    connect(&workspace_, &Workspace::failed, this, [this](const Error& error) { complain(error); });
    connect(&workspace_, &Workspace::linesLeftOut, this, [this](int count, const Error& first) {
        sayingNoGpu_ = false;
        banner_->tell(Banner::Tone::Warning, labels::linesLeftOut(count, first));
    });
    connect(&workspace_, &Workspace::devicesChanged, this, &MainWindow::sayWhyNoGpu);
    connect(&workspace_, &Workspace::currentChanged, this, [this] {
        savedAs_.clear();
        if (sayingNoGpu_) banner_->hide();
        nameWindow();
    });
    connect(latency_, &LatencyPage::unitPicked, this, [this](Unit unit) {
        settings_.unit = unit;
        pyramid_->setUnit(unit);
    });
    connect(latency_, &LatencyPage::axisPicked, this,
            [this](bool logarithmic) { settings_.logarithmic = logarithmic; });
}

void MainWindow::connectTopBar() {
    connect(&top_->run(), &QAbstractButton::clicked, this, &MainWindow::runOrStop);
    connect(&top_->smaller(), &QAbstractButton::clicked, actions_->smaller, &QAction::trigger);
    connect(&top_->larger(), &QAbstractButton::clicked, actions_->larger, &QAction::trigger);
    connect(&top_->exporter(), &QAbstractButton::clicked, actions_->exportPicture, &QAction::trigger);
    connect(&top_->picker(), &DevicePicker::openWanted, actions_->open, &QAction::trigger);
    top_->theme().setMenu([this](QMenu& menu) {
        for (QAction* action : actions_->themes) menu.addAction(action);
    });
    top_->language().setMenu([this](QMenu& menu) {
        for (QAction* action : actions_->languages) menu.addAction(action);
    });
    top_->menu().setMenu([this](QMenu& menu) { actions_->fill(menu, settings_.recent); });
}

void MainWindow::apply() {
    const Style style = look();
    if (dressed_.theme != style.theme || dressed_.language != style.language ||
        dressed_.font(20).pixelSize() != style.font(20).pixelSize()) {
        dressed_ = style;
        dressApplication(style);
    }
    side_->restyle(style);
    top_->restyle(style);
    banner_->restyle(style);
    pyramid_->restyle(style);
    latency_->restyle(style);
    status_->restyle(style);
    actions_->check(settings_.page, settings_.theme, settings_.language, presenting_);
}

void MainWindow::retranslate() {
    actions_->retranslate();
    side_->retranslate();
    top_->retranslate();
    banner_->retranslate();
    pyramid_->retranslate();
    latency_->retranslate();
    status_->retranslate();
    if (sayingNoGpu_ && banner_->isVisible()) sayWhyNoGpu();
    nameWindow();
}

void MainWindow::showPage(PageId page) {
    settings_.page = page;
    stack_->setCurrentIndex(static_cast<int>(page));
    side_->choose(page);
    actions_->check(settings_.page, settings_.theme, settings_.language, presenting_);
    this->page().view().setFocus();
}

void MainWindow::setTheme(Theme theme) {
    settings_.theme = theme;
    apply();
}

void MainWindow::setLanguage(Language language) {
    settings_.language = language;
    dictionary_.use(language);
    apply();
    retranslate();
    apply(); // once more: words have other widths
}

void MainWindow::setTextScale(double scale) {
    settings_.textScale = std::clamp(std::round(scale * 10) / 10, textScaleMin, textScaleMax);
    apply();
    if (sayingNoGpu_ && banner_->isVisible()) sayWhyNoGpu(); // shorter where text is large
}

void MainWindow::setPresenting(bool presenting) {
    if (presenting == presenting_) return;
    presenting_ = presenting;
    for (QWidget* part : std::initializer_list<QWidget*>{side_, top_, status_}) part->setVisible(!presenting);
    latency_->setControlsShown(!presenting);
    if (presenting && sayingNoGpu_) banner_->hide(); // said before class; failures are still told
    if (presenting) {
        wasMaximized_ = isMaximized();
        showFullScreen();
    } else if (wasMaximized_) {
        showMaximized();
    } else {
        showNormal();
    }
    page().view().setFocus();
    apply();
}

void MainWindow::runOrStop() {
    if (workspace_.activity().running) return workspace_.stop();
    if (!sayingNoGpu_) banner_->hide();
    workspace_.run(page().requests());
}

void MainWindow::leave() {
    if (workspace_.activity().running) workspace_.stop();
    else if (presenting_) setPresenting(false);
    else banner_->hide();
}

void MainWindow::sayWhyNoGpu() {
    if (!workspace_.noGpu() || (!sayingNoGpu_ && banner_->isVisible())) return;
    const auto& entries = workspace_.entries();
    const auto cpu = std::ranges::find_if(entries, [](const DeviceEntry& entry) {
        return entry.origin == Origin::Live && entry.session.device.kind == DeviceKind::Cpu;
    });
    const int index = cpu == entries.end() ? -1 : static_cast<int>(cpu - entries.begin());
    if (index >= 0 && index == workspace_.current()) return;
    sayingNoGpu_ = true;
    banner_->tell(Banner::Tone::Calm,
                  labels::noGpu(*workspace_.noGpu(), workspace_.currentEntry(), index >= 0, sideBar().isCompact()),
                  index >= 0 ? labels::word(Word::MeasureCpu) : QString(),
                  [this, index] { workspace_.chooseDevice(index); });
}

void MainWindow::nameWindow() {
    const DeviceEntry* entry = workspace_.currentEntry();
    const QString device = entry ? QString::fromStdString(entry->session.device.name) : QString();
    setWindowTitle(device.isEmpty() ? QStringLiteral("Ziggurat") : device + QStringLiteral(" - Ziggurat"));
}

void MainWindow::complain(const Error& error) {
    sayingNoGpu_ = false;
    banner_->tell(Banner::Tone::Warning, labels::sentence(error));
}

void MainWindow::openFile(const QString& file) {
    if (!workspace_.openSession(file)) return;
    remember(settings_.recent, QFileInfo(file).absoluteFilePath());
}

void MainWindow::save() {
    if (savedAs_.isEmpty()) actions_->saveAs->trigger();
    else saveTo(savedAs_);
}

void MainWindow::saveTo(const QString& file) {
    if (!workspace_.saveSession(file)) return;
    savedAs_ = file;
    remember(settings_.recent, QFileInfo(file).absoluteFilePath());
    status_->flash(labels::saved(file));
}

bool MainWindow::exportPicture(const QString& file) {
    const auto saved = savePng(renderFigure(page().figure(), {1920, 1080}, 1, look()), file);
    if (!saved) complain(saved.error());
    else status_->flash(labels::saved(file));
    return saved.has_value();
}

void MainWindow::exportAll(const QString& folder) {
    const DeviceEntry* entry = workspace_.currentEntry();
    if (!entry) return;
    for (Page* each : {static_cast<Page*>(pyramid_), static_cast<Page*>(latency_)}) {
        each->sync();
        const PageId id = each == pyramid_ ? PageId::Pyramid : PageId::Latency;
        const QString file = QDir(folder).filePath(fileStem(id, *entry) + QStringLiteral(".png"));
        if (const auto saved = savePng(renderFigure(each->figure(), {1920, 1080}, 1, look()), file); !saved)
            return complain(saved.error());
        status_->flash(labels::saved(file));
    }
}

void MainWindow::copyTable() {
    QGuiApplication::clipboard()->setText(tabbed(page().figure().table()));
    status_->flash(labels::copied());
}

void MainWindow::askFile(const QString& title, const QString& filter, const QString& saveAs,
                         std::function<void(QString)> then) {
    auto* dialog = new QFileDialog(this, title, settings_.folder, filter);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(saveAs.isEmpty() ? QFileDialog::AcceptOpen : QFileDialog::AcceptSave);
    dialog->setFileMode(saveAs.isEmpty() ? QFileDialog::ExistingFile : QFileDialog::AnyFile);
    if (!saveAs.isEmpty()) {
        dialog->setDefaultSuffix(QFileInfo(saveAs).suffix());
        dialog->selectFile(saveAs);
    }
    connect(dialog, &QFileDialog::fileSelected, this, [this, then = std::move(then)](const QString& file) {
        settings_.folder = QFileInfo(file).absolutePath();
        then(file);
    });
    dialog->open();
}

void MainWindow::askFolder(const QString& title, std::function<void(QString)> then) {
    auto* dialog = new QFileDialog(this, title, settings_.folder);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::fileSelected, this, [this, then = std::move(then)](const QString& folder) {
        settings_.folder = folder;
        then(folder);
    });
    dialog->open();
}

void MainWindow::tell(const QString& title, const QString& richText) {
    auto* box = new QMessageBox(QMessageBox::NoIcon, title, richText, QMessageBox::Close, this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::RichText);
    box->open();
}

void MainWindow::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    apply();
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (!presenting_) settings_.geometry = saveGeometry();
    saveSettings(settings_);
    workspace_.stop();
    QWidget::closeEvent(event);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    const QList<QUrl> urls = event->mimeData()->urls();
    if (!urls.isEmpty() && urls.front().isLocalFile()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
    const QList<QUrl> urls = event->mimeData()->urls();
    if (urls.isEmpty() || !urls.front().isLocalFile()) return;
    event->acceptProposedAction();
    openFile(urls.front().toLocalFile());
}

} // namespace zg
