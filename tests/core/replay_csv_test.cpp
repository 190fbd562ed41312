// SPDX-License-Identifier: GPL-3.0-or-later
// Replay: the same rows in the same order, at once and at pace, and a prefix when stopped. CSV: read back equal, safe
// to open.
#include "random_session.h"
#include "session_text.h"

#include "core/csv.h"
#include "core/replay.h"
#include "core/requests.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <locale>
#include <thread>

namespace zg {

namespace {

struct Heard : RunListener {
    std::vector<Column> columns;
    std::vector<Row> rows;
    std::vector<Note> notes;
    std::vector<double> fractions;
    std::function<void()> onRow;
    void begun(const std::vector<Column>& begunColumns) override { columns = begunColumns; }
    void row(const Row& row) override {
        rows.push_back(row);
        if (onRow) onRow();
    }
    void note(const Note& note) override { notes.push_back(note); }
    void progress(double fraction, int, int) override { fractions.push_back(fraction); }
};

constexpr double atOnce = std::numeric_limits<double>::infinity();

Session sessionWithRows(int rows, double pause) {
    Session session;
    session.runs.resize(1);
    session.runs[0].columns = {{"bytes", Unit::Bytes}};
    for (int i = 0; i < rows; ++i) session.runs[0].rows.push_back({pause * i, {4096.0 * (i + 1)}});
    session.runs[0].notes = {{NoteKind::NoHugePages, 0}};
    session.runs[0].state = RunState::Complete;
    return session;
}

TEST(Replay, OfARecordedSavedAndLoadedRunIsEqualRowByRow) {
    const TemporaryFolder folder;
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        Session recorded = randomSession(seed);
        ASSERT_TRUE(saveSession(recorded, folder / "s.ziggurat").has_value());
        const Session loaded = loadSession(folder / "s.ziggurat")->session;
        for (const zg::Run& run : recorded.runs) {
            if (run.rows.empty()) continue;
            Session one = loaded;
            one.runs = {run};
            ReplayBackend backend(one, atOnce);
            EXPECT_EQ(backend.device(), recorded.device);
            Heard heard;
            const Result<RunState> state = backend.run(run.request, {}, heard);
            ASSERT_TRUE(state.has_value());
            ASSERT_EQ(heard.columns, run.columns);
            ASSERT_EQ(heard.rows, run.rows) << "seed " << seed;
            ASSERT_EQ(heard.notes, run.notes);
            ASSERT_TRUE(std::ranges::is_sorted(heard.fractions));
            ASSERT_LE(heard.fractions.back(), 1);
        }
    }
}

TEST(Replay, AtItsPaceAndFasterGivesTheSameRowsInTheSameOrder) {
    const Session session = sessionWithRows(20, 0.002);
    for (const double speed : {1.0, 4.0, 100.0}) {
        ReplayBackend backend(session, speed);
        Heard heard;
        EXPECT_EQ(backend.run(Request{}, {}, heard).value(), RunState::Complete);
        EXPECT_EQ(heard.rows, session.runs[0].rows);
        EXPECT_DOUBLE_EQ(heard.fractions.back(), 1);
    }
}

TEST(Replay, StoppedKeepsThePrefixItHasGiven) {
    const Session session = sessionWithRows(10, 0);
    for (std::size_t keep = 1; keep < 10; ++keep) {
        std::stop_source stop;
        Heard heard;
        heard.onRow = [&] {
            if (heard.rows.size() == keep) stop.request_stop();
        };
        ReplayBackend backend(session, atOnce);
        EXPECT_EQ(backend.run(Request{}, stop.get_token(), heard).value(), RunState::Stopped);
        EXPECT_EQ(heard.rows, std::vector<Row>(session.runs[0].rows.begin(),
                                               session.runs[0].rows.begin() + static_cast<std::ptrdiff_t>(keep)));
    }
}

TEST(Replay, StopsWhileItWaitsForARowThatIsFarAway) {
    const Session session = sessionWithRows(3, 1e300); // a test that hangs here fails by its time limit
    std::stop_source stop;
    Heard heard;
    ReplayBackend backend(session, 1);
    std::jthread stopper([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        stop.request_stop();
    });
    EXPECT_EQ(backend.run(Request{}, stop.get_token(), heard).value(), RunState::Stopped);
    EXPECT_EQ(heard.rows.size(), 1u);
}

TEST(Replay, LacksAProbeThatWasNotRecorded) {
    ReplayBackend backend(sessionWithRows(3, 0), atOnce);
    Request fma;
    fma.probe = Probe::FmaLatency;
    EXPECT_FALSE(backend.lacks(Request{}).has_value());
    ASSERT_TRUE(backend.lacks(fma).has_value());
    EXPECT_EQ(backend.lacks(fma)->fault, Fault::NoRecordedRun);
    Heard heard;
    const Result<RunState> state = backend.run(fma, {}, heard);
    ASSERT_FALSE(state.has_value());
    EXPECT_EQ(state.error().fault, Fault::NoRecordedRun);
    EXPECT_TRUE(heard.rows.empty());
}

TEST(BestRun, IsTheNewestOfThoseThatFitBest) {
    Session session;
    EXPECT_EQ(bestRun(session, Request{}), -1);
    const auto add = [&](Order order, CachePath path, int carveout) {
        zg::Run run;
        run.request.order = order;
        run.request.path = path;
        run.request.sharedCarveout = carveout;
        run.columns = {{"bytes", Unit::Bytes}};
        run.rows = {{0, {1}}};
        session.runs.push_back(run);
    };
    add(Order::Random, CachePath::ThroughL1, 0);
    add(Order::Random, CachePath::ThroughL1, 0);
    add(Order::Sequential, CachePath::ThroughL1, 0);
    add(Order::Random, CachePath::PastL1, 0);
    add(Order::Random, CachePath::ThroughL1, 100);
    EXPECT_EQ(bestRun(session, Request{}), 1);
    Request asked;
    asked.order = Order::Sequential;
    EXPECT_EQ(bestRun(session, asked), 2);
    asked = {};
    asked.path = CachePath::PastL1;
    EXPECT_EQ(bestRun(session, asked), 3);
    asked = {};
    asked.sharedCarveout = 100;
    EXPECT_EQ(bestRun(session, asked), 4);
    asked = {};
    asked.probe = Probe::FmaLatency;
    EXPECT_EQ(bestRun(session, asked), -1);
}

/// The standard recording of a kind of device, each run with one row that is its number.
Session standardRecording(DeviceKind kind) {
    Session session;
    session.device.kind = kind;
    for (const Request& request : standardRequests(session.device)) {
        zg::Run run;
        run.request = request;
        run.columns = {{"number", Unit::One}};
        run.rows = {{0, {static_cast<double>(session.runs.size())}}};
        session.runs.push_back(run);
    }
    return session;
}

class StandardRecording : public testing::TestWithParam<DeviceKind> {};

TEST_P(StandardRecording, AnswersEachOfItsRequestsWithTheRunThatMeasuredJustThat) {
    const Session session = standardRecording(GetParam());
    for (std::size_t i = 0; i < session.runs.size(); ++i)
        EXPECT_EQ(bestRun(session, session.runs[i].request), static_cast<int>(i))
            << probeName(session.runs[i].request.probe);
}

TEST_P(StandardRecording, NeverAnswersWithAnotherVariantArithmeticAccessOrDirection) {
    const Session all = standardRecording(GetParam());
    for (const zg::Run& left : all.runs) {
        Session without = all;
        std::erase_if(without.runs, [&](const zg::Run& run) { return run.request == left.request; });
        EXPECT_EQ(bestRun(without, left.request), -1) << probeName(left.request.probe);
        ReplayBackend backend(without, atOnce);
        ASSERT_TRUE(backend.lacks(left.request).has_value());
        EXPECT_EQ(backend.lacks(left.request)->fault, Fault::NoRecordedRun);
    }
}

INSTANTIATE_TEST_SUITE_P(Kinds, StandardRecording, testing::Values(DeviceKind::Gpu, DeviceKind::Cpu),
                         [](const auto& kind) { return kind.param == DeviceKind::Gpu ? "Gpu" : "Cpu"; });

TEST(BestRun, OfAProductPrefersTheSameSizesAndBlocks) {
    Session session;
    const auto add = [&](std::vector<int> sizes, int blocks) {
        zg::Run run;
        run.request.probe = Probe::Matmul;
        run.request.variant = Variant::NaiveGridStride;
        run.request.sizes = std::move(sizes);
        run.request.blocks = blocks;
        run.columns = {{"n", Unit::One}};
        run.rows = {{0, {1}}};
        session.runs.push_back(run);
    };
    add({64}, 0);
    add({64}, 1);
    add({128}, 0);
    Request asked = session.runs[0].request;
    EXPECT_EQ(bestRun(session, asked), 0);
    asked.blocks = 1;
    EXPECT_EQ(bestRun(session, asked), 1);
    asked.sizes = {128};
    asked.blocks = 0;
    EXPECT_EQ(bestRun(session, asked), 2);
    asked.sizes = {999}; // nobody measured that: the newest with as many blocks
    EXPECT_EQ(bestRun(session, asked), 2);
}

// ---- CSV ----

/// A strict reader of RFC 4180.
std::vector<std::vector<std::string>> readCsv(const std::string& text) {
    std::vector<std::vector<std::string>> rows(1, std::vector<std::string>(1));
    bool quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        std::string& field = rows.back().back();
        if (quoted && c == '"' && i + 1 < text.size() && text[i + 1] == '"') field += text[++i];
        else if (c == '"') quoted = !quoted;
        else if (!quoted && c == ',') rows.back().emplace_back();
        else if (!quoted && c == '\n') rows.emplace_back(1);
        else if (quoted || c != '\r') field += c;
    }
    EXPECT_FALSE(quoted) << "a quote is left open";
    if (rows.back() == std::vector<std::string>(1)) rows.pop_back();
    return rows;
}

std::string csvOf(const zg::Run& run) {
    std::ostringstream out;
    writeCsv(out, run);
    return out.str();
}

TEST(Csv, ReadsBackEveryNumberExactly) {
    for (std::uint64_t seed = 1; seed <= 100; ++seed)
        for (const zg::Run& run : randomSession(seed).runs) {
            const std::vector<std::vector<std::string>> rows = readCsv(csvOf(run));
            ASSERT_EQ(rows.size(), run.rows.size() + 1) << "seed " << seed;
            for (const auto& fields : rows) ASSERT_EQ(fields.size(), run.columns.size() + 1) << "seed " << seed;
            for (std::size_t r = 0; r < run.rows.size(); ++r)
                for (std::size_t c = 0; c < run.columns.size(); ++c) {
                    const double value = run.rows[r].values[c];
                    const std::string& field = rows[r + 1][c + 1];
                    if (std::isnan(value)) ASSERT_EQ(field, "");
                    else ASSERT_EQ(std::strtod(field.c_str(), nullptr), value) << field;
                }
        }
}

TEST(Csv, HasAHeaderOfNamesAndUnits) {
    zg::Run run;
    run.columns = {{"bytes", Unit::Bytes}, {"latency", Unit::Cycles}};
    run.rows = {{0.5, {4096, 32.25}}};
    EXPECT_EQ(csvOf(run), "seconds [s],bytes [B],latency [cy]\r\n0.5,4096,32.25\r\n");
}

TEST(Csv, UsesAPointWhateverTheLocale) {
    struct Commas : std::numpunct<char> {
        char do_decimal_point() const override { return ','; }
        char do_thousands_sep() const override { return '.'; }
        std::string do_grouping() const override { return "\3"; }
    };
    zg::Run run;
    run.columns = {{"bytes", Unit::Bytes}};
    run.rows = {{0, {1234567.5}}};
    std::ostringstream out;
    out.imbue(std::locale(std::locale::classic(), new Commas));
    writeCsv(out, run);
    EXPECT_NE(out.str().find(",1234567.5\r\n"), std::string::npos) << out.str();
}

TEST(CsvText, KeepsASpreadsheetFromRunningItAsAFormula) {
    for (const std::string start : {"=", "+", "-", "@", "\t", "\r"}) {
        const std::string text = start + "cmd|' /C calc'!A0";
        const std::string field = readCsv(csvText(text) + "\r\n").at(0).at(0);
        EXPECT_EQ(field.front(), '\'') << field;
        EXPECT_EQ(field.substr(1), text);
    }
    EXPECT_EQ(csvText("plain"), "plain");
    EXPECT_EQ(csvText(""), "");
}

TEST(CsvText, QuotesWhatMustBeQuoted) {
    EXPECT_EQ(csvText("a,b"), "\"a,b\"");
    EXPECT_EQ(csvText("say \"hi\""), "\"say \"\"hi\"\"\"");
    EXPECT_EQ(csvText("two\nlines"), "\"two\nlines\"");
}

TEST(CsvNumber, IsAsShortAsItReadsBackExactly) {
    EXPECT_EQ(csvNumber(0.1), "0.1");
    EXPECT_EQ(csvNumber(4096), "4096");
    EXPECT_EQ(csvNumber(std::nan("")), "");
}

} // namespace

} // namespace zg
