// A replay dealt and played again by the rules, one change after the other: what `playback` shows
// and `verify` judges. Whatever the replay says, it throws nothing and does no more work than there
// are actions.
// It holds the full state, so nobody but those two includes it.
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
    const Match& match; // after it
    const Events& events;
    const Replay::Step* step = nullptr; // none: a deal, or an end from outside
};

struct Retelling {
    Match match;                            // as far as it went
    std::size_t played = 0;                 // actions
    std::optional<Refusal> refusal;         // of the action after those, where it is illegal
    std::optional<Phase> cut_short = {};    // ended from outside, in Playing or RoundOver
    std::optional<Seat> turn_when_cut = {}; // whose turn it was then
};

Retelling retell(const Replay& replay, const std::function<void(const Change&)>& each);

} // namespace jaipur::protocol
