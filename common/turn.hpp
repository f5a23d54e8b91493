// What the player to move sees, and the only judge of actions (R6 to R15a): whether one is legal,
// which ones are, and what one will cause. The rules ask it about a state, clients and bots about
// an observation. It must not know about `common/state`: nothing in a turn is hidden from the
// mover.
#pragma once

#include "common/action.hpp"
#include "common/card.hpp"
#include "common/fixed_vector.hpp"
#include "common/numbers.hpp"
#include "common/result.hpp"
#include "common/token.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace jaipur {

struct Turn {
    Market market{};
    GoodCounts hand;
    std::uint8_t herd = 0;
    PerGood<std::uint8_t> goods_tokens; // left in each pile
    PerTier<std::uint8_t> bonus_tokens; // left in each pile
    std::uint8_t deck = 0;              // cards left
    std::uint8_t exchanges_in_a_row = 0;
    friend constexpr bool operator==(const Turn&, const Turn&) = default;
};

// Why the action is illegal; nothing if it is legal.
std::optional<Refusal> check(const Turn& turn, const Action& action);

// The same for an unfinished exchange: only what adding cards to either side can't fix.
std::optional<Refusal> check_cards(const Turn& turn, const Exchange& exchange);

// Every legal action; clears the list first and reuses its memory. Lists each exchange once, both
// sides in the order of `Card`. The hand must be within its limit (R10).
void legal_actions(const Turn& turn, std::vector<Action>& actions);

// The legal actions, summarized per kind of action, as a view carries them.
struct LegalSummary {
    struct Sale {
        std::uint8_t min = 0, max = 0; // cards; max 0: no sale
        friend constexpr bool operator==(const Sale&, const Sale&) = default;
    };

    FixedVector<Good, market_size> take; // distinct, in market order
    bool take_camels = false;
    PerGood<Sale> sell;
    bool exchange = false; // whether any exchange is legal
    friend constexpr bool operator==(const LegalSummary&, const LegalSummary&) = default;
};

LegalSummary legal_summary(const Turn& turn);

// What can be given in exchange for these goods from the market (R8 to R10).
struct Payment {
    GoodCounts goods;
    int camels = 0;
};

Payment payment_for(const Turn& turn, const ExchangeCards& take);

// R11: the values of the tokens that a sale takes, top first.
std::span<const std::uint8_t> sale_tokens(const Turn& turn, Good good, int count);
// R12: the bonus pile that a sale of this many cards draws from; nothing if that pile is empty.
std::optional<BonusTier> sale_bonus(const Turn& turn, int count);

// What a legal action will cause, as far as the mover can know.
struct Outcome {
    int hand = 0, herd = 0;                    // cards gained; negative: lost
    int refill = 0;                            // cards from the deck to the market
    std::span<const std::uint8_t> tokens = {}; // of a sale: values, top first
    std::optional<BonusTier> bonus = {};       // of a sale
    std::optional<EndReason> ends_round = {};  // R14, R15, R15a
};

Outcome outcome(const Turn& turn, const Action& action);

} // namespace jaipur
