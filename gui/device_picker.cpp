// SPDX-License-Identifier: GPL-3.0-or-later
// Lists what Workspace knows, in its order: live, recorded, published, opened.
#include "gui/device_picker.h"

#include "gui/labels.h"

#include <QMenu>

namespace zg {

DevicePicker::DevicePicker(Workspace& workspace, QWidget* parent)
    : ChromeButton(Look::Plain, parent), workspace_(workspace) {
    setMenu([this](QMenu& menu) { fill(menu); });
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(&workspace, &Workspace::currentChanged, this, &DevicePicker::retranslate);
    connect(&workspace, &Workspace::devicesChanged, this, &DevicePicker::retranslate);
    retranslate();
}

void DevicePicker::restyle(const Style& style) {
    style_ = style;
    ChromeButton::restyle(style);
}

void DevicePicker::retranslate() {
    const DeviceEntry* entry = workspace_.currentEntry();
    setText(entry ? QString::fromStdString(entry->session.device.name) : labels::word(Word::Device));
    setTrailing(entry ? symbolOf(entry->origin) : Symbol::None, entry ? labels::origin(*entry) : QString());
    setAccessibleName(labels::word(Word::Device) + QStringLiteral(": ") +
                      (entry ? labels::deviceLine(*entry) : QString()));
}

void DevicePicker::fill(QMenu& menu) {
    const int sizePx = style_.font(18).pixelSize();
    for (int i = 0; i < static_cast<int>(workspace_.entries().size()); ++i) {
        const DeviceEntry& entry = workspace_.entries()[static_cast<std::size_t>(i)];
        QString line = labels::deviceLine(entry);
        line.replace(u'&', QStringLiteral("&&")); // text from a file or a driver is no mnemonic
        QAction* action = menu.addAction(line);
        const QColor color = entry.origin == Origin::Live ? style_.tierText(LevelKind::L2) : style_.palette().text;
        action->setIcon(symbolIcon(symbolOf(entry.origin), color, sizePx, devicePixelRatioF()));
        if (i == workspace_.current()) {
            QFont font = menu.font();
            font.setWeight(QFont::DemiBold);
            action->setFont(font);
        }
        connect(action, &QAction::triggered, this, [this, i] { workspace_.chooseDevice(i); });
    }
    menu.addSeparator();
    connect(menu.addAction(labels::word(Word::Open)), &QAction::triggered, this, &DevicePicker::openWanted);
}

} // namespace zg
