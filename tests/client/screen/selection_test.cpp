#include "tests/client/screen/tables.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>

using namespace jaipur;
using namespace jaipur::client;
using namespace jaipur::client::screen;
using namespace jaipur::client::screen::test;
using Code = Key::Code;

TEST_CASE("a refusal disappears once it is no longer true") {
    Session session(some_table());
    session.model.view->turn = Seat::One;
    session.changed();
    session.type(U"1");
    session.press(Code::Enter);
    CHECK(session.ui.notice == "It isn't your turn.");
    session.changed(); // nothing has
    CHECK(session.ui.notice == "It isn't your turn.");
    session.model.view->turn = Seat::Zero;
    session.changed();
    CHECK(session.ui.notice.empty());
    session.model.awaiting = Take{Card::Diamond};
    session.changed();
    session.press(Code::Enter);
    CHECK(session.ui.notice == "Your move is on its way.");
    session.model.awaiting.reset();
    session.changed();
    CHECK(session.ui.notice.empty());
}

TEST_CASE("picking again puts back; Escape puts everything back") {
    Session session(some_table());
    session.type(U"11");
    CHECK(session.ui.selection.empty());
    session.type(U"3"); // a camel: all camels
    CHECK(session.ui.selection.market == std::array{false, false, true, false, true});
    session.type(U"5");
    CHECK(session.ui.selection.empty());
    session.type(U"sss"); // after the last one none
    CHECK(session.ui.selection.empty());
    session.type(U"mmm");
    CHECK(session.ui.selection.empty());
    session.type(U"12csm");
    session.press(Code::Escape);
    CHECK(session.ui.selection.empty());
    session.type(U"p");
    CHECK(session.ui.notice == "You have no spice in your hand.");
}

TEST_CASE("it is not your turn: planning is allowed, playing is not") {
    Session session(some_table());
    session.model.view->turn = Seat::One;
    session.changed();
    session.type(U"ccc");
    CHECK(advice(session).action);
    session.press(Code::Enter);
    CHECK(session.asks.empty());
    CHECK(session.ui.notice == "It isn't your turn.");
    session.model.view->turn = Seat::Zero;
    session.model.awaiting = Action{TakeCamels{}};
    session.press(Code::Enter);
    CHECK(session.asks.empty());
}

TEST_CASE("planned picks stay while their cards lie there") {
    Session session(some_table());
    session.model.view->turn = Seat::One;
    session.changed();
    session.type(U"24cs");
    ++session.model.view->ply; // the other took the gold
    session.model.view->turn = Seat::Zero;
    session.model.view->market[1] = Card::Spice;
    session.changed();
    CHECK(session.ui.selection.market == std::array{false, false, false, true, false});
    CHECK(session.ui.fresh == std::array{false, true, false, false, false});
    CHECK(std::count(session.ui.selection.hand.begin(), session.ui.selection.hand.end(), true) ==
          2);
    ++session.model.view->ply; // then the player's hand changed
    session.model.view->players[Seat::Zero].hand = GoodCounts{};
    session.changed();
    CHECK(std::count(session.ui.selection.hand.begin(), session.ui.selection.hand.end(), true) ==
          0);
    ++session.model.view->round;
    session.changed();
    CHECK(session.ui.selection.empty());
    CHECK(session.ui.fresh == std::array<bool, market_size>{});
}

TEST_CASE("after the player's action nothing is picked") {
    Session session(some_table());
    session.type(U"4");
    ++session.model.view->ply; // leather came after the leather that was taken
    session.model.view->turn = Seat::One;
    ++(*session.model.view->players[Seat::Zero].hand)[Good::Leather];
    session.changed();
    CHECK(session.ui.selection.empty());
}

TEST_CASE("picked camels are dropped when another camel comes") {
    Session session(some_table());
    session.model.view->turn = Seat::One;
    session.changed();
    session.type(U"3");
    ++session.model.view->ply;
    session.model.view->market[0] = Card::Camel;
    session.changed();
    CHECK(session.ui.selection.empty());
}

TEST_CASE("nothing is played offline") {
    Session session(some_table());
    session.model.link.state = LinkState::Retrying;
    session.type(U"1");
    session.press(Code::Enter);
    session.type(U"xy");
    CHECK(session.asks.empty());
    CHECK(session.ui.overlay == Overlay::None);
}

TEST_CASE("spectators pick nothing") {
    Game game(2);
    game.play(4);
    Session session(at_open_table(game));
    session.type(U"12345dgscplmxwr");
    session.press(Code::Enter);
    CHECK(session.asks.empty());
    CHECK(session.ui.selection.empty());
}
