// Matches in the short form: legal actions of the players whose turn it is.
#pragma once

#include "common/action.hpp"
#include "tests/fuzz/lobby_input.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace jaipur::fuzz {

class Plays {
  public:
    explicit Plays(LobbyInput& from) : from_(from) {}

    // A legal action, by its index, of the player whose turn it is in that connection's room.
    void one(std::size_t which);
    // Plays some plies for both seats, across rounds, whatever the store does.
    void some();

  private:
    template <class Choose>
    bool act_here(Choose choose);
    // The connected player in this seat; 0: none.
    server::core::SessionId at(const std::string& code, Seat seat) const;

    LobbyInput& from_;
    int plies_ = 0;
    std::vector<Action> actions_;
};

} // namespace jaipur::fuzz
