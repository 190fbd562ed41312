// SPDX-License-Identifier: GPL-3.0-or-later
// Broken sessions: each gives the fault and the line it is named for, and everything around that line is kept.
#include "session_text.h"

#include <fstream>
#include <set>
#include <thread>

#include <sys/stat.h>
#include <unistd.h>

namespace zg {

namespace {

/// A file whose header cannot be used gives an error; any other gives warnings and the rest of the session.
struct Broken {
    const char* file;
    bool fatal;
    std::vector<std::pair<Fault, std::int64_t>> faults; ///< fault and line
    std::size_t rowsKept = 0;
};

const std::vector<Broken>& brokenSessions() {
    static const std::vector<Broken> all{
        {"clean.ziggurat", false, {}, 2},
        {"cut.ziggurat", false, {{Fault::CutOffLine, 4}}, 1},
        {"cut-header.ziggurat", true, {{Fault::CutOffLine, 1}}},
        {"garbage.ziggurat", true, {{Fault::NoHeader, 1}}},
        {"garbage-line.ziggurat", false, {{Fault::NotJson, 3}}, 1},
        {"wrong-version.ziggurat", true, {{Fault::WrongVersion, 1}}},
        {"no-header.ziggurat", true, {{Fault::NoHeader, 1}}},
        {"other-json.ziggurat", true, {{Fault::NoHeader, 1}}},
        {"negative-level.ziggurat", true, {{Fault::NegativeSize, 1}}},
        {"negative-size.ziggurat", false, {{Fault::NegativeSize, 3}}, 1},
        {"negative-request.ziggurat", false, {{Fault::NegativeSize, 2}, {Fault::UnknownRun, 3}, {Fault::UnknownRun, 4}}, 0},
        {"nan.ziggurat", false, {{Fault::NotFinite, 3}}, 1},
        {"huge-number.ziggurat", false, {{Fault::NotFinite, 3}}, 1},
        {"empty.ziggurat", true, {{Fault::EmptyFile, 0}}},
        {"only-newlines.ziggurat", true, {{Fault::NoHeader, 1}}},
        {"deep-nesting.ziggurat", false, {{Fault::NotJson, 3}}, 1},
        {"deep-header.ziggurat", true, {{Fault::NotJson, 1}}},
        {"not-utf8.ziggurat", false, {{Fault::NotJson, 3}}, 1},
        {"not-utf8-header.ziggurat", true, {{Fault::NotJson, 1}}},
        {"wrong-column-count.ziggurat", false, {{Fault::WrongColumnCount, 3}}, 1},
        {"unknown-run.ziggurat", false, {{Fault::UnknownRun, 2}}, 1},
        {"unknown-probe.ziggurat", false, {{Fault::WrongType, 2}, {Fault::UnknownRun, 3}, {Fault::UnknownRun, 4}}, 1},
        {"wrong-type.ziggurat", false, {{Fault::WrongType, 3}, {Fault::WrongType, 4}}, 1},
        {"missing-field.ziggurat", true, {{Fault::MissingField, 1}}},
        {"utf16.ziggurat", true, {{Fault::NoHeader, 1}}},
        {"a-png.ziggurat", true, {{Fault::NoHeader, 1}}},
        {"peak-without-rate.ziggurat", true, {{Fault::MissingField, 1}}},
        {"peaks-not-a-list.ziggurat", true, {{Fault::WrongType, 1}}},
        {"negative-peak.ziggurat", true, {{Fault::NegativeSize, 1}}},
        {"unknown-arithmetic.ziggurat", true, {{Fault::WrongType, 1}}},
        {"sizes-too-large.ziggurat", false, {{Fault::WrongType, 2}, {Fault::UnknownRun, 3}, {Fault::UnknownRun, 4}}, 1},
        {"sizes-not-whole.ziggurat", false, {{Fault::WrongType, 2}, {Fault::UnknownRun, 3}, {Fault::UnknownRun, 4}}, 1},
        {"unknown-variant.ziggurat", false, {{Fault::WrongType, 2}, {Fault::UnknownRun, 3}, {Fault::UnknownRun, 4}}, 1},
        {"rates.ziggurat", false, {}, 38},
    };
    return all;
}

class BrokenSession : public testing::TestWithParam<Broken> {};

TEST_P(BrokenSession, IsNamedByFaultFileAndLineAndCostsNothingElse) {
    const Broken& broken = GetParam();
    const std::string path = dataFile(broken.file).string();
    const Result<LoadedSession> read = loadSession(path);
    ASSERT_EQ(read.has_value(), !broken.fatal);
    const std::vector<Error> errors = read ? read->warnings : std::vector<Error>{read.error()};
    ASSERT_EQ(errors.size(), broken.faults.size());
    for (std::size_t i = 0; i < errors.size(); ++i) {
        EXPECT_EQ(errors[i].fault, broken.faults[i].first)
            << "fault " << static_cast<int>(errors[i].fault) << ' ' << errors[i].detail;
        EXPECT_EQ(errors[i].line, broken.faults[i].second);
        EXPECT_EQ(errors[i].file, path);
    }
    if (!read) return;
    std::size_t rows = 0;
    for (const zg::Run& run : read->session.runs) rows += run.rows.size();
    EXPECT_EQ(rows, broken.rowsKept);
}

std::string nameOf(const testing::TestParamInfo<Broken>& info) {
    std::string name;
    for (const char* c = info.param.file; *c != '.'; ++c)
        if (*c != '-') name += c == info.param.file || c[-1] == '-' ? static_cast<char>(std::toupper(*c)) : *c;
    return name;
}

INSTANTIATE_TEST_SUITE_P(Data, BrokenSession, testing::ValuesIn(brokenSessions()), nameOf);

TEST(BrokenSessions, AreAllListedHere) {
    std::set<std::string> listed;
    for (const Broken& broken : brokenSessions()) listed.insert(broken.file);
    for (const auto& entry : std::filesystem::directory_iterator(dataFile("")))
        if (entry.path().extension() == ".ziggurat" && !entry.path().filename().string().starts_with("h200")) {
            EXPECT_TRUE(listed.contains(entry.path().filename().string())) << entry.path();
        }
}

/// A file with one line of 1 GB, which takes no room on the disk.
void makeEndlessLine(const std::filesystem::path& file, const std::string& before) {
    std::ofstream(file, std::ios::binary) << before;
    std::filesystem::resize_file(file, 1'000'000'000);
}

/// Peak memory of this process, in kB.
long peakMemory() {
    std::ifstream status("/proc/self/status");
    for (std::string word; status >> word;)
        if (word == "VmHWM:") {
            long kilobytes = 0;
            status >> kilobytes;
            return kilobytes;
        }
    return 0;
}

TEST(EndlessLine, InPlaceOfAHeaderIsRefusedWithoutReadingItIntoMemory) {
    const TemporaryFolder folder;
    makeEndlessLine(folder / "gb.ziggurat", "{\"ziggurat\":1,");
    const long before = peakMemory();
    const Result<LoadedSession> read = loadSession(folder / "gb.ziggurat");
    EXPECT_LT(peakMemory() - before, 64 * 1024);
    ASSERT_FALSE(read.has_value());
    EXPECT_EQ(read.error().fault, Fault::LineTooLong);
    EXPECT_EQ(read.error().line, 1);
    EXPECT_EQ(read.error().file, (folder / "gb.ziggurat").string());
}

TEST(EndlessLine, AfterAHeaderIsLeftOutWithoutReadingItIntoMemory) {
    const TemporaryFolder folder;
    makeEndlessLine(folder / "gb.ziggurat", textOf(Session{}) + "{\"request\":");
    const long before = peakMemory();
    const Result<LoadedSession> read = loadSession(folder / "gb.ziggurat");
    EXPECT_LT(peakMemory() - before, 64 * 1024);
    ASSERT_TRUE(read.has_value());
    ASSERT_EQ(read->warnings.size(), 1u);
    EXPECT_EQ(read->warnings[0].fault, Fault::LineTooLong);
    EXPECT_EQ(read->warnings[0].line, 2);
}

TEST(LongLine, JustBelowTheLimitIsReadAndTheOneAfterATooLongOneToo) {
    Session session;
    session.runs.resize(2);
    session.runs[1].cite = "last";
    session.runs[0].cite = std::string(sessionLineLimitBytes - 1000, 'x');
    EXPECT_EQ(sessionOf(textOf(session))->session, session);
    session.runs[0].cite = std::string(sessionLineLimitBytes, 'x');
    const Result<LoadedSession> read = sessionOf(textOf(session));
    ASSERT_TRUE(read.has_value());
    ASSERT_EQ(read->session.runs.size(), 1u);
    EXPECT_EQ(read->session.runs[0], session.runs[1]);
    ASSERT_EQ(read->warnings.size(), 1u);
    EXPECT_EQ(read->warnings[0].fault, Fault::LineTooLong);
}

TEST(Path, ThatIsAFolderIsNamedAsOne) {
    const TemporaryFolder folder;
    const Result<LoadedSession> read = loadSession(folder / "");
    ASSERT_FALSE(read.has_value());
    EXPECT_EQ(read.error().fault, Fault::IsDirectory);
    EXPECT_FALSE(read.error().file.empty());
}

TEST(Path, ThatDoesNotExistIsNamed) {
    const Result<LoadedSession> read = loadSession("/no/such/file.ziggurat");
    ASSERT_FALSE(read.has_value());
    EXPECT_EQ(read.error().fault, Fault::NoSuchFile);
    EXPECT_EQ(read.error().file, "/no/such/file.ziggurat");
}

TEST(Path, ThatMayNotBeReadIsNamed) {
    if (geteuid() == 0) GTEST_SKIP() << "root may read everything";
    const TemporaryFolder folder;
    ASSERT_TRUE(saveSession(Session{}, folder / "s.ziggurat").has_value());
    ASSERT_EQ(chmod((folder / "s.ziggurat").c_str(), 0), 0);
    EXPECT_EQ(loadSession(folder / "s.ziggurat").error().fault, Fault::NotReadable);
}

TEST(Path, ThatIsAPipeIsRefusedInsteadOfWaitedFor) {
    const TemporaryFolder folder;
    ASSERT_EQ(mkfifo((folder / "pipe.ziggurat").c_str(), 0600), 0);
    EXPECT_EQ(loadSession(folder / "pipe.ziggurat").error().fault, Fault::NotReadable);
}

TEST(ManyFaults, AreNotAllKept) {
    std::string text = textOf(Session{});
    for (int i = 0; i < 100'000; ++i) text += "x\n";
    const Result<LoadedSession> read = sessionOf(text);
    ASSERT_TRUE(read.has_value());
    EXPECT_FALSE(read->warnings.empty());
    EXPECT_LT(read->warnings.size(), 10'000u);
}

} // namespace

} // namespace zg
