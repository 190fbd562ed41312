// SPDX-License-Identifier: GPL-3.0-or-later
// A shared library that is loaded at run time where it is found: nothing here needs one to start.
#pragma once

#include "core/result.h"

#include <dlfcn.h>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace zg {

/// The path of the first of these files that the loader would find, or that lies in one of `folders`; nothing where
/// there is none. It reads the loader's cache and loads nothing, since loading a large library takes a tenth of a
/// second.
/// @param names file names with their version, the preferred one first
[[nodiscard]] std::optional<std::string> findLibrary(std::span<const char* const> names,
                                                     std::span<const std::string> folders);

class Library {
public:
    /// @return LibraryNotFound with the loader's own words where it cannot be loaded
    [[nodiscard]] static Result<Library> open(const std::string& path);

    /// The function of that name, or null. @tparam Function a pointer to a function
    template <class Function>
    [[nodiscard]] Function symbol(const char* name) const {
        return reinterpret_cast<Function>(dlsym(handle_.get(), name));
    }

private:
    struct Closer {
        void operator()(void* handle) const { dlclose(handle); }
    };
    explicit Library(void* handle) : handle_(handle) {}
    std::unique_ptr<void, Closer> handle_;
};

} // namespace zg
