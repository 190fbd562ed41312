// SPDX-License-Identifier: GPL-3.0-or-later
// The references: cuBLAS at three precisions, loaded at run time where it is found.
#pragma once

#include "core/result.h"
#include "kernels/cuda/matmul/rung.h"

#include <memory>
#include <optional>
#include <stdexcept>

namespace zg::matmul {

/// Thrown where the library refuses or fails; runMatmul turns it into an Error.
class LibraryFailure : public std::runtime_error {
public:
    explicit LibraryFailure(Error error) : std::runtime_error(error.detail), error_(std::move(error)) {}
    [[nodiscard]] const Error& error() const { return error_; }

private:
    Error error_;
};

/// LibraryNotFound where no cuBLAS is installed, or nothing. It looks at the disk once in the life of the program.
[[nodiscard]] std::optional<Error> lacksCublas();

/// @param variant CublasFp32, CublasTf32 or CublasBf16. The library is loaded at the first use.
[[nodiscard]] std::unique_ptr<Rung> makeCublas(Variant variant);

} // namespace zg::matmul
