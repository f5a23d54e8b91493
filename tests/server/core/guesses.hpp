// Guesses of rooms and passwords.
#pragma once

#include "tests/server/core/world.hpp"

#include <string>
#include <utility>

namespace jaipur::server::core::test {

inline protocol::CreateRoom locked_room() {
    protocol::CreateRoom request{"Asha", {}};
    request.options.password = "sesame";
    return request;
}

// The answer and the time it took.
inline std::pair<std::string, milliseconds> timed(World& world, const Address& from,
                                                  const protocol::RequestBody& request) {
    const SessionId session = world.connect(from);
    const Time begin = world.now;
    world.send(session, request);
    while (world.last_answer(session).empty())
        world.pass(1ms);
    return {world.last_answer(session), world.now - begin};
}

inline const protocol::JoinRoom nowhere{"222222", "Mira", std::nullopt};

// How often this address gets no_such_room until it is told to wait.
inline int guesses(World& world, const Address& from,
                   const protocol::RequestBody& guess = nowhere) {
    int count = 0;
    while (timed(world, from, guess).first == "no_such_room")
        ++count;
    return count;
}

} // namespace jaipur::server::core::test
