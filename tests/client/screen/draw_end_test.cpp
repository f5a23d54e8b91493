// The ends of rounds and matches, compared with reviewed texts.
#include "tests/client/screen/shot.hpp"

#include <doctest/doctest.h>

using namespace jaipur;
using namespace jaipur::client;
using namespace jaipur::client::screen;
using namespace jaipur::client::screen::test;

TEST_CASE("the end of a round") {
    Game game(11);
    game.play_round();
    Session session(at_table(game, Seat::One));
    check_golden_with_styles("round_over", shot(session));
    check_golden("round_over_ascii", shot(session, small, Charset::Ascii));
    session.type(U"v");
    check_golden("round_over_board", shot(session));
}

TEST_CASE("the end of a match") {
    Game game(11);
    game.play_match();
    const Seat winner = game.match.result->winner.value();
    Session session(at_table(game, winner));
    session.model.shuffle = {ShuffleVerdict::Status::Verified,
                             "The shuffle was fair: the proof fits what was agreed before."};
    session.model.room->players[other(winner)]->rematch = true;
    check_golden("match_won", shot(session));
    check_golden("match_won_ascii", shot(session, small, Charset::Ascii));
    check_golden("match_won_large", shot(session, large));
    Session loser(at_table(game, other(winner)));
    loser.model.shuffle = {ShuffleVerdict::Status::Mismatch,
                           "The deck that was dealt is not the one of the proof."};
    check_golden_with_styles("match_lost_unfair", shot(loser));
}

TEST_CASE("only the winner gets large letters") {
    Game game(11);
    game.play_match();
    const Seat winner = game.match.result->winner.value();
    const auto is_large = [](const Session& session) { return shows(shot(session), "█▀▀▀█"); };
    CHECK(is_large(Session(at_table(game, winner))));
    Session loser(at_table(game, other(winner)));
    CHECK_FALSE(is_large(loser));
    CHECK(shows(shot(loser), "Well traded."));
    const Session spectator(at_table(game, std::nullopt));
    CHECK_FALSE(is_large(spectator));
    CHECK(shows(shot(spectator), "Asha is the Maharaja's own trader"));
    CHECK_FALSE(shows(shot(spectator), "Well traded."));
}
