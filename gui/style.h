// SPDX-License-Identifier: GPL-3.0-or-later
// Style: every colour, font and size of the program, from one table. A figure gets one and asks nothing else.
#pragma once

#include "core/device.h"

#include <QColor>
#include <QFont>
#include <QLocale>
#include <QString>

namespace zg {

enum class Theme { Projector, Light, Dark };
enum class Language { English, Hebrew };

/// Roles of colours; each theme gives each a value (gui/style.cpp), and a test holds them to the contrasts of the look.
struct Palette {
    QColor background; ///< of pages and exports
    QColor surface;    ///< of cards and fields
    QColor text;       ///< 7:1 on background and on surface
    QColor textMuted;  ///< 7:1 too: "muted" is weight and size, not less contrast
    QColor line;       ///< 3:1: axes, borders
    QColor grid;       ///< fine lines behind data
    QColor data;       ///< the curve: 7:1
    QColor accent;     ///< buttons, progress, focus
    QColor onAccent;
    QColor warning; ///< text of notes that warn
    QColor sidebar, sidebarText, sidebarSelected, sidebarMark;
};

struct Style {
    Theme theme = Theme::Projector;
    Language language = Language::English;
    double unit = 1; ///< device-independent pixels per pixel of the 1920x1080 design, text scale included in fonts only
                     ///< via textScale
    double textScale = 1; ///< Ctrl + / Ctrl -: 0.8 .. 2

    [[nodiscard]] const Palette& palette() const;
    [[nodiscard]] Qt::LayoutDirection direction() const {
        return language == Language::Hebrew ? Qt::RightToLeft : Qt::LeftToRight;
    }
    /// Length of the design in device-independent pixels. @param designPx pixels at 1920x1080
    [[nodiscard]] double px(double designPx) const { return designPx * unit; }
    /// Font whose pixel size is designPx * unit * textScale; Hebrew glyphs always present.
    [[nodiscard]] QFont font(double designPx, QFont::Weight weight = QFont::Normal) const;
    /// The identity colour of a tier (Okabe-Ito), the same on every page and theme.
    [[nodiscard]] QColor tier(LevelKind level) const;
    /// That colour darkened or lightened until it stands out 3:1 from the page's background: for frames, lines and
    /// markers.
    [[nodiscard]] QColor tierEdge(LevelKind level) const;
    /// That colour lightened until onTier() reads 7:1 on it: for areas that carry text.
    [[nodiscard]] QColor tierFill(LevelKind level) const;
    /// The text colour on tierFill().
    [[nodiscard]] QColor onTier() const;
    /// A breath of the tier's colour in the background: for bands behind data.
    [[nodiscard]] QColor tierTint(LevelKind level) const;
    /// A tier's colour darkened or lightened until text in it reads 7:1 on the background, the surface and every tint.
    [[nodiscard]] QColor tierText(LevelKind level) const;
};

/// The unit for a picture or window of that size: min(width / 1920, height / 1080).
[[nodiscard]] double unitFor(double width, double height);

/// WCAG contrast ratio of two opaque colours, 1..21.
[[nodiscard]] double contrast(const QColor& a, const QColor& b);

/// Wraps text of fixed left-to-right order (numbers with units, code, ranges, formulas) in U+2066 ... U+2069, so that
/// it never turns around inside Hebrew.
[[nodiscard]] QString ltr(const QString& text);

} // namespace zg
