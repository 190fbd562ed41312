// SPDX-License-Identifier: GPL-3.0-or-later
// The dictionary. One English sentence a case; the other languages are in resources/translations. Numbers, names and
// paths are put in by placeholders and kept left to right by ltr().
#include "gui/labels.h"

#include "core/format.h"
#include "core/replay.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <cmath>

namespace zg::labels {
namespace {

/// Gives the strings below their context.
class Say {
    Q_DECLARE_TR_FUNCTIONS(labels)
};

QString text(const std::string& utf8) { return QString::fromStdString(utf8); }
QString megahertz(double hertz) { return ltr(QStringLiteral("%1 MHz").arg(hertz / 1e6, 0, 'f', 0)); }
QString bytes(double value) { return ltr(text(formatBytes(value))); }
QString dot() { return QStringLiteral(" \u00b7 "); }

/// The clock of the newest row that has one, else 0.
double clockSeen(const Session& session) {
    for (auto run = session.runs.rbegin(); run != session.runs.rend(); ++run) {
        for (auto row = run->rows.rbegin(); row != run->rows.rend(); ++row) {
            if (const double hertz = valueOf(*run, *row, column::clock); std::isfinite(hertz) && hertz > 0)
                return hertz;
        }
    }
    return 0;
}

} // namespace

QString word(Word word) {
    switch (word) {
    case Word::Run: return Say::tr("Run");
    case Word::Stop: return Say::tr("Stop");
    case Word::Menu: return Say::tr("Menu");
    case Word::TextSmaller: return Say::tr("Smaller text");
    case Word::TextLarger: return Say::tr("Larger text");
    case Word::TextNormal: return Say::tr("Normal text size");
    case Word::ThemeWord: return Say::tr("Theme");
    case Word::LanguageWord: return Say::tr("Language");
    case Word::Export: return Say::tr("Export");
    case Word::Dismiss: return Say::tr("Dismiss");
    case Word::Device: return Say::tr("Device");
    case Word::Pages: return Say::tr("Pages");
    case Word::MenuFile: return Say::tr("File");
    case Word::MenuView: return Say::tr("View");
    case Word::MenuRun: return Say::tr("Run", "menu");
    case Word::MenuHelp: return Say::tr("Help");
    case Word::Open: return Say::tr("Open a recording...");
    case Word::Save: return Say::tr("Save");
    case Word::SaveAs: return Say::tr("Save as...");
    case Word::Recent: return Say::tr("Recent");
    case Word::NoRecent: return Say::tr("No recent files");
    case Word::ExportPicture: return Say::tr("Export picture...");
    case Word::ExportAll: return Say::tr("Export all pages...");
    case Word::CopyPicture: return Say::tr("Copy picture");
    case Word::CopyTable: return Say::tr("Copy table");
    case Word::ExportTable: return Say::tr("Export table...");
    case Word::Quit: return Say::tr("Quit");
    case Word::Presentation: return Say::tr("Presentation");
    case Word::Shortcuts: return Say::tr("Keyboard shortcuts");
    case Word::About: return Say::tr("About Ziggurat");
    case Word::MeasureCpu: return Say::tr("Show this CPU");
    case Word::Progress: return Say::tr("Progress");
    case Word::UnitChoice: return Say::tr("Unit");
    case Word::UnitCycles: return Say::tr("cycles");
    case Word::UnitNanoseconds: return Say::tr("ns");
    case Word::AxisChoice: return Say::tr("Axis");
    case Word::AxisLinear: return Say::tr("linear");
    case Word::AxisLogarithmic: return Say::tr("log");
    case Word::OrderChoice: return Say::tr("Order");
    case Word::PathChoice: return Say::tr("Path");
    case Word::CarveoutChoice: return Say::tr("Shared");
    case Word::SmChoice: return Say::tr("SM");
    case Word::SmOne: return Say::tr("driver's choice");
    case Word::SmSeveral: return Say::tr("several");
    case Word::OverlayChoice: return Say::tr("Compare");
    case Word::OverlayNone: return Say::tr("nothing");
    case Word::MoreChoices: return Say::tr("More choices");
    case Word::NotInRecording: return Say::tr("Not in this recording");
    case Word::FilterSessions: return Say::tr("Ziggurat recordings (*.ziggurat);;All files (*)");
    case Word::FilterPng: return Say::tr("PNG pictures (*.png)");
    case Word::FilterCsv: return Say::tr("Tables (*.csv)");
    case Word::FilterEnd: break;
    }
    return {};
}

QString page(PageId page) {
    switch (page) {
    case PageId::Pyramid: return Say::tr("Pyramid");
    case PageId::Latency: return Say::tr("Latency");
    }
    return {};
}

QString theme(Theme theme) {
    switch (theme) {
    case Theme::Projector: return Say::tr("Projector");
    case Theme::Light: return Say::tr("Light desk");
    case Theme::Dark: return Say::tr("Dark");
    }
    return {};
}

QString language(Language language) {
    return language == Language::Hebrew ? QStringLiteral("\u05e2\u05d1\u05e8\u05d9\u05ea") : QStringLiteral("English");
}

QString sentence(Fault fault) {
    switch (fault) {
    case Fault::NotBuiltWithCuda: return Say::tr("This program was built without CUDA, so it cannot measure a GPU.");
    case Fault::ProbeNotSupported: return Say::tr("This device cannot run that measurement.");
    case Fault::NeedsNewerGpu: return Say::tr("This measurement needs a newer GPU architecture.");
    case Fault::LibraryNotFound: return Say::tr("The library to compare with was not found on this computer.");
    case Fault::NoRecordedRun: return Say::tr("This recording does not hold that measurement.");
    case Fault::NoDriver: return Say::tr("No NVIDIA driver was found.");
    case Fault::DriverTooOld: return Say::tr("The NVIDIA driver is older than this program needs.");
    case Fault::NoGpu: return Say::tr("The NVIDIA driver reports no GPU.");
    case Fault::NoKernelImage: return Say::tr("This build has no code for this GPU's architecture.");
    case Fault::DeviceBusy: return Say::tr("Another program holds this device for itself.");
    case Fault::OutOfMemory: return Say::tr("The device has too little free memory for this measurement.");
    case Fault::IllegalAccess:
        return Say::tr("The measurement touched memory that is not its own; the device was reset for the next run.");
    case Fault::LaunchTimeout: return Say::tr("The system ended a launch that took too long.");
    case Fault::DeviceLost: return Say::tr("The device no longer answers.");
    case Fault::WrongResult: return Say::tr("The measurement's own check failed, so its numbers are not shown.");
    case Fault::UnknownDevice: return Say::tr("There is no such device.");
    case Fault::DeviceOther: return Say::tr("The device reported an error.");
    case Fault::NoSuchFile: return Say::tr("There is no such file.");
    case Fault::IsDirectory: return Say::tr("This is a folder, not a file.");
    case Fault::NotReadable: return Say::tr("The file cannot be read.");
    case Fault::NotWritable: return Say::tr("The file cannot be written.");
    case Fault::DiskFull: return Say::tr("The disk is full.");
    case Fault::EmptyFile: return Say::tr("The file is empty.");
    case Fault::NoHeader: return Say::tr("This is not a Ziggurat recording: its first line is no header.");
    case Fault::WrongVersion: return Say::tr("The recording was written by a newer version of Ziggurat.");
    case Fault::NotJson: return Say::tr("This line is not JSON.");
    case Fault::LineTooLong: return Say::tr("This line is too long for a recording.");
    case Fault::TooManyRows: return Say::tr("The recording has more rows than can be shown.");
    case Fault::CutOffLine: return Say::tr("The file is cut off in the middle of this line.");
    case Fault::MissingField: return Say::tr("A field is missing.");
    case Fault::WrongType: return Say::tr("A field has the wrong type.");
    case Fault::NegativeSize: return Say::tr("A size is negative.");
    case Fault::NotFinite: return Say::tr("A number is not finite.");
    case Fault::UnknownRun: return Say::tr("This line belongs to a run that never began.");
    case Fault::WrongColumnCount: return Say::tr("This row does not have one value for each column.");
    }
    return {};
}

QString sentence(const Error& error) {
    QString said = sentence(error.fault);
    if (!error.detail.empty())
        said = Say::tr("%1 (%2)", "sentence, technical detail").arg(said, ltr(text(error.detail)));
    if (error.file.empty()) return said;
    const QString file = ltr(QFileInfo(text(error.file)).fileName());
    if (error.line > 0)
        return Say::tr("%1, line %2: %3", "file, line, sentence").arg(file, ltr(QString::number(error.line)), said);
    return Say::tr("%1: %2", "file, sentence").arg(file, said);
}

QString note(const Note& note) {
    switch (note.kind) {
    case NoteKind::MemoryLimited: return Say::tr("Free memory limits the working set to %1.").arg(bytes(note.value));
    case NoteKind::HugePages: return Say::tr("Measured in huge pages (%1 of them).").arg(bytes(note.value));
    case NoteKind::NoHugePages: return Say::tr("No huge pages were to be had: address translation shows in the curve.");
    case NoteKind::PinnedToCore: return Say::tr("Pinned to core %1.").arg(ltr(QString::number(note.value, 'f', 0)));
    case NoteKind::NotPinned: return Say::tr("Not pinned to a core: the system refused, so the scheduler may move it.");
    case NoteKind::ClockDropped:
        return Say::tr("The clock dropped at %1; that point was measured again.").arg(bytes(note.value));
    case NoteKind::ClockUnsteady:
        return Say::tr("The clock did not settle before measuring; it was last %1.").arg(megahertz(note.value));
    case NoteKind::LaunchesSplit:
        return Say::tr("Work was split to keep every launch short (%1 launches for the largest size).")
            .arg(ltr(QString::number(note.value, 'f', 0)));
    case NoteKind::SizeLeftOut:
        return Say::tr("Left out for lack of memory or time: %1.").arg(ltr(QStringLiteral("N = %1").arg(note.value)));
    case NoteKind::WrongResult:
        return Say::tr("The result was wrong, so it has no speed: %1.")
            .arg(ltr(QStringLiteral("N = %1").arg(note.value)));
    case NoteKind::ThroughMma:
        return Say::tr("The tensor cores were fed through %1.").arg(ltr(QStringLiteral("mma.sync")));
    case NoteKind::ThroughWgmma:
        return Say::tr("The tensor cores were fed through %1.").arg(ltr(QStringLiteral("wgmma")));
    case NoteKind::LibraryVersion:
        return Say::tr("Version of the reference library: %1.").arg(ltr(QString::number(note.value, 'f', 0)));
    case NoteKind::VectorBits:
        return Say::tr("Vector registers of %1.").arg(ltr(QStringLiteral("%1 bit").arg(note.value)));
    case NoteKind::SamplesFull:
        return Say::tr("Every element was checked up to %1; beyond, rows drawn at random.")
            .arg(ltr(QStringLiteral("N = %1").arg(note.value)));
    }
    return {};
}

QString origin(const DeviceEntry& entry) {
    switch (entry.origin) {
    case Origin::Live: return Say::tr("live");
    case Origin::Recorded: {
        const QString day = text(entry.session.provenance.date).left(10);
        return day.isEmpty() ? Say::tr("recorded") : Say::tr("recorded %1").arg(ltr(day));
    }
    case Origin::Published: return Say::tr("published");
    }
    return {};
}

QString deviceLine(const DeviceEntry& entry) { return ltr(text(entry.session.device.name)) + dot() + origin(entry); }

QString status(const DeviceEntry& entry) {
    const Device& device = entry.session.device;
    const bool gpu = device.kind == DeviceKind::Gpu;
    QString first;
    switch (entry.origin) {
    case Origin::Live: first = entry.session.runs.empty() ? Say::tr("Live") : Say::tr("Measured live"); break;
    case Origin::Recorded: {
        const QString day = text(entry.session.provenance.date).left(10);
        first = day.isEmpty() ? Say::tr("Recorded") : Say::tr("Recorded %1").arg(ltr(day));
        break;
    }
    case Origin::Published: first = Say::tr("Published values"); break;
    }
    QStringList parts{first, ltr(text(device.name))};
    if (!device.driver.empty()) parts << Say::tr("driver %1").arg(ltr(text(device.driver)));
    if (const double seen = clockSeen(entry.session); seen > 0)
        parts << (gpu ? Say::tr("SM clock %1") : Say::tr("core clock %1")).arg(megahertz(seen));
    else if (device.coreClock)
        parts << (gpu ? Say::tr("SM clock up to %1") : Say::tr("core clock up to %1"))
                     .arg(megahertz(device.coreClock->value));
    return parts.join(dot());
}

QString activity(const Activity& activity) {
    const auto counted = [&] {
        return ltr(QStringLiteral("%1 / %2").arg(activity.pointsDone).arg(activity.pointsPlanned));
    };
    if (activity.running) {
        if (activity.stopping) return Say::tr("Stopping");
        const QString what = activity.replaying ? Say::tr("Replaying: %1").arg(request(activity.request))
                                                : Say::tr("Measuring: %1").arg(request(activity.request));
        if (activity.pointsPlanned <= 1) return what;
        return what + dot() + Say::tr("%1 sizes", "n / N").arg(counted());
    }
    if (!activity.outcome) return {};
    switch (*activity.outcome) {
    case RunState::Complete: return activity.replaying ? Say::tr("Replay complete") : Say::tr("Complete");
    case RunState::Stopped:
        return activity.pointsPlanned > 1 ? Say::tr("Stopped, kept %1 sizes", "n / N").arg(counted())
                                          : Say::tr("Stopped");
    case RunState::Failed: return Say::tr("Failed; what was measured before is kept");
    case RunState::Running: break;
    }
    return {};
}

QString notes(const Session& session, const Activity& activity) {
    QStringList all;
    // What was measured is the newest; what was replayed may lie anywhere in its recording.
    const int run = activity.replaying ? bestRun(session, activity.request) : static_cast<int>(session.runs.size()) - 1;
    if (run >= 0)
        for (const Note& each : session.runs[static_cast<std::size_t>(run)].notes) all << note(each);
    all.removeDuplicates();
    return all.join(u' ');
}

QString timeLeft(double seconds) {
    if (seconds < 0) return {};
    if (seconds < 9.95) return Say::tr("%1 s left").arg(ltr(QString::number(seconds, 'f', 1)));
    if (seconds < 120) return Say::tr("%1 s left").arg(ltr(QString::number(std::ceil(seconds), 'f', 0)));
    return Say::tr("%1 min left").arg(ltr(QString::number(std::ceil(seconds / 60), 'f', 0)));
}

QString searching() { return Say::tr("Looking for GPUs"); }

QString noGpu(const Error& why, const DeviceEntry* shown, bool cpuFound, bool brief) {
    QString said = sentence(why.fault);
    if (brief) return said;
    if (shown && shown->origin != Origin::Live) {
        const QString name = ltr(text(shown->session.device.name));
        said += u' ' + (shown->origin == Origin::Recorded ? Say::tr("Showing the recorded %1.")
                                                          : Say::tr("Showing published values of the %1."))
                           .arg(name);
    }
    if (cpuFound) said += u' ' + Say::tr("This computer's CPU can be measured live.");
    return said;
}

QString linesLeftOut(int count, const Error& first) {
    return count == 1
               ? Say::tr("One line was left out. %1").arg(sentence(first))
               : Say::tr("%1 lines were left out. The first: %2").arg(ltr(QString::number(count)), sentence(first));
}

QString saved(const QString& file) { return Say::tr("Saved: %1").arg(ltr(QFileInfo(file).fileName())); }
QString copied() { return Say::tr("Copied"); }

QString percent(int value) { return ltr(QStringLiteral("%1 %").arg(value)); }

QString shortcutsText() {
    const auto line = [](const char* keys, const QString& what) {
        return QStringLiteral("<tr><td dir=\"ltr\"><b>%1</b>&nbsp;&nbsp;&nbsp;</td><td>%2</td></tr>")
            .arg(QString::fromUtf8(keys), what.toHtmlEscaped());
    };
    return QStringLiteral("<table>") + line("1 2", Say::tr("pages")) +
           line("PgUp PgDn", Say::tr("page before, page after")) + line("Space", Say::tr("run or stop")) +
           line("Esc", Say::tr("stop, or leave the presentation")) + line("F5 F11", Say::tr("presentation")) +
           line("\u2190 \u2192 \u2191 \u2193", Say::tr("point or tier, with its exact value")) +
           line("Ctrl + \u2212 0", Say::tr("text size")) + line("Ctrl+O, Ctrl+S", Say::tr("open and save recordings")) +
           line("Ctrl+E", Say::tr("export picture")) + line("Ctrl+C", Say::tr("copy picture")) +
           line("F10", Say::tr("menu")) + QStringLiteral("</table>");
}

QString aboutText(const QString& version) {
    return QStringLiteral("<h3>Ziggurat %1</h3><p>%2</p><p>%3</p><p>%4</p>")
        .arg(version, Say::tr("The memory pyramid of the GPU in the room, measured live.").toHtmlEscaped(),
             Say::tr("Free software under the GNU General Public License, version 3 or later, with permission to link "
                     "NVIDIA's libraries. It comes without any warranty.")
                 .toHtmlEscaped(),
             Say::tr("Drawn with Qt and QCustomPlot; letters from Inter and Noto Sans Hebrew (SIL Open Font License).")
                 .toHtmlEscaped());
}

} // namespace zg::labels
