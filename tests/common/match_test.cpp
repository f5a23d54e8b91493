// R5, R17, R18, and ends from outside.
#include "common/match.hpp"
#include "common/scoring.hpp"
#include "tests/support/deals.hpp"
#include "tests/support/invariants.hpp"
#include "tests/support/text.hpp"

#include <doctest/doctest.h>

using namespace jaipur;
using namespace jaipur::test;

namespace {

constexpr std::array outside_reasons{EndReason::Resigned, EndReason::Timeout, EndReason::Claimed,
                                     EndReason::Abandoned};

// A round that any sale of leather ends: three piles are empty, that of leather is one of them, so
// the sale pays nothing. `wins` has a token already; with nobody to win, both have nothing.
void deal_decided(Match& match, Seat starter, std::optional<Seat> wins) {
    start_round(match, unshuffled_deal(), starter);
    State& state = match.state;
    state = table({.market = "MGLSM",
                   .hand = "LL",
                   .other_hand = "LL",
                   .deck = "CC",
                   .tokens_taken = {{Good::Cloth, 7}, {Good::Spice, 7}, {Good::Leather, 9}}});
    state.starter = state.turn = starter;
    if (wins)
        state.traders[*wins].goods_tokens.push_back({Good::Diamond, 7});
}

Events play_decided(Match& match, Seat starter, std::optional<Seat> wins) {
    deal_decided(match, starter, wins);
    const auto events = play(match, starter, action("sell 2 leather"));
    REQUIRE(events);
    return *events;
}

Match after(std::initializer_list<std::optional<Seat>> winners, std::uint8_t seals_to_win = 2) {
    Match match;
    match.seals_to_win = seals_to_win;
    Seat starter = Seat::Zero;
    for (std::optional<Seat> winner : winners) {
        play_decided(match, starter, winner);
        if (match.phase == Phase::RoundOver)
            starter = next_starter(match);
    }
    return match;
}

constexpr std::optional<Seat> nobody;

} // namespace

TEST_CASE("a round ends by play, a match by its seals or from outside") {
    using enum EndReason;
    for (const EndReason reason : {Tokens, Deck, Stalled}) {
        CHECK(is_by_play(reason));
        CHECK_FALSE(is_from_outside(reason));
    }
    CHECK_FALSE(is_by_play(Seals));
    CHECK_FALSE(is_from_outside(Seals));
    for (const EndReason reason : outside_reasons) {
        CHECK_FALSE(is_by_play(reason));
        CHECK(is_from_outside(reason));
    }
}

TEST_CASE("R5 the drawn starter starts the first round of a waiting match") {
    for (Seat starter : all_seats) {
        Match match;
        CHECK(match.phase == Phase::Waiting);
        CHECK(start_round(match, unshuffled_deal(), starter) == Event{RoundStarted{1, starter}});
        CHECK(match.phase == Phase::Playing);
        CHECK(match.round == 1);
        CHECK(match.ply == 0);
        CHECK(match.state == set_up(unshuffled_deal(), starter));
        CHECK(broken_invariant(match) == "");
    }
}

TEST_CASE("R5 the loser of a round starts the next one") {
    for (Seat starter : all_seats)
        for (Seat winner : all_seats) {
            Match match;
            play_decided(match, starter, winner);
            CHECK(next_starter(match) == other(winner));
        }
}

TEST_CASE("R17 a drawn round gives no seal; the player who didn't start it starts the next") {
    for (Seat starter : all_seats) {
        Match match;
        CHECK(play_decided(match, starter, nobody).back() ==
              Event{RoundEnded{1, EndReason::Tokens, nobody}});
        CHECK(match.seals == PerSeat<std::uint8_t>{{0, 0}});
        CHECK(match.phase == Phase::RoundOver);
        CHECK(next_starter(match) == other(starter));
    }
}

TEST_CASE("an action counts a ply and brings its event; the one that ends the round brings the end "
          "too") {
    Match match;
    deal_decided(match, Seat::Zero, Seat::One);
    const auto taken = play(match, Seat::Zero, action("take gold"));
    REQUIRE(taken);
    CHECK(*taken == Events{Took{Seat::Zero, Card::Gold, {Card::Cloth}}});
    CHECK(match.ply == 1);
    const auto sold = play(match, Seat::One, action("sell 2 leather"));
    REQUIRE(sold);
    CHECK(*sold == Events{Sold{Seat::One, Good::Leather, 2, {}, std::nullopt},
                          RoundEnded{1, EndReason::Tokens, Seat::One}});
    CHECK(match.ply == 2);
    CHECK(match.phase == Phase::RoundOver);
    CHECK(match.seals[Seat::One] == 1);
    REQUIRE(match.results.size() == 1);
    CHECK(match.results.back() == score(match.state));
}

TEST_CASE("plies are counted across the rounds of a match") {
    const Match match = after({Seat::Zero, Seat::One});
    CHECK(match.round == 2);
    CHECK(match.ply == 2);
    CHECK(match.results.size() == 2);
}

TEST_CASE("a refused action changes nothing in a match") {
    Match match;
    start_round(match, unshuffled_deal(), Seat::Zero);
    const Match before = match;
    CHECK(play(match, Seat::One, TakeCamels{}).error() == Refusal{RuleError::NotYourTurn, ""});
    CHECK(play(match, Seat::Zero, action("take silver")).error() ==
          Refusal{RuleError::NotInMarket, "R6"});
    CHECK(match == before);
}

TEST_CASE("actions are refused before the first round, between rounds and after the match") {
    const Refusal not_playing{RuleError::NotPlaying, ""};
    Match waiting;
    Match between = after({Seat::Zero});
    Match finished = after({Seat::Zero, Seat::Zero});
    for (Match* match : {&waiting, &between, &finished})
        for (Seat seat : all_seats) {
            const Match before = *match;
            CHECK(play(*match, seat, TakeCamels{}).error() == not_playing);
            CHECK(*match == before);
        }
    // The round was cut short, so only the match has ended.
    Match cut = after({Seat::Zero});
    start_round(cut, unshuffled_deal(), Seat::One);
    end_match(cut, EndReason::Timeout, Seat::Zero);
    CHECK(play(cut, Seat::One, TakeCamels{}).error() == not_playing);
}

TEST_CASE("R18 the match ends when a player has two seals") {
    Match match = after({Seat::Zero, Seat::One, nobody});
    CHECK(match.phase == Phase::RoundOver);
    CHECK_FALSE(match.result);
    const Events events = play_decided(match, next_starter(match), Seat::One);
    REQUIRE(events.size() == 3);
    CHECK(events[1] == Event{RoundEnded{4, EndReason::Tokens, Seat::One}});
    CHECK(events[2] == Event{MatchEnded{Seat::One, EndReason::Seals}});
    CHECK(match.phase == Phase::MatchOver);
    CHECK(match.result == MatchResult{Seat::One, EndReason::Seals});
    CHECK(match.seals == PerSeat<std::uint8_t>{{1, 2}});
}

TEST_CASE("R18 the match ends at one or three seals if that was agreed") {
    CHECK(after({nobody}, 1).phase == Phase::RoundOver);
    CHECK(after({Seat::One}, 1).result == MatchResult{Seat::One, EndReason::Seals});
    CHECK(after({Seat::One, Seat::One, Seat::Zero, Seat::Zero}, 3).phase == Phase::RoundOver);
    CHECK(after({Seat::One, Seat::One, Seat::Zero, Seat::Zero, Seat::Zero}, 3).result ==
          MatchResult{Seat::Zero, EndReason::Seals});
}

TEST_CASE("R18 the loser of a match starts the rematch") {
    CHECK(rematch_starter(after({Seat::Zero, Seat::Zero})) == Seat::One);
    CHECK(rematch_starter(after({Seat::Zero, Seat::One, Seat::One})) == Seat::Zero);
    for (EndReason reason : outside_reasons)
        for (Seat winner : all_seats) {
            Match match = after({winner}); // the loser of the match won its last round
            end_match(match, reason, other(winner));
            CHECK(rematch_starter(match) == winner);
        }
}

TEST_CASE("R18 after a match without a winner, the player who didn't start its last round starts") {
    for (Seat starter : all_seats) {
        Match playing;
        start_round(playing, unshuffled_deal(), starter);
        end_match(playing, EndReason::Abandoned, nobody);
        CHECK(rematch_starter(playing) == other(starter));
        Match between;
        play_decided(between, starter, Seat::Zero);
        end_match(between, EndReason::Abandoned, nobody);
        CHECK(rematch_starter(between) == other(starter));
    }
}

TEST_CASE("a match ended from outside in play cuts the round short") {
    for (EndReason reason : outside_reasons) {
        Match match = after({Seat::Zero});
        start_round(match, unshuffled_deal(), Seat::One);
        const std::optional<Seat> winner =
            reason == EndReason::Abandoned ? nobody : std::optional(Seat::One);
        CHECK(end_match(match, reason, winner) ==
              Events{RoundEnded{2, reason, nobody}, MatchEnded{winner, reason}});
        CHECK(match.phase == Phase::MatchOver);
        CHECK(match.result == MatchResult{winner, reason});
        REQUIRE(match.results.size() == 2);
        CHECK(match.results.back() == score_cut_short(match.state, reason));
        CHECK(match.seals == PerSeat<std::uint8_t>{{1, 0}});
        CHECK(broken_invariant(match) == "");
    }
}

TEST_CASE("a match ended from outside between rounds ends only the match") {
    for (EndReason reason : outside_reasons) {
        Match match = after({Seat::Zero});
        CHECK(end_match(match, reason, Seat::One) == Events{MatchEnded{Seat::One, reason}});
        CHECK(match.phase == Phase::MatchOver);
        CHECK(match.results.size() == 1);
        CHECK(match.results.back().reason == EndReason::Tokens);
    }
}

TEST_CASE("a match of 255 rounds without a winner is abandoned") {
    Match match;
    for (int round = 1; round <= 254; ++round) {
        play_decided(match, Seat::Zero, nobody);
        REQUIRE(match.phase == Phase::RoundOver);
    }
    Match won = match;
    CHECK(play_decided(match, Seat::Zero, Seat::One) ==
          Events{Sold{Seat::Zero, Good::Leather, 2, {}, std::nullopt},
                 RoundEnded{255, EndReason::Tokens, Seat::One},
                 MatchEnded{nobody, EndReason::Abandoned}});
    CHECK(match.result == MatchResult{nobody, EndReason::Abandoned});

    won.seals[Seat::One] = 1; // the last round can still give the deciding seal
    play_decided(won, Seat::Zero, Seat::One);
    CHECK(won.result == MatchResult{Seat::One, EndReason::Seals});
}
