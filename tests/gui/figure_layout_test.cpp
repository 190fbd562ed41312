// SPDX-License-Identifier: GPL-3.0-or-later
// The search for places of labels, blocks of text in rooms, and the ticks of axes.
#include "figure_sessions.h"
#include "gui/plot.h"
#include "gui/text_block.h"

#include <random>

namespace zg {
namespace {

using namespace testing_support;

LabelRequest request(QPointF target, QSizeF size) {
    LabelRequest made;
    made.sizes = {size};
    made.target = QRectF(target, QSizeF(0, 0));
    return made;
}

TEST(LabelLayoutTest, LabelsCoverNeitherEachOtherNorCurvesNorTheFrame) {
    std::mt19937 random(7);
    for (int round = 0; round < 60; ++round) {
        Obstacles obstacles;
        obstacles.frame = QRectF(50, 40, 900, 500);
        std::vector<QPointF> curve;
        for (int i = 0; i <= 40; ++i)
            curve.emplace_back(50 + i * 22.5,
                               540 - std::min(480.0, 20.0 + 11.0 * (i + static_cast<int>(random() % 9))));
        obstacles.lines = {curve};
        std::vector<LabelRequest> requests;
        for (int i = 0; i < 9; ++i)
            requests.push_back(
                request(curve[static_cast<std::size_t>(random() % 41)],
                        QSizeF(60 + static_cast<double>(random() % 120), 24 + static_cast<double>(random() % 30))));
        const auto places = placeLabels(requests, obstacles);
        int placed = 0;
        for (std::size_t i = 0; i < places.size(); ++i) {
            if (!places[i]) continue;
            ++placed;
            const QRectF& rect = places[i]->rect;
            EXPECT_TRUE(obstacles.frame.contains(rect));
            for (std::size_t k = 1; k < curve.size(); ++k)
                EXPECT_FALSE(segmentCrosses(curve[k - 1], curve[k], rect)) << "round " << round;
            for (std::size_t j = i + 1; j < places.size(); ++j) {
                if (!places[j]) continue;
                EXPECT_FALSE(rect.intersects(places[j]->rect));
                if (places[j]->leaderTo) {
                    EXPECT_FALSE(segmentCrosses(places[j]->leaderFrom, *places[j]->leaderTo, rect))
                        << "a leader line through a label, round " << round;
                }
            }
        }
        EXPECT_GE(placed, 8) << "round " << round;
    }
}

TEST(LabelLayoutTest, ALabelThatFitsNowhereTriesItsSmallerFormAndThenStaysAway) {
    Obstacles obstacles;
    obstacles.frame = QRectF(0, 0, 100, 50);
    LabelRequest wide = request({50, 25}, {200, 20});
    EXPECT_FALSE(placeLabels({{wide}}, obstacles)[0]);
    wide.sizes.push_back({80, 20});
    const auto places = placeLabels({{wide}}, obstacles);
    ASSERT_TRUE(places[0]);
    EXPECT_EQ(places[0]->form, 1);
}

TEST(LabelLayoutTest, ALabelBesideItsTargetNeedsNoLeaderAndOneFarAwayHasOne) {
    Obstacles obstacles;
    obstacles.frame = QRectF(0, 0, 1000, 500);
    const auto beside = placeLabels({{request({500, 250}, {100, 20})}}, obstacles);
    ASSERT_TRUE(beside[0]);
    EXPECT_FALSE(beside[0]->leaderTo);
    obstacles.rects = {QRectF(350, 100, 300, 300)};
    const auto away = placeLabels({{request({500, 399}, {100, 20})}}, obstacles);
    ASSERT_TRUE(away[0]);
    EXPECT_FALSE(away[0]->rect.intersects(obstacles.rects[0]));
}

TEST(LabelLayoutTest, SegmentsAndRectanglesMeetWhereTheyDo) {
    const QRectF rect(10, 10, 20, 20);
    EXPECT_TRUE(segmentCrosses({0, 0}, {40, 40}, rect));
    EXPECT_TRUE(segmentCrosses({15, 15}, {16, 16}, rect));
    EXPECT_TRUE(segmentCrosses({0, 20}, {40, 20}, rect));
    EXPECT_FALSE(segmentCrosses({0, 0}, {40, 5}, rect));
    EXPECT_FALSE(segmentCrosses({0, 35}, {5, 0}, rect));
    EXPECT_FALSE(segmentCrosses({5, 5}, {5, 5}, rect));
}

TEST(TextBlockTest, LesserLinesGoBeforeAnythingShrinks) {
    const Style style = styleOf(1920, 1080);
    const std::vector<TextLine> lines{{QStringLiteral("Name"), 30, QFont::Bold, Qt::black, 0, Mark::None, 0},
                                      {QStringLiteral("needed"), 24, QFont::Normal, Qt::black, 1, Mark::None, 0},
                                      {QStringLiteral("detail"), 20, QFont::Normal, Qt::black, 2, Mark::None, 0}};
    const FittedBlock all = fitBlock(lines, {QRectF(0, 0, 300, 200), 0}, style);
    EXPECT_TRUE(all.whole);
    EXPECT_EQ(all.lines.size(), 3U);
    const FittedBlock two = fitBlock(lines, {QRectF(0, 0, 300, 75), 0}, style);
    ASSERT_EQ(two.lines.size(), 2U);
    EXPECT_EQ(two.lines.front().font.pixelSize(), 30);
    EXPECT_EQ(two.lines.back().line.text, QStringLiteral("needed"));
    const FittedBlock shrunk = fitBlock(lines, {QRectF(0, 0, 300, 24), 0}, style);
    ASSERT_EQ(shrunk.lines.size(), 1U);
    EXPECT_LT(shrunk.lines.front().font.pixelSize(), 30);
    EXPECT_GE(shrunk.lines.front().font.pixelSize(), 18) << "the back row reads no less";
    EXPECT_TRUE(fitBlock(lines, {QRectF(0, 0, 300, 10), 0}, style).lines.empty());
}

TEST(TextBlockTest, LinesInATrapezoidFitItsWidthAtTheirHeight) {
    const Style style = styleOf(1920, 1080);
    const Room room{QRectF(0, 0, 600, 200), 1.2}; // 120 wide at the top
    const FittedBlock block =
        fitBlock({{QStringLiteral("narrow"), 30, QFont::Bold, Qt::black, 0, Mark::None, 0},
                  {QStringLiteral("a line that needs much more room"), 24, QFont::Normal, Qt::black, 0, Mark::None, 0}},
                 room, style);
    ASSERT_FALSE(block.lines.empty());
    for (const FittedLine& line : block.lines)
        EXPECT_LE(measureText(line.line.text, line.font, style).width(), room.widthAt(line.rect.top()) + 1);
}

std::string labelsOf(const std::vector<Tick>& ticks) {
    std::string all;
    for (const Tick& tick : ticks) all += (all.empty() ? "" : ", ") + tick.label.toStdString();
    return all;
}

TEST(TicksTest, BytesAreSaidAsPeopleSayThem) {
    EXPECT_EQ(labelsOf(bytesTicks(4096, 1073741824, 10)),
              "4 KiB, 16 KiB, 64 KiB, 256 KiB, 1 MiB, 4 MiB, 16 MiB, 64 MiB, 256 MiB, 1 GiB");
    EXPECT_EQ(labelsOf(bytesTicks(1024, 1073741824, 7)), "1 KiB, 32 KiB, 1 MiB, 32 MiB, 1 GiB");
    EXPECT_EQ(labelsOf(bytesTicks(1024, 8192, 10)), "1 KiB, 2 KiB, 4 KiB, 8 KiB");
    EXPECT_EQ(labelsOf(bytesTicks(4000, 1.1e9, 3)), "1 MiB, 1 GiB");
    EXPECT_TRUE(bytesTicks(0, 100, 5).empty());
}

TEST(TicksTest, LinearAndLogarithmicStepsAreRound) {
    EXPECT_EQ(labelsOf(linearTicks(0, 800, 9)), "0, 100, 200, 300, 400, 500, 600, 700, 800");
    EXPECT_EQ(labelsOf(linearTicks(0, 150, 4)), "0, 50, 100, 150");
    EXPECT_EQ(labelsOf(linearTicks(0, 3, 6)), "0, 0.5, 1, 1.5, 2, 2.5, 3");
    EXPECT_EQ(labelsOf(logarithmicTicks(10, 800, 8)), "10, 20, 50, 100, 200, 500");
    EXPECT_EQ(labelsOf(logarithmicTicks(1, 1000, 4)), "1, 10, 100, 1000");
    EXPECT_DOUBLE_EQ(niceAbove(737), 800);
    EXPECT_DOUBLE_EQ(niceAbove(800), 800);
    EXPECT_DOUBLE_EQ(niceAbove(101), 150);
}

} // namespace
} // namespace zg
