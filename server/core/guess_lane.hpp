// The slow lane: requests that guess a room or its password when their address has no fast guess
// left. Each address has one at a time, after a short wait; then the guess is checked if the budget
// allows it, and refused like a wrong one if not. Networks that made no wrong guess lately go
// first. It must not know about rooms: nothing here depends on whether a guess is right.
#pragma once

#include "server/core/address.hpp"
#include "server/core/delivery.hpp"
#include "server/core/guess_budget.hpp"
#include "server/core/time.hpp"

#include <cstddef>
#include <optional>
#include <unordered_map>
#include <vector>

namespace jaipur::server::core {

class GuessLane {
  public:
    struct Guesser {
        SessionId session = 0;
        Address from;
        bool had_wrong_guess = false; // on this session
    };

    // The session waits from now on. If that is too many, returns one that no longer does.
    std::optional<SessionId> add(const Guesser& guesser, Time now, const GuessBudget& budget);
    // For a session that has ended, whether or not it waits.
    void remove(SessionId session);

    // The session waits no longer; without a pass its request is refused.
    struct Turn {
        SessionId session = 0;
        std::optional<GuessPass> pass;
    };

    // The next turn that is due, if any; call it at `deadline()`, until there is none.
    std::optional<Turn> next(Time now, GuessBudget& budget);
    std::optional<Time> deadline() const;

    // One that waits, if any; it no longer does.
    std::optional<SessionId> pop();

  private:
    struct Waiting {
        Guesser guesser;
        Time since{};
    };

    Time turn_of(const Waiting& waiting) const;
    std::size_t newest_of(const Address& from) const;
    std::size_t one_too_many(const GuessBudget& budget) const;
    SessionId take(std::size_t place);

    std::vector<Waiting> waiting_;                // in order of arrival; short enough to search
    std::unordered_map<Address, Time> last_turn_; // of addresses that wait
    Time looked_at_{};
};

} // namespace jaipur::server::core
