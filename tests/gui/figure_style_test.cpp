// SPDX-License-Identifier: GPL-3.0-or-later
// The table of colours against the contrasts of the look: text 7:1, lines, markers and areas 3:1, in every theme.
#include "figure_sessions.h"

#include <array>

namespace zg {
namespace {

using namespace testing_support;

constexpr std::array themes{Theme::Projector, Theme::Light, Theme::Dark};
constexpr std::array levels{LevelKind::Registers, LevelKind::SharedL1, LevelKind::L1,      LevelKind::L2,
                            LevelKind::L3,        LevelKind::Memory,   LevelKind::Constant};

Style themed(Theme theme) {
    Style style;
    style.theme = theme;
    return style;
}

TEST(StyleTest, ContrastIsThatOfWcag) {
    EXPECT_NEAR(contrast(Qt::black, Qt::white), 21, 1e-9);
    EXPECT_NEAR(contrast(QColor(0x77, 0x77, 0x77), Qt::white), 4.48, 0.005); // the example of WebAIM's checker
    EXPECT_DOUBLE_EQ(contrast(Qt::red, Qt::red), 1);
}

TEST(StyleTest, TextReadsSevenToOneInEveryTheme) {
    for (const Theme theme : themes) {
        const Palette& palette = themed(theme).palette();
        for (const QColor& ground : {palette.background, palette.surface})
            for (const QColor& ink : {palette.text, palette.textMuted, palette.data, palette.warning})
                EXPECT_GE(contrast(ink, ground), 7) << static_cast<int>(theme) << ' ' << ink.name().toStdString()
                                                    << " on " << ground.name().toStdString();
        EXPECT_GE(contrast(palette.onAccent, palette.accent), 7) << static_cast<int>(theme);
        EXPECT_GE(contrast(palette.sidebarText, palette.sidebar), 7) << static_cast<int>(theme);
        EXPECT_GE(contrast(palette.sidebarText, palette.sidebarSelected), 7) << static_cast<int>(theme);
    }
}

TEST(StyleTest, LinesAndAreasStandOutThreeToOneInEveryTheme) {
    for (const Theme theme : themes) {
        const Style style = themed(theme);
        const Palette& palette = style.palette();
        for (const QColor& ink : {palette.line, palette.grid, palette.accent})
            for (const QColor& ground : {palette.background, palette.surface})
                EXPECT_GE(contrast(ink, ground), 3) << static_cast<int>(theme) << ' ' << ink.name().toStdString()
                                                    << " on " << ground.name().toStdString();
        EXPECT_GE(contrast(palette.sidebarMark, palette.sidebarSelected), 3) << static_cast<int>(theme);
        for (const LevelKind level : levels) {
            EXPECT_GE(contrast(style.tierEdge(level), palette.background), 3)
                << static_cast<int>(theme) << ' ' << levelKindName(level);
            EXPECT_GE(contrast(palette.grid, style.tierTint(level)), 3)
                << "grid over a tint " << levelKindName(level);
            EXPECT_GE(contrast(palette.data, style.tierTint(level)), 7) << "curve over a tint " << levelKindName(level);
        }
    }
}

TEST(StyleTest, WordsOnTiersAndInTierColoursReadSevenToOne) {
    for (const Theme theme : themes) {
        const Style style = themed(theme);
        for (const LevelKind level : levels) {
            EXPECT_GE(contrast(style.onTier(), style.tierFill(level)), 7) << levelKindName(level);
            for (const QColor& ground : {style.palette().background, style.palette().surface})
                EXPECT_GE(contrast(style.tierText(level), ground), 7)
                    << static_cast<int>(theme) << ' ' << levelKindName(level);
            for (const LevelKind other : levels)
                EXPECT_GE(contrast(style.tierText(level), style.tierTint(other)), 7)
                    << static_cast<int>(theme) << ' ' << levelKindName(level) << " over " << levelKindName(other);
        }
    }
}

TEST(StyleTest, TierColoursAreTheSameInEveryTheme) {
    for (const Theme theme : themes) {
        const Style style = themed(theme);
        EXPECT_EQ(style.tier(LevelKind::Registers).name(), QStringLiteral("#d55e00"));
        EXPECT_EQ(style.tier(LevelKind::SharedL1).name(), QStringLiteral("#e69f00"));
        EXPECT_EQ(style.tier(LevelKind::L2).name(), QStringLiteral("#009e73"));
        EXPECT_EQ(style.tier(LevelKind::Memory).name(), QStringLiteral("#0072b2"));
        EXPECT_EQ(style.tier(LevelKind::Constant).name(), QStringLiteral("#cc79a7"));
    }
}

TEST(StyleTest, FontsScaleWithUnitAndTextScaleAndLengthsWithUnitAlone) {
    Style style = styleOf(1280, 720, 1.5);
    EXPECT_NEAR(style.unit, 2.0 / 3, 1e-12);
    EXPECT_EQ(style.font(20).pixelSize(), 20);
    EXPECT_NEAR(style.px(30), 20, 1e-9);
}

// Hebrew text around must not turn the parts of a number, a unit or a range around.
TEST(StyleTest, NumbersKeepTheirOrderInsideHebrew) {
    const QString number = QStringLiteral("256x1 (8 warps), -5 ns");
    const auto picture = [&](Language language) {
        const Style style = styleOf(1920, 1080, 1, language);
        QImage image(900, 60, QImage::Format_ARGB32_Premultiplied);
        image.fill(Qt::white);
        QPainter painter(&image);
        const Canvas canvas(painter, QRectF(0, 0, 900, 60), style, nullptr);
        const QRectF at = canvas.text(QRectF(300, 10, 400, 40), Align::Start, ltr(number), {style.font(24), Qt::black});
        painter.end();
        QImage moved(400, 60, QImage::Format_ARGB32_Premultiplied);
        moved.fill(Qt::white);
        QPainter mover(&moved);
        mover.drawImage(QPointF(-std::round(at.left()), 0), image);
        mover.end();
        return std::pair(moved, at.width());
    };
    const auto [english, englishWidth] = picture(Language::English);
    const auto [hebrew, hebrewWidth] = picture(Language::Hebrew);
    EXPECT_NEAR(englishWidth, hebrewWidth, 0.01);
    // The start may lie between pixels: compare the columns' ink, which a different order would move by many pixels.
    const auto ink = [](const QImage& image, int x) {
        int sum = 0;
        for (int y = 0; y < image.height(); ++y) sum += 255 - qGray(image.pixel(x, y));
        return sum;
    };
    double before = 0, after = 0;
    for (int x = 0; x < 400; ++x) {
        before += ink(english, x);
        after += ink(hebrew, x);
        EXPECT_NEAR(before, after, 2600) << "ink up to column " << x;
    }
    EXPECT_GT(before, 20000);
}

TEST(StyleTest, WithoutIsolatesTheSameNumberWouldTurnAround) {
    const Style hebrew = styleOf(1920, 1080, 1, Language::Hebrew);
    const auto picture = [&](const QString& text) {
        QImage image(400, 60, QImage::Format_ARGB32_Premultiplied);
        image.fill(Qt::white);
        QPainter painter(&image);
        const Canvas canvas(painter, QRectF(0, 0, 400, 60), hebrew, nullptr);
        canvas.text(QRectF(10, 10, 380, 40), Align::Start, text, {hebrew.font(24), Qt::black});
        return image;
    };
    EXPECT_NE(picture(QStringLiteral("-5 ns")), picture(ltr(QStringLiteral("-5 ns")))); // so the test above can fail
}

} // namespace
} // namespace zg
