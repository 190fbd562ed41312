// SPDX-License-Identifier: GPL-3.0-or-later
// The window as a person uses it: keys, banner, text size, direction, pages.
#include "gui_support.h"

#include "gui/device_picker.h"
#include "gui/labels.h"
#include "gui/side_bar.h"
#include "gui/status_line.h"
#include "gui/top_bar.h"

#include <QDropEvent>
#include <QLabel>
#include <QMimeData>
#include <QTemporaryDir>

#include <filesystem>

namespace zg::testing_support {
namespace {

void press(QWidget& window, Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
    QTest::keyClick(&window, key, modifiers);
}

TEST(Window, WithoutAGpuItShowsTheRecordingAndOffersTheCpu) {
    WindowBench bench({fakeCpu()});
    EXPECT_TRUE(bench.window.banner().isVisible());
    EXPECT_TRUE(bench.window.banner().text().contains(labels::sentence(Fault::NoDriver)));
    EXPECT_NE(bench.workspace.currentEntry()->origin, Origin::Live);
    ASSERT_FALSE(bench.window.page().requests().empty()) << "Run replays it";
    auto* offer = bench.window.banner().findChildren<ChromeButton*>().front();
    QTest::mouseClick(offer, Qt::LeftButton);
    EXPECT_EQ(bench.workspace.currentEntry()->session.device.name, "Test CPU");
    EXPECT_FALSE(bench.window.banner().isVisible());
}

TEST(Window, WithAGpuThereIsNoBanner) {
    WindowBench bench({fakeGpu(), fakeCpu()});
    EXPECT_FALSE(bench.window.banner().isVisible());
    EXPECT_TRUE(bench.window.topBar().picker().text().contains(QStringLiteral("Test GPU")));
}

TEST(Window, SpaceRunsAndSpaceStopsAndTheButtonSaysWhich) {
    Script script;
    script.endless = true;
    WindowBench bench({fakeGpu()}, script);
    EXPECT_EQ(bench.window.topBar().run().text(), labels::word(Word::Run));
    press(bench.window, Qt::Key_Space);
    EXPECT_TRUE(bench.workspace.activity().running);
    EXPECT_EQ(bench.window.topBar().run().text(), labels::word(Word::Stop));
    ASSERT_TRUE(
        eventually([&] { return bench.seen->runs > 3; })); // the pyramid page measures four probes; the chase is last
    press(bench.window, Qt::Key_Space);
    ASSERT_TRUE(eventually([&] { return !bench.workspace.activity().running; }));
    EXPECT_EQ(bench.window.topBar().run().text(), labels::word(Word::Run));
    EXPECT_EQ(bench.workspace.activity().outcome, RunState::Stopped);
}

TEST(Window, EscapeStopsARunAndThenPutsTheBannerAway) {
    Script script;
    script.endless = true;
    WindowBench bench({fakeCpu()}, script);
    bench.workspace.chooseDevice(0);
    press(bench.window, Qt::Key_Space);
    press(bench.window, Qt::Key_Escape);
    ASSERT_TRUE(eventually([&] { return !bench.workspace.activity().running; }));
    bench.window.banner().tell(Banner::Tone::Calm, QStringLiteral("something"));
    press(bench.window, Qt::Key_Escape);
    EXPECT_FALSE(bench.window.banner().isVisible());
}

TEST(Window, DigitsAndPageKeysTurnPages) {
    WindowBench bench({fakeGpu()});
    press(bench.window, Qt::Key_2);
    EXPECT_EQ(bench.window.settings().page, PageId::Latency);
    press(bench.window, Qt::Key_1);
    EXPECT_EQ(bench.window.settings().page, PageId::Pyramid);
    press(bench.window, Qt::Key_PageDown);
    EXPECT_EQ(bench.window.settings().page, PageId::Latency);
    press(bench.window, Qt::Key_PageDown);
    EXPECT_EQ(bench.window.settings().page, PageId::Latency) << "the last page is the last";
    press(bench.window, Qt::Key_PageUp);
    EXPECT_EQ(bench.window.settings().page, PageId::Pyramid);
}

TEST(Window, ControlPlusMinusAndZeroScaleAllTextWithinItsLimits) {
    WindowBench bench({fakeGpu()});
    const int before = bench.window.look().font(20).pixelSize();
    const int buttonBefore = bench.window.topBar().run().sizeHint().height();
    for (int i = 0; i < 30; ++i) press(bench.window, Qt::Key_Plus, Qt::ControlModifier);
    EXPECT_DOUBLE_EQ(bench.window.settings().textScale, textScaleMax);
    EXPECT_GT(bench.window.look().font(20).pixelSize(), before);
    EXPECT_GT(bench.window.topBar().run().sizeHint().height(), buttonBefore);
    EXPECT_DOUBLE_EQ(bench.window.page().view().look().textScale, textScaleMax) << "the figure follows";
    for (int i = 0; i < 30; ++i) press(bench.window, Qt::Key_Minus, Qt::ControlModifier);
    EXPECT_DOUBLE_EQ(bench.window.settings().textScale, textScaleMin);
    press(bench.window, Qt::Key_0, Qt::ControlModifier);
    EXPECT_DOUBLE_EQ(bench.window.settings().textScale, 1.0);
}

TEST(Window, NoButtonOfTheTopLineIsCutAtAnyTextSizeOrLanguage) {
    WindowBench bench({fakeGpu()});
    for (const QSize size : {QSize(1280, 720), QSize(1920, 1080), QSize(3840, 2160)}) {
        for (const Language language : {Language::English, Language::Hebrew}) {
            for (const double scale : {0.8, 1.0, 1.5, 2.0}) {
                bench.window.resize(size);
                bench.window.setLanguage(language);
                bench.window.setTextScale(scale);
                QCoreApplication::processEvents();
                for (const PageId page : {PageId::Pyramid, PageId::Latency}) {
                    bench.window.showPage(page);
                    QCoreApplication::processEvents();
                    for (ChromeButton* button : bench.window.findChildren<ChromeButton*>()) {
                        if (!button->isVisible()) continue;
                        const bool picker =
                            button ==
                            &bench.window.topBar().picker(); // its name may be elided, and has a tool tip then
                        EXPECT_GE(button->width(),
                                  picker ? button->minimumSizeHint().width() : button->sizeHint().width())
                            << button->text().toStdString() << " at " << size.width() << " x " << scale;
                        EXPECT_TRUE(button->parentWidget()->rect().contains(button->geometry()))
                            << button->text().toStdString() << " at " << size.width() << " x " << scale;
                    }
                    EXPECT_GT(bench.window.page().view().height(), size.height() / 2)
                        << "the figure keeps half of the window";
                }
            }
        }
    }
}

TEST(Window, HebrewMirrorsTheLayoutAndEnglishMirrorsItBack) {
    WindowBench bench({fakeGpu()});
    EXPECT_EQ(bench.window.sideBar().geometry().left(), 0);
    const QString english = bench.window.topBar().run().text();
    bench.window.setLanguage(Language::Hebrew);
    QCoreApplication::processEvents();
    EXPECT_EQ(bench.window.layoutDirection(), Qt::RightToLeft);
    EXPECT_EQ(bench.window.sideBar().geometry().right(), bench.window.width() - 1);
    EXPECT_GT(bench.window.topBar().picker().x(), bench.window.topBar().menu().x());
    EXPECT_NE(bench.window.topBar().run().text(), english);
    bench.window.setLanguage(Language::English);
    QCoreApplication::processEvents();
    EXPECT_EQ(bench.window.sideBar().geometry().left(), 0);
    EXPECT_EQ(bench.window.topBar().run().text(), english);
}

TEST(Window, PresentationHidesTheChromeAndEscapeBringsItBack) {
    WindowBench bench({fakeGpu()});
    press(bench.window, Qt::Key_F5);
    EXPECT_FALSE(bench.window.sideBar().isVisible());
    EXPECT_FALSE(bench.window.topBar().isVisible());
    EXPECT_TRUE(bench.window.isFullScreen());
    press(bench.window, Qt::Key_2);
    EXPECT_EQ(bench.window.settings().page, PageId::Latency) << "keys work without the chrome";
    press(bench.window, Qt::Key_Escape);
    EXPECT_TRUE(bench.window.sideBar().isVisible());
    EXPECT_FALSE(bench.window.isFullScreen());
}

TEST(Window, AFailedRunIsOneSentenceInTheBannerAndTheStatusSaysThatRowsAreKept) {
    Script script;
    script.failAfter = 5;
    WindowBench bench({fakeGpu()}, script);
    press(bench.window, Qt::Key_2);
    press(bench.window, Qt::Key_Space);
    ASSERT_TRUE(eventually([&] { return !bench.workspace.activity().running; }));
    EXPECT_TRUE(bench.window.banner().isVisible());
    EXPECT_EQ(bench.window.banner().text(), labels::sentence(script.failure));
    EXPECT_EQ(bench.workspace.currentEntry()->session.runs.back().rows.size(), 5U);
    EXPECT_TRUE(bench.window.statusLine().rightText().startsWith(labels::activity(bench.workspace.activity())));
}

TEST(Window, NotesOfARunAreToldWhenItEnds) {
    Script script;
    script.notes = {{NoteKind::NotPinned, 0}};
    WindowBench bench({fakeCpu()}, script);
    bench.workspace.chooseDevice(0);
    ASSERT_TRUE(bench.runToEnd({chase()}));
    EXPECT_TRUE(bench.window.statusLine().rightText().contains(labels::note({NoteKind::NotPinned, 0})));
}

/// A file of the test data that holds every kind of measurement, products last.
QString sessionOfEverything() { return QStringLiteral(ZIGGURAT_TEST_DATA "/rates.ziggurat"); }

/// The same session without its rates.
Session latenciesOnly() {
    Session session = loadSession(sessionOfEverything().toStdString())->session;
    std::erase_if(session.runs, [](const zg::Run& run) {
        return run.request.probe != Probe::Chase && run.request.probe != Probe::FmaLatency;
    });
    return session;
}

TEST(Window, PagesOfASessionThatHoldsRatesSayTheSameAsWithoutThem) {
    const QTemporaryDir folder;
    const QString without = folder.filePath(QStringLiteral("rates.ziggurat"));
    ASSERT_TRUE(saveSession(latenciesOnly(), without.toStdString()).has_value());
    WindowBench bench({fakeGpu()});
    for (const Qt::Key page : {Qt::Key_1, Qt::Key_2}) {
        bench.window.openFile(sessionOfEverything());
        press(bench.window, page);
        const Table with = bench.window.page().figure().table();
        const QString summary = bench.window.page().figure().summary();
        EXPECT_FALSE(with.rows.empty());
        bench.window.openFile(without);
        EXPECT_EQ(bench.window.page().figure().table().rows, with.rows);
        EXPECT_EQ(bench.window.page().figure().summary(), summary);
    }
}

TEST(Window, AReplayAmongRatesEndsWithTheNotesOfWhatWasReplayed) {
    WindowBench bench({fakeGpu()});
    bench.window.openFile(sessionOfEverything());
    const Session& session = bench.workspace.currentEntry()->session;
    ASSERT_EQ(session.runs.back().request.probe, Probe::Matmul);
    ASSERT_FALSE(session.runs.back().notes.empty());
    press(bench.window, Qt::Key_2);
    press(bench.window, Qt::Key_Space);
    ASSERT_TRUE(eventually([&] { return !bench.workspace.activity().running; }));
    EXPECT_EQ(bench.workspace.activity().outcome, RunState::Complete);
    EXPECT_EQ(bench.window.statusLine().rightText(), labels::activity(bench.workspace.activity()))
        << "the chase has no notes; those of the product that is last in the file are not its";
    Request product;
    product.probe = Probe::Matmul;
    product.variant = Variant::Tiled32;
    ASSERT_TRUE(bench.runToEnd({product}));
    EXPECT_TRUE(bench.window.statusLine().rightText().contains(labels::note({NoteKind::WrongResult, 128})));
}

TEST(Window, EveryBrokenFileOfTheTestDataGivesABannerThatNamesIt) {
    WindowBench bench({fakeGpu()});
    int broken = 0;
    for (const auto& file : std::filesystem::directory_iterator(ZIGGURAT_TEST_DATA)) {
        if (file.path().extension() != ".ziggurat") continue;
        const auto loaded = loadSession(file.path());
        if (loaded && loaded->warnings.empty()) continue; // nothing is wrong with it
        bench.window.banner().hide();
        bench.window.openFile(QString::fromStdString(file.path().string()));
        EXPECT_TRUE(bench.window.banner().isVisible()) << file.path();
        const QString text = bench.window.banner().text();
        EXPECT_TRUE(text.contains(QString::fromStdString(file.path().filename().string()))) << text.toStdString();
        const Error error = loaded ? loaded->warnings.front() : loaded.error();
        EXPECT_TRUE(text.contains(labels::sentence(error))) << text.toStdString();
        if (error.line > 0) {
            EXPECT_TRUE(text.contains(ltr(QString::number(error.line)))) << text.toStdString();
        }
        ++broken;
    }
    EXPECT_GE(broken, 9);
    bench.window.banner().hide();
    bench.window.openFile(QStringLiteral(ZIGGURAT_TEST_DATA));
    EXPECT_TRUE(bench.window.banner().text().contains(labels::sentence(Fault::IsDirectory)));
}

TEST(Window, ADroppedFileIsOpened) {
    WindowBench bench({fakeGpu()});
    QMimeData mime;
    mime.setUrls({QUrl::fromLocalFile(QStringLiteral(ZIGGURAT_TEST_DATA "/clean.ziggurat"))});
    QDragEnterEvent enter(QPoint(100, 100), Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&bench.window, &enter);
    EXPECT_TRUE(enter.isAccepted());
    QDropEvent drop(QPointF(100, 100), Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&bench.window, &drop);
    EXPECT_EQ(bench.workspace.currentEntry()->file, QStringLiteral(ZIGGURAT_TEST_DATA "/clean.ziggurat"));
    ASSERT_FALSE(bench.window.settings().recent.isEmpty());
    EXPECT_TRUE(bench.window.settings().recent.front().endsWith(QStringLiteral("clean.ziggurat")));
}

TEST(Window, ArrowKeysSelectTiersOneAfterTheOther) {
    WindowBench bench({fakeGpu()});
    auto& page = dynamic_cast<PyramidPage&>(bench.window.page());
    EXPECT_FALSE(page.selected().has_value());
    press(page.view(), Qt::Key_Down);
    EXPECT_EQ(page.selected(), LevelKind::Registers);
    press(page.view(), Qt::Key_Down);
    EXPECT_EQ(page.selected(), LevelKind::SharedL1);
    press(page.view(), Qt::Key_Up);
    EXPECT_EQ(page.selected(), LevelKind::Registers);
}

TEST(Window, EveryControlHasAnAccessibleNameAndTheFigureASentence) {
    WindowBench bench({fakeGpu()});
    for (const PageId page : {PageId::Pyramid, PageId::Latency}) {
        bench.window.showPage(page);
        for (const QAbstractButton* button : bench.window.findChildren<QAbstractButton*>()) {
            if (!button->isVisible()) continue;
            EXPECT_FALSE(button->accessibleName().isEmpty())
                << button->metaObject()->className() << button->text().toStdString();
        }
        EXPECT_FALSE(bench.window.page().view().accessibleName().isEmpty());
        EXPECT_FALSE(bench.window.page().view().accessibleDescription().isEmpty());
    }
}

TEST(Window, TheListOfDevicesGrowsWhileTheChosenOneStays) {
    WindowBench bench({fakeCpu()});
    const std::string name = bench.workspace.currentEntry()->session.device.name;
    const std::size_t entries = bench.workspace.entries().size();
    bench.workspace.findDevices();
    ASSERT_TRUE(eventually([&] { return !bench.workspace.searching(); }));
    EXPECT_EQ(bench.workspace.entries().size(), entries) << "a second search finds the same device, not one more";
    EXPECT_EQ(bench.workspace.currentEntry()->session.device.name, name);
}

} // namespace
} // namespace zg::testing_support
