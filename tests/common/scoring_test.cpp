// R16, and R17 for one round.
#include "common/scoring.hpp"
#include "tests/support/text.hpp"

#include <doctest/doctest.h>

using namespace jaipur;
using namespace jaipur::test;

namespace {

// What one trader has when the round ends: token values and camels.
struct Wealth {
    std::initializer_list<int> goods{};
    std::initializer_list<int> bonuses{};
    int herd = 0;
};

State ended(const Wealth& zero, const Wealth& one) {
    State state = table({.market = "MGLSM", .hand = "CC", .other_hand = "D"});
    state.ended = EndReason::Tokens;
    for (Seat seat : all_seats) {
        const Wealth& wealth = seat == Seat::Zero ? zero : one;
        Trader& trader = state.traders[seat];
        for (int value : wealth.goods)
            trader.goods_tokens.push_back({Good::Cloth, static_cast<std::uint8_t>(value)});
        for (int value : wealth.bonuses)
            trader.bonus_tokens.push_back({BonusTier::Three, static_cast<std::uint8_t>(value)});
        trader.herd = static_cast<std::uint8_t>(wealth.herd);
    }
    return state;
}

} // namespace

TEST_CASE("R16 rupees are goods tokens, bonus tokens and the camel token") {
    const RoundResult result = score(ended({{5, 3}, {2}, 4}, {{7, 7}, {}, 3}));
    CHECK(result.reason == EndReason::Tokens);
    CHECK(result.camel_token == Seat::Zero);
    CHECK(result.traders[Seat::Zero] == TraderResult{15, 2, 1, 4, goods("CC")});
    CHECK(result.traders[Seat::One] == TraderResult{14, 2, 0, 3, goods("D")});
    CHECK(result.winner == Seat::Zero);
}

TEST_CASE("R16 the larger herd gets the camel token, for either seat and even by one camel") {
    CHECK(score(ended({{}, {}, 6}, {{}, {}, 5})).camel_token == Seat::Zero);
    CHECK(score(ended({{}, {}, 0}, {{}, {}, 1})).camel_token == Seat::One);
}

TEST_CASE("R16 equal herds: nobody gets the camel token") {
    for (int herd : {0, 5}) {
        const RoundResult result = score(ended({{6}, {}, herd}, {{5}, {}, herd}));
        CHECK(result.camel_token == std::nullopt);
        CHECK(result.traders[Seat::Zero].rupees == 6);
        CHECK(result.traders[Seat::One].rupees == 5);
    }
}

TEST_CASE("R16 the camel token can decide") {
    CHECK(score(ended({{6}, {}, 2}, {{5, 5}, {}, 1})).winner == Seat::Zero);
}

TEST_CASE("R16 more rupees win, whatever the number of tokens") {
    CHECK(score(ended({{7, 7}, {}}, {{3, 3, 1, 1}, {2, 3}})).winner == Seat::Zero);
    CHECK(score(ended({{3, 3, 1, 1}, {2, 3}}, {{7, 7}, {}})).winner == Seat::One);
}

TEST_CASE("R16 equal rupees: more bonus tokens win, though there are fewer goods tokens") {
    CHECK(score(ended({{5, 1, 1}, {3}}, {{5}, {2, 3}})).winner == Seat::One);
    CHECK(score(ended({{5}, {2, 3}}, {{5, 1, 1}, {3}})).winner == Seat::Zero);
}

TEST_CASE("R16 the number of bonus tokens breaks the tie, not their value") {
    CHECK(score(ended({{1}, {10}}, {{9}, {1, 1}})).winner == Seat::One);
}

TEST_CASE("R16 equal rupees and bonus tokens: more goods tokens win") {
    CHECK(score(ended({{5, 1}, {3}}, {{6}, {3}})).winner == Seat::Zero);
    CHECK(score(ended({{7}, {1, 2}}, {{3, 3, 1}, {1, 2}})).winner == Seat::One);
}

TEST_CASE("R17 all three equal: the round is drawn") {
    const RoundResult result = score(ended({{5, 1}, {3}, 4}, {{3, 3}, {3}, 4}));
    CHECK(result.winner == std::nullopt);
    CHECK(score(ended({}, {})).winner == std::nullopt);
}

TEST_CASE("a round cut short has no winner and no camel token, but the same table") {
    State state = ended({{5, 3}, {2}, 4}, {{7, 7}, {}, 3});
    state.ended.reset();
    const RoundResult result = score_cut_short(state, EndReason::Resigned);
    CHECK(result.reason == EndReason::Resigned);
    CHECK(result.winner == std::nullopt);
    CHECK(result.camel_token == std::nullopt);
    CHECK(result.traders[Seat::Zero] == TraderResult{10, 2, 1, 4, goods("CC")});
    CHECK(result.traders[Seat::One] == TraderResult{14, 2, 0, 3, goods("D")});
}
