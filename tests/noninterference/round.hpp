// A round as it was dealt and played in the first world.
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
        bool stored = false; // none: it was legal, but the store did not take it, or not yet
    };

    std::string room;
    Deal deal;
    Seat starter{};
    int delay = 0; // of spectators who see both hands; 0: there are none
    std::vector<Turn> turns;
    bool laid_open = false; // it has ended: hands, herds and bonuses taken are not secret any more
};

} // namespace jaipur::paired
