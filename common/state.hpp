// One round in play as a value, secrets included. Only `rules.hpp` changes it.
#pragma once

#include "common/deal.hpp"
#include "common/fixed_vector.hpp"
#include "common/result.hpp"
#include "common/seat.hpp"
#include "common/token.hpp"

#include <cstdint>
#include <optional>

namespace jaipur {

struct Trader {
    GoodCounts hand;
    std::uint8_t herd = 0;
    FixedVector<GoodsToken, goods_token_count> goods_tokens; // in the order taken
    FixedVector<BonusToken, bonus_token_count> bonus_tokens; // in the order taken
    friend constexpr bool operator==(const Trader&, const Trader&) = default;
};

struct State {
    Deal deal;
    std::uint8_t deck_next = 0; // index of the top card of the deck
    Market market{};
    GoodCounts discard; // cards sold
    PerGood<std::uint8_t> goods_tokens_taken;
    PerTier<std::uint8_t> bonus_tokens_taken;
    PerSeat<Trader> traders;
    Seat starter{};
    Seat turn{};
    std::uint8_t exchanges_in_a_row = 0; // R15a
    std::optional<EndReason> ended;      // Tokens, Deck or Stalled: nobody can act

    friend constexpr bool operator==(const State&, const State&) = default;
};

// Tokens left in a pile.
constexpr std::uint8_t tokens_left(const State& state, Good good) {
    return static_cast<std::uint8_t>(goods_pile_sizes[good] - state.goods_tokens_taken[good]);
}

constexpr std::uint8_t tokens_left(const State& state, BonusTier tier) {
    return static_cast<std::uint8_t>(bonus_pile_sizes[tier] - state.bonus_tokens_taken[tier]);
}

constexpr int deck_left(const State& state) {
    return static_cast<int>(deck_size) - state.deck_next;
}

} // namespace jaipur
