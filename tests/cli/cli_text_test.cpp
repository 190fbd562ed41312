// SPDX-License-Identifier: GPL-3.0-or-later
// Every enumerator has its words, error lines name file and line, and text from outside cannot steer a terminal.
#include "kernels/cli_table.h"
#include "kernels/cli_text.h"

#include "core/requests.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <string>

namespace zg {

namespace {

TEST(CliText, HasASentenceOfItsOwnForEveryFaultNoteAndState) {
    std::set<std::string> seen;
    for (int i = 0; i <= static_cast<int>(Fault::WrongColumnCount); ++i) {
        const std::string sentence(faultSentence(static_cast<Fault>(i)));
        EXPECT_FALSE(sentence.empty()) << i;
        EXPECT_NE(sentence.back(), '.') << sentence;
        EXPECT_TRUE(seen.insert(sentence).second) << sentence;
    }
    for (int i = 0; i <= static_cast<int>(NoteKind::SamplesFull); ++i)
        EXPECT_TRUE(seen.insert(noteSentence({static_cast<NoteKind>(i), 4096})).second) << i;
    for (int i = 0; i <= static_cast<int>(RunState::Failed); ++i)
        EXPECT_TRUE(seen.insert(std::string(stateSentence(static_cast<RunState>(i)))).second) << i;
    EXPECT_FALSE(seen.contains(""));
}

TEST(CliText, HasATermForEveryTierAndAnswer) {
    std::set<std::string_view> words;
    for (int i = 0; i <= static_cast<int>(Answer::Unknown); ++i) {
        EXPECT_FALSE(answerTerm(static_cast<Answer>(i)).empty());
        EXPECT_TRUE(words.insert(answerWord(static_cast<Answer>(i))).second);
    }
    for (int i = 0; i <= static_cast<int>(LevelKind::Constant); ++i)
        EXPECT_FALSE(tierTerm(static_cast<LevelKind>(i), DeviceKind::Gpu).empty());
}

TEST(CliText, HasATermForEveryArithmeticAndALineForEveryStandardRequest) {
    std::set<std::string_view> arithmetics;
    for (const Arithmetic arithmetic : allArithmetics())
        EXPECT_TRUE(arithmetics.insert(arithmeticTerm(arithmetic)).second) << arithmeticName(arithmetic);
    EXPECT_FALSE(arithmetics.contains(""));
    for (const DeviceKind kind : {DeviceKind::Gpu, DeviceKind::Cpu}) {
        Device device;
        device.kind = kind;
        std::set<std::string> lines;
        for (const Request& request : standardRequests(device))
            EXPECT_TRUE(lines.insert(requestTerm(request, kind)).second) << requestTerm(request, kind);
    }
}

TEST(PercentTerm, SaysThreeDigitsAndNothingForNoNumber) {
    EXPECT_EQ(percentTerm(0.9634), "96.3 %");
    EXPECT_EQ(percentTerm(1), "100 %");
    EXPECT_EQ(percentTerm(0.00123), "0.123 %");
    EXPECT_EQ(percentTerm(std::nan("")), "");
}

TEST(ErrorLine, NamesFileAndLineWhereThereAreAny) {
    EXPECT_EQ(errorLine({Fault::EmptyFile, "a.ziggurat", 0, {}}), "a.ziggurat: The file is empty");
    EXPECT_EQ(errorLine({Fault::UnknownRun, "a.ziggurat", 7, {}}),
              "a.ziggurat:7: " + std::string(faultSentence(Fault::UnknownRun)));
    EXPECT_EQ(errorLine({Fault::NoDriver, {}, 0, "code 35"}),
              std::string(faultSentence(Fault::NoDriver)) + ": code 35");
}

TEST(ExitCode, FollowsTheKindOfAnError) {
    EXPECT_EQ(exitCodeOf({Fault::NoSuchFile, {}, 0, {}}), exit_code::file);
    EXPECT_EQ(exitCodeOf({Fault::WrongVersion, {}, 0, {}}), exit_code::file);
    EXPECT_EQ(exitCodeOf({Fault::NoRecordedRun, {}, 0, {}}), exit_code::file);
    EXPECT_EQ(exitCodeOf({Fault::NoGpu, {}, 0, {}}), exit_code::device);
    EXPECT_EQ(exitCodeOf({Fault::ProbeNotSupported, {}, 0, {}}), exit_code::device);
}

TEST(PlainText, KeepsWordsAndTakesAwayWhatSteersATerminal) {
    EXPECT_EQ(plainText("היררכיה \xF0\x9F\x9A\x80 ok"), "היררכיה \xF0\x9F\x9A\x80 ok");
    EXPECT_EQ(plainText("\x1b[31mred"), "\xEF\xBF\xBD[31mred");
    EXPECT_EQ(plainText("a\nb\tc\rd"), "a b c d");
    EXPECT_EQ(plainText("\xC2\x9B"
                        "2J"),
              "\xEF\xBF\xBD"
              "2J");
    EXPECT_EQ(plainText("\xE2\x80\xAE"
                        "gnp.exe"),
              "\xEF\xBF\xBD"
              "gnp.exe");
    EXPECT_EQ(plainText("\xFF\xC0\xAF\xED\xA0\x80\xE2\x82"),
              "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
}

TEST(TextTable, AlignsByCharactersAndLeavesOutEmptyColumns) {
    TextTable table({"name", ">n", "never"});
    table.add({"×1", "7"});
    table.add({"long name", "1234"});
    EXPECT_EQ(table.text(), "name          n\n×1            7\nlong name  1234\n");
}

} // namespace

} // namespace zg
