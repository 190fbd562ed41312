// SPDX-License-Identifier: GPL-3.0-or-later
// The one table of colours and the fonts. Contrasts of the table are held by tests/gui/figure_style_test.cpp; tier
// colours are the Okabe-Ito palette (Okabe and Ito, Color Universal Design, 2008), and every other shade of them is
// computed here.
#include "gui/style.h"

#include <QStringList>

#include <algorithm>
#include <array>
#include <cmath>

namespace zg {
namespace {

constexpr double textContrast = 7;    // WCAG 2.1, success criterion 1.4.6
constexpr double graphicContrast = 3; // WCAG 2.1, success criterion 1.4.11

QColor rgb(unsigned value) { return QColor::fromRgb(value); }

// Text 7:1, lines and areas 3:1 on background and surface. Muted text is weight and size, hardly less contrast.
const Palette& projector() {
    static const Palette palette{rgb(0xFFFFFF), rgb(0xF4F6F9), rgb(0x12151C), rgb(0x3F4754), rgb(0x6B7280),
                                 rgb(0x7C828C), rgb(0x12151C), rgb(0x005A9E), rgb(0xFFFFFF), rgb(0x8A2C00),
                                 rgb(0x12151C), rgb(0xDDE2EA), rgb(0x27303D), rgb(0xE69F00)};
    return palette;
}
const Palette& light() {
    static const Palette palette{rgb(0xF7F5F0), rgb(0xFFFFFF), rgb(0x1B1E25), rgb(0x444A55), rgb(0x6A6F79),
                                 rgb(0x777C84), rgb(0x1B1E25), rgb(0x00548F), rgb(0xFFFFFF), rgb(0x842A00),
                                 rgb(0xE9E5DC), rgb(0x23262D), rgb(0xD3CDBF), rgb(0x8F5F00)};
    return palette;
}
const Palette& dark() {
    static const Palette palette{rgb(0x121212), rgb(0x1D2026), rgb(0xF2F4F7), rgb(0xC5CBD5), rgb(0x8A92A0),
                                 rgb(0x7C8593), rgb(0xF2F4F7), rgb(0x6FB9F2), rgb(0x0A0F14), rgb(0xFFB38A),
                                 rgb(0x0A0B0D), rgb(0xDDE2EA), rgb(0x27303D), rgb(0xE69F00)};
    return palette;
}

double channel(double value) { return value <= 0.03928 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4); }
double luminance(const QColor& color) {
    return 0.2126 * channel(color.redF()) + 0.7152 * channel(color.greenF()) + 0.0722 * channel(color.blueF());
}

QColor mix(const QColor& a, const QColor& b, double partOfB) {
    const auto part = [partOfB](int x, int y) { return static_cast<int>(std::lround(x + (y - x) * partOfB)); };
    return QColor(part(a.red(), b.red()), part(a.green(), b.green()), part(a.blue(), b.blue()));
}

/// The least step from `color` towards `end` that reaches the contrast against `against`.
QColor reach(const QColor& color, const QColor& end, const QColor& against, double wanted) {
    for (int percent = 0; percent < 100; ++percent) {
        const QColor tried = mix(color, end, percent / 100.0);
        if (contrast(tried, against) >= wanted) return tried;
    }
    return end;
}

bool isDark(const Style& style) { return luminance(style.palette().background) < 0.2; }
QColor farEnd(const Style& style) { return isDark(style) ? QColor(Qt::white) : QColor(Qt::black); }

} // namespace

const Palette& Style::palette() const {
    switch (theme) {
    case Theme::Projector: return projector();
    case Theme::Light: return light();
    case Theme::Dark: return dark();
    }
    return projector();
}

QFont Style::font(double designPx, QFont::Weight weight) const {
    // Inter has no Hebrew; Noto Sans Hebrew goes with its weight and height. The rest is what a bare system has.
    QFont font;
    font.setFamilies({QStringLiteral("Inter"), QStringLiteral("Noto Sans Hebrew"), QStringLiteral("Noto Sans"),
                      QStringLiteral("DejaVu Sans")});
    font.setPixelSize(std::max(1, static_cast<int>(std::lround(designPx * unit * textScale))));
    font.setWeight(weight);
    font.setHintingPreference(QFont::PreferNoHinting); // the same widths at every pixel ratio
    font.setStyleStrategy(QFont::PreferAntialias);
    return font;
}

QColor Style::tier(LevelKind level) const {
    switch (level) {
    case LevelKind::Registers: return rgb(0xD55E00);
    case LevelKind::SharedL1:
    case LevelKind::L1: return rgb(0xE69F00);
    case LevelKind::L2: return rgb(0x009E73);
    case LevelKind::L3:
        return rgb(0x56B4E9); // a CPU only: the palette's sky blue, between L2's green and memory's blue
    case LevelKind::Memory: return rgb(0x0072B2);
    case LevelKind::Constant: return rgb(0xCC79A7);
    }
    return rgb(0x0072B2);
}

QColor Style::tierEdge(LevelKind level) const {
    return reach(tier(level), farEnd(*this), palette().background, graphicContrast + 0.1);
}

QColor Style::tierFill(LevelKind level) const {
    return reach(tier(level), QColor(Qt::white), onTier(), textContrast + 0.05);
}

QColor Style::onTier() const { return QColor(Qt::black); }

QColor Style::tierTint(LevelKind level) const {
    return mix(palette().background, tier(level), isDark(*this) ? 0.16 : 0.11);
}

QColor Style::tierText(LevelKind level) const {
    constexpr std::array all{LevelKind::Registers, LevelKind::SharedL1, LevelKind::L2,
                             LevelKind::L3,        LevelKind::Memory,   LevelKind::Constant};
    QColor worst = palette().surface;
    for (const LevelKind other : all)
        if (contrast(tierTint(other), farEnd(*this)) < contrast(worst, farEnd(*this))) worst = tierTint(other);
    return reach(tier(level), farEnd(*this), worst, textContrast + 0.1);
}

double unitFor(double width, double height) { return std::min(width / 1920, height / 1080); }

double contrast(const QColor& a, const QColor& b) {
    const double first = luminance(a), second = luminance(b);
    return (std::max(first, second) + 0.05) / (std::min(first, second) + 0.05);
}

QString ltr(const QString& text) { return QChar(0x2066) + text + QChar(0x2069); }

} // namespace zg
