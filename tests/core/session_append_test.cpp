// SPDX-License-Identifier: GPL-3.0-or-later
// A recording that goes on: whatever whole lines a file has stay as they are, and what is appended reads back after
// them.
#include "random_session.h"
#include "session_text.h"

#include <fstream>

namespace zg {

namespace {

Session smallSession() {
    Session session;
    session.device.name = "Test CPU";
    session.runs.resize(1);
    session.runs[0].columns = {{"bytes", Unit::Bytes}};
    session.runs[0].rows = {{0.1, {4096}}, {0.2, {8192}}};
    session.runs[0].notes = {{NoteKind::NoHugePages, 0}};
    session.runs[0].state = RunState::Complete;
    return session;
}

zg::Run anotherRun() {
    zg::Run run = smallSession().runs[0];
    run.request.probe = Probe::Matmul;
    run.request.variant = Variant::CpuSimd;
    return run;
}

std::string textIn(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

TEST(Append, GoesOnAfterTheLastWholeLineWhereverTheFileWasCut) {
    const TemporaryFolder folder;
    const std::string text = textOf(smallSession());
    const std::size_t header = text.find('\n') + 1;
    for (std::size_t length = header; length <= text.size(); ++length) {
        const std::string before = text.substr(0, length);
        std::ofstream(folder / "s.ziggurat", std::ios::binary) << before;
        {
            Result<SessionWriter> writer = SessionWriter::append(folder / "s.ziggurat");
            ASSERT_TRUE(writer.has_value());
            ASSERT_TRUE(writer->wholeRun(anotherRun()).has_value());
        }
        Session expected = sessionOf(before)->session;
        expected.runs.push_back(anotherRun());
        const Result<LoadedSession> read = loadSession(folder / "s.ziggurat");
        ASSERT_TRUE(read.has_value());
        EXPECT_TRUE(read->warnings.empty()) << "cut after " << length << " bytes";
        ASSERT_EQ(read->session, expected) << "cut after " << length << " bytes";
        // Not only the meaning of the whole lines is kept, but every byte of them.
        const std::string whole = before.substr(0, before.rfind('\n') + 1);
        EXPECT_TRUE(textIn(folder / "s.ziggurat").starts_with(whole));
    }
}

TEST(Append, ToASessionOfAnyContentKeepsItAndAddsTheRun) {
    const TemporaryFolder folder;
    for (std::uint64_t seed = 1; seed <= 50; ++seed) {
        Session session = randomSession(seed);
        ASSERT_TRUE(saveSession(session, folder / "s.ziggurat").has_value());
        ASSERT_TRUE(SessionWriter::append(folder / "s.ziggurat")->wholeRun(anotherRun()).has_value());
        session.runs.push_back(anotherRun());
        ASSERT_EQ(loadSession(folder / "s.ziggurat")->session, session) << "seed " << seed;
    }
}

TEST(Append, AfterALineTooLongForASessionStillBeginsALineOfItsOwn) {
    const TemporaryFolder folder;
    std::ofstream(folder / "s.ziggurat", std::ios::binary)
        << textOf(Session{}) << std::string(sessionLineLimitBytes + 10, 'x');
    ASSERT_TRUE(SessionWriter::append(folder / "s.ziggurat")->wholeRun(anotherRun()).has_value());
    const Result<LoadedSession> read = loadSession(folder / "s.ziggurat");
    ASSERT_TRUE(read.has_value());
    ASSERT_EQ(read->session.runs.size(), 1u);
    EXPECT_EQ(read->session.runs[0], anotherRun());
}

TEST(Append, NamesWhatIsNoFileToGoOnWith) {
    const TemporaryFolder folder;
    EXPECT_EQ(SessionWriter::append(folder / "missing.ziggurat").error().fault, Fault::NoSuchFile);
    EXPECT_EQ(SessionWriter::append(folder / "").error().fault, Fault::IsDirectory);
    EXPECT_FALSE(std::filesystem::exists(folder / "missing.ziggurat"));
}

} // namespace

} // namespace zg
