#include "tests/noninterference/chance.hpp"

#include "common/rules.hpp"
#include "protocol/codec.hpp"
#include "server/core/bot/bot.hpp"
#include "tests/noninterference/seam.hpp"

#include <cassert>
#include <string_view>

namespace jaipur::paired {

namespace {

Chance* ruling = nullptr;

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

// ---- a bot decides (room/time.cpp calls bot.cpp)

Action real_choose(std::string_view level, const protocol::Observation& view)
    JAIPUR_REAL("_ZN6jaipur6server4core6chooseESt17basic_string_viewIcSt11char_traitsIcEERKNS_"
                "8protocol11ObservationE");
Action wrapped_choose(std::string_view level, const protocol::Observation& view)
    JAIPUR_INSTEAD_OF("_ZN6jaipur6server4core6chooseESt17basic_string_viewIcSt11char_"
                      "traitsIcEERKNS_8protocol11ObservationE");

Action wrapped_choose(std::string_view level, const protocol::Observation& view) {
    if (!ruling)
        return real_choose(level, view);
    ruling->shown_to_bots.emplace_back(view.room, protocol::encode(view));
    const Chance::Turn turn{view.match, view.ply};
    if (!ruling->repeats)
        return ruling->bots[turn] = real_choose(level, view);
    const auto found = ruling->bots.find(turn);
    if (found != ruling->bots.end())
        return found->second;
    ++ruling->unforeseen;
    return real_choose(level, view);
}

} // namespace jaipur::paired
