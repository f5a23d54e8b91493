#include "common/rules.hpp"
#include "protocol/observe.hpp"
#include "tests/client/screen/sample.hpp"
#include "tests/support/random.hpp"
#include "tests/support/text.hpp"

#include <doctest/doctest.h>

#include <algorithm>

using namespace jaipur;
using namespace jaipur::client;
using namespace jaipur::client::screen;
using namespace jaipur::client::screen::test;
using Code = Key::Code;

namespace {

// A table of seat 0, to act, with these cards.
Model with_table(const jaipur::test::Table& wanted) {
    Game game(1);
    game.play(0);
    game.match.state = jaipur::test::table(wanted);
    return at_table(game, Seat::Zero);
}

Model some_table() {
    return with_table(
        {.market = "DGMLM", .hand = "DSSCCC", .herd = 2, .other_hand = "LL", .deck = "PPPPPP"});
}

Advice advice(const Session& session) {
    return advise(*session.model.view, session.ui.selection);
}

// The action that was asked, in words.
std::string asked_action(const Session& session) {
    const auto* act = session.asked<protocol::Act>();
    return act == nullptr ? "" : jaipur::test::words(act->action);
}

} // namespace

TEST_CASE("each of the four actions by letters and digits") {
    const auto played = [](std::u32string_view keys) {
        Session session(some_table());
        session.type(keys);
        session.press(Code::Enter);
        return asked_action(session);
    };
    CHECK(played(U"1") == "take diamond");
    CHECK(played(U"3") == "camels"); // all of them
    CHECK(played(U"ccc") == "sell 3 cloth");
    CHECK(played(U"ss") == "sell 2 silver");
    CHECK(played(U"24cs") == "exchange gold leather for silver cloth");
    CHECK(played(U"24cm").empty() == false); // six in hand and a camel more: seven
    CHECK(played(U"C") == "sell 1 cloth");
}

TEST_CASE("each of the four actions by arrows and Enter") {
    Session session(some_table());
    session.press(Code::Enter);
    CHECK(asked_action(session).empty()); // picked alone
    session.press(Code::Enter);
    CHECK(asked_action(session) == "take diamond");

    session = Session(some_table());
    session.press(Code::Down);
    session.press(Code::Left); // round to the herd
    session.press(Code::Left); // the last cloth
    for (int i = 0; i < 2; ++i) {
        session.press(Code::Enter);
        session.press(Code::Left);
    }
    session.press(Code::Enter);
    session.press(Code::Enter);
    CHECK(asked_action(session) == "sell 3 cloth");

    session = Session(some_table());
    session.press(Code::Right);
    session.press(key(U' ')); // gold
    session.press(Code::Right);
    session.press(Code::Right);
    session.press(key(U' ')); // leather
    session.press(Code::Down);
    session.press(Code::End);
    session.press(key(U' ')); // a camel
    session.press(Code::Left);
    session.press(Code::Enter); // a cloth
    session.press(Code::Enter);
    CHECK(asked_action(session) == "exchange gold leather for cloth camel");
}

TEST_CASE("what is not allowed says why, with the rule, and is not sent") {
    const auto said = [](std::u32string_view keys) {
        Session session(some_table());
        session.type(keys);
        const Advice why = advice(session);
        CHECK(!why.action);
        session.press(Code::Enter);
        CHECK(session.asks.empty());
        return why;
    };
    CHECK(said(U"13").headline == "Camels are taken alone, all that lie in the market (R7).");
    CHECK(said(U"12").headline == "Exchange: pick 2 cards more to give (R8).");
    CHECK(said(U"12").tone == Advice::Tone::NotYet);
    CHECK(said(U"1c").headline == "An exchange needs at least two cards (R8).");
    CHECK(said(U"12d").headline == "An exchange cannot both take and give diamond (R9).");
    CHECK(said(U"12d").tone == Advice::Tone::No);
    CHECK(said(U"s").tone == Advice::Tone::NotYet); // there is another silver
    CHECK(said(U"d").tone == Advice::Tone::No);     // there is only one diamond
    CHECK(said(U"cs").headline == "A sale is of one kind of goods (R11).");
    CHECK(said(U"m").headline.find("(R8)") != std::string::npos);
    CHECK(said(U"24mm").headline.find("(R10)") != std::string::npos);
    CHECK(said(U"").tone == Advice::Tone::Idle);
}

TEST_CASE("R10 a full hand takes nothing more") {
    Session session(with_table(
        {.market = "DGMLM", .hand = "DSSCCCL", .herd = 2, .other_hand = "LL", .deck = "PPPPPP"}));
    session.type(U"2");
    CHECK(advice(session).headline.find("(R10)") != std::string::npos);
    session.press(Code::Escape);
    session.type(U"24m");
    CHECK(advice(session).headline.find("(R10)") != std::string::npos);
}

TEST_CASE("the words of an action that can be played") {
    const auto said = [](std::u32string_view keys) {
        Session session(some_table());
        session.type(keys);
        const Advice yes = advice(session);
        CHECK(yes.tone == Advice::Tone::Yes);
        return yes.headline + " " + yes.detail;
    };
    CHECK(said(U"ccc") ==
          "Sell 3 cloth: 5 + 3 + 3 = 11 rupees, and a bonus of 1 to 3. Hand 6 → 3 of 7.");
    CHECK(said(U"c") == "Sell cloth: 5 rupees. Hand 6 → 5 of 7.");
    CHECK(said(U"1") == "Take a diamond. Hand 6 → 7 of 7. The deck brings 1 card.");
    CHECK(said(U"5") == "Take all 2 camels. Hand 6 of 7, herd 2 → 4. The deck brings 2 cards.");
}

TEST_CASE("every legal action can be picked and played by keys") {
    std::vector<Action> legal;
    jaipur::test::Random random(5);
    int played = 0;
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
        Game game(seed);
        while (game.match.phase != Phase::MatchOver) {
            game.step();
            if (game.match.phase != Phase::Playing)
                continue;
            legal_actions(game.match.state, legal);
            const Action& wanted = random.pick(legal);
            Session session(at_table(game, game.match.state.turn));
            const protocol::View& view = *session.model.view;
            std::array<bool, 5> used{};
            const auto pick_market = [&](Card card) {
                for (std::size_t i = 0; i < 5; ++i)
                    if (view.market[i] == card && !used[i]) {
                        used[i] = true;
                        return session.press(key(U'1' + static_cast<char32_t>(i)));
                    }
                FAIL("not in the market");
            };
            const auto pick_own = [&](Card card) {
                session.press(key(U"dgscplm"[static_cast<std::size_t>(card)]));
            };
            if (const auto* take = std::get_if<Take>(&wanted))
                pick_market(take->card);
            else if (std::holds_alternative<TakeCamels>(wanted))
                pick_market(Card::Camel);
            else if (const auto* sell = std::get_if<Sell>(&wanted))
                for (int i = 0; i < sell->count; ++i)
                    pick_own(card_of(sell->good));
            else if (const auto* exchange = std::get_if<Exchange>(&wanted)) {
                for (Card card : exchange->take)
                    pick_market(card);
                for (Card card : exchange->give)
                    pick_own(card);
            }
            INFO(wanted);
            CHECK(advice(session).tone == Advice::Tone::Yes);
            session.press(Code::Enter);
            const auto* act = session.asked<protocol::Act>();
            REQUIRE(act);
            CHECK(act->ply == game.match.ply);
            // The same cards; an exchange may name them in another order.
            State one = game.match.state, two = game.match.state;
            REQUIRE(apply(one, one.turn, wanted));
            REQUIRE(apply(two, two.turn, act->action));
            CHECK(one.traders == two.traders);
            ++played;
        }
    }
    CHECK(played > 500);
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
    CHECK(session.ui.notice == "It is not your turn.");
    session.model.view->turn = Seat::Zero;
    session.model.awaiting = Action{TakeCamels{}};
    session.press(Code::Enter);
    CHECK(session.asks.empty());
}

TEST_CASE("what was planned stays as long as it lies there") {
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
    ++session.model.view->ply; // then the own hand changed
    session.model.view->players[Seat::Zero].hand = GoodCounts{};
    session.changed();
    CHECK(std::count(session.ui.selection.hand.begin(), session.ui.selection.hand.end(), true) ==
          0);
    ++session.model.view->round;
    session.changed();
    CHECK(session.ui.selection.empty());
    CHECK(session.ui.fresh == std::array<bool, 5>{});
}

TEST_CASE("after an own action nothing is picked, whatever came into the gap") {
    Session session(some_table());
    session.type(U"4");
    ++session.model.view->ply; // leather came after the leather that was taken
    session.model.view->turn = Seat::One;
    ++(*session.model.view->players[Seat::Zero].hand)[Good::Leather];
    session.changed();
    CHECK(session.ui.selection.empty());
}

TEST_CASE("camels that were picked are let go when one more comes") {
    Session session(some_table());
    session.model.view->turn = Seat::One;
    session.changed();
    session.type(U"3");
    ++session.model.view->ply;
    session.model.view->market[0] = Card::Camel;
    session.changed();
    CHECK(session.ui.selection.empty());
}

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
    session.type(U"w"); // the other is here
    CHECK(session.ui.overlay == Overlay::None);
    session.model.room->players[Seat::One]->claim_in = 0;
    session.type(U"wy");
    CHECK(session.asked<protocol::ClaimWin>());
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

TEST_CASE("a question goes away with its reason") {
    Session session(some_table());
    session.model.room->players[Seat::One]->claim_in = 0;
    session.type(U"w");
    CHECK(session.ui.overlay == Overlay::Claim);
    session.model.room->players[Seat::One]->claim_in.reset();
    session.changed();
    CHECK(session.ui.overlay == Overlay::None);
}

TEST_CASE("chat: typing, sending, and letters that are no commands") {
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

TEST_CASE("nothing is played while the line is broken") {
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
