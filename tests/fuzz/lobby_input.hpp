// The fuzzer's input as steps read it, with the connection that the current step is about.
#pragma once

#include "tests/fuzz/input.hpp"
#include "tests/fuzz/lobby_world.hpp"

#include <cstddef>
#include <cstdint>

namespace jaipur::fuzz {

// What a player contributes to the shuffle.
protocol::Secret nonce_of(std::uint8_t byte);

struct LobbyInput {
    Input input;
    LobbyWorld& world;
    server::core::SessionId at = 0; // the connection

    // To the connected session named by the next byte, or 0 if nobody is connected.
    void turn_to_session();
    const Peer* peer() const;
    // The actual state of that connection's room.
    const server::core::RoomState* room() const;
    // A seat granted earlier, counted back from the last.
    Ticket some_ticket(std::size_t back) const;
    // That connection's player's commitment to this byte's nonce.
    protocol::Hash commit(std::uint8_t byte) const;
};

} // namespace jaipur::fuzz
