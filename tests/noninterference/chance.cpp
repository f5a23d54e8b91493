#include "tests/noninterference/chance.hpp"

#include "common/rules.hpp"
#include "protocol/codec.hpp"
#include "tests/noninterference/seam.hpp"
#include "tests/support/quick_bot.hpp"

#include <cassert>
#include <string>

namespace jaipur::paired {

namespace {

Chance* ruling = nullptr;

// Everything that a bot is told.
std::string shown(const server::core::ToThink& what) {
    protocol::View view = what.view;
    view.events = what.round;
    return what.level + ' ' + protocol::encode(view);
}

} // namespace

Ruled::Ruled(Chance& chance) {
    assert(!ruling);
    ruling = &chance;
}

Ruled::~Ruled() {
    ruling = nullptr;
}

// ---- the deal (match.cpp calls rules.cpp)

State real_set_up(const Deal& deal, Seat starter)
    JAIPUR_REAL("_ZN6jaipur6set_upERKNS_4DealENS_4SeatE");
State wrapped_set_up(const Deal& deal, Seat starter)
    JAIPUR_INSTEAD_OF("_ZN6jaipur6set_upERKNS_4DealENS_4SeatE");

State wrapped_set_up(const Deal& deal, Seat starter) {
    if (!ruling || !ruling->repeats)
        return real_set_up(deal, starter);
    const auto found = ruling->instead.find(deal.deck);
    if (found == ruling->instead.end()) {
        ++ruling->unforeseen;
        return real_set_up(deal, starter);
    }
    State state = real_set_up(found->second.deal, starter);
    for (Seat seat : all_seats) {
        auto& herd = state.traders[seat].herd;
        herd = static_cast<std::uint8_t>(herd + found->second.herd[seat]);
    }
    return state;
}

// ---- a bot decides

server::core::Thought think_for(const server::core::ToThink& what) {
    server::core::Thought thought = test::quick_thought(what);
    if (!ruling)
        return thought;
    ruling->shown_to_bots.emplace_back(what.room, shown(what));
    const Chance::Turn turn{thought.match, thought.ply};
    if (!ruling->repeats) {
        ruling->bots[turn] = thought.action;
        return thought;
    }
    const auto found = ruling->bots.find(turn);
    if (found == ruling->bots.end())
        ++ruling->unforeseen;
    else if (!check(*protocol::turn_of(what.view), found->second)) // else it was never played
        thought.action = found->second;
    return thought;
}

} // namespace jaipur::paired
