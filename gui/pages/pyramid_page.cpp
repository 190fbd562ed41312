// SPDX-License-Identifier: GPL-3.0-or-later
// Feeds the pyramid figure. A page that is not shown does nothing until it is.
#include "gui/pages/pyramid_page.h"

#include "core/pyramid.h"
#include "core/requests.h"

#include <QVBoxLayout>

#include <algorithm>

namespace zg {

PyramidPage::PyramidPage(Workspace& workspace, QWidget* parent)
    : Page(parent), workspace_(workspace), view_(new FigureView(figure_, this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(view_);
    setFocusProxy(view_);
    connect(&workspace, &Workspace::currentChanged, this, [this] {
        figure_.setSelected(std::nullopt);
        update();
    });
    connect(&workspace, &Workspace::sessionChanged, this, &PyramidPage::update);
    connect(view_, &FigureView::clicked, this,
            [this](QPointF point) { select(figure_.levelAt(point, view_->area(), view_->look())); });
    connect(view_, &FigureView::stepped, this, &PyramidPage::step);
    update();
}

void PyramidPage::restyle(const Style& style) { view_->restyle(style); }

std::vector<Request> PyramidPage::requests() const {
    const DeviceEntry* entry = workspace_.currentEntry();
    return entry ? pyramidRequests(entry->session.device) : std::vector<Request>{};
}

void PyramidPage::setUnit(Unit unit) {
    figure_.setUnit(unit);
    update();
}

void PyramidPage::showEvent(QShowEvent* event) {
    update();
    Page::showEvent(event);
}

void PyramidPage::update() {
    if (isVisibleTo(parentWidget())) sync();
}

void PyramidPage::sync() {
    const Session* session = workspace_.shownSession();
    const DeviceEntry* entry = workspace_.currentEntry();
    figure_.setSession(session ? *session : Session{}, entry ? entry->origin : Origin::Live);
    view_->refresh();
}

void PyramidPage::select(std::optional<LevelKind> level) {
    figure_.setSelected(level == figure_.selected() ? std::nullopt : level);
    view_->refresh();
}

void PyramidPage::step(int direction) {
    const std::vector<LevelKind> levels = figure_.levels();
    if (levels.empty()) return;
    const auto now = figure_.selected() ? std::ranges::find(levels, *figure_.selected()) : levels.end();
    const int count = static_cast<int>(levels.size());
    const int index =
        now == levels.end() ? (direction > 0 ? 0 : count - 1) : static_cast<int>(now - levels.begin()) + direction;
    figure_.setSelected(index < 0 || index >= count ? std::nullopt
                                                    : std::optional(levels[static_cast<std::size_t>(index)]));
    view_->refresh();
}

} // namespace zg
