// SPDX-License-Identifier: GPL-3.0-or-later
// Sessions written and read back: equal, whatever they hold; and files that end early. Broken files:
// broken_session_test.cpp.
#include "random_session.h"
#include "session_text.h"

#include "core/latency.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <limits>
#include <locale>

namespace zg {

namespace {

constexpr std::uint64_t seeds = 300;

TEST(Session, IsEqualAfterWritingAndReadingWhateverItHolds) {
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        const Session written = randomSession(seed);
        const Result<LoadedSession> read = sessionOf(textOf(written));
        ASSERT_TRUE(read.has_value()) << "seed " << seed << ": " << read.error().detail;
        ASSERT_TRUE(read->warnings.empty())
            << "seed " << seed << ", line " << read->warnings.front().line << ": " << read->warnings.front().detail;
        ASSERT_EQ(read->session.device, written.device) << "seed " << seed;
        ASSERT_EQ(read->session.provenance, written.provenance) << "seed " << seed;
        ASSERT_EQ(read->session.runs.size(), written.runs.size()) << "seed " << seed;
        for (std::size_t i = 0; i < written.runs.size(); ++i)
            ASSERT_EQ(read->session.runs[i], written.runs[i]) << "seed " << seed << ", run " << i;
        ASSERT_EQ(read->session, written) << "seed " << seed;
    }
}

TEST(Session, IsTheSameTextWhenWrittenAgain) {
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        const std::string text = textOf(randomSession(seed));
        ASSERT_EQ(textOf(sessionOf(text)->session), text) << "seed " << seed;
    }
}

TEST(Session, SavedToAFileAndLoadedIsEqual) {
    const TemporaryFolder folder;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const Session written = randomSession(seed);
        ASSERT_TRUE(saveSession(written, folder / "s.ziggurat").has_value());
        const Result<LoadedSession> read = loadSession(folder / "s.ziggurat");
        ASSERT_TRUE(read.has_value());
        ASSERT_EQ(read->session, written) << "seed " << seed;
    }
}

TEST(Session, DoesNotDependOnTheLocale) {
    struct Commas : std::numpunct<char> {
        char do_decimal_point() const override { return ','; }
        char do_thousands_sep() const override { return '.'; }
        std::string do_grouping() const override { return "\3"; }
    };
    const std::string text = textOf(randomSession(7));
    const std::locale before = std::locale::global(std::locale(std::locale::classic(), new Commas));
    const std::string withCommas = textOf(randomSession(7));
    const Result<LoadedSession> read = sessionOf(text);
    std::locale::global(before);
    EXPECT_EQ(withCommas, text);
    EXPECT_EQ(read->session, randomSession(7));
}

TEST(Session, KeepsFieldsOfANewerVersionWhenItIsSavedAgain) {
    const std::string text =
        "{\"ziggurat\":1,\"program\":\"p\",\"date\":\"d\",\"tomorrow\":{\"deep\":[1,2,{\"x\":null}]},"
        "\"device\":{\"id\":\"cuda:0\",\"name\":\"n\",\"levels\":[],\"colour\":\"green\"}}\n"
        "{\"request\":{\"probe\":\"chase\"},\"started\":\"\",\"columns\":[],\"mood\":[\"good\"]}\n";
    const Result<LoadedSession> read = sessionOf(text);
    ASSERT_TRUE(read.has_value());
    EXPECT_TRUE(read->warnings.empty());
    EXPECT_EQ(read->session.unknown.at("tomorrow"), "{\"deep\":[1,2,{\"x\":null}]}");
    const Session again = sessionOf(textOf(read->session))->session;
    EXPECT_EQ(again, read->session);
    EXPECT_EQ(again.device.unknown.at("colour"), "\"green\"");
    EXPECT_EQ(again.runs.at(0).unknown.at("mood"), "[\"good\"]");
}

TEST(Session, LeavesOutLinesOfANewerVersionWithoutAWarning) {
    const std::string text = textOf(Session{}) + "{\"bookmark\":3}\n";
    const Result<LoadedSession> read = sessionOf(text);
    ASSERT_TRUE(read.has_value());
    EXPECT_TRUE(read->warnings.empty());
}

TEST(Session, WithTextThatIsNotUtf8IsStillWrittenAndReadsAsReplacementCharacters) {
    Session session;
    session.device.name = "bad \xFF\xC0 byte";
    session.provenance.remark = "cut \xE2\x82";
    const Result<LoadedSession> read = sessionOf(textOf(session));
    ASSERT_TRUE(read.has_value());
    EXPECT_EQ(read->session.device.name, "bad \xEF\xBF\xBD\xEF\xBF\xBD byte");
    EXPECT_EQ(read->session.provenance.remark, "cut \xEF\xBF\xBD");
}

TEST(Session, WritesAnInfiniteCellAsNoValue) {
    Session session;
    zg::Run run;
    run.columns = {{"bytes", Unit::Bytes}};
    run.rows = {{0, {std::numeric_limits<double>::infinity()}}};
    session.runs = {run};
    const Result<LoadedSession> read = sessionOf(textOf(session));
    ASSERT_TRUE(read.has_value());
    ASSERT_EQ(read->session.runs.at(0).rows.size(), 1u);
    EXPECT_TRUE(std::isnan(read->session.runs[0].rows[0].values[0]));
}

TEST(Session, WithDosLineEndsReadsTheSame) {
    const Session written = randomSession(11);
    std::string dos;
    for (const char c : textOf(written)) dos += c == '\n' ? std::string("\r\n") : std::string(1, c);
    const Result<LoadedSession> read = sessionOf(dos);
    ASSERT_TRUE(read.has_value());
    EXPECT_EQ(read->session, written);
}

// ---- Files that end early ----

Session sessionToCut() {
    Session session;
    session.device.id = "cpu";
    session.device.name = "מעבד \xF0\x9F\x92\xBB";
    session.device.levels.resize(1);
    session.provenance.remark = "cut me anywhere";
    for (const RunState state : {RunState::Complete, RunState::Stopped, RunState::Failed}) {
        zg::Run run;
        run.request.probe = state == RunState::Failed ? Probe::FmaLatency : Probe::Chase;
        run.columns = {{"bytes", Unit::Bytes}, {"time", Unit::Nanoseconds}};
        for (int i = 0; i < 5; ++i)
            run.rows.push_back({0.125 * i, {4096.0 * (i + 1), i == 2 ? std::nan("") : 1.3 * i}});
        run.notes = {{NoteKind::HugePages, 2097152}, {NoteKind::ClockDropped, 4096}};
        run.state = state;
        if (state == RunState::Failed) run.error = Error{Fault::DeviceLost, {}, 0, "gone \"quoted\""};
        session.runs.push_back(run);
    }
    return session;
}

std::size_t factsOf(const Session& session) {
    std::size_t facts = 1; // the header
    for (const zg::Run& run : session.runs)
        facts += 1 + run.rows.size() + run.notes.size() + (run.state == RunState::Running ? 0 : 1);
    return facts;
}

template <class T>
bool isPrefix(const std::vector<T>& part, const std::vector<T>& whole) {
    return part.size() <= whole.size() && std::equal(part.begin(), part.end(), whole.begin());
}

/// Every fact of `part` is one of `whole`, in the same place.
void expectBeginningOf(const Session& part, const Session& whole, std::size_t cut) {
    ASSERT_EQ(part.device, whole.device);
    ASSERT_EQ(part.provenance, whole.provenance);
    ASSERT_LE(part.runs.size(), whole.runs.size());
    for (std::size_t i = 0; i < part.runs.size(); ++i) {
        ASSERT_EQ(part.runs[i].request, whole.runs[i].request) << "cut at " << cut;
        ASSERT_EQ(part.runs[i].columns, whole.runs[i].columns) << "cut at " << cut;
        ASSERT_TRUE(isPrefix(part.runs[i].rows, whole.runs[i].rows)) << "cut at " << cut;
        ASSERT_TRUE(isPrefix(part.runs[i].notes, whole.runs[i].notes)) << "cut at " << cut;
        if (i + 1 < part.runs.size()) {
            ASSERT_EQ(part.runs[i], whole.runs[i]) << "cut at " << cut;
        }
    }
}

TEST(CutSession, LosesAtMostTheLineItIsCutInWhereverThatIs) {
    const Session whole = sessionToCut();
    const std::string text = textOf(whole);
    const std::size_t header = text.find('\n');
    for (std::size_t cut = 0; cut <= text.size(); ++cut) {
        const std::string part = text.substr(0, cut);
        const auto wholeLines = static_cast<std::size_t>(std::count(part.begin(), part.end(), '\n'));
        const Result<LoadedSession> read = sessionOf(part);
        if (cut < header) {
            ASSERT_FALSE(read.has_value()) << "cut at " << cut;
            ASSERT_TRUE(read.error().fault == Fault::EmptyFile || read.error().fault == Fault::CutOffLine ||
                        read.error().fault == Fault::NoHeader)
                << "cut at " << cut;
            ASSERT_EQ(read.error().file, "text");
            continue;
        }
        ASSERT_TRUE(read.has_value()) << "cut at " << cut;
        const bool lineEndMissing = cut < text.size() && text[cut] == '\n';
        const std::size_t facts = factsOf(read->session);
        ASSERT_EQ(facts, wholeLines + (lineEndMissing ? 1 : 0)) << "cut at " << cut;
        expectBeginningOf(read->session, whole, cut);
        const bool clean = part.back() == '\n' || lineEndMissing;
        ASSERT_EQ(read->warnings.size(), clean ? 0u : 1u) << "cut at " << cut;
        if (!clean) {
            ASSERT_EQ(read->warnings[0].fault, Fault::CutOffLine) << "cut at " << cut;
            ASSERT_EQ(read->warnings[0].line, static_cast<std::int64_t>(wholeLines) + 1) << "cut at " << cut;
            ASSERT_EQ(read->warnings[0].file, "text");
        }
    }
}

TEST(CutSession, OfRandomContentNeverReadsAsAnythingButItsBeginning) {
    for (std::uint64_t seed = 1; seed <= 15; ++seed) {
        const Session whole = randomSession(seed);
        const std::string text = textOf(whole);
        for (std::size_t cut = text.find('\n') + 1; cut < text.size(); cut += 1 + text.size() / 97) {
            const Result<LoadedSession> read = sessionOf(text.substr(0, cut));
            ASSERT_TRUE(read.has_value()) << "seed " << seed << ", cut at " << cut;
            expectBeginningOf(read->session, whole, cut);
            ASSERT_LE(read->warnings.size(), 1u);
        }
    }
}

TEST(Session, WithOneByteDamagedAnywhereNeverCrashesAndKeepsEveryOtherLine) {
    const Session whole = sessionToCut();
    const std::string text = textOf(whole);
    for (std::size_t at = text.find('\n') + 1; at < text.size(); at += 11)
        for (const char damage : {'\0', '"', '{', '\xFF', '9', '\n'}) {
            std::string damaged = text;
            damaged[at] = damage;
            const Result<LoadedSession> read = sessionOf(damaged);
            ASSERT_TRUE(read.has_value()) << "byte " << at;
            for (const Error& warning : read->warnings) {
                ASSERT_EQ(warning.file, "text");
                ASSERT_GT(warning.line, 1);
            }
        }
}

// ---- Writing while measuring ----

TEST(RunCollector, KeepsInMemoryWhatItWritesLineByLine) {
    const Session whole = sessionToCut();
    Session header = whole;
    header.runs.clear();
    std::ostringstream out;
    Result<SessionWriter> writer = SessionWriter::create(out, header);
    ASSERT_TRUE(writer.has_value());
    const zg::Run& original = whole.runs[1];
    RunCollector collector(original.request, &*writer, nullptr);
    collector.begun(original.columns);
    for (std::size_t i = 0; i < original.rows.size(); ++i) {
        collector.row(original.rows[i]);
        const Result<LoadedSession> soFar = sessionOf(out.str()); // whole and flushed after each row
        ASSERT_TRUE(soFar.has_value());
        ASSERT_TRUE(soFar->warnings.empty());
        ASSERT_EQ(soFar->session.runs.at(0).rows.size(), i + 1);
        ASSERT_EQ(soFar->session.runs[0].state, RunState::Running);
    }
    collector.note(original.notes[0]);
    collector.ended(RunState::Stopped);
    const Session read = sessionOf(out.str())->session;
    EXPECT_EQ(read.runs.at(0), collector.run());
    EXPECT_EQ(collector.run().rows, original.rows);
    EXPECT_EQ(collector.run().state, RunState::Stopped);
    EXPECT_FALSE(collector.writeError().has_value());
}

TEST(RunCollector, KeepsTheErrorOfARunThatFailedBeforeItsFirstRow) {
    std::ostringstream out;
    Result<SessionWriter> writer = SessionWriter::create(out, Session{});
    ASSERT_TRUE(writer.has_value());
    Request request;
    request.probe = Probe::SharedLatency;
    RunCollector collector(request, &*writer, nullptr);
    collector.ended(fail(Fault::DeviceBusy, "mode 3"));
    const zg::Run run = sessionOf(out.str())->session.runs.at(0);
    EXPECT_EQ(run.request.probe, Probe::SharedLatency);
    EXPECT_EQ(run.state, RunState::Failed);
    ASSERT_TRUE(run.error.has_value());
    EXPECT_EQ(run.error->fault, Fault::DeviceBusy);
    EXPECT_EQ(run.error->detail, "mode 3");
}

TEST(RunCollector, GoesOnInMemoryWhenTheFileCannotBeWrittenAnyMore) {
    std::ostringstream out;
    Result<SessionWriter> writer = SessionWriter::create(out, Session{});
    ASSERT_TRUE(writer.has_value());
    RunCollector collector(Request{}, &*writer, nullptr);
    collector.begun({{"bytes", Unit::Bytes}});
    collector.row({0, {1}});
    out.setstate(std::ios::badbit);
    collector.row({1, {2}});
    collector.row({2, {3}});
    collector.ended(RunState::Complete);
    EXPECT_EQ(collector.run().rows.size(), 3u);
    ASSERT_TRUE(collector.writeError().has_value());
    EXPECT_EQ(kindOf(collector.writeError()->fault), ErrorKind::Io);
    const Result<LoadedSession> read = sessionOf(out.str());
    ASSERT_TRUE(read.has_value());
    EXPECT_EQ(read->session.runs.at(0).rows.size(), 1u);
}

// ---- Saving ----

TEST(SaveSession, KeepsTheOldFileWhereTheNewOneCannotBeWritten) {
    const TemporaryFolder folder;
    EXPECT_EQ(saveSession(Session{}, folder / "no-such-folder/s.ziggurat").error().fault, Fault::NoSuchFile);
    std::filesystem::create_directory(folder / "d");
    EXPECT_EQ(saveSession(Session{}, folder / "d").error().fault, Fault::IsDirectory);
    EXPECT_TRUE(std::filesystem::is_directory(folder / "d"));
}

TEST(SaveSession, LeavesNoOtherFileBehind) {
    const TemporaryFolder folder;
    ASSERT_TRUE(saveSession(randomSession(3), folder / "s.ziggurat").has_value());
    ASSERT_TRUE(saveSession(randomSession(4), folder / "s.ziggurat").has_value());
    const auto files = std::distance(std::filesystem::directory_iterator(folder / ""), {});
    EXPECT_EQ(files, 1);
    EXPECT_EQ(loadSession(folder / "s.ziggurat")->session, randomSession(4));
}

TEST(SaveSession, SaysThatTheDiskIsFull) {
    if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
    const Result<SessionWriter> writer = SessionWriter::create(std::filesystem::path("/dev/full"), Session{});
    ASSERT_FALSE(writer.has_value());
    EXPECT_EQ(writer.error().fault, Fault::DiskFull);
    EXPECT_EQ(writer.error().file, "/dev/full");
}

// ---- The course's own session ----

TEST(CourseSession, IsWrittenExactlyAsThisProgramWritesIt) {
    std::ifstream in(courseFile(), std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    const Result<LoadedSession> read = sessionOf(text);
    ASSERT_TRUE(read.has_value());
    EXPECT_TRUE(read->warnings.empty());
    EXPECT_EQ(textOf(read->session), text);
}

TEST(CourseSession, SaysOfEveryNumberThatItIsPublishedAndWhere) {
    const Session course = loadSession(courseFile())->session;
    const std::string cite = "course values, typical (H100 SXM, CUDA 12.4)";
    for (const Level& level : course.device.levels)
        for (const auto& quantity : {level.perInstance, level.total, level.sharedMax, level.bandwidth})
            if (quantity) {
                EXPECT_EQ(quantity->source, Source::Published);
                EXPECT_EQ(quantity->cite, cite);
            }
    ASSERT_EQ(course.runs.size(), 2u);
    for (const zg::Run& run : course.runs) {
        EXPECT_EQ(run.source, Source::Published);
        EXPECT_EQ(run.cite, cite);
        EXPECT_EQ(columnIndex(run, column::clock), -1);
        EXPECT_FALSE(hasUnit(run, Unit::Nanoseconds));
    }
}

} // namespace

} // namespace zg
