// SPDX-License-Identifier: GPL-3.0-or-later
// What can go wrong, as data: core never makes a sentence. gui/labels and kernels/cli_text turn a Fault into words.
#pragma once

#include <cstdint>
#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace zg {

/// The four kinds decide what a caller does: offer something else, offer to try again, name the path, name the line.
enum class ErrorKind { Unsupported, Device, Io, Format };

/// The closed list of faults; each has one sentence in gui/labels and one in kernels/cli_text.
enum class Fault {
    // Unsupported
    NotBuiltWithCuda,
    ProbeNotSupported,
    NoRecordedRun,
    NeedsNewerGpu,   ///< detail: the compute capability that it needs
    LibraryNotFound, ///< detail: the library's file name, or the loader's own words
    // Device
    NoDriver,
    DriverTooOld,
    NoGpu,
    NoKernelImage,
    DeviceBusy,
    OutOfMemory,
    IllegalAccess,
    LaunchTimeout,
    DeviceLost,
    WrongResult,
    UnknownDevice,
    DeviceOther,
    // Io
    NoSuchFile,
    IsDirectory,
    NotReadable,
    NotWritable,
    DiskFull,
    // Format
    EmptyFile,
    NoHeader,
    WrongVersion,
    NotJson,
    LineTooLong,
    TooManyRows,
    CutOffLine,
    MissingField,
    WrongType,
    NegativeSize,
    NotFinite,
    UnknownRun,
    WrongColumnCount,
};

struct Error {
    Fault fault = Fault::DeviceOther;
    std::string file;      ///< path where the fault is about a file, else empty
    std::int64_t line = 0; ///< 1-based line in `file`; 0 where there is none
    std::string
        detail; ///< the technical rest: a field's name, a driver's own text; never translated, shown as plain text

    bool operator==(const Error&) const = default;
};

[[nodiscard]] ErrorKind kindOf(Fault fault);

template <class T>
using Result = tl::expected<T, Error>;

[[nodiscard]] inline tl::unexpected<Error> fail(Fault fault, std::string detail = {}) {
    return tl::unexpected<Error>(Error{fault, {}, 0, std::move(detail)});
}

} // namespace zg
