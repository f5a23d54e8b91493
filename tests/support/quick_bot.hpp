// A quick stand-in for the threads that think for bots: a player that looks one action ahead.
#pragma once

#include "bots/greedy.hpp"
#include "server/core/delivery.hpp"

namespace jaipur::test {

inline server::core::Thought quick_thought(const server::core::ToThink& what) {
    return {what.room, what.view.match, what.view.ply,
            bots::choose_greedily(*protocol::turn_of(what.view))};
}

} // namespace jaipur::test
