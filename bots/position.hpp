// A round in play as one player knows it, before or after an action of theirs: `mine` is that
// player's, `theirs` the opponent's. It must not know about `common/state`: nothing in it is hidden
// from the player.
#pragma once

#include "bots/bonuses.hpp"
#include "bots/ledger.hpp"
#include "common/action.hpp"
#include "common/card.hpp"
#include "common/result.hpp"
#include "common/token.hpp"
#include "common/turn.hpp"

#include <cstdint>
#include <optional>

namespace jaipur::bots {

// What one side has won so far, as the player knows it.
struct Purse {
    int goods = 0;   // rupees of its goods tokens
    int bonuses = 0; // rupees of its bonus tokens whose value the player knows
    std::uint8_t goods_tokens = 0;
    PerTier<std::uint8_t> bonus_tokens; // all
    PerTier<std::uint8_t> hidden;       // those whose value the player doesn't know
    friend constexpr bool operator==(const Purse&, const Purse&) = default;
};

struct Purses {
    Purse mine, theirs;
    friend constexpr bool operator==(const Purses&, const Purses&) = default;
};

// A number for each kind of card, camels included.
using CardCounts = Per<Card, 7, std::uint8_t>;

struct Position {
    // The table, with my hand and herd. After an action, a gap in the market is a card that will
    // come from the deck.
    Turn turn;
    PublicHand mine, theirs; // the hands as everybody knows them
    Purses purses;
    UnknownBonuses bonuses;
    CardCounts unseen;              // cards in the deck, or hidden in their hand
    std::optional<EndReason> ended; // by my action
    friend constexpr bool operator==(const Position&, const Position&) = default;
};

// What a position is worked out from.
struct Known {
    Turn turn;
    Ledger ledger;
    Seat me{};
    GoodCounts discard;
    Purses purses;
    UnknownBonuses bonuses;
};

Position position(const Known& known);

// The position after a legal action, before the deck fills the gaps.
Position after(const Position& before, const Action& action);

// My lead, in hundredths of a rupee. Hidden bonus tokens count as their mean, and the camel token
// isn't counted.
int lead(const Position& position);

// R16: 1 if my herd is larger, -1 if theirs is, 0 if they are equal.
int larger_herd(const Position& position);

// The chance that I win a round that has ended, because hidden bonus tokens may decide it (R16,
// R17). A draw counts as half.
double chance_at_end(const Position& position);

} // namespace jaipur::bots
