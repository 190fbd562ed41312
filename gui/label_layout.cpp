// SPDX-License-Identifier: GPL-3.0-or-later
// Canvas lays text out through QTextLayout with the language's own paragraph direction, line by line, so that a
// rectangle is known for all of it. placeLabels is a search over a grid of places: exact about what may not be covered,
// greedy over the labels.
#include "gui/label_layout.h"

#include <QFontMetricsF>
#include <QTextLayout>
#include <QTextOption>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>
#include <unordered_map>

namespace zg {
namespace {

/// Breaks into lines at `width`; each line then knows its natural width. @return the size of all lines
QSizeF layLines(QTextLayout& layout, const QFont& font, const Style& style, double width) {
    QTextOption option(Qt::AlignLeft | Qt::AlignAbsolute);
    option.setTextDirection(style.direction());
    option.setWrapMode(QTextOption::WordWrap);
    layout.setFont(font);
    layout.setTextOption(option);
    layout.setCacheEnabled(true);
    // A fallback font (Hebrew, the isolates around numbers) must not move lines apart: the first font's metrics rule.
    const QFontMetricsF metrics(font);
    double height = 0, widest = 0;
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(width);
        line.setPosition(QPointF(0, height - (line.ascent() - metrics.ascent())));
        height += std::ceil(metrics.height());
        widest = std::max(widest, line.naturalTextWidth());
    }
    layout.endLayout();
    return {widest, height};
}

/// A line feed must be a line separator for QTextLayout.
QString paragraphs(QString text) { return text.replace(QLatin1Char('\n'), QChar::LineSeparator); }

struct LaidText {
    explicit LaidText(const QString& text) : layout(paragraphs(text)) {}
    QTextLayout layout;
    QSizeF size;
};

/// Text broken into lines and shaped. The same few hundred texts come in every repaint, and shaping them took a quarter
/// of a picture's time: they are remembered, for each thread that paints.
const LaidText& laid(const QString& text, const QFont& font, const Style& style, double width) {
    struct Question {
        QString text;
        int pixelSize, weight, direction;
        double width;
        bool operator==(const Question&) const = default;
    };
    struct Hash {
        std::size_t operator()(const Question& q) const {
            return qHash(q.text) ^ qHashMulti(0, q.pixelSize, q.weight, q.direction, q.width);
        }
    };
    thread_local std::unordered_map<Question, std::unique_ptr<LaidText>, Hash> known;
    if (known.size() > 2048) known.clear();
    std::unique_ptr<LaidText>& entry =
        known[{text, font.pixelSize(), static_cast<int>(font.weight()), static_cast<int>(style.direction()), width}];
    if (!entry) {
        entry = std::make_unique<LaidText>(text);
        entry->size = layLines(entry->layout, font, style, width);
    }
    return *entry;
}

} // namespace

QSizeF measureText(const QString& text, const QFont& font, const Style& style, double width) {
    return laid(text, font, style, width).size;
}

bool fitsIn(const QString& text, const QFont& font, const Style& style, const QSizeF& room) {
    const QSizeF size = measureText(text, font, style, room.width());
    return size.width() <= room.width() + 0.5 && size.height() <= room.height() + 0.5;
}

Canvas::Canvas(QPainter& painter, const QRectF& area, const Style& style, TextLog* log)
    : painter_(painter), area_(area), style_(style), log_(log) {
    painter_.setLayoutDirection(Qt::LeftToRight);
    painter_.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
}

QRectF Canvas::mirrored(const QRectF& rect) const {
    if (!isMirrored()) return rect;
    return {area_.left() + area_.right() - rect.right(), rect.top(), rect.width(), rect.height()};
}

QPointF Canvas::mirrored(QPointF point) const {
    return isMirrored() ? QPointF(area_.left() + area_.right() - point.x(), point.y()) : point;
}

QRectF Canvas::text(const QRectF& box, Align align, const QString& text, const Ink& ink, bool centreVertically) const {
    if (text.isEmpty()) return {};
    const auto& [layout, size] = laid(text, ink.font, style_, box.width());
    const double top = centreVertically ? box.top() + (box.height() - size.height()) / 2 : box.top();
    const bool left = (align == Align::Start) != isMirrored();
    painter_.setPen(ink.color);
    QRectF all;
    for (int i = 0; i < layout.lineCount(); ++i) {
        const QTextLine line = layout.lineAt(i);
        const QRectF natural = line.naturalTextRect();
        double x = left ? box.left() : box.right() - natural.width();
        if (align == Align::Center) x = box.left() + (box.width() - natural.width()) / 2;
        line.draw(&painter_, QPointF(x - natural.left(), top));
        all |= QRectF(x, top + i * size.height() / layout.lineCount(), natural.width(),
                      size.height() / layout.lineCount());
    }
    if (log_) log_->push_back({text, all});
    return all;
}

void Canvas::textUpwards(const QRectF& box, const QString& text, const Ink& ink) const {
    const auto& [layout, size] = laid(text, ink.font, style_, 1e6);
    const QTextLine line = layout.lineAt(0);
    if (!line.isValid()) return;
    painter_.save();
    painter_.translate(box.center());
    painter_.rotate(-90);
    painter_.setPen(ink.color);
    line.draw(&painter_, QPointF(-size.width() / 2 - line.naturalTextRect().left(), -size.height() / 2));
    painter_.restore();
    if (log_)
        log_->push_back({text, QRectF(box.center().x() - size.height() / 2, box.center().y() - size.width() / 2,
                                      size.height(), size.width())});
}

namespace {

double distanceToSegment(QPointF point, QPointF a, QPointF b) {
    const QPointF along = b - a, to = point - a;
    const double length2 = QPointF::dotProduct(along, along);
    const double share = length2 > 0 ? std::clamp(QPointF::dotProduct(to, along) / length2, 0.0, 1.0) : 0;
    const QPointF off = to - share * along;
    return std::sqrt(QPointF::dotProduct(off, off));
}

} // namespace

std::vector<QPointF> simplified(const std::vector<QPointF>& line, double tolerance) {
    if (line.size() < 3) return line;
    std::vector<bool> keep(line.size());
    keep.front() = keep.back() = true;
    std::vector<std::pair<std::size_t, std::size_t>> open{{0, line.size() - 1}};
    while (!open.empty()) {
        const auto [first, last] = open.back();
        open.pop_back();
        std::size_t farthest = first;
        double distance = tolerance;
        for (std::size_t i = first + 1; i < last; ++i) {
            const double here = distanceToSegment(line[i], line[first], line[last]);
            if (here <= distance) continue;
            distance = here;
            farthest = i;
        }
        if (farthest == first) continue;
        keep[farthest] = true;
        open.emplace_back(first, farthest);
        open.emplace_back(farthest, last);
    }
    std::vector<QPointF> kept;
    for (std::size_t i = 0; i < line.size(); ++i)
        if (keep[i]) kept.push_back(line[i]);
    return kept;
}

bool segmentCrosses(QPointF a, QPointF b, const QRectF& rect) {
    // Most segments lie on one side of it.
    if (std::max(a.x(), b.x()) < rect.left() || std::min(a.x(), b.x()) > rect.right() ||
        std::max(a.y(), b.y()) < rect.top() || std::min(a.y(), b.y()) > rect.bottom())
        return false;
    // Liang and Barsky: clip the segment's parameter to the rectangle; something left means that it crosses.
    const double dx = b.x() - a.x(), dy = b.y() - a.y();
    const std::array<double, 4> p{-dx, dx, -dy, dy};
    const std::array<double, 4> q{a.x() - rect.left(), rect.right() - a.x(), a.y() - rect.top(), rect.bottom() - a.y()};
    double enter = 0, leave = 1;
    for (std::size_t i = 0; i < 4; ++i) {
        if (p[i] == 0) {
            if (q[i] < 0) return false;
            continue;
        }
        const double t = q[i] / p[i];
        if (p[i] < 0) enter = std::max(enter, t);
        else leave = std::min(leave, t);
    }
    return enter <= leave;
}

namespace {

bool segmentsCross(QPointF a, QPointF b, QPointF c, QPointF d) {
    const auto side = [](QPointF p, QPointF q, QPointF r) {
        return (q.x() - p.x()) * (r.y() - p.y()) - (q.y() - p.y()) * (r.x() - p.x());
    };
    return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}

// Pixels need none of the care for huge values that makes std::hypot several times slower.
double distance(QPointF a, QPointF b) { return std::sqrt(QPointF::dotProduct(a - b, a - b)); }

QPointF nearestOf(const QRectF& rect, QPointF point) {
    return {std::clamp(point.x(), rect.left(), rect.right()), std::clamp(point.y(), rect.top(), rect.bottom())};
}

QPointF middle(const QRectF& rect) { return {rect.left() + rect.width() / 2, rect.top() + rect.height() / 2}; }

/// The middle of the side that looks towards `point`: where a leader line starts.
QPointF sideOf(const QRectF& rect, QPointF point) {
    const QPointF c = middle(rect);
    const std::array<QPointF, 4> sides{QPointF(rect.left() - 3, c.y()), QPointF(rect.right() + 3, c.y()),
                                       QPointF(c.x(), rect.top()), QPointF(c.x(), rect.bottom())};
    return *std::min_element(sides.begin(), sides.end(),
                             [&](QPointF a, QPointF b) { return distance(a, point) < distance(b, point); });
}

/// Everything one search shares.
struct Search {
    const Obstacles& obstacles;
    std::vector<QRectF> taken;                        // labels placed so far
    std::vector<std::pair<QPointF, QPointF>> leaders; // their leader lines

    [[nodiscard]] bool free(const QRectF& rect) const {
        const double air = obstacles.gap;
        const QRectF wide = rect.adjusted(-air, -air, air, air);
        if (!obstacles.frame.contains(rect)) return false;
        const auto hits = [&](const QRectF& other) { return wide.intersects(other); };
        if (std::any_of(obstacles.rects.begin(), obstacles.rects.end(), hits) ||
            std::any_of(taken.begin(), taken.end(), hits))
            return false;
        for (const auto& [from, to] : leaders)
            if (segmentCrosses(from, to, wide)) return false;
        const double clear = obstacles.lineClearance;
        const QRectF around = rect.adjusted(-clear, -clear, clear, clear);
        for (const auto& line : obstacles.lines)
            for (std::size_t i = 1; i < line.size(); ++i)
                if (segmentCrosses(line[i - 1], line[i], around)) return false;
        return true;
    }

    /// What a leader line costs: each curve or label that it crosses confuses.
    [[nodiscard]] double leaderCost(QPointF from, QPointF to) const {
        double cost = 0;
        const QPointF shortOf = from + (to - from) * 0.9; // it may touch the curve at its end
        for (const auto& line : obstacles.lines)
            for (std::size_t i = 1; i < line.size(); ++i)
                if (segmentsCross(from, shortOf, line[i - 1], line[i])) cost += 200;
        constexpr double never = std::numeric_limits<double>::infinity();
        const QPointF end = from + (to - from) * 0.97; // the target itself may be among the rectangles
        for (const QRectF& rect : taken)
            if (segmentCrosses(from, to, rect)) return never;
        for (const QRectF& rect : obstacles.rects)
            if (!rect.adjusted(-1, -1, 1, 1).contains(to) && segmentCrosses(from, end, rect)) return never;
        for (const auto& [a, b] : leaders)
            if (segmentsCross(from, to, a, b)) return never;
        return cost;
    }

    [[nodiscard]] std::optional<PlacedLabel> best(const LabelRequest& request) const {
        for (std::size_t form = 0; form < request.sizes.size(); ++form)
            if (auto placed = bestOf(request, request.sizes[form])) {
                placed->form = static_cast<int>(form);
                return placed;
            }
        return std::nullopt;
    }

    /// Candidates in the order of their cost without a leader line: the first free ones decide.
    [[nodiscard]] std::optional<PlacedLabel> bestOf(const LabelRequest& request, const QSizeF& size) const {
        const QRectF& frame = obstacles.frame;
        if (size.width() > frame.width() || size.height() > frame.height()) return std::nullopt;
        const QRectF& target = request.target;
        const QPointF wanted = request.home.isEmpty() ? middle(target) : request.home.center();
        const double near = obstacles.lineClearance + obstacles.gap;
        std::vector<double> xs, ys;
        constexpr int steps = 32;
        for (int i = 0; i <= steps; ++i) {
            xs.push_back(frame.left() + (frame.width() - size.width()) * i / steps);
            ys.push_back(frame.top() + (frame.height() - size.height()) * i / steps);
        }
        // places right beside the target besides the grid
        xs.insert(xs.end(), {wanted.x() - size.width() / 2, middle(target).x() - size.width() / 2,
                             target.right() + near + 0.5, target.left() - near - 0.5 - size.width()});
        ys.insert(ys.end(), {wanted.y() - size.height() / 2, target.top() - near - 0.5 - size.height(),
                             target.bottom() + near + 0.5});
        struct Candidate {
            double cost, away;
            QRectF rect;
            QPointF from, to;
        };
        std::vector<Candidate> candidates;
        candidates.reserve(xs.size() * ys.size());
        for (const double x : xs)
            for (const double y : ys) {
                const QRectF rect(x, y, size.width(), size.height());
                const QPointF to = nearestOf(target, rect.center()), from = nearestOf(rect, to);
                const double away = distance(from, to);
                if (away > request.farthest) continue;
                double cost = request.pull * distance(rect.center(), wanted) + away;
                if (!request.home.isEmpty() &&
                    (rect.left() < request.home.left() - 1 || rect.right() > request.home.right() + 1))
                    cost += size.width();
                candidates.push_back({cost, away, rect, from, to});
            }
        // A heap: most searches end after a few candidates, so sorting all of them would be most of the work.
        const auto dearer = [](const Candidate& a, const Candidate& b) { return a.cost > b.cost; };
        std::make_heap(candidates.begin(), candidates.end(), dearer);
        std::optional<PlacedLabel> found;
        double least = std::numeric_limits<double>::infinity();
        for (; !candidates.empty(); candidates.pop_back()) {
            std::pop_heap(candidates.begin(), candidates.end(), dearer);
            const Candidate& candidate = candidates.back();
            if (candidate.cost >= least) break;
            if (!free(candidate.rect)) continue;
            const bool leads = request.leader && candidate.away > 2.5 * near;
            const double cost =
                candidate.cost + (leads ? leaderCost(sideOf(candidate.rect, candidate.to), candidate.to) : 0);
            if (cost >= least) continue;
            least = cost;
            found = PlacedLabel{0, candidate.rect, leads ? std::optional(candidate.to) : std::nullopt,
                                sideOf(candidate.rect, candidate.to), cost};
        }
        return found;
    }
};

struct Placement {
    std::vector<std::optional<PlacedLabel>> places;
    double cost = 0;
    bool easy = true; ///< all placed, none with a leader line
};

Placement placeInOrder(std::span<const LabelRequest> requests, const std::vector<std::size_t>& order,
                       const Obstacles& obstacles) {
    constexpr double leftOut = 3000; // more than any label on the chart costs
    Placement result;
    result.places.resize(requests.size());
    Search search{obstacles, {}, {}};
    for (const std::size_t i : order) {
        auto& place = result.places[i];
        place = search.best(requests[i]);
        result.cost += requests[i].weight * (place ? place->cost + 300.0 * place->form : leftOut);
        result.easy = result.easy && place && !place->leaderTo;
        if (!place) continue;
        search.taken.push_back(place->rect);
        if (place->leaderTo) search.leaders.emplace_back(place->leaderFrom, *place->leaderTo);
    }
    return result;
}

} // namespace

std::vector<std::optional<PlacedLabel>> placeLabels(std::span<const LabelRequest> requests,
                                                    const Obstacles& obstacles) {
    std::vector<std::size_t> order(requests.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto heavier = [&](std::size_t a, std::size_t b) { return requests[a].weight > requests[b].weight; };
    std::stable_sort(order.begin(), order.end(), heavier);
    Placement best = placeInOrder(requests, order, obstacles);
    if (best.easy) return best.places;
    // the first to be placed takes the best place: labels of one weight get a second try from the other end
    std::reverse(order.begin(), order.end());
    std::stable_sort(order.begin(), order.end(), heavier);
    Placement other = placeInOrder(requests, order, obstacles);
    return other.cost < best.cost ? other.places : best.places;
}

} // namespace zg
