// SPDX-License-Identifier: GPL-3.0-or-later
// The top line: which device, Run or Stop, and what concerns the whole window. Where room is short, words give way to
// symbols and then to the menu, which holds everything.
#pragma once

#include "gui/controls.h"
#include "gui/device_picker.h"

#include <QWidget>

namespace zg {

class TopBar : public QWidget {
    Q_OBJECT
public:
    explicit TopBar(Workspace& workspace, QWidget* parent = nullptr);
    void restyle(const Style& style);
    void retranslate();

    [[nodiscard]] DevicePicker& picker() const { return *picker_; }
    [[nodiscard]] ChromeButton& run() const { return *run_; }
    [[nodiscard]] ChromeButton& smaller() const { return *smaller_; }
    [[nodiscard]] ChromeButton& larger() const { return *larger_; }
    [[nodiscard]] ChromeButton& theme() const { return *theme_; }
    [[nodiscard]] ChromeButton& language() const { return *language_; }
    [[nodiscard]] ChromeButton& exporter() const { return *export_; }
    [[nodiscard]] ChromeButton& menu() const { return *menu_; }

protected:
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void arrange();
    void showRunState();

    Workspace& workspace_;
    DevicePicker* picker_;
    ChromeButton *run_, *smaller_, *larger_, *theme_, *language_, *export_, *menu_;
    Style style_;
};

} // namespace zg
