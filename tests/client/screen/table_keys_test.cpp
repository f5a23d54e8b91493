#include "tests/client/screen/tables.hpp"
#include "tests/client/speaking.hpp"

#include <doctest/doctest.h>

using namespace jaipur;
using namespace jaipur::client;
using namespace jaipur::client::screen;
using namespace jaipur::client::screen::test;
using Code = Key::Code;

TEST_CASE("the first letter of yes answers in each language") {
    for (const auto& [language, yes] :
         {std::pair(Language::English, U'y'), std::pair(Language::German, U'j'),
          std::pair(Language::Spanish, U's'), std::pair(Language::French, U'o')}) {
        const client::test::Speaking speaking(language);
        Session session(at_table(mid_game(), Seat::One));
        session.press(key(U'x'));
        session.press(key(yes));
        CHECK(session.asked<protocol::Resign>());
    }
}

TEST_CASE("ready, rematch, resigning, claiming, leaving") {
    Session soon(waiting_for_ready()); // the session does it
    soon.model.gets_ready = true;
    soon.type(U"r");
    CHECK(soon.asks.empty());
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

TEST_CASE("after a match against the bot, n plays at another level") {
    Game game(4);
    game.play_match();
    const Seat winner = game.match.result->winner.value();
    const auto asked = [&](Seat you, const std::optional<std::string>& bot) -> std::string {
        Session session(at_table(game, you));
        session.model.room->players[other(you)]->bot = bot;
        session.type(U"n");
        if (session.asks.empty())
            return "";
        const auto& create = std::get<PlayOther>(session.asks.back()).create;
        CHECK(create.name == session.model.room->players[you]->name);
        return create.options.bot.value_or("");
    };
    CHECK(asked(winner, "beginner") == "easy");
    CHECK(asked(winner, "hard") == "master");
    CHECK(asked(winner, "master").empty());
    CHECK(asked(other(winner), "master") == "hard");
    CHECK(asked(other(winner), "beginner").empty());
    CHECK(asked(winner, std::nullopt).empty());
    CHECK(asked(winner, "wizard").empty());

    Session session(at_table(game, winner));
    session.model.room->players[other(winner)]->bot = "easy";
    std::string bar;
    for (const KeyHint& hint : key_hints(session.ui, session.model))
        bar += hint.keys + " " + hint.does + ", ";
    CHECK(bar.find("n Next level: Medium,") != std::string::npos);
}

TEST_CASE("the owner of a room removes the guest or a spectator") {
    Session guest(waiting_for_ready());
    guest.type(U"k");
    CHECK(guest.ui.overlay == Overlay::None); // doesn't own it

    Session session(waiting_for_ready());
    session.model.room->owner = Seat::Zero;
    session.type(U"k");
    CHECK(session.asked<protocol::ListSpectators>());
    session.model.spectators = protocol::SpectatorList{{{3, "Mira"}, {4, {}}}};
    session.changed();
    session.type(U"n");
    CHECK(session.ui.overlay == Overlay::None);
    session.type(U"ky");
    REQUIRE(session.asked<protocol::Remove>());
    CHECK(*session.asked<protocol::Remove>() == protocol::Remove{Seat::One});
    session.type(U"k");
    session.press(Code::Down);
    session.press(Code::Down);
    session.press(Code::Down); // stays at the last
    session.press(Code::Up);
    session.press(Code::Enter);
    CHECK(*session.asked<protocol::Remove>() == protocol::Remove{protocol::SpectatorNumber{3}});
    CHECK(session.ui.overlay == Overlay::None);
}

TEST_CASE("the first person is chosen, even if the names come after the question") {
    Session session(waiting_for_ready());
    session.model.room->owner = Seat::Zero;
    session.model.room->phase = Phase::Playing; // the guest can't be removed
    session.model.room->spectators = 1;
    session.changed();
    session.type(U"k");
    REQUIRE(session.ui.overlay == Overlay::People);
    session.model.spectators = protocol::SpectatorList{{{3, "Mira"}}};
    session.changed();
    session.type(U"y");
    REQUIRE(session.asked<protocol::Remove>());
    CHECK(*session.asked<protocol::Remove>() == protocol::Remove{protocol::SpectatorNumber{3}});
}

TEST_CASE("if the person to remove has gone meanwhile, nobody else is removed") {
    Session session(waiting_for_ready());
    session.model.room->owner = Seat::Zero;
    session.model.spectators = protocol::SpectatorList{{{3, "Mira"}, {4, {}}}};
    session.type(U"k");
    session.model.room->players[Seat::One].reset();
    session.changed();
    session.type(U"y");
    CHECK_FALSE(session.asked<protocol::Remove>());
    session.press(Code::Down);
    session.type(U"y");
    CHECK(*session.asked<protocol::Remove>() == protocol::Remove{protocol::SpectatorNumber{3}});
    session.type(U"k");
    session.model.room->spectators = 0; // nobody is left
    session.changed();
    CHECK(session.ui.overlay == Overlay::None);
}

TEST_CASE("during a round, only spectators can be removed") {
    Session session(some_table());
    session.model.room->owner = session.model.seat;
    session.type(U"k");
    session.model.spectators = protocol::SpectatorList{{{3, "Mira"}}};
    session.changed();
    session.press(Code::Down);
    session.type(U"y");
    CHECK(*session.asked<protocol::Remove>() == protocol::Remove{protocol::SpectatorNumber{3}});
    session.model.room->spectators = 0;
    session.model.spectators.reset();
    const std::size_t asked = session.asks.size();
    session.type(U"k");
    session.type(U"y");
    CHECK(session.ui.overlay == Overlay::People); // to say who may chat
    CHECK(session.asks.size() == asked + 1);      // who is watching
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
