// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures are opaque, carry their own title and description as text chunks, and are written whole or not at all.
#include "gui/export.h"

#include "core/csv.h"
#include "gui/pages/latency_figure.h"
#include "gui/pages/pyramid_figure.h"

#include <QDir>
#include <QFileInfo>
#include <QPainter>
#include <QSaveFile>

#include <algorithm>

namespace zg {
namespace {

Error fileError(Fault fault, const QString& file) { return {fault, file.toStdString(), 0, {}}; }

/// Opens for writing, lets `write` do it, and puts the file in its place.
template <class Write>
Result<void> saveWhole(const QString& file, Write write) {
    if (QFileInfo(file).isDir()) return tl::unexpected(fileError(Fault::IsDirectory, file));
    QSaveFile out(file);
    if (!out.open(QIODevice::WriteOnly)) return tl::unexpected(fileError(Fault::NotWritable, file));
    const bool written = write(out) && out.error() == QFileDevice::NoError;
    if (written && out.commit()) return {};
    const bool full = out.error() == QFileDevice::ResourceError || out.error() == QFileDevice::WriteError;
    return tl::unexpected(fileError(full ? Fault::DiskFull : Fault::NotWritable, file));
}

std::string line(const QStringList& fields) {
    std::string all;
    for (const QString& field : fields) {
        if (!all.empty() || &field != &fields.front()) all += ',';
        QString plain = field;
        for (const char16_t mark : {u'\u2066', u'\u2067', u'\u2068', u'\u2069'})
            plain.remove(QChar(mark)); // for eyes only
        all += csvText(plain.toStdString());
    }
    return all + "\r\n";
}

} // namespace

QImage renderFigure(const Figure& figure, QSize size, double scale, Style style) {
    style.unit = unitFor(size.width(), size.height());
    QImage image((QSizeF(size) * scale).toSize(), QImage::Format_RGB32);
    image.setDevicePixelRatio(scale);
    image.fill(style.palette().background);
    image.setText(QStringLiteral("Title"), figure.title());
    image.setText(QStringLiteral("Description"), figure.summary());
    image.setText(QStringLiteral("Software"), QStringLiteral("Ziggurat " ZIGGURAT_VERSION));
    QPainter painter(&image);
    figure.draw(painter, QRectF(QPointF(0, 0), QSizeF(size)), style);
    painter.end();
    return image;
}

Result<void> savePng(const QImage& image, const QString& file) {
    return saveWhole(file, [&](QSaveFile& out) { return image.save(&out, "PNG"); });
}

Result<void> saveCsv(const Table& table, const QString& file) {
    return saveWhole(file, [&](QSaveFile& out) {
        std::string all = "\xEF\xBB\xBF" + line(table.header); // the mark tells spreadsheets that Hebrew is UTF-8
        for (const QStringList& row : table.rows) all += line(row);
        return out.write(all.data(), static_cast<qint64>(all.size())) == static_cast<qint64>(all.size());
    });
}

QString tabbed(const Table& table) {
    QString all = table.header.join(u'\t');
    for (const QStringList& row : table.rows) all += u'\n' + row.join(u'\t');
    for (const char16_t mark : {u'\u2066', u'\u2067', u'\u2068', u'\u2069'}) all.remove(QChar(mark));
    return all + u'\n';
}

QString fileStem(PageId page, const DeviceEntry& entry) {
    const char* name = page == PageId::Latency ? "latency" : "pyramid";
    QString stem = QLatin1String(name) + u'-' + QString::fromStdString(entry.session.device.name) + u'-' +
                   QString::fromStdString(entry.session.provenance.date).left(10);
    QString plain;
    for (const QChar letter : stem.toLower()) {
        const bool kept = (letter >= u'a' && letter <= u'z') || letter.isDigit();
        if (kept) plain += letter;
        else if (!plain.endsWith(u'-')) plain += u'-';
    }
    while (plain.endsWith(u'-')) plain.chop(1);
    return plain;
}

QImage renderPage(PageId page, const DeviceEntry& entry, const DeviceEntry* overlay, const PictureChoice& choice) {
    if (page == PageId::Pyramid) {
        PyramidFigure figure;
        figure.setUnit(choice.unit);
        figure.setSession(entry.session, entry.origin);
        return renderFigure(figure, choice.size, choice.scale, choice.style);
    }
    LatencyFigure figure;
    figure.setUnit(choice.unit);
    figure.setLogarithmic(choice.logarithmic);
    figure.setSession(entry.session, entry.origin);
    figure.setOverlay(overlay ? &overlay->session : nullptr, overlay ? overlay->origin : Origin::Recorded);
    const std::vector<Unit> units = figure.units();
    if (!units.empty() && std::ranges::find(units, choice.unit) == units.end()) figure.setUnit(units.front());
    return renderFigure(figure, choice.size, choice.scale, choice.style);
}

} // namespace zg
