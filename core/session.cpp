// SPDX-License-Identifier: GPL-3.0-or-later
// Files of JSON lines: reading with every fault named by line, appending line by line, saving through a temporary file.
#include "core/session.h"

#include "core/session_json.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <ctime>
#include <fstream>
#include <istream>
#include <limits>
#include <ostream>
#include <sys/utsname.h>
#include <unistd.h>

namespace zg {
namespace {

Error at(Error error, const std::string& file, std::int64_t line) {
    error.file = file;
    error.line = line;
    return error;
}

enum class LineEnd { Newline, EndOfFile, TooLong };

/// One line without its end, never longer than the limit: a file of one endless line must not fill the memory.
LineEnd readLine(std::istream& in, std::string& line) {
    line.clear();
    std::streambuf& buffer = *in.rdbuf();
    constexpr int eof = std::char_traits<char>::eof();
    for (int c = buffer.sbumpc(); c != eof; c = buffer.sbumpc()) {
        if (c == '\n') {
            if (!line.empty() && line.back() == '\r') line.pop_back();
            return LineEnd::Newline;
        }
        if (line.size() == sessionLineLimitBytes) return LineEnd::TooLong;
        line.push_back(static_cast<char>(c));
    }
    return LineEnd::EndOfFile;
}

/// Skips the rest of a line that is too long. Nothing is kept of it; ignore() searches whole buffers, so 1 GB takes a
/// moment.
LineEnd skipLine(std::istream& in) {
    in.clear();
    in.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
    return in.eof() ? LineEnd::EndOfFile : LineEnd::Newline;
}

/// Deep nesting costs stack in some parsers and means nothing here: no line of a session is deeper than 6.
bool tooDeep(const std::string& line) {
    constexpr int limit = 64;
    int depth = 0;
    bool inString = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        if (inString) {
            if (c == '\\') ++i;
            else if (c == '"') inString = false;
        } else if (c == '"') inString = true;
        else if (c == '[' || c == '{') {
            if (++depth > limit) return true;
        } else if (c == ']' || c == '}') --depth;
    }
    return false;
}

/// JSON text has no NaN and no Infinity; a file that says one anyway deserves the exact word. @return which, or empty
std::string nonFiniteWord(const std::string& line) {
    for (const char* word : {"NaN", "nan", "Infinity", "inf"})
        if (line.find(word) != std::string::npos) return word;
    return {};
}

Result<Json> parseLine(const std::string& line) {
    if (tooDeep(line)) return fail(Fault::NotJson, "nesting");
    try {
        return Json::parse(line);
    } catch (const Json::out_of_range&) {
        return fail(Fault::NotFinite); // well-formed, but beyond a double: 1e999
    } catch (const Json::exception&) {
        if (const std::string word = nonFiniteWord(line); !word.empty()) return fail(Fault::NotFinite, word);
        return fail(Fault::NotJson);
    }
}

/// Reads the lines after the header into a session, leaving out what cannot be used.
class BodyReader {
public:
    BodyReader(Session& session, std::vector<Error>& warnings, const std::string& name)
        : session_(session), warnings_(warnings), name_(name) {}

    void line(const std::string& text, std::int64_t number, bool whole) {
        if (text.empty()) return;
        Result<Json> json = parseLine(text);
        if (!json) return warn(whole ? json.error() : Error{Fault::CutOffLine, {}, 0, {}}, number);
        if (auto used = use(*json); !used) warn(used.error(), number);
    }

    void warn(const Error& error, std::int64_t number) {
        // A hostile file can have a fault in each of a million lines: the first ones say it.
        constexpr std::size_t warningLimit = 100;
        if (warnings_.size() < warningLimit) warnings_.push_back(at(error, name_, number));
    }

    [[nodiscard]] bool full() const { return rows_ >= sessionRowLimit; }

private:
    Result<void> use(const Json& json) {
        if (!json.is_object()) return fail(Fault::WrongType, "object");
        if (json.contains("request")) {
            inRun_ = false;
            Result<Run> run = runFromJson(json);
            if (!run) return tl::unexpected<Error>(run.error());
            session_.runs.push_back(std::move(*run));
            inRun_ = true;
            return {};
        }
        if (!json.contains("row") && !json.contains("note") && !json.contains("end")) return {}; // of a newer version
        if (!inRun_) return fail(Fault::UnknownRun);
        Run& run = session_.runs.back();
        if (json.contains("row")) {
            Result<Row> row = rowFromJson(json, run);
            if (!row) return tl::unexpected<Error>(row.error());
            run.rows.push_back(std::move(*row));
            ++rows_;
            return {};
        }
        if (json.contains("note")) {
            Result<Note> note = noteFromJson(json);
            if (!note) return tl::unexpected<Error>(note.error());
            run.notes.push_back(*note);
            return {};
        }
        return endFromJson(json, run);
    }

    Session& session_;
    std::vector<Error>& warnings_;
    const std::string& name_;
    bool inRun_ = false;
    std::size_t rows_ = 0;
};

Fault faultOfErrno(int code, Fault otherwise) {
    switch (code) {
    case ENOENT:
    case ENOTDIR: return Fault::NoSuchFile;
    case EISDIR: return Fault::IsDirectory;
    case ENOSPC:
    case EDQUOT: return Fault::DiskFull;
    default: return otherwise;
    }
}

/// Where in a file the next line can begin, and whether the line before it lacks its end.
struct AppendPoint {
    std::uintmax_t bytes = 0;
    bool endMissing = false;
};

/// Looks at no more than the end of the file: a line is never longer than the limit.
AppendPoint appendPointOf(std::istream& in, std::uintmax_t size) {
    const std::uintmax_t from = size > sessionLineLimitBytes ? size - sessionLineLimitBytes : 0;
    in.seekg(static_cast<std::streamoff>(from));
    std::string tail(static_cast<std::size_t>(size - from), '\0');
    in.read(tail.data(), static_cast<std::streamsize>(tail.size()));
    const std::size_t newline = tail.rfind('\n');
    const std::size_t lineStart = newline == std::string::npos ? 0 : newline + 1;
    if (lineStart == tail.size()) return {size, false};
    if (newline == std::string::npos && from > 0) return {size, true}; // longer than any line: left out by a reader
    // An editor may have taken away the last line's end alone.
    const bool whole = parseLine(tail.substr(lineStart)).has_value();
    return whole ? AppendPoint{size, true} : AppendPoint{from + lineStart, false};
}

tl::unexpected<Error> ioFailure(const std::filesystem::path& file, int code, Fault otherwise) {
    return tl::unexpected<Error>(
        Error{faultOfErrno(code, otherwise), file.string(), 0, code ? std::strerror(code) : ""});
}

} // namespace

std::string utcNow() {
    const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    std::tm utc{};
    gmtime_r(&now, &utc);
    std::array<char, 32> text{};
    std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &utc);
    return text.data();
}

Provenance provenanceNow(const Device& device) {
    Provenance provenance;
    provenance.program = "ziggurat " ZIGGURAT_VERSION;
    provenance.date = utcNow();
    provenance.driver = device.driver;
    provenance.toolkit = device.toolkit;
    utsname system{};
    if (uname(&system) == 0)
        provenance.host = std::string(system.sysname) + " " + system.release + " " + system.machine;
    return provenance;
}

Result<LoadedSession> readSession(std::istream& in, const std::string& name) {
    std::string text;
    LineEnd end = readLine(in, text);
    if (end == LineEnd::TooLong) return tl::unexpected<Error>(Error{Fault::LineTooLong, name, 1, {}});
    if (end == LineEnd::EndOfFile && text.empty()) return tl::unexpected<Error>(Error{Fault::EmptyFile, name, 0, {}});
    Result<Json> json = parseLine(text);
    if (!json) {
        // A first line that is no JSON at all is no header; a header that was cut off says so.
        const bool ours = text.starts_with("{\"ziggurat\"");
        if (ours && end == LineEnd::EndOfFile) return tl::unexpected<Error>(Error{Fault::CutOffLine, name, 1, {}});
        if (!ours && json.error().fault == Fault::NotJson)
            return tl::unexpected<Error>(Error{Fault::NoHeader, name, 1, {}});
        return tl::unexpected<Error>(at(json.error(), name, 1));
    }
    Result<Session> header = headerFromJson(*json);
    if (!header) return tl::unexpected<Error>(at(header.error(), name, 1));

    LoadedSession loaded;
    loaded.session = std::move(*header);
    BodyReader body(loaded.session, loaded.warnings, name);
    for (std::int64_t number = 2; end == LineEnd::Newline; ++number) {
        end = readLine(in, text);
        if (end == LineEnd::TooLong) {
            body.warn(Error{Fault::LineTooLong, {}, 0, {}}, number);
            end = skipLine(in);
            continue;
        }
        body.line(text, number, end == LineEnd::Newline);
        if (body.full()) {
            body.warn(Error{Fault::TooManyRows, {}, 0, {}}, number);
            break;
        }
    }
    return loaded;
}

Result<LoadedSession> loadSession(const std::filesystem::path& file) {
    std::error_code code;
    const auto status = std::filesystem::status(file, code);
    if (status.type() == std::filesystem::file_type::not_found) return ioFailure(file, ENOENT, Fault::NoSuchFile);
    if (status.type() == std::filesystem::file_type::directory) return ioFailure(file, EISDIR, Fault::IsDirectory);
    // A device or a pipe under a file's name would block or never end.
    if (status.type() != std::filesystem::file_type::regular) return ioFailure(file, 0, Fault::NotReadable);
    errno = 0;
    std::ifstream in(file, std::ios::binary);
    if (!in) return ioFailure(file, errno, Fault::NotReadable);
    return readSession(in, file.string());
}

struct SessionWriter::Impl {
    std::ofstream own;
    std::ostream* out = nullptr;
    std::filesystem::path file;

    Result<void> line(const Json& json) {
        errno = 0;
        *out << json.dump(-1, ' ', false, Json::error_handler_t::replace) << '\n' << std::flush;
        if (!*out) return ioFailure(file, errno, Fault::NotWritable);
        return {};
    }
};

SessionWriter::SessionWriter(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
SessionWriter::~SessionWriter() = default;
SessionWriter::SessionWriter(SessionWriter&&) noexcept = default;
SessionWriter& SessionWriter::operator=(SessionWriter&&) noexcept = default;

Result<SessionWriter> SessionWriter::create(const std::filesystem::path& file, const Session& header) {
    auto impl = std::make_unique<Impl>();
    impl->file = file;
    errno = 0;
    impl->own.open(file, std::ios::binary | std::ios::trunc);
    if (!impl->own) return ioFailure(file, errno, Fault::NotWritable);
    impl->out = &impl->own;
    if (auto written = impl->line(headerToJson(header)); !written) return tl::unexpected<Error>(written.error());
    return SessionWriter(std::move(impl));
}

Result<SessionWriter> SessionWriter::create(std::ostream& out, const Session& header) {
    auto impl = std::make_unique<Impl>();
    impl->out = &out;
    if (auto written = impl->line(headerToJson(header)); !written) return tl::unexpected<Error>(written.error());
    return SessionWriter(std::move(impl));
}

Result<SessionWriter> SessionWriter::append(const std::filesystem::path& file) {
    std::error_code code;
    const std::uintmax_t size = std::filesystem::file_size(file, code);
    if (code) return ioFailure(file, code.value(), Fault::NotReadable);
    errno = 0;
    std::ifstream in(file, std::ios::binary);
    if (!in) return ioFailure(file, errno, Fault::NotReadable);
    const AppendPoint point = appendPointOf(in, size);
    if (point.bytes < size) std::filesystem::resize_file(file, point.bytes, code);
    if (code) return ioFailure(file, code.value(), Fault::NotWritable);
    auto impl = std::make_unique<Impl>();
    impl->file = file;
    errno = 0;
    impl->own.open(file, std::ios::binary | std::ios::app);
    if (impl->own && point.endMissing) impl->own << '\n' << std::flush;
    if (!impl->own) return ioFailure(file, errno, Fault::NotWritable);
    impl->out = &impl->own;
    return SessionWriter(std::move(impl));
}

Result<void> SessionWriter::beginRun(const Run& run) { return impl_->line(runToJson(run)); }
Result<void> SessionWriter::row(const Row& row) { return impl_->line(rowToJson(row)); }
Result<void> SessionWriter::note(const Note& note) { return impl_->line(noteToJson(note)); }
Result<void> SessionWriter::endRun(RunState state, const std::optional<Error>& error) {
    return impl_->line(endToJson(state, error));
}

Result<void> SessionWriter::wholeRun(const Run& run) {
    if (auto written = beginRun(run); !written) return written;
    for (const Note& note : run.notes)
        if (auto written = this->note(note); !written) return written;
    for (const Row& row : run.rows)
        if (auto written = this->row(row); !written) return written;
    if (run.state == RunState::Running) return {};
    return endRun(run.state, run.error);
}

Result<void> saveSession(const Session& session, const std::filesystem::path& file) {
    std::error_code code;
    if (std::filesystem::is_directory(file, code)) return ioFailure(file, EISDIR, Fault::IsDirectory);
    std::filesystem::path part = file;
    part += ".part-" + std::to_string(getpid());
    const auto giveUp = [&](Error error) {
        std::filesystem::remove(part, code);
        error.file = file.string();
        return tl::unexpected<Error>(std::move(error));
    };
    {
        Result<SessionWriter> writer = SessionWriter::create(part, session);
        if (!writer) return giveUp(writer.error());
        for (const Run& run : session.runs)
            if (auto written = writer->wholeRun(run); !written) return giveUp(written.error());
    }
    std::filesystem::rename(part, file, code);
    if (code) return giveUp(Error{faultOfErrno(code.value(), Fault::NotWritable), {}, 0, code.message()});
    return {};
}

RunCollector::RunCollector(const Request& request, SessionWriter* writer, RunListener* next)
    : writer_(writer), next_(next) {
    run_.request = request;
    run_.started = utcNow();
}

void RunCollector::keep(const Result<void>& written) {
    if (written || writeError_) return;
    writeError_ = written.error();
    writer_ = nullptr; // the file ends here; the run goes on in memory
}

void RunCollector::begun(const std::vector<Column>& columns) {
    run_.columns = columns;
    begun_ = true;
    if (writer_) keep(writer_->beginRun(run_));
    if (next_) next_->begun(columns);
}

void RunCollector::row(const Row& row) {
    run_.rows.push_back(row);
    if (writer_) keep(writer_->row(row));
    if (next_) next_->row(row);
}

void RunCollector::note(const Note& note) {
    run_.notes.push_back(note);
    if (writer_) keep(writer_->note(note));
    if (next_) next_->note(note);
}

void RunCollector::progress(double fraction, int done, int planned) {
    if (next_) next_->progress(fraction, done, planned);
}

void RunCollector::ended(const Result<RunState>& result) {
    run_.state = result ? *result : RunState::Failed;
    if (!result) run_.error = result.error();
    // A run that failed before its first column leaves a line too: the file says what was tried.
    if (!begun_ && writer_) keep(writer_->beginRun(run_));
    if (writer_) keep(writer_->endRun(run_.state, run_.error));
}

} // namespace zg
