// SPDX-License-Identifier: GPL-3.0-or-later
// The second seam: Session, a device and its runs, and its file of JSON lines. One line is one fact; rows are appended
// as they are measured, so a file cut off anywhere is a session that ends there. The format is described in README.md.
#pragma once

#include "core/backend.h"
#include "core/device.h"
#include "core/run.h"

#include <filesystem>
#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

namespace zg {

inline constexpr int sessionFormatVersion = 1;

/// Who recorded it, when and with what.
struct Provenance {
    std::string program; ///< "ziggurat 0.1.0"
    std::string date;    ///< ISO 8601 UTC, of the start of the recording
    std::string driver;
    std::string toolkit;
    std::string host;   ///< operating system and kernel; never a user or host name
    std::string remark; ///< free text, shown as plain text
    bool operator==(const Provenance&) const = default;
};

struct Session {
    Device device;
    Provenance provenance;
    std::vector<Run> runs;
    UnknownFields unknown;

    bool operator==(const Session&) const = default;
};

/// A provenance for a recording of `device` that starts now.
[[nodiscard]] Provenance provenanceNow(const Device& device);
/// Now as ISO 8601 UTC with seconds.
[[nodiscard]] std::string utcNow();

struct LoadedSession {
    Session session;
    std::vector<Error> warnings; ///< one for every line that was left out, with file and line
};

/// Limits of what is read, against files that are not what they say.
inline constexpr std::size_t sessionLineLimitBytes = 1 << 20;
inline constexpr std::size_t sessionRowLimit = 2'000'000;

/// @param name stands in errors where a path would. Errors: EmptyFile, NoHeader, NotJson, WrongVersion, LineTooLong,
/// and the faults of the header's fields. Lines after the header that cannot be used are left out and named in
/// `warnings`.
[[nodiscard]] Result<LoadedSession> readSession(std::istream& in, const std::string& name);
[[nodiscard]] Result<LoadedSession> loadSession(const std::filesystem::path& file);

/// Appends a session line by line; each line is written whole and flushed.
class SessionWriter {
public:
    /// Writes the header. Errors: what the stream or the path says (NotWritable, DiskFull, IsDirectory).
    [[nodiscard]] static Result<SessionWriter> create(const std::filesystem::path& file, const Session& header);
    [[nodiscard]] static Result<SessionWriter> create(std::ostream& out, const Session& header);
    /// Goes on at the end of a file that holds a session: the next line follows its last whole one. What follows that,
    /// the beginning of a line that was cut off, is removed, since nobody can read it. Errors: NoSuchFile, and as
    /// above.
    [[nodiscard]] static Result<SessionWriter> append(const std::filesystem::path& file);
    ~SessionWriter();
    SessionWriter(SessionWriter&&) noexcept;
    SessionWriter& operator=(SessionWriter&&) noexcept;

    [[nodiscard]] Result<void> beginRun(const Run& run); ///< request, columns, start; rows follow
    [[nodiscard]] Result<void> row(const Row& row);
    [[nodiscard]] Result<void> note(const Note& note);
    [[nodiscard]] Result<void> endRun(RunState state, const std::optional<Error>& error);
    [[nodiscard]] Result<void> wholeRun(const Run& run); ///< all of the above at once

private:
    struct Impl;
    explicit SessionWriter(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

/// Writes all of it through a temporary file beside `file`, then renames: the old file stays whole until the new one
/// is.
[[nodiscard]] Result<void> saveSession(const Session& session, const std::filesystem::path& file);

/// Collects a run while it happens, and passes everything on. Not thread-safe: used on the measuring thread.
class RunCollector : public RunListener {
public:
    /// @param writer may be null; a failing writer is remembered in `writeError` and the run goes on.
    RunCollector(const Request& request, SessionWriter* writer, RunListener* next);
    void begun(const std::vector<Column>& columns) override;
    void row(const Row& row) override;
    void note(const Note& note) override;
    void progress(double fraction, int done, int planned) override;
    /// Closes the run with what Backend::run returned.
    void ended(const Result<RunState>& result);
    [[nodiscard]] const Run& run() const { return run_; }
    [[nodiscard]] const std::optional<Error>& writeError() const { return writeError_; }

private:
    void keep(const Result<void>& written);
    Run run_;
    SessionWriter* writer_;
    RunListener* next_;
    bool begun_ = false;
    std::optional<Error> writeError_;
};

} // namespace zg
