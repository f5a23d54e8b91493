// What an action would do and why it is not allowed, told from the view alone: the rules of the
// server are out of a client's reach, and the server has the last word anyway. Pure.
#pragma once

#include "common/action.hpp"
#include "common/result.hpp"
#include "protocol/observation.hpp"

#include <array>
#include <cstdint>
#include <optional>

namespace jaipur::client::screen {

inline constexpr int hand_limit = 7;         // R10
inline constexpr int stalled_exchanges = 20; // R15a

// Whether the viewer may do this now, as the rules R6 to R11 have it.
std::optional<Refusal> check(const protocol::Observation& view, const Action& action);
// The same for when it is the viewer's turn: for planning ahead.
std::optional<Refusal> check_on_own_turn(const protocol::Observation& view, const Action& action);

// What is known beforehand about an allowed action.
struct Outcome {
    // A sale: the tokens it takes, top first (R11).
    FixedVector<std::uint8_t, largest_goods_pile> tokens;
    int rupees = 0; // their sum
    int cards_sold = 0;

    // R12: the bonus pile it draws from, and what the token may be worth: the least and the most
    // of those that the viewer has not got.
    struct Bonus {
        BonusTier tier{};
        bool pile_empty = false; // nothing is drawn
        int least = 0, most = 0;
    };

    std::optional<Bonus> bonus;

    int hand_before = 0, hand_after = 0;
    int herd_before = 0, herd_after = 0;
    int refill = 0; // cards the deck gives
    std::optional<EndReason> ends_round;
};

// `action` is one that check_on_own_turn() allows.
Outcome outcome(const protocol::Observation& view, const Action& action);

} // namespace jaipur::client::screen
