// Rooms on servers that hold some of the slots.
#pragma once

#include "tests/server/core/world.hpp"

#include <string>
#include <utility>

namespace jaipur::server::core::test {

// How a connection closes whose room is on another server.
inline constexpr auto moved = protocol::CloseCode::ServiceRestart;

inline std::size_t heard(World& world, SessionId session) {
    return world.peer(session).heard.size();
}

inline protocol::CreateRoom public_room(std::string name) {
    protocol::CreateRoom request{std::move(name), {}};
    request.options.is_public = true;
    return request;
}

} // namespace jaipur::server::core::test
