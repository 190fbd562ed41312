// SPDX-License-Identifier: GPL-3.0-or-later
// The two figures: nothing cut or overlapping at any size, scale and language; the same picture on every paint device;
// clicks and crosshair; words and tables.
#include "figure_sessions.h"

#include <QPixmap>

#include <algorithm>
#include <memory>

namespace zg {
namespace {

using namespace testing_support;

struct Place {
    QSizeF window;
    QRectF area;
};

/// A whole picture, and the page areas that a window leaves beside its bars.
std::vector<Place> places() {
    std::vector<Place> all;
    for (const QSizeF& size : {QSizeF(1280, 720), QSizeF(1920, 1080), QSizeF(3840, 2160)}) {
        all.push_back({size, QRectF(QPointF(0, 0), size)});
        all.push_back({size, QRectF(17, 11, size.width() * 0.88, size.height() * 0.87)});
    }
    all.push_back({QSizeF(1280, 720), QRectF(0, 0, 1280 * 0.8, 720 * 0.8)});
    return all;
}

struct NamedPyramid {
    std::string name;
    std::unique_ptr<PyramidFigure> figure;
};

std::vector<NamedPyramid> pyramids() {
    std::vector<NamedPyramid> all;
    const auto add = [&](const std::string& name, const Session& session, Origin origin, Unit unit,
                         std::optional<LevelKind> selected) {
        auto figure = std::make_unique<PyramidFigure>();
        figure->setUnit(unit);
        figure->setSession(session, origin);
        figure->setSelected(selected);
        all.push_back({name, std::move(figure)});
    };
    add("no device", Session{}, Origin::Live, Unit::Cycles, {});
    add("bare", bareGpu(), Origin::Live, Unit::Cycles, {});
    add("course", courseH100(), Origin::Published, Unit::Cycles, {});
    Session longName = h200();
    longName.device.name = "NVIDIA GeForce RTX 4090 Laptop GPU";
    add("long name", longName, Origin::Live, Unit::Nanoseconds, {});
    const Session gpu = h200(), host = cpu();
    add("gpu", gpu, Origin::Recorded, Unit::Cycles, {});
    add("cpu", host, Origin::Live, Unit::Nanoseconds, {});
    for (const Level& level : gpu.device.levels)
        add("gpu, selected " + std::string(levelKindName(level.kind)), gpu, Origin::Recorded, Unit::Cycles, level.kind);
    for (const Level& level : host.device.levels)
        add("cpu, selected " + std::string(levelKindName(level.kind)), host, Origin::Live, Unit::Nanoseconds,
            level.kind);
    return all;
}

struct NamedLatency {
    std::string name;
    std::unique_ptr<LatencyFigure> figure;
};

std::vector<NamedLatency> latencies() {
    std::vector<NamedLatency> all;
    const Session gpu = h200(), course = courseH100(), host = cpu();
    const auto add = [&](const std::string& name, const Session& session, Origin origin, Unit unit) -> LatencyFigure& {
        auto figure = std::make_unique<LatencyFigure>();
        figure->setUnit(unit);
        figure->setSession(session, origin);
        all.push_back({name, std::move(figure)});
        return *all.back().figure;
    };
    Session empty = gpu;
    empty.runs.clear();
    add("empty", empty, Origin::Live, Unit::Cycles);
    add("empty with overlay", empty, Origin::Live, Unit::Cycles).setOverlay(&course, Origin::Published);
    add("full", gpu, Origin::Recorded, Unit::Cycles);
    add("course", course, Origin::Published, Unit::Cycles);
    add("cpu", host, Origin::Live, Unit::Nanoseconds);
    LatencyFigure& everything = add("overlay, log, crosshair", gpu, Origin::Recorded, Unit::Cycles);
    everything.setOverlay(&course, Origin::Published);
    everything.setLogarithmic(true);
    everything.setCrosshair(70);
    Session part = gpu;
    part.runs.back().rows.resize(60);
    part.runs.back().state = RunState::Running;
    add("running", part, Origin::Live, Unit::Nanoseconds).setRunning(true);
    part.runs.back().state = RunState::Stopped;
    add("stopped", part, Origin::Live, Unit::Cycles).setPlannedPoints(145);
    part.runs.back().state = RunState::Failed;
    add("failed", part, Origin::Live, Unit::Cycles);
    part.runs.back().rows.resize(1);
    part.runs.back().state = RunState::Running;
    add("cut off after one", part, Origin::Recorded, Unit::Cycles);
    return all;
}

template <class Figures>
void expectAllReadable(const Figures& figures, Language language) {
    std::unique_ptr<InHebrew> hebrew;
    if (language == Language::Hebrew) hebrew = std::make_unique<InHebrew>();
    for (const auto& [name, figure] : figures)
        for (const Place& place : places())
            for (const double scale : language == Language::English ? std::vector{0.8, 1.0, 1.5, 2.0} : std::vector{1.0, 2.0}) {
                const Style style = styleOf(place.window.width(), place.window.height(), scale, language);
                const std::string what = name + " in " + std::to_string(static_cast<int>(place.area.width())) + "x" +
                                         std::to_string(static_cast<int>(place.area.height())) + " at " +
                                         std::to_string(scale);
                expectReadable(wordsOf(*figure, place.area, style), place.area, what);
            }
}

TEST(PyramidFigureTest, NothingIsCutOrOverlapsInEnglish) { expectAllReadable(pyramids(), Language::English); }
TEST(PyramidFigureTest, NothingIsCutOrOverlapsInHebrew) { expectAllReadable(pyramids(), Language::Hebrew); }
TEST(LatencyFigureTest, NothingIsCutOrOverlapsInEnglish) { expectAllReadable(latencies(), Language::English); }
TEST(LatencyFigureTest, NothingIsCutOrOverlapsInHebrew) { expectAllReadable(latencies(), Language::Hebrew); }

bool says(const TextLog& log, const std::string& words) {
    return std::any_of(log.begin(), log.end(), [&](const PaintedText& painted) {
        return plain(painted.text).find(words) != std::string::npos;
    });
}

TEST(PyramidFigureTest, TheCoursesNumbersStandInItsPyramid) {
    PyramidFigure figure;
    figure.setSession(courseH100(), Origin::Published);
    const TextLog log = wordsOf(figure, QRectF(0, 0, 1920, 1080), styleOf(1920, 1080));
    for (const char* words : {"256 KiB per SM", "33 MiB in 132 SMs", "up to 228 KiB of it shared",
                              "50 MiB, one for the device", "79.1 GiB", "published values, typical"})
        EXPECT_TRUE(says(log, words)) << words;
}

TEST(PyramidFigureTest, EveryTextIsAtLeast18PixelsAt1080p) {
    PyramidFigure figure;
    figure.setSession(h200(), Origin::Recorded);
    for (const PaintedText& painted : wordsOf(figure, QRectF(0, 0, 1920, 1080), styleOf(1920, 1080)))
        EXPECT_GE(std::min(painted.rect.height(), painted.rect.width()), 18)
            << plain(painted.text); // a line is higher than its letters
}

TEST(PyramidFigureTest, AtTwiceTheTextEveryTierStillNamesItselfAndItsSize) {
    PyramidFigure figure;
    figure.setSession(h200(), Origin::Recorded);
    const TextLog log = wordsOf(figure, QRectF(0, 0, 1280, 720), styleOf(1280, 720, 2));
    for (const char* words : {"Registers", "Shared / L1", "L2 cache", "HBM3e", "Constant", "256 KiB per SM", "60 MiB",
                              "4.1 cycles", "29 / 32", "681"})
        EXPECT_TRUE(says(log, words)) << words;
}

TEST(PyramidFigureTest, AClickFindsTheTierInBothDirections) {
    PyramidFigure figure;
    figure.setSession(h200(), Origin::Recorded);
    const QRectF area(10, 20, 1700, 940);
    for (const Language language : {Language::English, Language::Hebrew}) {
        const Style style = styleOf(1920, 1080, 1, language);
        for (const LevelKind level : figure.levels()) {
            const QRectF rect = figure.levelRect(level, area, style);
            EXPECT_EQ(figure.levelAt(rect.center(), area, style), level) << levelKindName(level);
        }
        EXPECT_EQ(figure.levelAt(area.topLeft() + QPointF(1, 1), area, style), std::nullopt);
    }
    const Style english = styleOf(1920, 1080), hebrew = styleOf(1920, 1080, 1, Language::Hebrew);
    EXPECT_NEAR(figure.levelRect(LevelKind::Memory, area, english).left() - area.left(),
                area.right() - figure.levelRect(LevelKind::Memory, area, hebrew).right(), 1e-6)
        << "Hebrew is the mirror image";
}

TEST(PyramidFigureTest, TheCardNamesTheTraps) {
    PyramidFigure figure;
    figure.setSession(h200(), Origin::Recorded);
    EXPECT_NE(plain(figure.explanation(LevelKind::Memory)).find("“Local” is not near"), std::string::npos);
    EXPECT_NE(plain(figure.explanation(LevelKind::Memory)).find("__global__ marks a kernel"), std::string::npos);
    EXPECT_NE(plain(figure.explanation(LevelKind::SharedL1)).find("More shared memory leaves less L1"),
              std::string::npos);
    EXPECT_NE(plain(figure.explanation(LevelKind::Registers)).find("a whole warp shares"), std::string::npos);
    EXPECT_TRUE(figure.explanation(LevelKind::L3).isEmpty());
    const QRectF area(0, 0, 1920, 1080);
    figure.setSelected(LevelKind::Memory);
    const TextLog log = wordsOf(figure, area, styleOf(1920, 1080));
    for (const char* words : {"“Local” is not near", "__global__ marks a kernel", "Scope: ", "Lifetime: ", "Keyword: "})
        EXPECT_TRUE(says(log, words)) << words;
}

TEST(PyramidFigureTest, ASelectionThatTheNextDeviceLacksIsForgotten) {
    PyramidFigure figure;
    figure.setSession(cpu(), Origin::Live);
    figure.setSelected(LevelKind::L3);
    ASSERT_EQ(figure.selected(), LevelKind::L3);
    figure.setSession(h200(), Origin::Recorded);
    EXPECT_EQ(figure.selected(), std::nullopt);
}

TEST(PyramidFigureTest, ItsTableHoldsARowATierAndPlainText) {
    PyramidFigure figure;
    figure.setSession(h200(), Origin::Recorded);
    const Table table = figure.table();
    ASSERT_EQ(table.rows.size(), 5);
    for (const QStringList& row : table.rows) {
        EXPECT_EQ(row.size(), table.header.size());
        for (const QString& field : row) EXPECT_FALSE(field.contains(QChar(0x2066))) << field.toStdString();
    }
    EXPECT_EQ(table.rows[1][1], QStringLiteral("262144"));
}

TEST(LatencyFigureTest, ItsSummaryReadsTheFourStairs) {
    LatencyFigure figure;
    figure.setSession(h200(), Origin::Recorded);
    const std::string summary = plain(figure.summary());
    std::size_t at = 0;
    for (const char* words : {"L1 to 2", " KiB, 32 cycles; ", "L2, near half to 2", " MiB, 276 cycles; ",
                              "L2, far half to ", " MiB, 522 cycles; ", "HBM3e, 68"}) {
        const std::size_t found = summary.find(words, at);
        ASSERT_NE(found, std::string::npos) << words << " in: " << summary;
        at = found;
    }
}

TEST(LatencyFigureTest, PlateausAndCapacitiesAreNamedInThePicture) {
    LatencyFigure figure;
    figure.setSession(h200(), Origin::Recorded);
    const TextLog log = wordsOf(figure, QRectF(0, 0, 1920, 1080), styleOf(1920, 1080));
    for (const char* words : {"32 cycles", "276 cycles", "522 cycles", "L2, near half", "L2, far half",
                              "256 KiB L1 + shared (published)", "60 MiB L2 (reported)", "measured: fits",
                              "NVIDIA H200, recorded 2026-11-30", "cycles per load", "working set", "256 KiB", "1 GiB"})
        EXPECT_TRUE(says(log, words)) << words;
}

TEST(LatencyFigureTest, TheCrosshairFindsThePointUnderItAndReadsItOut) {
    LatencyFigure figure;
    figure.setSession(h200(), Origin::Recorded);
    const QRectF area(30, 40, 1688, 940);
    const Style style = styleOf(1920, 1080);
    EXPECT_EQ(figure.nearest(area.topLeft(), area, style), std::nullopt);
    int last = -1;
    for (double x = area.left() + 150; x < area.right() - 60; x += 40) {
        const auto point = figure.nearest({x, area.center().y()}, area, style);
        ASSERT_TRUE(point) << x;
        EXPECT_GE(*point, last);
        last = *point;
    }
    EXPECT_GT(last, 130);
    EXPECT_EQ(plain(figure.readout(0)), "4 KiB: 32 cycles (5 % to 95 %: 32 … 32) at 1.98 GHz");
    EXPECT_TRUE(figure.readout(5000).isEmpty());
    figure.setCrosshair(5000);
    EXPECT_EQ(figure.crosshair(), std::nullopt);
    figure.setCrosshair(0);
    EXPECT_TRUE(says(wordsOf(figure, area, style), "4 KiB: 32 cycles (5 % to 95 %"));
}

/// The labels of the axes with their places: what must not move while a run grows.
std::vector<std::pair<std::string, QPointF>> axisOf(const LatencyFigure& figure) {
    std::vector<std::pair<std::string, QPointF>> labels;
    for (const PaintedText& painted : wordsOf(figure, QRectF(0, 0, 1920, 1080), styleOf(1920, 1080)))
        if (painted.rect.right() < 130 || painted.rect.top() > 950)
            labels.emplace_back(plain(painted.text), painted.rect.center());
    return labels;
}

TEST(LatencyFigureTest, AxesStandStillWhileARunGrowsIntoThem) {
    Session session = h200();
    const std::vector<Row> rows = session.runs.back().rows;
    session.runs.back().state = RunState::Running;
    LatencyFigure figure;
    figure.setRunning(true);
    std::vector<std::pair<std::string, QPointF>> before;
    for (const std::size_t count :
         {std::size_t{0}, std::size_t{1}, std::size_t{20}, std::size_t{60}, std::size_t{100}, rows.size()}) {
        session.runs.back().rows.assign(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(count));
        figure.setSession(session, Origin::Live);
        auto now = axisOf(figure);
        std::erase_if(now, [](const auto& label) { return label.first.find("measured") != std::string::npos; });
        if (!before.empty()) {
            EXPECT_EQ(before, now) << count << " rows";
        }
        before = now;
    }
}

TEST(LatencyFigureTest, StatesSpeak) {
    Session session = h200();
    session.runs.back().rows.resize(60);
    const QRectF area(0, 0, 1920, 1080);
    const Style style = styleOf(1920, 1080);
    LatencyFigure figure;
    const auto show = [&](RunState state, Origin origin) {
        session.runs.back().state = state;
        figure.setSession(session, origin);
        return wordsOf(figure, area, style);
    };
    EXPECT_TRUE(says(show(RunState::Failed, Origin::Live), "failed after size 60"));
    EXPECT_TRUE(says(show(RunState::Running, Origin::Recorded), "the recording ends after size 60"));
    EXPECT_TRUE(says(show(RunState::Stopped, Origin::Live), "stopped after size 60"));
    figure.setPlannedPoints(145);
    EXPECT_TRUE(says(show(RunState::Stopped, Origin::Live), "stopped after size 60 of 145"));
    figure.setRunning(true);
    EXPECT_TRUE(says(show(RunState::Running, Origin::Live), "sizes so far: 60"));
    figure.setRunning(false);
    session.runs.clear();
    figure.setSession(session, Origin::Live);
    EXPECT_TRUE(says(wordsOf(figure, area, style), "Here the latency staircase will grow"));
    EXPECT_TRUE(says(wordsOf(figure, area, style), "256 KiB L1 + shared (published)")) << "what is known before a run";
}

TEST(LatencyFigureTest, ARunWithoutAClockIsShownInItsOwnUnitOnly) {
    LatencyFigure figure;
    figure.setSession(courseH100(), Origin::Published);
    EXPECT_EQ(figure.units(), std::vector<Unit>{Unit::Cycles});
    figure.setUnit(Unit::Nanoseconds);
    EXPECT_EQ(figure.pointCount(), 0);
    EXPECT_TRUE(says(wordsOf(figure, QRectF(0, 0, 1920, 1080), styleOf(1920, 1080)), "cannot be shown in this unit"));
}

TEST(LatencyFigureTest, ItsTableHoldsEveryPoint) {
    LatencyFigure figure;
    figure.setSession(h200(), Origin::Recorded);
    const Table table = figure.table();
    ASSERT_EQ(table.rows.size(), figure.pointCount());
    EXPECT_EQ(table.rows.front().value(0), QStringLiteral("4096"));
    EXPECT_EQ(table.rows.front().value(1), QStringLiteral("32"));
    EXPECT_EQ(table.header.size(), table.rows.front().size());
}

// One state, many paint devices: the same picture.
template <class F>
void expectSameEverywhere(const F& figure) {
    const QSize size(1280, 720);
    const Style style = styleOf(1280, 720);
    const QImage image = pictureOf(figure, size, style);
    EXPECT_EQ(image, pictureOf(figure, size, style)) << "drawing twice";
    QPixmap pixmap(size);
    {
        QPainter painter(&pixmap);
        figure.draw(painter, QRectF(QPointF(0, 0), QSizeF(size)), style);
    }
    EXPECT_EQ(image.convertToFormat(QImage::Format_RGB32), pixmap.toImage().convertToFormat(QImage::Format_RGB32));
    const QImage doubled = pictureOf(figure, size, style, 2);
    const QImage halved =
        doubled.scaled(size, Qt::IgnoreAspectRatio, Qt::SmoothTransformation).convertToFormat(QImage::Format_RGB32);
    const QImage single = image.convertToFormat(QImage::Format_RGB32);
    double difference = 0;
    for (int y = 0; y < size.height(); ++y)
        for (int x = 0; x < size.width(); ++x)
            difference += std::abs(qGray(single.pixel(x, y)) - qGray(halved.pixel(x, y)));
    EXPECT_LT(difference / size.width() / size.height(), 2.0) << "mean grey levels between pixel ratios 1 and 2";
    EXPECT_NE(single.pixel(0, 0), QColor(Qt::magenta).rgb()) << "the background is painted";
    EXPECT_NE(single.pixel(size.width() - 1, size.height() - 1), QColor(Qt::magenta).rgb());
}

TEST(PyramidFigureTest, ThePictureIsTheSameOnEveryPaintDevice) {
    PyramidFigure figure;
    figure.setSession(h200(), Origin::Recorded);
    figure.setSelected(LevelKind::L2);
    expectSameEverywhere(figure);
}

TEST(LatencyFigureTest, ThePictureIsTheSameOnEveryPaintDevice) {
    LatencyFigure figure;
    figure.setSession(h200(), Origin::Recorded);
    const Session course = courseH100();
    figure.setOverlay(&course, Origin::Published);
    figure.setCrosshair(60);
    expectSameEverywhere(figure);
}

TEST(LatencyFigureTest, DrawingLeavesThePainterAsItWas) {
    LatencyFigure latency;
    latency.setSession(h200(), Origin::Recorded);
    PyramidFigure pyramid;
    pyramid.setSession(h200(), Origin::Recorded);
    QImage image(800, 450, QImage::Format_ARGB32_Premultiplied);
    QPainter painter(&image);
    painter.setLayoutDirection(Qt::RightToLeft);
    painter.setPen(QPen(Qt::red, 3));
    painter.translate(5, 7);
    const QTransform before = painter.transform();
    for (const Figure* figure : {static_cast<const Figure*>(&latency), static_cast<const Figure*>(&pyramid)}) {
        figure->draw(painter, QRectF(0, 0, 700, 400), styleOf(800, 450));
        EXPECT_EQ(painter.transform(), before);
        EXPECT_EQ(painter.pen(), QPen(Qt::red, 3));
        EXPECT_EQ(painter.layoutDirection(), Qt::RightToLeft);
        EXPECT_FALSE(painter.hasClipping());
    }
}

} // namespace
} // namespace zg
