// SPDX-License-Identifier: GPL-3.0-or-later
// Where libraries are looked for: LD_LIBRARY_PATH, the loader's cache, the caller's folders; in that order, as dlopen
// does.
#include "kernels/cuda/library.h"

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string_view>
#include <unistd.h>

namespace zg {
namespace {

bool isThere(const std::string& path) { return access(path.c_str(), R_OK) == 0; }

std::string joined(const std::string& folder, std::string_view name) {
    std::string path = folder;
    path += '/';
    path += name;
    return path;
}

/// The cache (ld.so.cache, written by ldconfig) holds the full path of every library as text that ends with a zero.
std::optional<std::string> inCache(const std::string& cache, std::string_view name) {
    const std::string end = joined({}, name) + '\0';
    for (std::size_t at = cache.find(end); at != std::string::npos; at = cache.find(end, at + 1)) {
        const std::size_t before = cache.rfind('\0', at);
        const std::size_t begin = before == std::string::npos ? 0 : before + 1;
        std::string path = cache.substr(begin, at + end.size() - 1 - begin);
        if (isThere(path)) return path;
    }
    return std::nullopt;
}

std::optional<std::string> inFolders(std::istream&& folders, std::string_view name) {
    for (std::string folder; std::getline(folders, folder, ':');) {
        std::string path = joined(folder, name);
        if (!folder.empty() && isThere(path)) return path;
    }
    return std::nullopt;
}

} // namespace

std::optional<std::string> findLibrary(std::span<const char* const> names, std::span<const std::string> folders) {
    std::ifstream file("/etc/ld.so.cache", std::ios::binary);
    const std::string cache{std::istreambuf_iterator<char>(file), {}};
    const char* const listed = std::getenv("LD_LIBRARY_PATH");
    for (const char* name : names) {
        if (auto path = inFolders(std::istringstream(listed ? listed : ""), name)) return path;
        if (auto path = inCache(cache, name)) return path;
        for (const std::string& folder : folders)
            if (std::string path = joined(folder, name); isThere(path)) return path;
    }
    return std::nullopt;
}

Result<Library> Library::open(const std::string& path) {
    void* const handle = dlopen(path.c_str(), RTLD_LAZY | RTLD_LOCAL);
    if (!handle) {
        const char* const why = dlerror();
        return fail(Fault::LibraryNotFound, why ? why : path);
    }
    return Library(handle);
}

} // namespace zg
