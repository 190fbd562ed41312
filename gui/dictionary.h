// SPDX-License-Identifier: GPL-3.0-or-later
// Dictionary: the installed translations, exchanged while the program runs. Qt's own words come along where they are to
// be had.
#pragma once

#include "gui/style.h"

#include <QTranslator>

#include <memory>

namespace zg {

class Dictionary {
public:
    /// From now on words are in that language, and the layout runs its way.
    void use(Language language);
    [[nodiscard]] Language language() const { return language_; }

private:
    Language language_ = Language::English;
    std::unique_ptr<QTranslator> own_, qt_;
};

} // namespace zg
