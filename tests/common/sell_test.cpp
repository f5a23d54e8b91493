// R11 and R12: sales; R14.
#include "tests/common/verdict.hpp"

using namespace jaipur;
using namespace jaipur::test;

namespace {

// What was paid: the values of the tokens and of the bonus token.
struct Paid {
    std::vector<int> tokens;
    std::optional<BonusToken> bonus;
    friend bool operator==(const Paid&, const Paid&) = default;
};

Paid paid(State& state, std::string_view wish) {
    const Event event = played(state, wish);
    const auto& sold = std::get<Sold>(event);
    return {{sold.tokens.begin(), sold.tokens.end()}, sold.bonus};
}

} // namespace

TEST_CASE("R11 a sale discards the cards and takes the top tokens of the pile") {
    State state = table({.market = "MGLSM", .hand = "CCDD", .deck = "LL"});
    CHECK(played(state, "sell 2 cloth") ==
          Event{Sold{Seat::Zero, Good::Cloth, 2, {5, 3}, std::nullopt}});
    const Trader& seller = state.traders[Seat::Zero];
    CHECK(seller.hand == goods("DD"));
    CHECK(seller.goods_tokens ==
          FixedVector<GoodsToken, goods_token_count>{{Good::Cloth, 5}, {Good::Cloth, 3}});
    CHECK(state.discard == goods("CC"));
    CHECK(state.goods_tokens_taken[Good::Cloth] == 2);
    CHECK(state.market == market("MGLSM"));
    CHECK(deck_left(state) == 2);
    CHECK(state.turn == Seat::One);
    CHECK_FALSE(state.ended);
}

TEST_CASE("R11 the next sale continues where the last one stopped") {
    State state = table({.market = "MGLSM", .hand = "CC", .other_hand = "CCC"});
    CHECK(paid(state, "sell 1 cloth").tokens == std::vector{5});
    CHECK(paid(state, "sell 2 cloth").tokens == std::vector{3, 3});
    CHECK(paid(state, "sell 1 cloth").tokens == std::vector{2});
}

TEST_CASE(
    "R11 one cloth, spice or leather can be sold, but at least two diamonds, gold or silver") {
    const State state = table({.market = "MGLSM", .hand = "DGSCPLL"});
    for (std::string_view good : {"diamond", "gold", "silver"})
        CHECK(verdict(state, "sell 1 " + std::string(good)) == "sale_too_small R11");
    for (std::string_view good : {"cloth", "spice", "leather"})
        CHECK(verdict(state, "sell 1 " + std::string(good)) == "legal");
    const State pairs = table({.market = "MGLSM", .hand = "DDGGSS"});
    for (std::string_view good : {"diamond", "gold", "silver"})
        CHECK(verdict(pairs, "sell 2 " + std::string(good)) == "legal");
}

TEST_CASE("R11 at least two diamonds, gold or silver, even if one token or none is left") {
    for (int taken : {4, 5}) {
        const State state =
            table({.market = "MGLSM", .hand = "DDGGSS", .tokens_taken = {{Good::Diamond, taken}}});
        CHECK(verdict(state, "sell 1 diamond") == "sale_too_small R11");
        CHECK(verdict(state, "sell 2 diamond") == "legal");
    }
}

TEST_CASE("R11 a sale of no cards, or of more than the hand has, is refused") {
    const State state = table({.market = "MGCSM", .hand = "CCL", .herd = 4});
    CHECK(verdict(state, "sell 0 cloth") == "sale_too_small R11");
    CHECK(verdict(state, "sell 3 cloth") == "not_in_hand R11");
    CHECK(verdict(state, "sell 1 spice") == "not_in_hand R11");
    CHECK(verdict(state, "sell 2 gold") == "not_in_hand R11");
    CHECK(verdict(state, Sell{Good::Leather, 255}) == "not_in_hand R11");
}

TEST_CASE("R11 with fewer tokens left than cards sold, a sale takes those that are left") {
    State state = table({.market = "MGLSM", .hand = "DDD", .tokens_taken = {{Good::Diamond, 4}}});
    CHECK(paid(state, "sell 3 diamond").tokens == std::vector{5});
    CHECK(state.goods_tokens_taken[Good::Diamond] == 5);
    CHECK(state.discard == goods("DDD"));
}

TEST_CASE("R11 R12 a sale into an empty pile takes no token, but the bonus by cards sold") {
    State state = table({.market = "MGLSM", .hand = "SSSSS", .tokens_taken = {{Good::Silver, 5}}});
    State two = state;
    CHECK(paid(two, "sell 2 silver") == Paid{{}, std::nullopt});
    CHECK(paid(state, "sell 4 silver") == Paid{{}, BonusToken{BonusTier::Four, 4}});
    CHECK(state.traders[Seat::Zero].goods_tokens.empty());
    CHECK_FALSE(state.ended);
}

TEST_CASE("R12 three, four, five and more cards draw the top of their pile") {
    const State state = table({.market = "MGLSM", .hand = "LLLLLLL"});
    const auto bonus = [&](std::string_view wish) {
        State after = state;
        return paid(after, wish).bonus;
    };
    CHECK(bonus("sell 1 leather") == std::nullopt);
    CHECK(bonus("sell 2 leather") == std::nullopt);
    CHECK(bonus("sell 3 leather") == BonusToken{BonusTier::Three, 1});
    CHECK(bonus("sell 4 leather") == BonusToken{BonusTier::Four, 4});
    for (std::string_view wish : {"sell 5 leather", "sell 6 leather", "sell 7 leather"})
        CHECK(bonus(wish) == BonusToken{BonusTier::Five, 8});
}

TEST_CASE("R12 the cards sold decide the bonus pile, even if fewer tokens are left") {
    State state = table({.market = "MGLSM", .hand = "GGGGG", .tokens_taken = {{Good::Gold, 3}}});
    CHECK(paid(state, "sell 5 gold") == Paid{{5, 5}, BonusToken{BonusTier::Five, 8}});
    State one_left =
        table({.market = "MGLSM", .hand = "DDD", .tokens_taken = {{Good::Diamond, 4}}});
    CHECK(paid(one_left, "sell 3 diamond") == Paid{{5}, BonusToken{BonusTier::Three, 1}});
}

TEST_CASE("R12 the pile is drawn from its top, in the order of the deal") {
    State state = table({.market = "MGLSM", .hand = "CCC", .other_hand = "PPPLLL"});
    state.deal.bonus3 = {3, 1, 2, 1, 2, 2, 3};
    CHECK(paid(state, "sell 3 cloth").bonus->value == 3);
    CHECK(paid(state, "sell 3 spice").bonus->value == 1);
    CHECK(state.bonus_tokens_taken[BonusTier::Three] == 2);
    CHECK(state.traders[Seat::Zero].bonus_tokens ==
          FixedVector<BonusToken, bonus_token_count>{{BonusTier::Three, 3}});
}

TEST_CASE("R12 an empty bonus pile gives nothing, and no other pile replaces it") {
    State state = table({.market = "MGLSM",
                         .hand = "LLLLLLL",
                         .bonuses_taken = {{BonusTier::Three, 7}, {BonusTier::Five, 5}}});
    State five = state;
    CHECK(paid(state, "sell 3 leather") == Paid{{4, 3, 2}, std::nullopt});
    CHECK(state.traders[Seat::Zero].bonus_tokens.empty());
    CHECK(paid(five, "sell 6 leather").bonus == std::nullopt);
}

TEST_CASE("R12 the last token of a bonus pile is drawn") {
    State state = table({.market = "MGLSM",
                         .hand = "LLLLC",
                         .other_hand = "PPPP",
                         .bonuses_taken = {{BonusTier::Four, 5}}});
    CHECK(paid(state, "sell 4 leather").bonus == BonusToken{BonusTier::Four, 6});
    CHECK(paid(state, "sell 4 spice").bonus == std::nullopt);
}

TEST_CASE("R14 the sale that empties the third pile ends the round, its bonus included") {
    State state = table({.market = "MGLSM",
                         .hand = "SSSS",
                         .other_hand = "LL",
                         .deck = "CC",
                         .tokens_taken = {{Good::Diamond, 5}, {Good::Gold, 5}, {Good::Silver, 2}}});
    CHECK(paid(state, "sell 4 silver") == Paid{{5, 5, 5}, BonusToken{BonusTier::Four, 4}});
    CHECK(state.ended == EndReason::Tokens);
    for (Seat seat : all_seats)
        for (std::string_view wish : {"take gold", "camels", "sell 1 leather"})
            CHECK(verdict(state, seat, action(wish)) == "not_playing");
}

TEST_CASE("R14 two empty piles don't end the round, nor does a third with a token left") {
    State state =
        table({.market = "MGLSM",
               .hand = "SS",
               .other_hand = "LL",
               .tokens_taken = {{Good::Diamond, 5}, {Good::Silver, 3}, {Good::Cloth, 6}}});
    played(state, "sell 2 silver");
    CHECK_FALSE(state.ended);
    State almost =
        table({.market = "MGLSM",
               .hand = "CC",
               .tokens_taken = {{Good::Diamond, 5}, {Good::Silver, 5}, {Good::Cloth, 4}}});
    played(almost, "sell 2 cloth");
    CHECK_FALSE(almost.ended);
}

TEST_CASE("R14 any three empty piles of the six end the round") {
    State state = table({.market = "MGLSM",
                         .hand = "L",
                         .tokens_taken = {{Good::Cloth, 7}, {Good::Spice, 7}, {Good::Leather, 8}}});
    played(state, "sell 1 leather");
    CHECK(state.ended == EndReason::Tokens);
}
