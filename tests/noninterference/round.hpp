// A round as dealt and played in the first world.
#pragma once

#include "common/action.hpp"
#include "common/deal.hpp"
#include "common/seat.hpp"
#include "protocol/message.hpp"

#include <string>
#include <vector>

namespace jaipur::paired {

struct Round {
    struct Turn {
        Seat seat{};
        Action action;
        bool stored = false; // false: legal, but the store has not taken it (yet)
    };

    std::string room;
    Deal deal;
    Seat starter{};
    protocol::MatchId match{};
    protocol::SpectatorMode mode{};
    int delay = 0; // of spectators who see both hands, if both players agreed to it; otherwise 0
    std::vector<Turn> turns;
    bool laid_open = false; // it has ended, so hands, herds and bonuses are face up
};

} // namespace jaipur::paired
