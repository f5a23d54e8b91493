// R6 and R7: taking cards; R10 and R15 for takes.
#include "tests/common/verdict.hpp"

using namespace jaipur;
using namespace jaipur::test;

TEST_CASE("R6 a good goes from the market to the hand, and the top of the deck into its slot") {
    State state = table({.market = "MGLSM", .hand = "DD", .deck = "CP"});
    CHECK(played(state, "take leather") == Event{Took{Seat::Zero, Card::Leather, {Card::Cloth}}});
    CHECK(state.market == market("MGCSM"));
    CHECK(state.traders[Seat::Zero].hand == goods("DDL"));
    CHECK(deck_left(state) == 1);
    CHECK(state.turn == Seat::One);
    CHECK_FALSE(state.ended);
}

TEST_CASE("R6 of equal cards the leftmost is taken") {
    State state = table({.market = "MGLGG", .deck = "CP"});
    played(state, "take gold");
    CHECK(state.market == market("MCLGG"));
}

TEST_CASE("R6 a camel from the deck fills the gap and goes to no herd") {
    State state = table({.market = "SGLGG", .deck = "M"});
    CHECK(played(state, "take silver") == Event{Took{Seat::Zero, Card::Silver, {Card::Camel}}});
    CHECK(state.market == market("MGLGG"));
    CHECK(state.traders[Seat::Zero].herd == 0);
}

TEST_CASE("R6 a single camel, or a card that isn't in the market, can't be taken") {
    const State state = table({.market = "MGLSM", .deck = "CP"});
    CHECK(verdict(state, "take camel") == "not_in_market R6");
    CHECK(verdict(state, "take diamond") == "not_in_market R6");
    CHECK(verdict(state, "take cloth") == "not_in_market R6"); // it is the top of the deck
    CHECK(verdict(state, "take gold") == "legal");
    CHECK(verdict(table({.market = "GGLSS", .deck = "C"}), "take camel") == "not_in_market R6");
}

TEST_CASE("R7 all camels go to the herd, and their slots are filled from the left") {
    State state = table({.market = "MGMSM", .hand = "L", .herd = 2, .deck = "CPDG"});
    CHECK(played(state, "camels") ==
          Event{TookCamels{Seat::Zero, 3, {Card::Cloth, Card::Spice, Card::Diamond}}});
    CHECK(state.market == market("CGPSD"));
    CHECK(state.traders[Seat::Zero].herd == 5);
    CHECK(state.traders[Seat::Zero].hand == goods("L"));
    CHECK(deck_left(state) == 1);
}

TEST_CASE("R7 camels that refill the market stay there") {
    State state = table({.market = "MGLSM", .deck = "MMC"});
    CHECK(played(state, "camels") == Event{TookCamels{Seat::Zero, 2, {Card::Camel, Card::Camel}}});
    CHECK(state.market == market("MGLSM"));
    CHECK(state.traders[Seat::Zero].herd == 2);
}

TEST_CASE("R7 all five cards of the market can be camels") {
    State state = table({.market = "MMMMM", .deck = "CPDGSL"});
    played(state, "camels");
    CHECK(state.market == market("CPDGS"));
    CHECK(state.traders[Seat::Zero].herd == 5);
}

TEST_CASE("R7 there must be at least one camel in the market") {
    const State state = table({.market = "DGLSS", .herd = 3, .deck = "M"});
    CHECK(verdict(state, "camels") == "no_camels R7");
    CHECK(verdict(table({.market = "DGLSM", .deck = "C"}), "camels") == "legal");
}

TEST_CASE("R10 a card can be taken up to a hand of 7, not 8") {
    State six = table({.market = "MGLSM", .hand = "DDGGSS", .deck = "CP"});
    CHECK(verdict(six, "take gold") == "legal");
    played(six, "take gold");
    CHECK(total(six.traders[Seat::Zero].hand) == 7);

    const State seven = table({.market = "MGLSM", .hand = "DDGGSSC", .deck = "CP"});
    CHECK(verdict(seven, "take gold") == "hand_limit R10");
}

TEST_CASE("R10 camels don't count: a full hand can take them") {
    State state = table({.market = "MGLSM", .hand = "DDGGSSC", .herd = 6, .deck = "CP"});
    CHECK(verdict(state, "camels") == "legal");
    CHECK(verdict(table({.market = "MGLSM", .hand = "DDGGSS", .herd = 9, .deck = "CP"}),
                  "take gold") == "legal");
}

TEST_CASE("R15 a deck emptied by an exact refill does not end the round") {
    State take = table({.market = "MGLSM", .deck = "C"});
    played(take, "take gold");
    CHECK(deck_left(take) == 0);
    CHECK(take.market == market("MCLSM"));
    CHECK_FALSE(take.ended);

    State camels = table({.market = "MGLSM", .deck = "CP"});
    played(camels, "camels");
    CHECK(deck_left(camels) == 0);
    CHECK(camels.market == market("CGLSP"));
    CHECK_FALSE(camels.ended);
}

TEST_CASE("R15 with an empty deck and a full market, sales and exchanges go on; the next take ends "
          "the round") {
    State state = table({.market = "MGLSM", .hand = "CC", .other_hand = "PPD", .deck = ""});
    played(state, "sell 2 cloth");
    CHECK_FALSE(state.ended);
    played(state, "exchange gold leather for spice spice");
    CHECK_FALSE(state.ended);
    CHECK(state.market == market("MPPSM"));
    CHECK(played(state, "take silver") == Event{Took{Seat::Zero, Card::Silver, {}}});
    CHECK(state.ended == EndReason::Deck);
    CHECK(state.market == market("MPP.M"));
    CHECK(state.traders[Seat::Zero].hand == goods("S"));
}

TEST_CASE("R15 a partial refill places the cards that remain from the left, then the round ends") {
    State state = table({.market = "MGMSM", .herd = 1, .deck = "CP"});
    CHECK(played(state, "camels") == Event{TookCamels{Seat::Zero, 3, {Card::Cloth, Card::Spice}}});
    CHECK(state.market == market("CGPS."));
    CHECK(state.ended == EndReason::Deck);
    CHECK(state.traders[Seat::Zero].herd == 4);
}

TEST_CASE("R15 camels taken with an empty deck end the round at once") {
    State state = table({.market = "MGMSM", .deck = ""});
    CHECK(played(state, "camels") == Event{TookCamels{Seat::Zero, 3, {}}});
    CHECK(state.market == market(".G.S."));
    CHECK(state.ended == EndReason::Deck);
}
