// Which server a request is for, as a pure function: the room that it names, or the seat that its
// token or key may have, is at one of several servers.
#pragma once

#include "protocol/request.hpp"
#include "server/core/owners.hpp"
#include "server/relay/handshake.hpp"

#include <functional>
#include <string>
#include <vector>

namespace jaipur::server::relay {

struct Destination {
    enum class Way : std::uint8_t {
        Here,
        Wait, // until somebody has it; here, if nobody does
        Move, // the session goes to the server at `address`
        Find, // that has one of `seats`; if none has, as with `address`, or here if that is empty
        Ask,  // the server at `address` alone knows the answer, and the session stays
        GatherRooms, // all servers know a part of it
        GatherGames,
    };
    Way way = Way::Here;
    std::string address{};
    std::vector<WhoHas> seats{};
    bool takes_seat = false;    // if nobody has one of `seats`
    bool all_can_answer = true; // false: a seat may be in a slot that nobody has
    friend bool operator==(const Destination&, const Destination&) = default;
};

// What this server knows without asking.
struct Known {
    std::function<bool(const WhoHas&)> has;                 // that seat
    std::function<bool(const core::TokenHash&)> knows_pass; // what it is worth
};

Destination destination_of(const protocol::RequestBody& request, const core::Owners& owners,
                           const Known& here);

} // namespace jaipur::server::relay
