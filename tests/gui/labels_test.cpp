// SPDX-License-Identifier: GPL-3.0-or-later
// The dictionary: every fault, note and word has its text in both languages, and no translation is missing.
#include "gui_support.h"

#include "gui/labels.h"

#include <QFile>
#include <QRegularExpression>
#include <QXmlStreamReader>

#include <set>

namespace zg::testing_support {
namespace {

bool isHebrew(const QString& text) {
    return text.contains(QRegularExpression(QStringLiteral("[\\x{0590}-\\x{05FF}]")));
}

class InBothLanguages : public testing::Test {
protected:
    /// Calls `make` in English and in Hebrew; the texts must exist, differ from each other and from all before.
    template <class Make>
    void expectText(Make make, const char* what) {
        dictionary.use(Language::English);
        const QString english = make();
        dictionary.use(Language::Hebrew);
        const QString hebrew = make();
        dictionary.use(Language::English);
        EXPECT_FALSE(english.isEmpty()) << what;
        EXPECT_TRUE(isHebrew(hebrew)) << what << ": " << english.toStdString();
        EXPECT_TRUE(seen.insert(english).second) << "twice: " << english.toStdString();
    }
    Dictionary dictionary;
    std::set<QString> seen;
};

TEST_F(InBothLanguages, EveryFaultHasASentenceOfItsOwn) {
    for (int i = 0; i <= static_cast<int>(Fault::WrongColumnCount); ++i)
        expectText([i] { return labels::sentence(static_cast<Fault>(i)); }, "fault");
}

TEST_F(InBothLanguages, EveryNoteHasASentenceOfItsOwn) {
    for (int i = 0; i <= static_cast<int>(NoteKind::SamplesFull); ++i)
        expectText([i] { return labels::note({static_cast<NoteKind>(i), 65536}); }, "note");
}

TEST_F(InBothLanguages, EveryProbeAndParameterOfOneHasAShortName) {
    for (const Probe probe : allProbes()) {
        if (probe == Probe::SharedLatency) continue; // its name is that of the memory, below
        expectText([probe] { return labels::probe(probe); }, "probe");
    }
    for (const Access access : {Access::Read, Access::Write, Access::Copy})
        expectText([access] { return labels::access(access); }, "access");
    for (const Space space : {Space::Global, Space::Shared})
        expectText([space] { return labels::space(space); }, "space");
    for (const Direction direction : {Direction::HostToDevice, Direction::DeviceToHost})
        expectText([direction] { return labels::direction(direction); }, "direction");
    for (const HostMemory memory : {HostMemory::Pinned, HostMemory::Pageable})
        expectText([memory] { return labels::hostMemory(memory); }, "host memory");
    for (const CachePath path : {CachePath::ThroughL1, CachePath::PastL1})
        expectText([path] { return labels::path(path); }, "path");
    for (const int cores : {0, 1, 2, 16}) expectText([cores] { return labels::cores(cores); }, "cores");
}

TEST_F(InBothLanguages, EveryRungHasAShortNameOfItsOwn) {
    std::set<QString> libraries;
    for (const VariantFacts& facts : allVariants()) {
        const auto name = [&facts] { return labels::variant(facts.variant); };
        // cuBLAS and its formats are called the same in every language.
        if (facts.reference && facts.device == DeviceKind::Gpu) EXPECT_TRUE(libraries.insert(name()).second);
        else expectText(name, facts.name.data());
    }
    EXPECT_EQ(libraries.size(), 3U);
    EXPECT_FALSE(libraries.contains(QString()));
}

TEST_F(InBothLanguages, EveryArithmeticHasANameAndItsFormatStaysLeftToRight) {
    for (const Language language : {Language::English, Language::Hebrew}) {
        dictionary.use(language);
        std::set<QString> names;
        for (const Arithmetic arithmetic : allArithmetics()) {
            const QString name = labels::arithmetic(arithmetic);
            EXPECT_TRUE(names.insert(name).second) << name.toStdString();
            EXPECT_TRUE(name.contains(QChar(0x2066))) << name.toStdString();
        }
    }
    dictionary.use(Language::English);
}

TEST(Labels, ARequestIsTheProbeWithWhatTellsItFromOthers) {
    Request request;
    EXPECT_EQ(labels::request(request), labels::probe(Probe::Chase));
    request.probe = Probe::Matmul;
    request.variant = Variant::WarpTiles;
    EXPECT_TRUE(labels::request(request).contains(labels::variant(Variant::WarpTiles)));
    request.probe = Probe::Bandwidth;
    EXPECT_TRUE(labels::request(request).contains(labels::access(Access::Read)));
    Request past = request;
    past.path = CachePath::PastL1;
    EXPECT_NE(labels::request(past), labels::request(request));
    past.space = Space::Shared;
    EXPECT_TRUE(labels::request(past).contains(labels::space(Space::Shared)));
}

TEST_F(InBothLanguages, EveryWordExists) {
    for (int i = 0; i < static_cast<int>(Word::FilterEnd); ++i) {
        const Word word = static_cast<Word>(i);
        // The first is the button's word in English; the others are symbols that Hebrew texts write in Latin letters.
        if (word == Word::MenuRun || word == Word::UnitNanoseconds || word == Word::SmChoice) continue;
        expectText([word] { return labels::word(word); }, "word");
    }
}

TEST_F(InBothLanguages, EveryOutcomeHasItsText) {
    for (const RunState state : {RunState::Complete, RunState::Stopped, RunState::Failed}) {
        Activity activity;
        activity.outcome = state;
        expectText([&] { return labels::activity(activity); }, "outcome");
    }
}

TEST(Labels, AnErrorNamesFileAndLineLeftToRight) {
    const QString said = labels::sentence(Error{Fault::NotJson, "/home/a b/ספר.ziggurat", 12, {}});
    EXPECT_TRUE(said.contains(QStringLiteral("ספר.ziggurat"))) << said.toStdString();
    EXPECT_TRUE(said.contains(ltr(QStringLiteral("12"))));
    EXPECT_TRUE(said.contains(labels::sentence(Fault::NotJson)));
    EXPECT_FALSE(said.contains(QStringLiteral("/home"))) << "the name is enough on a projector";
}

TEST(Labels, MarkupInADeviceNameStaysText) {
    DeviceEntry entry;
    entry.session.device.name = "<b>x</b>";
    EXPECT_TRUE(labels::deviceLine(entry).contains(QStringLiteral("<b>x</b>")));
}

TEST(Labels, TimeLeftIsSaidInTheUnitPeopleUse) {
    EXPECT_EQ(labels::timeLeft(-1), QString());
    EXPECT_TRUE(labels::timeLeft(0.42).contains(QStringLiteral("0.4")));
    EXPECT_TRUE(labels::timeLeft(42).contains(QStringLiteral("42")));
    EXPECT_TRUE(labels::timeLeft(600).contains(QStringLiteral("10")));
}

TEST(Translation, HasNoUnfinishedString) {
    QFile file(QStringLiteral(ZIGGURAT_TRANSLATION));
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    QXmlStreamReader xml(&file);
    int messages = 0;
    QString source;
    while (!xml.atEnd()) {
        xml.readNext();
        if (!xml.isStartElement()) continue;
        if (xml.name() == QLatin1String("message")) ++messages;
        if (xml.name() == QLatin1String("source")) source = xml.readElementText();
        if (xml.name() == QLatin1String("translation")) {
            const QString type = xml.attributes().value(QLatin1String("type")).toString();
            const QString text = xml.readElementText(QXmlStreamReader::IncludeChildElements);
            EXPECT_NE(type, QStringLiteral("unfinished")) << source.toStdString();
            EXPECT_FALSE(text.trimmed().isEmpty()) << source.toStdString();
            for (int i = 1; i <= 4; ++i) {
                const QString place = QLatin1Char('%') + QString::number(i);
                EXPECT_EQ(source.contains(place), text.contains(place)) << source.toStdString();
            }
        }
    }
    EXPECT_FALSE(xml.hasError());
    EXPECT_GT(messages, 100);
}

} // namespace
} // namespace zg::testing_support
