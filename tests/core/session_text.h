// SPDX-License-Identifier: GPL-3.0-or-later
// Sessions as text and back, and where the test data lies.
#pragma once

#include "core/session.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>
#include <string>

namespace zg {

inline std::string textOf(const Session& session) {
    std::ostringstream out;
    Result<SessionWriter> writer = SessionWriter::create(out, session);
    EXPECT_TRUE(writer.has_value());
    for (const Run& run : session.runs) EXPECT_TRUE(writer->wholeRun(run).has_value());
    return out.str();
}

inline Result<LoadedSession> sessionOf(const std::string& text) {
    std::istringstream in(text);
    return readSession(in, "text");
}

inline std::filesystem::path dataFile(const std::string& name) {
    return std::filesystem::path(ZIGGURAT_TEST_DATA) / name;
}
inline std::filesystem::path courseFile() { return std::filesystem::path(ZIGGURAT_SESSIONS) / "course-h100.ziggurat"; }

/// A folder of its own for one test, gone afterwards.
class TemporaryFolder {
public:
    TemporaryFolder() {
        std::string pattern = (std::filesystem::temp_directory_path() / "ziggurat-test-XXXXXX").string();
        path_ = mkdtemp(pattern.data());
    }
    ~TemporaryFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    [[nodiscard]] std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

private:
    std::filesystem::path path_;
};

} // namespace zg
