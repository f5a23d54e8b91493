// P15 and, for coalitions, P26 on the server's messages, without a leak.
//
// 3,000 games in optimized builds, 300 in debug builds; JAIPUR_PAIRED_GAMES sets another number,
// and JAIPUR_PAIRED_FROM the first seed, to split a long run into batches. A failure shows where
// the worlds differ, and how to replay that game.
#include "tests/noninterference/paired_run.hpp"
#include "tests/support/proof.hpp"

#include <doctest/doctest.h>

using namespace jaipur;
using namespace jaipur::paired;
using jaipur::test::asked_for;
using jaipur::test::grouped;

namespace {

std::uint64_t hidden_from(const Counts& counts, Viewing viewing, Hidden hidden) {
    const auto found = counts.hidden_from.find({viewing, hidden});
    return found == counts.hidden_from.end() ? 0 : found->second;
}

std::string summary(const Counts& counts) {
    return grouped(counts.games) + " games, " + grouped(counts.pairs) + " second worlds (" +
           grouped(counts.different) + " with different secrets at their end), " +
           grouped(counts.messages) + " messages, " + grouped(counts.bytes) +
           " bytes compared: 0 differences";
}

std::string coalitions(const Counts& counts) {
    std::string text;
    for (const Viewing viewing : all_coalitions)
        text += (text.empty() ? "" : ", ") + std::string(name(viewing)) + " " +
                grouped(counts.viewers.at(viewing));
    return text + ": 0 differences";
}

std::string details(const Counts& counts) {
    std::string text = "seen by:";
    for (const Viewing viewing : all_viewings)
        text += " " + std::string(name(viewing)) + " " + grouped(counts.viewers.at(viewing)) +
                " (" + grouped(counts.different_for.at(viewing)) + " different)";
    for (const Viewing viewing : all_coalitions) {
        text += "\nhidden from " + std::string(name(viewing)) + " and different:";
        for (const Hidden hidden : all_hidden)
            text += " " + std::string(name(hidden)) + " " +
                    grouped(hidden_from(counts, viewing, hidden));
    }
    text += "\nof the coalitions, " + grouped(counts.rematched) + " saw a rematch, " +
            grouped(counts.elsewhere) + " other rooms' games too, " + grouped(counts.arriving) +
            " arrived during a game";
    text += "\nsent:";
    for (const auto& [kind, times] : counts.heard)
        text += " " + std::string(kind) + " " + grouped(times);
    text += "\nhidden and different at the end";
    for (const auto& [what, times] : counts.hidden)
        text += ", " + std::string(name(what.second)) + ": " + std::string(name(what.first)) + " " +
                grouped(times);
    return text + "\n" + grouped(counts.inputs) + " inputs, " + grouped(counts.snapshots) +
           " snapshots, " + grouped(counts.restarts) + " restarts, " + grouped(counts.replays) +
           " replays; " + grouped(counts.substituted) + " refused actions and " +
           grouped(counts.unheard) + " chat lines replaced";
}

// Checks that the worlds differed, for every viewer, in everything hidden.
void check_difference(const Counts& counts) {
    CHECK(counts.different > counts.pairs * 9 / 10);
    for (const Viewing viewing : all_viewings) {
        CAPTURE(name(viewing));
        CHECK(counts.viewers.at(viewing) > counts.games / 10);
        CHECK(counts.different_for.at(viewing) > counts.viewers.at(viewing) * 8 / 10);
    }
    for (const Hidden hidden : all_hidden) {
        CAPTURE(name(hidden));
        const auto times = [&](Phase phase) {
            const auto found = counts.hidden.find({hidden, phase});
            return found == counts.hidden.end() ? 0 : found->second;
        };
        CHECK(times(Phase::Playing) > counts.games / 2);
        // Once a round is over, hands, herds and bonuses are face up.
        const bool stays_hidden = hidden >= Hidden::NextCard;
        CHECK((times(Phase::RoundOver) > counts.games / 200) == stays_hidden);
        CHECK((times(Phase::MatchOver) > counts.games / 20) == stays_hidden);
    }
}

// Checks that there were coalitions in every mode, and that what they may not know differed.
void check_coalitions(const Counts& counts) {
    for (const Viewing viewing : all_coalitions) {
        CAPTURE(name(viewing));
        CHECK(counts.viewers.at(viewing) > counts.games / 30);
        CHECK(counts.different_for.at(viewing) > counts.viewers.at(viewing) * 8 / 10);
        for (const Hidden hidden : all_hidden) {
            CAPTURE(name(hidden));
            CHECK(hidden_from(counts, viewing, hidden) > 0);
        }
    }
    CHECK(counts.rematched > counts.games / 30);
    CHECK(counts.elsewhere > counts.games / 100);
    CHECK(counts.arriving > counts.games / 10);
    // An agreed delay gives away hands and herds, except before the deal has been shown.
    for (const Hidden hidden : {Hidden::Hand, Hidden::Herd}) {
        const auto part = [&](Viewing viewing) {
            return static_cast<double>(hidden_from(counts, viewing, hidden)) /
                   static_cast<double>(counts.viewers.at(viewing));
        };
        CHECK(part(Viewing::WithLateSpectators) < part(Viewing::WithOpenSpectators) / 2);
    }
}

// Checks that the games covered everything.
void check_variety(const Counts& counts) {
    CHECK(counts.snapshots > 10 * counts.games);
    CHECK(counts.restarts > counts.games / 20);
    CHECK(counts.replays > counts.games / 2);
    CHECK(counts.substituted > counts.games);
    CHECK(counts.unheard > counts.games / 2);
    for (const char* kind : {"ok", "error", "room", "table", "view", "chat", "close",
                             "list of rooms", "view for a bot"}) {
        CAPTURE(kind);
        CHECK(counts.heard.contains(kind));
        CHECK(counts.heard.at(kind) > counts.games / 4);
    }
    CHECK(counts.heard.contains("push message"));
}

} // namespace

TEST_CASE("P15 P26 what viewers and coalitions are sent doesn't depend on what they may not know") {
    const auto games =
        asked_for("JAIPUR_PAIRED_GAMES", JAIPUR_THOROUGH ? test::quick_or_long(1000, 3000) : 300);
    const auto from = asked_for("JAIPUR_PAIRED_FROM", 1);
    Counts counts;
    for (std::uint64_t seed = from; seed < from + games; ++seed) {
        CAPTURE(seed);
        if (const auto found = run(seed, counts))
            FAIL(found->text, "\nagain: JAIPUR_PAIRED_FROM=", seed,
                 " JAIPUR_PAIRED_GAMES=1 tests_noninterference -tc='P15 P26*'");
    }
    constexpr std::uint64_t enough = 300;    // for a proof
    constexpr std::uint64_t covering = 1000; // fewer may not cover everything
    if (games < enough)
        return;
    MESSAGE(summary(counts), "\n", details(counts));
    if (games >= covering) {
        check_difference(counts);
        check_coalitions(counts);
        check_variety(counts);
    }
    test::proved("P15", "paired run", summary(counts));
    test::proved("P26", "paired run", coalitions(counts));
}
