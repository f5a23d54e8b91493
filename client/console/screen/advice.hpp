// What the picked cards make: an action and what it would do, or what is missing and why. Pure;
// drawn below the hand.
#pragma once

#include "common/action.hpp"
#include "common/numbers.hpp"
#include "protocol/observation.hpp"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace jaipur::client::screen {

// The cards of a hand one by one, in the order of `Good`, as the screen shows them.
std::vector<Good> hand_cards(const protocol::Observation& view);
int herd_size(const protocol::Observation& view);

inline constexpr std::size_t most_shown = 14; // hand cards that are shown and can be picked

struct Selection {
    std::array<bool, market_size> market{};
    std::array<bool, most_shown> hand{}; // by place in hand_cards()
    int camels = 0;                      // of the viewer's herd
    friend bool operator==(const Selection&, const Selection&) = default;

    bool empty() const { return *this == Selection{}; }
};

struct Advice {
    enum class Tone : std::uint8_t {
        Idle,   // nothing is picked
        Yes,    // `action` can be played
        NotYet, // more has to be picked
        No,     // something has to be put back
    };
    Tone tone = Tone::Idle;
    std::optional<Action> action; // only with Yes
    std::string headline;
    std::string detail;
};

// As if it were the viewer's turn.
Advice advise(const protocol::Observation& view, const Selection& selection);

} // namespace jaipur::client::screen
