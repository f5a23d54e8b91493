// One round as a viewer saw it, held against the shuffle that the proof gives for it: the cards are
// dealt again and every event is done again on them. Pure.
// It knows no rule of the game: only how cards lie and move (R4, R6 to R8), not what may be done.
#pragma once

#include "common/card.hpp"
#include "common/fixed_vector.hpp"
#include "common/result.hpp"
#include "common/seat.hpp"
#include "protocol/fair.hpp"
#include "protocol/observation.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace jaipur::client::shuffle {

// What a view showed of the table after so many events of the round.
struct TimedView {
    std::size_t after = 0;
    FixedVector<std::optional<Card>, 5> market;
    std::uint8_t deck = 0;
    PerSeat<protocol::ObservedTrader> traders;
    friend bool operator==(const TimedView&, const TimedView&) = default;
};

struct SeenRound {
    std::uint8_t number = 0;
    std::vector<protocol::ObservedEvent> events; // the first is its start
    std::vector<TimedView> views;
    std::optional<RoundResult> result; // once it has ended
    friend bool operator==(const SeenRound&, const SeenRound&) = default;
};

// What does not fit, in words; empty: everything seen is as the shuffle says.
std::string round_mismatch(const SeenRound& seen, const protocol::Shuffle& shuffle);

} // namespace jaipur::client::shuffle
