// A round as dealt and played in the first world.
#pragma once

#include "common/action.hpp"
#include "common/deal.hpp"
#include "common/seat.hpp"

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
    int delay = 0; // of spectators who see both hands; 0: no such spectators
    std::vector<Turn> turns;
    bool laid_open = false; // it has ended, so hands, herds and bonuses are face up
};

} // namespace jaipur::paired
