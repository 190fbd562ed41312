// SPDX-License-Identifier: GPL-3.0-or-later
// State, clicks, tables and words of the pyramid figure; geometry is in pyramid_scene, painting in pyramid_painting.
#include "gui/pages/pyramid_figure.h"

#include "gui/lesson_text.h"
#include "gui/pages/pyramid_painting.h"
#include "gui/text_block.h"

#include <QRegularExpression>

#include <algorithm>

namespace zg {
namespace {

Footer footerOf(const Device& device, const Provenance& provenance, Origin origin,
                const std::vector<TierLatency>& latencies) {
    Footer footer{lesson::provenance(device, provenance, origin), {}};
    std::vector<std::pair<Mark, QString>> used;
    const auto use = [&](const Quantity& quantity) {
        const Mark mark = markOf(quantity.source, origin);
        for (const auto& known : used)
            if (known.first == mark) return;
        used.emplace_back(mark, lesson::source(quantity.source, origin));
    };
    for (const TierLatency& tier : latencies) use(tier.latency);
    for (const Level& level : device.levels)
        for (const auto* quantity : {&level.perInstance, &level.total, &level.sharedMax, &level.bandwidth})
            if (*quantity) use(**quantity);
    std::stable_sort(used.begin(), used.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    footer.legend = std::move(used);
    return footer;
}

} // namespace

void PyramidFigure::setSession(const Session& session, Origin origin) {
    device_ = session.device;
    provenance_ = session.provenance;
    origin_ = origin;
    session_ = session;
    latencies_ = tierLatencies(session_, unit_);
    if (selected_ && !findLevel(device_, *selected_)) selected_.reset();
}

void PyramidFigure::setUnit(Unit unit) {
    unit_ = unit;
    latencies_ = tierLatencies(session_, unit_);
}

void PyramidFigure::setSelected(std::optional<LevelKind> level) {
    selected_ = level && findLevel(device_, *level) ? level : std::nullopt;
}

std::vector<LevelKind> PyramidFigure::levels() const {
    std::vector<LevelKind> kinds;
    for (const Level& level : device_.levels) kinds.push_back(level.kind);
    return kinds;
}

std::optional<LevelKind> PyramidFigure::levelAt(QPointF point, const QRectF& area, const Style& style) const {
    const PyramidScene scene =
        layPyramid(device_, selected_, footerOf(device_, provenance_, origin_, latencies_), area, style);
    if (style.direction() == Qt::RightToLeft) point.setX(area.left() + area.right() - point.x());
    for (const Tier& tier : scene.tiers)
        if (tier.outline().containsPoint(point, Qt::OddEvenFill) || tier.reading.contains(point))
            return tier.level->kind;
    if (scene.constant && scene.constant->box.contains(point)) return LevelKind::Constant;
    for (const Counterpart& part : scene.counterparts)
        if (part.box.contains(point) || part.owner.contains(point)) return part.space.tier;
    return std::nullopt;
}

QRectF PyramidFigure::levelRect(LevelKind level, const QRectF& area, const Style& style) const {
    const PyramidScene scene =
        layPyramid(device_, selected_, footerOf(device_, provenance_, origin_, latencies_), area, style);
    QRectF rect;
    for (const Tier& tier : scene.tiers)
        if (tier.level->kind == level) rect = tier.box;
    if (scene.constant && level == LevelKind::Constant) rect = scene.constant->box;
    if (!rect.isEmpty() && style.direction() == Qt::RightToLeft)
        rect.moveLeft(area.left() + area.right() - rect.right());
    return rect;
}

QString PyramidFigure::explanation(LevelKind kind) const {
    const Level* level = findLevel(device_, kind);
    if (!level) return {};
    const lesson::Explanation words = lesson::explain(*level, device_);
    QStringList text{words.title, words.what};
    for (const auto& [name, value] : words.facts) text << lesson::fact(name, value);
    text += words.traps;
    return text.join(QLatin1Char('\n'));
}

void PyramidFigure::draw(QPainter& painter, const QRectF& area, const Style& style) const {
    draw(painter, area, style, nullptr);
}

void PyramidFigure::draw(QPainter& painter, const QRectF& area, const Style& style, TextLog* log) const {
    painter.save();
    painter.setClipRect(area);
    painter.fillRect(area, style.palette().background);
    const Canvas canvas(painter, area, style, log);
    const Footer footer = footerOf(device_, provenance_, origin_, latencies_);
    const PyramidScene scene = layPyramid(device_, selected_, footer, area, style);
    paintPyramid(canvas, scene, device_, origin_, selected_, latencies_);
    drawFooter(canvas, footer, scene.footer);
    painter.restore();
}

Table PyramidFigure::table() const {
    const auto number = [](const std::optional<Quantity>& quantity) {
        return quantity ? QString::number(quantity->value, 'g', 15) : QString();
    };
    Table table{lesson::pyramidHeader(unit_), {}};
    for (const Level& level : device_.levels) {
        const auto found = std::find_if(latencies_.begin(), latencies_.end(),
                                        [&](const TierLatency& tier) { return tier.level == level.kind; });
        const auto& size = level.perInstance ? level.perInstance : level.total;
        table.rows.push_back(
            {lesson::tierName(level, device_.kind), number(level.perInstance),
             size ? lesson::source(size->source, origin_) : QString(), QString::number(level.instances),
             number(level.total), lesson::technology(level.technology), lesson::managedByShort(level.managedBy),
             found == latencies_.end() ? QString() : QString::number(found->latency.value, 'g', 6),
             found == latencies_.end() || !found->ratio ? QString() : QString::number(*found->ratio, 'g', 6),
             number(level.bandwidth)});
    }
    for (QStringList& row : table.rows) // a spreadsheet wants no isolates
        row.replaceInStrings(QRegularExpression(QStringLiteral("[\u2066\u2069]")), QString());
    return table;
}

QString PyramidFigure::title() const { return lesson::pyramidPageTitle(); }

QString PyramidFigure::summary() const {
    QStringList tiers;
    for (const Level& level : device_.levels) {
        const auto found = std::find_if(latencies_.begin(), latencies_.end(),
                                        [&](const TierLatency& tier) { return tier.level == level.kind; });
        tiers << lesson::tierSummary(
            lesson::tierName(level, device_.kind), lesson::capacity(level, device_.kind).value(0),
            found == latencies_.end() ? QString() : lesson::latency(found->latency.value, found->latency.unit));
    }
    return lesson::physicalTitle(QString::fromStdString(device_.name)) + QStringLiteral(". ") +
           tiers.join(QStringLiteral("; ")) + QStringLiteral(".");
}

} // namespace zg
