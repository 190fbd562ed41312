// SPDX-License-Identifier: GPL-3.0-or-later
// The device picker: the button that names the chosen device and the menu of every other, each with where it comes
// from.
#pragma once

#include "gui/controls.h"
#include "gui/workspace.h"

namespace zg {

class DevicePicker : public ChromeButton {
    Q_OBJECT
public:
    explicit DevicePicker(Workspace& workspace, QWidget* parent = nullptr);
    void restyle(const Style& style);
    void retranslate();

Q_SIGNALS:
    void openWanted();

private:
    void fill(QMenu& menu);

    Workspace& workspace_;
    Style style_;
};

} // namespace zg
