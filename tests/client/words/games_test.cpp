// How games stand, in sentences.
#include "client/console/words/games.hpp"

#include <doctest/doctest.h>

using namespace jaipur;
using namespace jaipur::client::words;
using namespace std::chrono_literals;
using protocol::Game;

namespace {

constexpr std::int64_t now = 1763640000000;

Game playing() {
    Game game;
    game.room = "K7QX2M";
    game.name = "Asha";
    game.opponent = "Ravi";
    game.phase = Phase::Playing;
    game.turn = Seat::Zero;
    game.seals = {{1, 0}};
    return game;
}

std::string said(const Game& one) {
    return game(one, now);
}

} // namespace

TEST_CASE("a time is told in the largest unit that fits at least twice") {
    CHECK(about(0ms) == "0 seconds");
    CHECK(about(-5s) == "0 seconds");
    CHECK(about(1s) == "1 second");
    CHECK(about(119s) == "119 seconds");
    CHECK(about(120s) == "2 minutes");
    CHECK(about(119min) == "119 minutes");
    CHECK(about(2h) == "2 hours");
    CHECK(about(47h) == "47 hours");
    CHECK(about(71h) == "3 days");
    CHECK(about(73h) == "3 days");
}

TEST_CASE("a game that runs: whose turn, the score, the time, the last move") {
    Game game = playing();
    CHECK(said(game) == "Room K7QX2M: your turn against Ravi. 1 seal to 0.");
    game.move_in = 3 * 24 * 3600 * 1000;
    game.last_move = now - 2 * 3600 * 1000;
    CHECK(said(game) == "Room K7QX2M: your turn against Ravi. 1 seal to 0. Time left: 3 days. "
                        "Last move: 2 hours ago.");
    game.move_in = 0;
    game.last_move.reset();
    CHECK(said(game) ==
          "Room K7QX2M: your turn against Ravi. 1 seal to 0. The time is up: Ravi can "
          "claim the win.");
    game.turn = Seat::One;
    CHECK(said(game) ==
          "Room K7QX2M: Ravi's turn. 1 seal to 0. The time is up: you can claim the win.");
    game.seat = Seat::One;
    game.seals = {{1, 2}};
    CHECK(said(game).starts_with("Room K7QX2M: your turn against Ravi. 2 seals to 1."));
}

TEST_CASE("a game that waits, rests or is over") {
    Game game = playing();
    game.turn.reset();
    game.phase = Phase::RoundOver;
    CHECK(said(game) == "Room K7QX2M: between rounds against Ravi. 1 seal to 0.");
    game.phase = Phase::MatchOver;
    CHECK(said(game) == "Room K7QX2M: the match against Ravi was abandoned.");
    game.winner = Seat::Zero;
    CHECK(said(game) == "Room K7QX2M: you won against Ravi, 1 seal to 0.");
    game.winner = Seat::One;
    CHECK(said(game) == "Room K7QX2M: Ravi won, 1 seal to 0.");
    game.phase = Phase::Waiting;
    CHECK(said(game) == "Room K7QX2M: the match against Ravi hasn't begun yet.");
    game.opponent.reset();
    CHECK(said(game) == "Room K7QX2M: waiting for a second player.");
}

TEST_CASE("the user's turns come first, the most urgent one at the top") {
    std::vector<Game> games(6, playing());
    games[0].phase = Phase::MatchOver;
    games[0].turn.reset();
    games[1].turn = Seat::One;
    games[2].move_in = 7000;
    games[3].move_in = 5000;
    games[4].phase = Phase::Waiting;
    games[4].turn.reset();
    const char* names[]{"over", "theirs", "soon", "sooner", "waits", "whenever"};
    for (std::size_t i = 0; i < games.size(); ++i)
        games[i].room = names[i];
    sort_by_urgency(games);
    std::vector<std::string> order;
    for (const Game& game : games)
        order.push_back(game.room);
    CHECK(order ==
          std::vector<std::string>{"sooner", "soon", "whenever", "theirs", "waits", "over"});
}
