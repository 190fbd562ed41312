// SPDX-License-Identifier: GPL-3.0-or-later
// One table of options; messages are English, as in every terminal program.
#include "gui/command_line.h"

#include "gui/settings.h"

#include <QCommandLineParser>

#include <algorithm>
#include <cstring>
#include <span>

namespace zg {
namespace {

const char* description = "The memory pyramid of the GPU in the room, measured live.\n\n"
                          "With --export or --export-all no window opens and no display is needed.\n"
                          "Exit codes: 0 done; 1 the command line is wrong; 2 a file cannot be read or written.";

constexpr int sizeMin = 16, sizeMax = 16384; // pixels a side: beyond it one picture takes a gigabyte
constexpr double scaleMax = 8;

struct Wrong {
    QString text;
};

QSize parseSize(const QString& text, double scale) {
    const QStringList sides = text.toLower().split(u'x');
    bool wideOk = false, highOk = false;
    const QSize size = sides.size() == 2 ? QSize(sides[0].toInt(&wideOk), sides[1].toInt(&highOk)) : QSize();
    const auto fits = [scale](int side) { return side >= sizeMin && side * scale <= sizeMax; };
    if (!wideOk || !highOk || !fits(size.width()) || !fits(size.height()))
        throw Wrong{
            QStringLiteral("--size %1: give width and height in pixels, such as 1920x1080 (%2 to %3, scale included)")
                .arg(text)
                .arg(sizeMin)
                .arg(sizeMax)};
    return size;
}

double parseNumber(const QString& option, const QString& text, double least, double most) {
    bool ok = false;
    const double number = text.toDouble(&ok);
    if (!ok || !(number >= least && number <= most))
        throw Wrong{QStringLiteral("--%1 %2: give a number from %3 to %4").arg(option, text).arg(least).arg(most)};
    return number;
}

template <class T>
T parseWord(const QString& option, const QString& text, std::optional<T> parsed, const QString& words) {
    if (!parsed) throw Wrong{QStringLiteral("--%1 %2: give one of %3").arg(option, text, words)};
    return *parsed;
}

CommandLine read(const QCommandLineParser& parser) {
    CommandLine options;
    const auto given = [&](const char* name) { return parser.isSet(QLatin1String(name)); };
    const auto value = [&](const char* name) { return parser.value(QLatin1String(name)); };
    options.session = value("session");
    if (!parser.positionalArguments().isEmpty()) {
        if (!options.session.isEmpty() || parser.positionalArguments().size() > 1)
            throw Wrong{QStringLiteral("give one recording only")};
        options.session = parser.positionalArguments().front();
    }
    options.exportFile = value("export");
    options.exportFolder = value("export-all");
    options.device = value("device");
    options.overlay = value("overlay");
    if (given("export") && options.exportFile.isEmpty()) throw Wrong{QStringLiteral("--export: give a file name")};
    if (given("export-all") && options.exportFolder.isEmpty())
        throw Wrong{QStringLiteral("--export-all: give a folder")};
    if (!options.session.isEmpty() && !options.device.isEmpty())
        throw Wrong{QStringLiteral("give --session or --device, not both")};
    if (given("page"))
        options.page = parseWord(QStringLiteral("page"), value("page"), parsePage(value("page")),
                                 QStringLiteral("pyramid, latency"));
    if (given("theme"))
        options.theme = parseWord(QStringLiteral("theme"), value("theme"), parseTheme(value("theme")),
                                  QStringLiteral("projector, light, dark"));
    if (given("lang"))
        options.language =
            parseWord(QStringLiteral("lang"), value("lang"), parseLanguage(value("lang")), QStringLiteral("en, he"));
    if (given("scale")) options.scale = parseNumber(QStringLiteral("scale"), value("scale"), 0.1, scaleMax);
    if (given("size") || given("scale"))
        options.size = parseSize(given("size") ? value("size") : QStringLiteral("1920x1080"), options.scale);
    if (given("text-size")) {
        options.textScale =
            parseNumber(QStringLiteral("text-size"), value("text-size"), textScaleMin * 100, textScaleMax * 100) / 100;
        options.textScaleGiven = true;
    }
    if (given("unit")) {
        const QString unit = value("unit");
        const auto parsed = unit == QLatin1String("cycles") ? std::optional(Unit::Cycles)
                            : unit == QLatin1String("ns")   ? std::optional(Unit::Nanoseconds)
                                                            : std::nullopt;
        options.unit = parseWord(QStringLiteral("unit"), unit, parsed, QStringLiteral("cycles, ns"));
    }
    if (given("axis")) {
        const QString axis = value("axis");
        const auto parsed = axis == QLatin1String("log")      ? std::optional(true)
                            : axis == QLatin1String("linear") ? std::optional(false)
                                                              : std::nullopt;
        options.logarithmic = parseWord(QStringLiteral("axis"), axis, parsed, QStringLiteral("linear, log"));
    }
    return options;
}

} // namespace

ParsedCommandLine parseCommandLine(const QStringList& arguments) {
    QCommandLineParser parser;
    parser.setApplicationDescription(QLatin1String(description));
    const auto option = [&](const char* name, const char* what, const char* value) {
        parser.addOption({QLatin1String(name), QLatin1String(what), QLatin1String(value)});
    };
    const QCommandLineOption help({QStringLiteral("h"), QStringLiteral("help")},
                                  QStringLiteral("Says what the options are."));
    const QCommandLineOption version({QStringLiteral("v"), QStringLiteral("version")},
                                     QStringLiteral("Says the version."));
    parser.addOption(help);
    parser.addOption(version);
    option("session", "Opens a recording.", "file");
    option("device", "Shows a device of this computer: cuda:0, cpu (ziggurat-cli devices lists them).", "id");
    option("page", "Starts with a page: pyramid, latency.", "page");
    option("overlay", "Draws another recording beside the staircase, or the course's own values.", "file|course");
    option("unit", "Unit of latencies: cycles, ns.", "unit");
    option("axis", "Axis of latencies: linear, log.", "axis");
    option("theme", "Theme: projector, light, dark.", "theme");
    option("lang", "Language: en, he.", "language");
    option("text-size", "Size of text in percent: 80 to 200.", "percent");
    option("export", "Writes the picture of the page (the pyramid unless --page says otherwise).", "out.png");
    option("export-all", "Writes the pictures of all pages.", "folder");
    option("size", "Size of pictures: 1920x1080.", "WxH");
    option("scale", "Pixels per unit of the size: 2 gives 3840x2160 for 1920x1080.", "number");
    parser.addPositionalArgument(QStringLiteral("file"), QStringLiteral("Recording to open."),
                                 QStringLiteral("[file]"));

    ParsedCommandLine parsed;
    const auto refuse = [&](const QString& why) {
        parsed.leaveWith = exitBadCommandLine;
        parsed.print = QStringLiteral("ziggurat: %1\nziggurat --help lists the options.\n").arg(why);
    };
    if (!parser.parse(arguments)) {
        refuse(parser.errorText());
    } else if (parser.isSet(help)) {
        parsed.leaveWith = exitOk;
        parsed.print = parser.helpText();
    } else if (parser.isSet(version)) {
        parsed.leaveWith = exitOk;
        parsed.print = QStringLiteral("ziggurat " ZIGGURAT_VERSION "\n");
    } else {
        try {
            parsed.options = read(parser);
        } catch (const Wrong& wrong) {
            refuse(wrong.text);
        }
    }
    return parsed;
}

std::vector<std::string> protectSession(int argc, char** argv) {
    std::vector<std::string> arguments(argv, argv + argc);
    for (std::size_t i = 0; i + 1 < arguments.size(); ++i) {
        if (arguments[i] != "--session" && arguments[i] != "-session") continue;
        arguments[i] = "--session=" + arguments[i + 1];
        arguments.erase(arguments.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    }
    return arguments;
}

bool asksForExport(int argc, char** argv) {
    const std::span arguments(argv, static_cast<std::size_t>(argc));
    return std::ranges::any_of(arguments, [](const char* argument) {
        return std::strncmp(argument, "--export", 8) == 0 || std::strcmp(argument, "--help") == 0 ||
               std::strcmp(argument, "--version") == 0 || std::strcmp(argument, "-h") == 0 ||
               std::strcmp(argument, "-v") == 0;
    });
}

} // namespace zg
