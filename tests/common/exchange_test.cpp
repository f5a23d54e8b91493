// R8 and R9: exchanges; R10 for exchanges; R15a.
#include "tests/common/verdict.hpp"

using namespace jaipur;
using namespace jaipur::test;

TEST_CASE("R8 each card given goes into the slot of the card it replaces") {
    State state = table({.market = "GLSMD", .hand = "CCP", .herd = 1, .deck = "LL"});
    CHECK(played(state, "exchange silver gold diamond for cloth camel spice") ==
          Event{Exchanged{Seat::Zero, exchange_cards("SGD"), exchange_cards("CMP")}});
    CHECK(state.market == market("MLCMP"));
    CHECK(state.traders[Seat::Zero].hand == goods("DGSC"));
    CHECK(state.traders[Seat::Zero].herd == 0);
    CHECK(state.turn == Seat::One);
}

TEST_CASE("R8 the deck is not touched") {
    State state = table({.market = "GLSMD", .hand = "CC", .deck = "LL"});
    const State before = state;
    played(state, "exchange gold leather for cloth cloth");
    CHECK(state.deck_next == before.deck_next);
    CHECK(state.deal == before.deal);
}

TEST_CASE("R8 of equal cards the leftmost is taken first") {
    State state = table({.market = "MGGLG", .hand = "CSP"});
    played(state, "exchange gold gold for cloth silver");
    CHECK(state.market == market("MCSLG"));
}

TEST_CASE("R8 an exchange needs at least two cards") {
    const State state = table({.market = "GLSMD", .hand = "CCP", .herd = 2});
    CHECK(verdict(state, exchange("", "")) == "exchange_too_small R8");
    CHECK(verdict(state, exchange("G", "C")) == "exchange_too_small R8");
    CHECK(verdict(state, exchange("G", "M")) == "exchange_too_small R8");
    CHECK(verdict(state, exchange("GL", "CC")) == "legal");
}

TEST_CASE("R8 an exchange takes as many cards as it gives") {
    const State state = table({.market = "GLSMD", .hand = "CCP", .herd = 2});
    CHECK(verdict(state, exchange("GL", "C")) == "exchange_unequal R8");
    CHECK(verdict(state, exchange("GL", "CCP")) == "exchange_unequal R8");
    CHECK(verdict(state, exchange("GL", "")) == "exchange_unequal R8");
    CHECK(verdict(state, exchange("", "CC")) == "exchange_unequal R8");
}

TEST_CASE("R8 an exchange can't take camels") {
    const State state = table({.market = "GLMMD", .hand = "CCP", .herd = 2});
    CHECK(verdict(state, exchange("GM", "CC")) == "exchange_takes_camel R8");
    CHECK(verdict(state, exchange("MM", "CC")) == "exchange_takes_camel R8");
    CHECK(verdict(state, exchange("MM", "MM")) == "exchange_takes_camel R8");
}

TEST_CASE("R8 an exchange takes only cards that the market has, and only as many") {
    const State state = table({.market = "GLSMD", .hand = "CCP"});
    CHECK(verdict(state, exchange("GG", "CC")) == "not_in_market R8");
    CHECK(verdict(state, exchange("PG", "CC")) == "not_in_market R8");
    CHECK(verdict(table({.market = "GLGMD", .hand = "CCP"}), exchange("GG", "CC")) == "legal");
}

TEST_CASE("R8 an exchange gives only cards of the hand and herd, and only as many") {
    const State state = table({.market = "GLSMD", .hand = "CCP", .herd = 1});
    CHECK(verdict(state, exchange("GLS", "CCC")) == "not_in_hand R8");
    CHECK(verdict(state, exchange("GL", "PP")) == "not_in_hand R8");
    CHECK(verdict(state, exchange("GL", "MM")) == "herd_too_small R8");
    CHECK(verdict(state, exchange("GL", "MP")) == "legal");
    CHECK(verdict(table({.market = "GLSMD", .herd = 2}), exchange("GL", "MM")) == "legal");
}

TEST_CASE("R8 goods and camels can be mixed, for up to the whole market") {
    const State state = table({.market = "GLSDG", .hand = "CCPPP", .herd = 5});
    CHECK(verdict(state, exchange("DGGSL", "CCPPP")) == "legal");
    CHECK(verdict(state, exchange("DGGSL", "CPPMM")) == "legal");
    const State empty_hand = table({.market = "GLSDG", .herd = 5});
    CHECK(verdict(empty_hand, exchange("DGGSL", "MMMMM")) == "legal");
}

TEST_CASE("R8 the order of the cards decides their slots, not whether the exchange is legal") {
    State state = table({.market = "GLSMD", .hand = "CP", .herd = 1});
    State turned = state;
    played(state, "exchange gold leather silver for cloth spice camel");
    played(turned, "exchange silver gold leather for camel cloth spice");
    CHECK(state == turned);
    State crossed = table({.market = "GLSMD", .hand = "CP", .herd = 1});
    played(crossed, "exchange gold leather silver for camel cloth spice");
    CHECK(crossed.market == market("MCPMD"));
    CHECK(crossed.traders == state.traders);
}

TEST_CASE("R8 lists longer than any market are refused like others") {
    const State state = table({.market = "GGGGG", .hand = "CCCCCCC", .herd = 8});
    CHECK(verdict(state, exchange("GGGGGG", "CCCCCC")) == "not_in_market R8");
    CHECK(verdict(state, exchange("GGGGGGGG", "CCCCCCCC")) == "not_in_market R8");
    CHECK(verdict(state, exchange("GGGGGGGG", "CCCCCCC")) == "exchange_unequal R8");
    CHECK(verdict(state, exchange("MMMMMMMM", "MMMMMMMM")) == "exchange_takes_camel R8");
}

TEST_CASE("R9 no good is both taken and given") {
    const State state = table({.market = "GLSGD", .hand = "CCGGL", .herd = 2});
    CHECK(verdict(state, exchange("GL", "CG")) == "exchange_same_good R9");
    CHECK(verdict(state, exchange("GL", "LC")) == "exchange_same_good R9");
    CHECK(verdict(state, exchange("GG", "GG")) == "exchange_same_good R9");
    CHECK(verdict(state, exchange("SD", "GG")) == "legal");
    CHECK(verdict(state, exchange("GL", "CC")) == "legal");
}

TEST_CASE("R10 camels in an exchange can fill the hand to 7 cards, not to 8") {
    const State five = table({.market = "GLSDG", .hand = "CCPPP", .herd = 5});
    CHECK(verdict(five, exchange("GL", "MM")) == "legal");
    CHECK(verdict(five, exchange("GLS", "MMM")) == "hand_limit R10");
    CHECK(verdict(five, exchange("GLS", "MMC")) == "legal");

    const State six = table({.market = "GLSDG", .hand = "CCPPPP", .herd = 5});
    CHECK(verdict(six, exchange("GL", "MC")) == "legal");
    CHECK(verdict(six, exchange("GL", "MM")) == "hand_limit R10");

    State after = six;
    played(after, "exchange gold leather for camel cloth");
    CHECK(total(after.traders[Seat::Zero].hand) == 7);
    CHECK(after.traders[Seat::Zero].herd == 4);
}

TEST_CASE("R10 a full hand can exchange goods for goods, but can't give camels") {
    const State seven = table({.market = "GLSDG", .hand = "CCPPPPP", .herd = 5});
    CHECK(verdict(seven, exchange("GLSDG", "CCPPP")) == "legal");
    CHECK(verdict(seven, exchange("GL", "MC")) == "hand_limit R10");
}

namespace {

// Each hand is full of what the other wants, so they can exchange forever.
State bazaar() {
    return table({.market = "GGMMM", .hand = "CC", .other_hand = "PP", .deck = "LLLLLLLL"});
}

// Exchanges the market's goods for two of the hand.
void exchange_once(State& state) {
    Exchange wish;
    for (const std::optional<Card>& slot : state.market)
        if (slot && is_good(*slot))
            wish.take.push_back(*slot);
    for (Good good : all_goods)
        for (int i = 0; i < state.traders[state.turn].hand[good]; ++i)
            wish.give.push_back(card_of(good));
    REQUIRE(apply(state, state.turn, wish));
}

} // namespace

TEST_CASE("R15a twenty exchanges in a row, counting both players, end the round") {
    State state = bazaar();
    for (int i = 1; i <= 19; ++i) {
        exchange_once(state);
        CHECK(state.exchanges_in_a_row == i);
        REQUIRE_FALSE(state.ended);
    }
    exchange_once(state);
    CHECK(state.ended == EndReason::Stalled);
    CHECK(verdict(state, "take gold") == "not_playing");
}

TEST_CASE("R15a any other action restarts the count") {
    for (std::string_view other_action : {"take leather", "camels", "sell 1 leather"}) {
        CAPTURE(other_action);
        State state = table({.market = "GGMML",
                             .hand = "CCL",
                             .other_hand = "PP",
                             .deck = "MMMMMMM",
                             .exchanges_in_a_row = 19});
        played(state, other_action);
        CHECK(state.exchanges_in_a_row == 0);
        CHECK_FALSE(state.ended);
    }
}

TEST_CASE("R15a a refused action doesn't change the count") {
    State state = bazaar();
    exchange_once(state);
    CHECK(verdict(state, exchange("GG", "CC")) != "legal");
    CHECK(verdict(state, "take diamond") == "not_in_market R6");
    CHECK(state.exchanges_in_a_row == 1);
}
