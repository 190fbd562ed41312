// SPDX-License-Identifier: GPL-3.0-or-later
// The fonts that the program carries, so that every machine shows the same letters, Hebrew included. Style names the
// families.
#pragma once

namespace zg {

/// Makes the embedded fonts known to Qt, once however often it is called. Needs a QGuiApplication.
void loadFonts();

} // namespace zg
