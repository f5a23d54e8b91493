// The score at the end of a round.
#include "common/scoring.hpp"

#include <cassert>
#include <tuple>

namespace jaipur {
namespace {

// R16: the larger herd gets it.
std::optional<Seat> camel_token_holder(const State& state) {
    const int zero = state.traders[Seat::Zero].herd;
    const int one = state.traders[Seat::One].herd;
    if (zero == one)
        return std::nullopt;
    return zero > one ? Seat::Zero : Seat::One;
}

// R16: rupees, then bonus tokens, then goods tokens. R17: nobody if all are equal.
std::optional<Seat> winner(const PerSeat<TraderResult>& traders) {
    const auto rank = [](const TraderResult& trader) {
        return std::tuple(trader.rupees, trader.bonus_tokens, trader.goods_tokens);
    };
    const auto zero = rank(traders[Seat::Zero]);
    const auto one = rank(traders[Seat::One]);
    if (zero == one)
        return std::nullopt;
    return zero > one ? Seat::Zero : Seat::One;
}

RoundResult count(const State& state, EndReason reason, std::optional<Seat> camel_token) {
    RoundResult result;
    result.reason = reason;
    result.camel_token = camel_token;
    for (Seat seat : all_seats) {
        const Trader& trader = state.traders[seat];
        TraderResult& line = result.traders[seat];
        for (const GoodsToken& token : trader.goods_tokens)
            line.rupees += token.value;
        for (const BonusToken& token : trader.bonus_tokens)
            line.rupees += token.value;
        if (camel_token == seat)
            line.rupees += camel_token_value;
        line.goods_tokens = static_cast<std::uint8_t>(trader.goods_tokens.size());
        line.bonus_tokens = static_cast<std::uint8_t>(trader.bonus_tokens.size());
        line.herd = trader.herd;
        line.hand = trader.hand;
    }
    return result;
}

} // namespace

RoundResult score(const State& state) {
    assert(state.ended);
    RoundResult result = count(state, *state.ended, camel_token_holder(state));
    result.winner = winner(result.traders);
    return result;
}

RoundResult score_cut_short(const State& state, EndReason reason) {
    return count(state, reason, std::nullopt);
}

} // namespace jaipur
