#include "tests/fuzz/lobby_plays.hpp"

#include "common/rules.hpp"
#include "tests/support/players.hpp"

namespace jaipur::fuzz {

using namespace server::core;

namespace {

constexpr int most_plies = 200; // by the short form, per input

} // namespace

template <class Choose>
bool Plays::act_here(Choose choose) {
    const RoomState* const where = from_.room();
    if (!where || where->match.phase != Phase::Playing || plies_ >= most_plies)
        return false;
    legal_actions(where->match.state, actions_);
    require(!actions_.empty(), "the player to act always has a legal action (R13)");
    const SessionId mover = at(where->code, where->match.state.turn);
    if (mover == 0)
        return false;
    ++plies_;
    from_.world.ask(mover, protocol::Act{where->match.ply, choose(), {}});
    return true;
}

SessionId Plays::at(const std::string& code, Seat seat) const {
    for (const auto& [session, who] : from_.world.peers())
        if (who.seated && who.seated->room == code && who.seated->seat == seat)
            return session;
    return 0;
}

void Plays::one(std::size_t which) {
    from_.turn_to_session();
    act_here([&] { return actions_[which % actions_.size()]; });
}

void Plays::some() {
    from_.turn_to_session();
    std::uint8_t plies = from_.input.byte();
    const std::uint8_t seed = from_.input.byte();
    test::Random random(seed);
    const test::Habit habit = test::all_habits[seed % test::all_habits.size()];
    for (; plies > 0 && from_.room(); --plies) {
        const std::string code = from_.room()->code;
        if (from_.room()->match.phase == Phase::Playing) {
            if (!act_here([&] { return test::choose(random, actions_, habit); }))
                return;
        } else {
            for (const Seat seat : all_seats)
                if (const SessionId who = at(code, seat))
                    from_.world.ask(who, protocol::Ready{});
        }
        while (from_.world.store_owes())
            from_.world.answer_store(Stored::Durable);
    }
}

} // namespace jaipur::fuzz
