// A room with these players; null: the seat is free.
#pragma once

#include "protocol/message.hpp"

#include <utility>

namespace jaipur::client::test {

inline protocol::RoomInfo room_of(const char* zero, const char* one) {
    protocol::RoomInfo room;
    room.room = "K7QX2M";
    for (const auto& [seat, name] : {std::pair{Seat::Zero, zero}, {Seat::One, one}})
        if (name) {
            room.players[seat].emplace();
            room.players[seat]->name = name;
            room.players[seat]->connected = true;
        }
    return room;
}

} // namespace jaipur::client::test
