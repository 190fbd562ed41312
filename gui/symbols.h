// SPDX-License-Identifier: GPL-3.0-or-later
// The signs of the window, drawn as shapes so that no font has to have them.
#pragma once

#include "gui/labels.h"

#include <QColor>
#include <QIcon>
#include <QRectF>

class QPainter;

namespace zg {

enum class Symbol {
    None,
    Run,
    Stop,
    Theme,
    Language,
    Export,
    Live,
    Recorded,
    Published,
    Down,
    Menu,
    More,
    Pyramid,
    Stairs,
    Close,
    Warning,
    Info,
    Smaller,
    Larger
};

/// Fills the square in the middle of `box`. `color` has to read on what lies below.
void drawSymbol(QPainter& painter, const QRectF& box, Symbol symbol, const QColor& color);
/// The same for menus. @param sizePx device-independent
[[nodiscard]] QIcon symbolIcon(Symbol symbol, const QColor& color, int sizePx, double devicePixelRatio);

[[nodiscard]] Symbol symbolOf(Origin origin);
[[nodiscard]] Symbol symbolOf(PageId page);

} // namespace zg
