// Rooms with spectators.
#pragma once

#include "tests/server/core/world.hpp"

#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <utility>

namespace jaipur::server::core::test {

inline protocol::CreateOptions watched(protocol::SpectatorMode mode,
                                       std::optional<int> delay = {}) {
    protocol::CreateOptions options;
    options.spectators = mode;
    options.delay = delay;
    return options;
}

inline SessionId watch(World& world, const RoomCode& room, std::optional<std::string> name = {}) {
    const SessionId session = world.connect();
    const auto seated = world.enter(session, protocol::Spectate{room, std::move(name), {}});
    REQUIRE_FALSE(seated.seat);
    REQUIRE_FALSE(seated.token);
    return session;
}

} // namespace jaipur::server::core::test
