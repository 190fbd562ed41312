// SPDX-License-Identifier: GPL-3.0-or-later
// The command line as data, and the program itself writing pictures without a display.
#include "gui_support.h"

#include "gui/command_line.h"
#include "gui/export.h"
#include "gui/pages/latency_figure.h"

#include <QImage>
#include <QProcess>
#include <QTemporaryDir>

namespace zg::testing_support {
namespace {

ParsedCommandLine parse(const QStringList& arguments) {
    return parseCommandLine(QStringList{QStringLiteral("ziggurat")} + arguments);
}

struct Finished {
    int code = -1;
    QString out, err;
};

Finished run(const QStringList& arguments) {
    QProcess program;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}) environment.remove(QLatin1String(name));
    program.setProcessEnvironment(environment);
    program.start(QStringLiteral(ZIGGURAT_PROGRAM), arguments);
    EXPECT_TRUE(program.waitForFinished(60000)) << program.errorString().toStdString();
    return {program.exitStatus() == QProcess::NormalExit ? program.exitCode() : -1,
            QString::fromUtf8(program.readAllStandardOutput()), QString::fromUtf8(program.readAllStandardError())};
}

TEST(CommandLine, UnderstandsEveryOption) {
    const auto parsed = parse(
        {QStringLiteral("--session"), QStringLiteral("a.ziggurat"), QStringLiteral("--page"),    QStringLiteral("latency"),
         QStringLiteral("--export"),  QStringLiteral("o.png"), QStringLiteral("--size"),    QStringLiteral("1280x720"),
         QStringLiteral("--scale"),   QStringLiteral("2"),     QStringLiteral("--theme"),   QStringLiteral("dark"),
         QStringLiteral("--lang"),    QStringLiteral("he"),    QStringLiteral("--overlay"), QStringLiteral("course"),
         QStringLiteral("--unit"),    QStringLiteral("ns"),    QStringLiteral("--axis"),    QStringLiteral("log")});
    ASSERT_FALSE(parsed.leaveWith.has_value()) << parsed.print.toStdString();
    EXPECT_EQ(parsed.options.session, QStringLiteral("a.ziggurat"));
    EXPECT_EQ(parsed.options.page, PageId::Latency);
    EXPECT_EQ(parsed.options.size, QSize(1280, 720));
    EXPECT_DOUBLE_EQ(parsed.options.scale, 2);
    EXPECT_EQ(parsed.options.theme, Theme::Dark);
    EXPECT_EQ(parsed.options.language, Language::Hebrew);
    EXPECT_EQ(parsed.options.overlay, QStringLiteral("course"));
    EXPECT_EQ(parsed.options.unit, Unit::Nanoseconds);
    EXPECT_EQ(parsed.options.logarithmic, true);
}

TEST(CommandLine, RefusesWhatItDoesNotUnderstandAndSaysWhy) {
    for (const QStringList& wrong :
         {QStringList{QStringLiteral("--size"), QStringLiteral("0x5")},
          {QStringLiteral("--size"), QStringLiteral("1920")},
          {QStringLiteral("--size"), QStringLiteral("99999x99999")},
          {QStringLiteral("--scale"), QStringLiteral("nan")},
          {QStringLiteral("--theme"), QStringLiteral("plaid")},
          {QStringLiteral("--page"), QStringLiteral("9")},
          {QStringLiteral("--nonsense")},
          {QStringLiteral("a"), QStringLiteral("b")},
          {QStringLiteral("--session"), QStringLiteral("a"), QStringLiteral("--device"), QStringLiteral("cpu")}}) {
        const auto parsed = parse(wrong);
        EXPECT_EQ(parsed.leaveWith, exitBadCommandLine) << wrong.join(u' ').toStdString();
        EXPECT_FALSE(parsed.print.isEmpty());
    }
}

TEST(CommandLine, HelpNamesEveryOptionAndTheExitCodes) {
    const auto parsed = parse({QStringLiteral("--help")});
    EXPECT_EQ(parsed.leaveWith, exitOk);
    for (const char* option : {"--session", "--page", "--export", "--export-all", "--size", "--scale", "--theme",
                               "--lang", "--device", "--overlay", "--unit", "--axis", "--version"})
        EXPECT_TRUE(parsed.print.contains(QLatin1String(option))) << option;
    EXPECT_TRUE(parsed.print.contains(QStringLiteral("Exit codes")));
}

TEST(Program, WritesAPictureOfTheSizeAskedForWithoutADisplay) {
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("out.png"));
    const Finished finished = run({QStringLiteral("--page"), QStringLiteral("latency"), QStringLiteral("--export"),
                                   file, QStringLiteral("--size"), QStringLiteral("1280x720")});
    EXPECT_EQ(finished.code, exitOk) << finished.err.toStdString();
    EXPECT_EQ(QImage(file).size(), QSize(1280, 720));
    run({QStringLiteral("--export"), file, QStringLiteral("--size"), QStringLiteral("640x360"),
         QStringLiteral("--scale"), QStringLiteral("2")});
    EXPECT_EQ(QImage(file).size(), QSize(1280, 720));
}

TEST(Program, WritesAllPagesUnderNamesThatSayWhatTheyAre) {
    const QTemporaryDir folder;
    const Finished finished = run({QStringLiteral("--export-all"), folder.filePath(QStringLiteral("new/one")),
                                   QStringLiteral("--size"), QStringLiteral("640x360")});
    EXPECT_EQ(finished.code, exitOk) << finished.err.toStdString();
    const QStringList files = QDir(folder.filePath(QStringLiteral("new/one"))).entryList(QDir::Files, QDir::Name);
    ASSERT_EQ(files.size(), pageCount);
    EXPECT_TRUE(files[0].startsWith(QStringLiteral("latency-nvidia-")));
    EXPECT_TRUE(files[1].startsWith(QStringLiteral("pyramid-nvidia-")));
}

TEST(Program, LeavesWithTwoAndNamesTheFileThatCannotBeReadOrWritten) {
    const QTemporaryDir folder;
    Finished finished = run({QStringLiteral("--session"), QStringLiteral("/no/such.ziggurat"), QStringLiteral("--export"),
                             folder.filePath(QStringLiteral("o.png"))});
    EXPECT_EQ(finished.code, exitFile);
    EXPECT_TRUE(finished.err.contains(QStringLiteral("such.ziggurat"))) << finished.err.toStdString();
    finished = run({QStringLiteral("--export"), QStringLiteral("/no/such/folder/o.png")});
    EXPECT_EQ(finished.code, exitFile);
    EXPECT_TRUE(finished.err.contains(QStringLiteral("o.png"))) << finished.err.toStdString();
    finished = run({QStringLiteral("--session"), QStringLiteral(ZIGGURAT_TEST_DATA "/wrong-version.ziggurat"),
                    QStringLiteral("--export"), folder.filePath(QStringLiteral("o.png"))});
    EXPECT_EQ(finished.code, exitFile);
    EXPECT_TRUE(finished.err.contains(QStringLiteral("wrong-version.ziggurat, line 1"))) << finished.err.toStdString();
}

TEST(Program, LeavesWithOneWhereTheCommandLineIsWrongAndWithZeroAfterHelp) {
    EXPECT_EQ(
        run({QStringLiteral("--export"), QStringLiteral("x.png"), QStringLiteral("--size"), QStringLiteral("huge")})
            .code,
        exitBadCommandLine);
    const Finished help = run({QStringLiteral("--help")});
    EXPECT_EQ(help.code, exitOk);
    EXPECT_TRUE(help.out.contains(QStringLiteral("--export")));
}

TEST(Program, WithoutADisplayItSaysSoInsteadOfCrashing) {
    const Finished finished = run({});
    EXPECT_EQ(finished.code, exitBadCommandLine);
    EXPECT_TRUE(finished.err.contains(QStringLiteral("display"))) << finished.err.toStdString();
}

TEST(ExportedPicture, IsThePageAsItIsShown) {
    Bench bench({fakeGpu()});
    ASSERT_TRUE(bench.runToEnd({chase()}));
    LatencyFigure figure;
    figure.setSession(bench.workspace.currentEntry()->session, Origin::Live);
    FigureView view(figure);
    view.resize(1280, 720);
    Style style;
    style.unit = unitFor(1280, 720);
    view.restyle(style);
    view.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&view));
    const QImage shown = view.grab().toImage().convertToFormat(QImage::Format_RGB32);
    const QImage exported = renderFigure(figure, {1280, 720}, 1, Style{});
    ASSERT_EQ(shown.size(), exported.size());
    EXPECT_EQ(shown, exported.convertToFormat(QImage::Format_RGB32));
}

TEST(ExportedPicture, ReplacesAnOldFileWholeOrNotAtAll) {
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("old.png"));
    QImage image(4, 4, QImage::Format_RGB32);
    image.fill(Qt::red);
    ASSERT_TRUE(savePng(image, file).has_value());
    const auto refused = savePng(image, folder.path());
    ASSERT_FALSE(refused.has_value());
    EXPECT_EQ(refused.error().fault, Fault::IsDirectory);
    EXPECT_EQ(QDir(folder.path()).entryList(QDir::Files).size(), 1) << "no temporary file is left behind";
}

TEST(ExportedTable, IsCsvThatSpreadsheetsRead) {
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("t.csv"));
    ASSERT_TRUE(saveCsv({{QStringLiteral("a"), QStringLiteral("b, c")},
                         {{ltr(QStringLiteral("1 KiB")), QStringLiteral("=2+3")}}},
                        file)
                    .has_value());
    QFile read(file);
    ASSERT_TRUE(read.open(QIODevice::ReadOnly));
    const QByteArray text = read.readAll();
    EXPECT_TRUE(text.contains("a,\"b, c\"\r\n")) << text.toStdString();
    EXPECT_TRUE(text.contains("1 KiB,")) << text.toStdString();
    EXPECT_FALSE(text.contains("\r\n=")) << "no formula";
    EXPECT_FALSE(text.contains(",=")) << "no formula";
}

} // namespace
} // namespace zg::testing_support
