// SPDX-License-Identifier: GPL-3.0-or-later
// Where figures go besides the screen: PNG files, tables as CSV, and the clipboard. Every way calls Figure::draw.
#pragma once

#include "core/result.h"
#include "gui/figure.h"
#include "gui/labels.h"
#include "gui/workspace.h"

#include <QImage>
#include <QSize>
#include <QString>

namespace zg {

/// The figure as a picture. @param size in design terms: text is as large as on a screen of that size
/// @param scale pixels per unit of `size`: the picture has size * scale pixels. The style's unit is replaced by the
/// size's own.
[[nodiscard]] QImage renderFigure(const Figure& figure, QSize size, double scale, Style style);
/// Writes through a temporary file: what was there stays whole until the new one is. Errors: the Io faults.
[[nodiscard]] Result<void> savePng(const QImage& image, const QString& file);
[[nodiscard]] Result<void> saveCsv(const Table& table, const QString& file);
/// For the clipboard: fields apart by tabs, as spreadsheets paste them.
[[nodiscard]] QString tabbed(const Table& table);

/// "latency-nvidia-h200-2026-11-30": page, device, day; letters, digits and hyphens only.
[[nodiscard]] QString fileStem(PageId page, const DeviceEntry& entry);

/// What a picture of a page can be asked to show.
struct PictureChoice {
    QSize size{1920, 1080};
    double scale = 1;
    Style style;
    Unit unit = Unit::Cycles;
    bool logarithmic = false;
};

/// The picture of a page without a window.
[[nodiscard]] QImage renderPage(PageId page, const DeviceEntry& entry, const DeviceEntry* overlay,
                                const PictureChoice& choice);

} // namespace zg
