// Checks a round as a viewer saw it against its proof: deals the round again, and plays every
// action again by the rules. It must not know about `common/state`: clients include it.
#pragma once

#include "common/card.hpp"
#include "common/fixed_vector.hpp"
#include "common/numbers.hpp"
#include "common/result.hpp"
#include "common/seat.hpp"
#include "protocol/fair.hpp"
#include "protocol/observation.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace jaipur::protocol {

// What a view showed of the table after this many events of the round.
struct TimedView {
    std::size_t after = 0;
    FixedVector<std::optional<Card>, market_size> market;
    std::uint8_t deck = 0;
    PerSeat<ObservedTrader> traders;
    friend bool operator==(const TimedView&, const TimedView&) = default;
};

struct SeenRound {
    std::uint8_t number = 0;
    std::vector<ObservedEvent> events; // the first is its start
    std::vector<TimedView> views;
    std::optional<RoundResult> result; // once it has ended
    friend bool operator==(const SeenRound&, const SeenRound&) = default;
};

// What doesn't match the shuffle or the rules, in words; empty if everything does.
std::string round_mismatch(const SeenRound& seen, const Proof& proof);

} // namespace jaipur::protocol
