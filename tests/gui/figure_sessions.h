// SPDX-License-Identifier: GPL-3.0-or-later
// What the tests of the figures share: sessions to draw (a GPU, a CPU, the course's values, a device that tells
// little), styles, and a way to read a picture's words with their places.
#pragma once

#include "core/session.h"
#include "gui/label_layout.h"
#include "gui/pages/latency_figure.h"
#include "gui/pages/pyramid_figure.h"

#include <QCoreApplication>
#include <QImage>
#include <QPainter>
#include <QTranslator>

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace zg::testing_support {

inline Session loaded(const std::string& path) {
    auto result = loadSession(path);
    if (!result) {
        ADD_FAILURE() << "cannot load " << path;
        return {};
    }
    return result->session;
}

/// An H200 whose chase is tests/data/h200-fast-laps.csv; the facts about the device are its driver's.
inline Session h200() { return loaded(ZIGGURAT_TEST_DATA "/h200-fast-laps.ziggurat"); }
inline Session courseH100() { return loaded(ZIGGURAT_TEST_DATA "/../../resources/sessions/course-h100.ziggurat"); }

/// A CPU with an L3, and a smooth curve over its caches; synthetic.
inline Session cpu() {
    Session session;
    Device& device = session.device;
    device.id = "cpu";
    device.kind = DeviceKind::Cpu;
    device.name = "Imaginary CPU 9000";
    device.architecture = "x86-64";
    const auto cache = [](LevelKind kind, int instances, double bytes) {
        Level level;
        level.kind = kind;
        level.instances = instances;
        level.perInstance = Quantity{bytes, Unit::Bytes, Source::Reported, {}};
        level.total = Quantity{bytes * instances, Unit::Bytes, Source::Reported, {}};
        return level;
    };
    Level memory = cache(LevelKind::Memory, 1, 503.0 * 1024 * 1024 * 1024);
    memory.technology = Technology::Dram;
    device.levels = {cache(LevelKind::Registers, 8, 2176), cache(LevelKind::L1, 8, 49152),
                     cache(LevelKind::L2, 8, 2097152), cache(LevelKind::L3, 1, 33554432), memory};
    device.levels[0].managedBy = ManagedBy::Compiler;
    Run fma;
    fma.request.probe = Probe::FmaLatency;
    fma.state = RunState::Complete;
    fma.columns = {{std::string(column::nanoseconds), Unit::Nanoseconds}};
    fma.rows = {{0, {1.35}}};
    Run chase;
    chase.state = RunState::Complete;
    chase.columns = {{std::string(column::bytes), Unit::Bytes},
                     {std::string(column::nanoseconds), Unit::Nanoseconds},
                     {std::string(column::p5Nanoseconds), Unit::Nanoseconds},
                     {std::string(column::p95Nanoseconds), Unit::Nanoseconds}};
    const auto step = [](double octave, double at, double height) {
        return height / (1 + std::exp(-(octave - std::log2(at)) * 12));
    };
    for (double octave = 12; octave <= 28; octave += 0.125) {
        const double value = 1.6 + step(octave, 5e4, 3.1) + step(octave, 2.2e6, 18) + step(octave, 3.6e7, 85);
        chase.rows.push_back({0, {std::round(std::exp2(octave)), value, value * 0.98, value * 1.03}});
    }
    session.runs = {fma, chase};
    return session;
}

/// A GPU of which next to nothing is known.
inline Session bareGpu() {
    Session session;
    session.device.name = "NVIDIA GeForce RTX 4090 Laptop GPU";
    for (const LevelKind kind : {LevelKind::Registers, LevelKind::SharedL1, LevelKind::Memory}) {
        Level level;
        level.kind = kind;
        session.device.levels.push_back(level);
    }
    return session;
}

inline Style styleOf(double width, double height, double textScale = 1, Language language = Language::English,
                     Theme theme = Theme::Projector) {
    Style style;
    style.theme = theme;
    style.language = language;
    style.unit = unitFor(width, height);
    style.textScale = textScale;
    return style;
}

/// The words of a figure and where they stand. Nothing is rasterised.
template <class F>
TextLog wordsOf(const F& figure, const QRectF& area, const Style& style) {
    QImage image(2, 2, QImage::Format_ARGB32_Premultiplied);
    QPainter painter(&image);
    TextLog log;
    figure.draw(painter, area, style, &log);
    return log;
}

inline QImage pictureOf(const Figure& figure, const QSize& size, const Style& style, double ratio = 1) {
    QImage image(size * ratio, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(ratio);
    image.fill(Qt::magenta);
    QPainter painter(&image);
    figure.draw(painter, QRectF(QPointF(0, 0), QSizeF(size)), style);
    return image;
}

/// Hebrew words for as long as it lives.
class InHebrew {
public:
    InHebrew() {
        EXPECT_TRUE(translator_.load(QStringLiteral(":/translations/ziggurat_he.qm")));
        QCoreApplication::installTranslator(&translator_);
    }
    ~InHebrew() { QCoreApplication::removeTranslator(&translator_); }
    InHebrew(const InHebrew&) = delete;
    InHebrew& operator=(const InHebrew&) = delete;

private:
    QTranslator translator_;
};

/// Without the marks that isolate numbers.
inline std::string plain(QString text) { return text.remove(QChar(0x2066)).remove(QChar(0x2069)).toStdString(); }

/// Words inside the area, and no two on top of each other; a pixel of touching is allowed.
inline void expectReadable(const TextLog& log, const QRectF& area, const std::string& what) {
    ASSERT_FALSE(log.empty()) << what;
    for (std::size_t i = 0; i < log.size(); ++i) {
        EXPECT_TRUE(area.adjusted(-0.5, -0.5, 0.5, 0.5).contains(log[i].rect))
            << what << ": cut: " << plain(log[i].text);
        for (std::size_t j = i + 1; j < log.size(); ++j) {
            const QRectF both = log[i].rect.intersected(log[j].rect);
            EXPECT_TRUE(both.width() <= 1 || both.height() <= 1.5)
                << what << ": overlap of " << both.width() << " x " << both.height() << ": " << plain(log[i].text)
                << " / " << plain(log[j].text);
        }
    }
}

} // namespace zg::testing_support
