// What the operator may see of the rooms: who is where, and how far they are. Never a hand, a deck,
// a password, a token or chat.
#pragma once

#include "common/phase.hpp"
#include "common/seat.hpp"
#include "server/core/record.hpp"
#include "server/core/time.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace jaipur::server::core {

struct PlayerOverview {
    std::string name;
    bool connected = false;         // a bot always is
    std::optional<std::string> bot; // its level
};

struct RoomOverview {
    RoomCode room;
    bool is_public = false;
    bool over_days = false;
    Phase phase{};
    int round = 0;
    Time since{}; // this phase, or the start of the server
    PerSeat<std::optional<PlayerOverview>> players;
    int spectators = 0;
};

struct LobbyFigures {
    std::size_t connections = 0; // of people, in rooms or not
    std::size_t players = 0;     // of these, in a seat
    std::size_t spectators = 0;
    std::size_t bots = 0;                               // in a seat
    std::size_t waiting = 0, playing = 0, finished = 0; // rooms, by their match
    std::size_t over_days = 0;                          // of all these rooms

    LobbyFigures& operator+=(const LobbyFigures& other) {
        for (const auto count :
             {&LobbyFigures::connections, &LobbyFigures::players, &LobbyFigures::spectators,
              &LobbyFigures::bots, &LobbyFigures::waiting, &LobbyFigures::playing,
              &LobbyFigures::finished, &LobbyFigures::over_days})
            this->*count += other.*count;
        return *this;
    }
};

} // namespace jaipur::server::core
