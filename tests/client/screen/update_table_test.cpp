#include "common/rules.hpp"
#include "tests/client/screen/shot.hpp"
#include "tests/client/screen/tables.hpp"
#include "tests/support/random.hpp"

#include <doctest/doctest.h>

#include <array>
#include <vector>

using namespace jaipur;
using namespace jaipur::client;
using namespace jaipur::client::screen;
using namespace jaipur::client::screen::test;
using Code = Key::Code;

namespace {

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

TEST_CASE("an illegal action says why and is not sent") {
    const auto said = [](std::u32string_view keys) {
        Session session(some_table());
        session.type(keys);
        const Advice why = advice(session);
        CHECK(!why.action);
        session.press(Code::Enter);
        CHECK(session.asks.empty());
        return why;
    };
    CHECK(said(U"13").headline == "You take all camels in the market, and nothing else.");
    CHECK(said(U"12").headline == "Exchange: pick 2 more cards to give.");
    CHECK(said(U"12").tone == Advice::Tone::NotYet);
    CHECK(said(U"1c").headline == "An exchange needs at least two cards.");
    CHECK(said(U"12d").headline == "You can't give and take diamonds in the same exchange.");
    CHECK(said(U"12d").tone == Advice::Tone::No);
    CHECK(said(U"s").tone == Advice::Tone::NotYet); // there is another silver
    CHECK(said(U"d").tone == Advice::Tone::No);     // there is only one diamond
    CHECK(said(U"cs").headline == "You can sell only one kind of goods at a time.");
    CHECK(said(U"m").headline.find("Camels can be used in an exchange") != std::string::npos);
    CHECK(said(U"24mm").headline.find("hand") != std::string::npos);
    CHECK(said(U"").tone == Advice::Tone::Idle);
}

TEST_CASE("R10 a full hand cannot take a card") {
    Session session(with_table(
        {.market = "DGMLM", .hand = "DSSCCCL", .herd = 2, .other_hand = "LL", .deck = "PPPPPP"}));
    session.type(U"2");
    CHECK(advice(session).headline.find("hand") != std::string::npos);
    session.press(Code::Escape);
    session.type(U"24m");
    CHECK(advice(session).headline.find("hand") != std::string::npos);
}

TEST_CASE("the description of a playable action") {
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

TEST_CASE("a bonus may be worth what was not seen of its pile") {
    Game game(1);
    game.play(0);
    game.match.state = jaipur::test::table(
        {.market = "DGSMM", .hand = "CCCCP", .other_hand = "L", .deck = "DDDDD"});
    Trader& trader = game.match.state.traders[Seat::Zero];
    const auto said = [&](std::u32string_view keys) {
        Session session(at_table(game, Seat::Zero));
        session.type(keys);
        return advice(session).headline;
    };
    for (int value : {8, 8, 9})
        trader.bonus_tokens.push_back({BonusTier::Five, static_cast<std::uint8_t>(value)});
    trader.bonus_tokens.push_back({BonusTier::Four, 4});
    const std::string four = "Sell 4 cloth: 5 + 3 + 3 + 2 = 13 rupees";
    CHECK(said(U"cccc") == four + ", and a bonus of 4 to 6."); // there is another 4
    CHECK(said(U"ccc") == "Sell 3 cloth: 5 + 3 + 3 = 11 rupees, and a bonus of 1 to 3.");
    CHECK(said(U"cc") == "Sell 2 cloth: 5 + 3 = 8 rupees.");
    for (int value : {4, 5, 5, 6})
        trader.bonus_tokens.push_back({BonusTier::Four, static_cast<std::uint8_t>(value)});
    CHECK(said(U"cccc") == four + ", and a bonus of 6.");
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
            std::array<bool, market_size> used{};
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

TEST_CASE("a player who waits for a guest can copy the link and show it as a QR code") {
    Session session(waiting_alone());
    session.type(U"c");
    REQUIRE(session.asks.size() == 1);
    CHECK(std::holds_alternative<CopyLink>(session.asks[0]));
    session.type(U"i");
    CHECK(session.ui.overlay == Overlay::Qr);
    CHECK(shows(shot(session, smallest), "▀"));
    CHECK(shows(shot(session, small, Charset::Ascii), "too small"));
    CHECK(shows(shot(session, large, Charset::Ascii), "####"));
    session.model = waiting_for_ready(); // somebody has come
    session.changed();
    CHECK(session.ui.overlay == Overlay::None);
    session.type(U"c");
    CHECK(session.asks.size() == 1);
}
