// SPDX-License-Identifier: GPL-3.0-or-later
// The kind of each fault.
#include "core/result.h"

namespace zg {

ErrorKind kindOf(Fault fault) {
    if (fault <= Fault::LibraryNotFound) return ErrorKind::Unsupported;
    if (fault <= Fault::DeviceOther) return ErrorKind::Device;
    if (fault <= Fault::DiskFull) return ErrorKind::Io;
    return ErrorKind::Format;
}

} // namespace zg
