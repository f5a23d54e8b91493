// A replay dealt and played again by the rules, change by change: `playback` shows it, `verify`
// checks it. For any replay, it doesn't throw, and the number of actions bounds its work. It holds
// the full state, so only those two include it.
#pragma once

#include "common/event.hpp"
#include "common/match.hpp"
#include "common/result.hpp"
#include "protocol/message.hpp"

#include <cstddef>
#include <functional>
#include <optional>

namespace jaipur::protocol {

struct Change {
    const Match& match; // after the change
    const Events& events;
    const Replay::Step* step = nullptr; // null: a deal, or an end from outside
};

struct Retelling {
    Match match;                            // as far as it was played
    std::size_t played = 0;                 // actions
    std::optional<Refusal> refusal;         // of the next action, if it is illegal
    std::optional<Phase> cut_short = {};    // ended from outside, in Playing or RoundOver
    std::optional<Seat> turn_when_cut = {}; // whose turn it was then
};

Retelling retell(const Replay& replay, const std::function<void(const Change&)>& each);

} // namespace jaipur::protocol
