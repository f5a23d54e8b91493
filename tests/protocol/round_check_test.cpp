// Rounds as a viewer saw them, with one change each: every mismatch is found and named.
#include "protocol/playback.hpp"
#include "protocol/round_check.hpp"
#include "tests/support/replays.hpp"

#include <doctest/doctest.h>

#include <functional>
#include <string>
#include <variant>
#include <vector>

using namespace jaipur;
using namespace jaipur::protocol;
using test::rich_replay;

namespace {

std::vector<SeenRound> seen_rounds(const Replay& replay) {
    std::vector<SeenRound> rounds;
    for (const Position& position : play_back(replay).positions) {
        const View& view = position.view;
        if (std::holds_alternative<RoundStarted>(view.events.front()))
            rounds.push_back({view.round, {}, {}, replay.rounds[rounds.size()]});
        SeenRound& round = rounds.back();
        round.events.insert(round.events.end(), view.events.begin(), view.events.end());
        round.views.push_back({round.events.size(), view.market, view.deck, view.players});
    }
    return rounds;
}

// The first event of this type for which `wanted` holds.
template <class Event>
Event& first(SeenRound& round, const std::function<bool(const Event&)>& wanted) {
    for (ObservedEvent& any : round.events)
        if (auto* event = std::get_if<Event>(&any); event && wanted(*event))
            return *event;
    FAIL("the round has no such event");
    return std::get<Event>(round.events.front());
}

ObservedSold& sale(SeenRound& round, bool with_bonus) {
    return first<ObservedSold>(
        round, [&](const ObservedSold& sold) { return sold.bonus.has_value() == with_bonus; });
}

RoundEnded& end(SeenRound& round) {
    return first<RoundEnded>(round, [](const RoundEnded&) { return true; });
}

struct Change {
    const char* mismatch; // a part of its text
    std::function<void(SeenRound&)> change;
};

const std::vector<Change>& changes() {
    static const std::vector<Change> all{
        {"start of the round is missing", [](SeenRound& r) { r.events.clear(); }},
        {"top cards of the deck",
         [](SeenRound& r) {
             first<Took>(r, [](const Took& took) { return !took.refill.empty(); }).refill.clear();
         }},
        {"other tokens", [](SeenRound& r) { ++*sale(r, true).tokens.begin(); }},
        {"other tokens", [](SeenRound& r) { sale(r, false).tokens.clear(); }},
        {"bonus token was withheld", [](SeenRound& r) { sale(r, true).bonus.reset(); }},
        {"more bonus tokens",
         [](SeenRound& r) { sale(r, false).bonus = ObservedBonus{BonusTier::Three, {}}; }},
        {"bonus token had a different value", [](SeenRound& r) { ++*sale(r, true).bonus->value; }},
        {"ended for a different reason",
         [](SeenRound& r) {
             EndReason& reason = end(r).reason;
             reason = reason == EndReason::Deck ? EndReason::Tokens : EndReason::Deck;
         }},
        {"ended for a different reason", [](SeenRound& r) { end(r).reason = EndReason::Resigned; }},
        {"seal went to the wrong player",
         [](SeenRound& r) { end(r).winner = other(*end(r).winner); }},
        {"seal went to the wrong player", [](SeenRound& r) { end(r).winner.reset(); }},
        {"deck had a different size", [](SeenRound& r) { ++r.views[2].deck; }},
        {"market held different cards",
         [](SeenRound& r) {
             r.views[2].market = r.views[0].market;
             r.views[2].market[0].reset();
         }},
        {"different goods tokens",
         [](SeenRound& r) { r.views.back().traders[Seat::Zero].goods_tokens.clear(); }},
        {"bonus tokens had different values",
         [](SeenRound& r) {
             for (const Seat seat : all_seats)
                 r.views.back().traders[seat].bonus_tokens.clear();
         }},
        {"hand revealed at the end",
         [](SeenRound& r) { ++r.result->traders[Seat::One].hand[Good::Gold]; }},
        {"herd revealed at the end", [](SeenRound& r) { ++r.result->traders[Seat::Zero].herd; }},
        {"result has a different reason",
         [](SeenRound& r) { r.result->reason = EndReason::Timeout; }},
        {"scored wrongly", [](SeenRound& r) { r.result->winner.reset(); }},
        {"scored wrongly", [](SeenRound& r) { ++r.result->traders[Seat::One].rupees; }},
        {"scored wrongly", [](SeenRound& r) { r.result->camel_token.reset(); }},
    };
    return all;
}

} // namespace

TEST_CASE("rounds as they were played match their proof, whether won, drawn or cut short") {
    for (const auto ending :
         {test::Ending::Seals, test::Ending::Resigned, test::Ending::ResignedAtOnce,
          test::Ending::ResignedBetween, test::Ending::Timeout})
        for (std::uint64_t seed = 1; seed <= 5; ++seed) {
            const Replay replay = test::played_replay(seed, ending);
            for (const SeenRound& round : seen_rounds(replay))
                CHECK(round_mismatch(round, replay.proof) == "");
        }
}

TEST_CASE("every change to a seen round is found and named") {
    const Replay replay = rich_replay();
    const SeenRound honest = seen_rounds(replay).front();
    REQUIRE(round_mismatch(honest, replay.proof) == "");
    for (const Change& change : changes()) {
        CAPTURE(change.mismatch);
        SeenRound round = honest;
        change.change(round);
        const std::string found = round_mismatch(round, replay.proof);
        CAPTURE(found);
        CHECK(found.find(change.mismatch) != std::string::npos);
    }
}

TEST_CASE("a round cut short can't have an end by the rules") {
    const Replay replay = test::played_replay(3, test::Ending::Resigned);
    SeenRound round = seen_rounds(replay).back();
    REQUIRE(round.result->reason == EndReason::Resigned);
    end(round).reason = EndReason::Tokens;
    CHECK(round_mismatch(round, replay.proof) == "the round ended for a different reason");
}
