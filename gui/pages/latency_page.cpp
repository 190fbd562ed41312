// SPDX-License-Identifier: GPL-3.0-or-later
// Feeds the staircase figure and keeps the row of controls true to the device: what a CPU or a recording does not have
// is hidden or cannot be chosen.
#include "gui/pages/latency_page.h"

#include "core/pyramid.h"
#include "core/requests.h"
#include "core/replay.h"
#include "gui/labels.h"

#include <QMenu>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace zg {
namespace {

constexpr std::array orders{Order::Random, Order::Sequential, Order::RandomInPages};
constexpr std::array paths{CachePath::ThroughL1, CachePath::PastL1};
constexpr std::array carveouts{0, 50, 100};
constexpr int severalSms = 8; // enough to show that latency depends on the SM (MEASURE.md, rule 9), at 8 times the rows

template <std::size_t n, class T>
int indexOf(const std::array<T, n>& all, T value) {
    const auto found = std::ranges::find(all, value);
    return found == all.end() ? 0 : static_cast<int>(found - all.begin());
}

bool sameChase(const Request& a, const Request& b) {
    return a.probe == b.probe && a.order == b.order && a.path == b.path && a.sharedCarveout == b.sharedCarveout &&
           a.sms.empty() == b.sms.empty();
}

/// The chase of the session that answers this request, or -1.
int runFor(const Session& session, const Request& request, bool exactly) {
    for (std::size_t i = session.runs.size(); i-- > 0;)
        if (sameChase(session.runs[i].request, request)) return static_cast<int>(i);
    return exactly ? -1 : bestRun(session, request);
}

} // namespace

LatencyPage::LatencyPage(Workspace& workspace, QWidget* parent)
    : Page(parent),
      workspace_(workspace),
      row_(new QWidget(this)),
      unit_(new Segments(2, row_)),
      axis_(new Segments(2, row_)),
      order_(new Choice(row_)),
      path_(new Choice(row_)),
      carveout_(new Choice(row_)),
      sms_(new Choice(row_)),
      overlay_(new Choice(row_)),
      more_(new ChromeButton(ChromeButton::Look::Plain, row_)),
      view_(new FigureView(figure_, this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(row_);
    column->addWidget(view_, 1);
    setFocusProxy(view_);
    more_->setSymbol(Symbol::More);
    more_->setSymbolOnly(true);
    more_->setMenu([this](QMenu& menu) {
        for (Choice* choice : overflowed_) {
            QMenu* inner = menu.addMenu(choice->name() + QStringLiteral(": ") + choice->text());
            inner->setFont(menu.font());
            choice->fill(*inner);
        }
    });
    retranslate();
    connectControls();
    updateChoices();
    updateOverlays();
    update();
}

void LatencyPage::connectControls() {
    connect(unit_, &Segments::picked, this, [this](int index) {
        setUnit(index == 0 ? Unit::Cycles : Unit::Nanoseconds);
        Q_EMIT unitPicked(index == 0 ? Unit::Cycles : Unit::Nanoseconds);
    });
    connect(axis_, &Segments::picked, this, [this](int index) {
        setLogarithmic(index == 1);
        Q_EMIT axisPicked(index == 1);
    });
    for (Choice* choice : {order_, path_, carveout_, sms_})
        connect(choice, &Choice::picked, this, &LatencyPage::update);
    connect(overlay_, &Choice::picked, this, [this](int index) {
        workspace_.chooseOverlay(index == 0 ? -1 : overlayEntries_[static_cast<std::size_t>(index - 1)]);
    });
    connect(view_, &FigureView::hovered, this,
            [this](QPointF point) { setCrosshair(figure_.nearest(point, view_->area(), view_->look())); });
    connect(view_, &FigureView::left, this, [this] { setCrosshair(std::nullopt); });
    connect(view_, &FigureView::clicked, this,
            [this](QPointF point) { setCrosshair(figure_.nearest(point, view_->area(), view_->look())); });
    connect(view_, &FigureView::stepped, this, [this](int direction) {
        if (figure_.pointCount() == 0) return;
        const int start = direction > 0 ? -1 : figure_.pointCount();
        setCrosshair(std::clamp(figure_.crosshair().value_or(start) + direction, 0, figure_.pointCount() - 1));
    });
    connect(&workspace_, &Workspace::devicesChanged, this, [this] {
        updateOverlays();
        update();
    });
    connect(&workspace_, &Workspace::currentChanged, this, [this] {
        figure_.setCrosshair(std::nullopt);
        updateChoices();
        updateOverlays();
        update();
    });
    connect(&workspace_, &Workspace::sessionChanged, this, [this] {
        updateOverlays();
        update();
    });
}

void LatencyPage::restyle(const Style& style) {
    style_ = style;
    unit_->restyle(style);
    axis_->restyle(style);
    for (Choice* choice : {order_, path_, carveout_, sms_, overlay_}) choice->restyle(style);
    more_->restyle(style);
    arrange();
    view_->restyle(style);
}

void LatencyPage::retranslate() {
    using labels::word;
    unit_->setWords(word(Word::UnitChoice), {word(Word::UnitCycles), word(Word::UnitNanoseconds)});
    axis_->setWords(word(Word::AxisChoice), {word(Word::AxisLinear), word(Word::AxisLogarithmic)});
    QStringList words;
    for (const Order order : orders) words << labels::order(order);
    order_->setWords(word(Word::OrderChoice), words);
    path_->setWords(word(Word::PathChoice), {labels::path(CachePath::ThroughL1), labels::path(CachePath::PastL1)});
    words.clear();
    for (const int percent : carveouts) words << labels::percent(percent);
    carveout_->setWords(word(Word::CarveoutChoice), words);
    more_->setText(word(Word::MoreChoices));
    more_->setAccessibleName(more_->text());
    sms_->setWords(word(Word::SmChoice), {word(Word::SmOne), word(Word::SmSeveral)});
    overlayWords_.clear(); // the caption changed with the language, whatever the devices are called
    updateOverlays();
    arrange();
    update();
}

Request LatencyPage::request() const {
    Request request;
    const DeviceEntry* entry = workspace_.currentEntry();
    if (!entry) return request;
    for (const Request& standard : pyramidRequests(entry->session.device))
        if (standard.probe == Probe::Chase) request = standard;
    request.order = orders[static_cast<std::size_t>(order_->chosen())];
    if (entry->session.device.kind != DeviceKind::Gpu) return request;
    request.path = paths[static_cast<std::size_t>(path_->chosen())];
    request.sharedCarveout = carveouts[static_cast<std::size_t>(carveout_->chosen())];
    const int count = entry->session.device.sm ? entry->session.device.sm->smCount : 0;
    if (sms_->chosen() == 1)
        for (int i = 0; i < std::min(severalSms, count); ++i)
            request.sms.push_back(i * count / std::min(severalSms, count));
    return request;
}

std::vector<Request> LatencyPage::requests() const { return {request()}; }

void LatencyPage::setUnit(Unit unit) {
    wanted_ = unit;
    unit_->choose(unit == Unit::Cycles ? 0 : 1);
    update();
}

void LatencyPage::setLogarithmic(bool logarithmic) {
    axis_->choose(logarithmic ? 1 : 0);
    figure_.setLogarithmic(logarithmic);
    view_->refresh();
}

void LatencyPage::setControlsShown(bool shown) { row_->setVisible(shown); }

void LatencyPage::showEvent(QShowEvent* event) {
    update();
    Page::showEvent(event);
}

void LatencyPage::resizeEvent(QResizeEvent* event) {
    Page::resizeEvent(event);
    arrange();
}

void LatencyPage::update() {
    if (isVisibleTo(parentWidget())) sync();
}

void LatencyPage::sync() {
    const Session* session = workspace_.shownSession();
    const DeviceEntry* entry = workspace_.currentEntry();
    const Activity& activity = workspace_.activity();
    const bool running = activity.running && activity.request.probe == Probe::Chase;
    Session shown = session ? *session : Session{};
    if (!running) { // the figure draws the newest chase: make that the one chosen above
        if (const int index = runFor(shown, request(), entry && entry->origin == Origin::Live); index >= 0)
            std::rotate(shown.runs.begin() + index, shown.runs.begin() + index + 1, shown.runs.end());
    }
    figure_.setRunning(running);
    figure_.setPlannedPoints(activity.outcome || running ? activity.pointsPlanned : 0);
    figure_.setSession(shown, entry ? entry->origin : Origin::Live);
    const DeviceEntry* other = workspace_.overlayEntry();
    figure_.setOverlay(other ? &other->session : nullptr, other ? other->origin : Origin::Recorded);

    const std::vector<Unit> units = figure_.units();
    const auto has = [&](Unit unit) { return std::ranges::find(units, unit) != units.end(); };
    Unit unit = wanted_;
    unit_->setPossible(0, has(Unit::Cycles), labels::word(Word::NotInRecording));
    unit_->setPossible(1, has(Unit::Nanoseconds), labels::word(Word::NotInRecording));
    if (!has(unit) && !units.empty()) unit = units.front();
    unit_->choose(unit == Unit::Cycles ? 0 : 1);
    figure_.setUnit(unit);
    if (figure_.crosshair() && *figure_.crosshair() >= figure_.pointCount()) figure_.setCrosshair(std::nullopt);
    view_->refresh();
}

void LatencyPage::updateChoices() {
    const DeviceEntry* entry = workspace_.currentEntry();
    if (!entry) return;
    const bool gpu = entry->session.device.kind == DeviceKind::Gpu;
    gpu_ = gpu;
    const bool live = entry->origin == Origin::Live;
    const auto recorded = [&](auto matches) {
        return live || std::ranges::any_of(entry->session.runs, [&](const Run& run) {
                   return run.request.probe == Probe::Chase && matches(run.request);
               });
    };
    for (std::size_t i = 0; i < orders.size(); ++i)
        order_->setPossible(static_cast<int>(i),
                            recorded([&](const Request& request) { return request.order == orders[i]; }));
    for (std::size_t i = 0; i < paths.size(); ++i)
        path_->setPossible(static_cast<int>(i),
                           recorded([&](const Request& request) { return request.path == paths[i]; }));
    for (std::size_t i = 0; i < carveouts.size(); ++i)
        carveout_->setPossible(static_cast<int>(i), recorded([&](const Request& request) {
                                   return request.sharedCarveout == carveouts[i];
                               }));
    sms_->setPossible(0, recorded([](const Request& request) { return request.sms.empty(); }));
    sms_->setPossible(1, recorded([](const Request& request) { return !request.sms.empty(); }));

    Request start; // what is drawn first: the plain chase, or the recorded run that is nearest to it
    if (const int best = live ? -1 : bestRun(entry->session, start); best >= 0)
        start = entry->session.runs[static_cast<std::size_t>(best)].request;
    order_->choose(indexOf(orders, start.order));
    path_->choose(indexOf(paths, start.path));
    carveout_->choose(indexOf(carveouts, start.sharedCarveout));
    sms_->choose(start.sms.empty() ? 0 : 1);
    arrange();
}

void LatencyPage::updateOverlays() {
    QStringList words{labels::word(Word::OverlayNone)};
    overlayEntries_.clear();
    int chosen = 0;
    for (int i = 0; i < static_cast<int>(workspace_.entries().size()); ++i) {
        const DeviceEntry& entry = workspace_.entries()[static_cast<std::size_t>(i)];
        const bool hasChase =
            std::ranges::any_of(entry.session.runs, [](const Run& run) { return run.request.probe == Probe::Chase; });
        if (i == workspace_.current() || !hasChase) continue;
        overlayEntries_.push_back(i);
        words << labels::deviceLine(entry);
        if (i == workspace_.overlay()) chosen = static_cast<int>(words.size()) - 1;
    }
    if (words == overlayWords_ && chosen == overlay_->chosen()) return;
    overlayWords_ = words;
    overlay_->choose(0);
    overlay_->setWords(labels::word(Word::OverlayChoice), words);
    overlay_->choose(chosen);
    arrange();
}

/// One row, always: what has no room goes into the menu at its end, the last first.
void LatencyPage::arrange() {
    const int gap = static_cast<int>(style_.px(12)), margin = static_cast<int>(style_.px(24));
    std::vector<QWidget*> shown{unit_, axis_, overlay_, order_};
    if (gpu_) shown.insert(shown.end(), {path_, carveout_, sms_});
    else
        for (Choice* choice : {path_, carveout_, sms_}) choice->hide();
    const auto needed = [&](bool more) {
        int wide = 2 * margin - gap + (more ? more_->sizeHint().width() + gap : 0);
        for (const QWidget* control : shown) wide += control->sizeHint().width() + gap;
        return wide;
    };
    overflowed_.clear();
    while (shown.size() > 2 && needed(!overflowed_.empty()) > width()) {
        overflowed_.insert(overflowed_.begin(), static_cast<Choice*>(shown.back()));
        shown.back()->hide();
        shown.pop_back();
    }
    more_->setVisible(!overflowed_.empty());
    if (!overflowed_.empty()) shown.push_back(more_);
    int x = margin, high = 0;
    for (QWidget* control : shown) {
        control->show();
        const QSize size = control->sizeHint();
        control->setGeometry(style_.direction() == Qt::RightToLeft ? width() - x - size.width() : x, gap, size.width(),
                             size.height());
        x += size.width() + gap;
        high = std::max(high, size.height());
    }
    row_->setFixedHeight(gap + high);
}

void LatencyPage::setCrosshair(std::optional<int> point) {
    if (point == figure_.crosshair()) return;
    figure_.setCrosshair(point);
    view_->refresh();
}

} // namespace zg
