// SPDX-License-Identifier: GPL-3.0-or-later
// The window program: reads the command line, then either writes pictures or opens the window. The only file of gui
// that sees the backends.
#include "gui/command_line.h"
#include "gui/dictionary.h"
#include "gui/export.h"
#include "gui/fonts.h"
#include "gui/labels.h"
#include "gui/main_window.h"
#include "kernels/backends.h"

#include <QApplication>
#include <QDir>
#include <QFileInfo>
#include <QStyleFactory>

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

namespace {

using namespace zg;

void say(std::FILE* where, const QString& text) {
    QString plain = text; // a terminal shows no direction marks
    for (const char16_t mark : {u'\u2066', u'\u2069'}) plain.remove(QChar(mark));
    std::fputs(plain.toLocal8Bit().constData(), where);
}

int failWith(const Error& error) {
    say(stderr, QStringLiteral("ziggurat: %1\n").arg(labels::sentence(error)));
    return exitFile;
}

/// The entry that "course" or a file stands for, opened where it has to be; -1 and lastError() where it cannot be read.
int findOverlay(Workspace& workspace, const QString& overlay) {
    const int before = workspace.current();
    int index = -1;
    if (overlay == QLatin1String("course")) {
        const auto& entries = workspace.entries();
        const auto found = std::ranges::find(entries, Origin::Published, &DeviceEntry::origin);
        index = found == entries.end() ? -1 : static_cast<int>(found - entries.begin());
    } else if (workspace.openSession(overlay)) {
        index = workspace.current();
        workspace.chooseDevice(before);
    }
    return index;
}

/// The device of that id, without any run, or what is wrong.
Result<DeviceEntry> liveEntry(const DeviceSource& source, const QString& id) {
    Found found = source.find();
    const auto device = std::ranges::find(found.devices, id.toStdString(), &Device::id);
    if (device == found.devices.end()) return fail(Fault::UnknownDevice, id.toStdString());
    DeviceEntry entry;
    entry.session.device = *device;
    entry.session.provenance = provenanceNow(*device);
    return entry;
}

int exportPictures(const CommandLine& options, Workspace& workspace, const DeviceSource& source) {
    DeviceEntry entry;
    if (!options.session.isEmpty() && !workspace.openSession(options.session)) return failWith(*workspace.lastError());
    if (!options.overlay.isEmpty()) {
        const int overlay = findOverlay(workspace, options.overlay);
        if (overlay < 0)
            return failWith(
                workspace.lastError().value_or(Error{Fault::NoSuchFile, options.overlay.toStdString(), 0, {}}));
        workspace.chooseOverlay(overlay);
    }
    if (!options.device.isEmpty()) {
        auto live = liveEntry(source, options.device);
        if (!live) {
            failWith(live.error());
            return exitBadCommandLine;
        }
        entry = std::move(*live);
    } else if (const DeviceEntry* current = workspace.currentEntry()) {
        entry = *current;
    }
    PictureChoice choice;
    choice.size = options.size;
    choice.scale = options.scale;
    choice.style.theme = options.theme.value_or(Theme::Projector);
    choice.style.language = options.language.value_or(Language::English);
    choice.style.textScale = options.textScale;
    choice.unit = options.unit.value_or(Unit::Cycles);
    choice.logarithmic = options.logarithmic.value_or(false);

    const auto write = [&](PageId page, const QString& file) -> int {
        const auto saved = savePng(renderPage(page, entry, workspace.overlayEntry(), choice), file);
        return saved ? exitOk : failWith(saved.error());
    };
    int code = exitOk;
    if (!options.exportFile.isEmpty()) code = write(options.page.value_or(PageId::Pyramid), options.exportFile);
    if (code == exitOk && !options.exportFolder.isEmpty()) {
        const QDir folder(options.exportFolder);
        if (!folder.mkpath(QStringLiteral(".")))
            return failWith({Fault::NotWritable, options.exportFolder.toStdString(), 0, {}});
        for (int i = 0; i < pageCount && code == exitOk; ++i) {
            const auto page = static_cast<PageId>(i);
            code = write(page, folder.filePath(fileStem(page, entry) + QStringLiteral(".png")));
        }
    }
    return code;
}

Settings settingsFor(const CommandLine& options) {
    Settings settings = loadSettings();
    if (options.page) settings.page = *options.page;
    if (options.theme) settings.theme = *options.theme;
    if (options.language) settings.language = *options.language;
    if (options.textScaleGiven) settings.textScale = options.textScale;
    if (options.unit) settings.unit = *options.unit;
    if (options.logarithmic) settings.logarithmic = *options.logarithmic;
    return settings;
}

int openWindow(const CommandLine& options, Workspace& workspace, Dictionary& dictionary) {
    MainWindow window(workspace, dictionary, settingsFor(options));
    if (!options.device.isEmpty()) {
        QObject::connect(
            &workspace, &Workspace::devicesChanged, &window,
            [&workspace, id = options.device.toStdString()] {
                const auto& entries = workspace.entries();
                const auto found = std::ranges::find_if(entries, [&](const DeviceEntry& entry) {
                    return entry.origin == Origin::Live && entry.session.device.id == id;
                });
                if (found != entries.end()) workspace.chooseDevice(static_cast<int>(found - entries.begin()));
                else Q_EMIT workspace.failed({Fault::UnknownDevice, {}, 0, id});
            },
            Qt::SingleShotConnection);
    }
    if (!options.session.isEmpty()) window.openFile(options.session);
    if (!options.overlay.isEmpty()) workspace.chooseOverlay(findOverlay(workspace, options.overlay));
    window.show();
    workspace.findDevices();
    return QApplication::exec();
}

} // namespace

int main(int argc, char** argv) {
    nameApplication();
    const bool noDisplay = qEnvironmentVariableIsEmpty("DISPLAY") && qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY");
    if (asksForExport(argc, argv) && noDisplay && qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
#ifdef Q_OS_LINUX
    else if (noDisplay && qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) {
        say(stderr, QStringLiteral("ziggurat: there is no display (DISPLAY and WAYLAND_DISPLAY are not set); --export "
                                   "writes pictures without one.\n"));
        return exitBadCommandLine;
    }
#endif
    std::vector<std::string> arguments = protectSession(argc, argv);
    std::vector<char*> pointers;
    for (std::string& argument : arguments) pointers.push_back(argument.data());
    int count = static_cast<int>(pointers.size());
    pointers.push_back(nullptr);
    QApplication application(count, pointers.data());
    QApplication::setApplicationVersion(QStringLiteral(ZIGGURAT_VERSION));
    const ParsedCommandLine parsed = parseCommandLine(QApplication::arguments());
    if (parsed.leaveWith) {
        say(*parsed.leaveWith == exitOk ? stdout : stderr, parsed.print);
        return *parsed.leaveWith;
    }
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("fusion")));
    loadFonts();
    Dictionary dictionary;
    DeviceSource source = liveDevices();
    if (parsed.options.exports()) {
        dictionary.use(parsed.options.language.value_or(Language::English));
        Workspace workspace(source);
        return exportPictures(parsed.options, workspace, source);
    }
    Workspace workspace(std::move(source));
    return openWindow(parsed.options, workspace, dictionary);
}
