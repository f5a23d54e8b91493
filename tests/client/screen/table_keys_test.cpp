#include "tests/client/screen/tables.hpp"

#include <doctest/doctest.h>

using namespace jaipur;
using namespace jaipur::client;
using namespace jaipur::client::screen;
using namespace jaipur::client::screen::test;
using Code = Key::Code;

TEST_CASE("ready, rematch, resigning, claiming, leaving") {
    Session waiting(waiting_for_ready());
    waiting.type(U"r");
    REQUIRE(waiting.asks.size() == 1);
    CHECK(std::holds_alternative<MarkReady>(waiting.asks[0]));
    waiting.model.room->players[Seat::Zero]->ready = true;
    waiting.type(U"r");
    CHECK(waiting.asks.size() == 1);

    Session session(some_table());
    session.type(U"xn");
    CHECK(session.asks.empty());
    session.type(U"xy");
    CHECK(session.asked<protocol::Resign>());
    session.type(U"w"); // the opponent is here
    CHECK(session.ui.overlay == Overlay::None);
    session.model.room->players[Seat::One]->claim_in = 0;
    session.type(U"wy");
    CHECK(session.asked<protocol::ClaimWin>());
    session.asks.clear();
    session.model.room->players[Seat::One]->claim_in.reset();
    session.model.room->players[Seat::One]->overdue = true; // present, but slow
    session.type(U"wy");
    CHECK(session.asked<protocol::ClaimWin>());
    session.model.room->players[Seat::One]->overdue = false;
    session.type(U"ql");
    CHECK(session.asked<protocol::LeaveRoom>());
    session.type(U"qq");
    CHECK(std::holds_alternative<Quit>(session.asks.back()));

    Game game(4);
    game.play_round();
    Session round(at_table(game, Seat::Zero));
    round.press(Code::Enter);
    REQUIRE(round.asks.size() == 1);
    CHECK(std::holds_alternative<MarkReady>(round.asks[0]));
    game.play_match();
    Session match(at_table(game, Seat::Zero));
    match.type(U"x");
    CHECK(match.ui.overlay == Overlay::None);
    match.type(U"r");
    CHECK(match.asked<protocol::AskRematch>());
}

TEST_CASE("a question disappears with its reason") {
    Session session(some_table());
    session.model.room->players[Seat::One]->claim_in = 0;
    session.type(U"w");
    CHECK(session.ui.overlay == Overlay::Claim);
    session.model.room->players[Seat::One]->claim_in.reset();
    session.changed();
    CHECK(session.ui.overlay == Overlay::None);
}

TEST_CASE("chat: typing, sending, and letters that are not commands") {
    Session session(some_table());
    session.type(U"tqx? gold");
    session.press(Code::Enter);
    const auto* chat = session.asked<protocol::SendChat>();
    REQUIRE(chat);
    CHECK(chat->text == "qx? gold");
    CHECK(session.ui.overlay == Overlay::None);
    CHECK(session.ui.selection.empty());
    session.type(U"t   ");
    session.press(Code::Enter);
    CHECK(session.asks.size() == 1);
    session.type(U"tabc");
    session.press(Code::Escape);
    CHECK(session.asks.size() == 1);
    CHECK(utf8(session.ui.chat) == "abc"); // kept for the next time
}
