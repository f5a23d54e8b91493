// What the session must know about each kind of request.
#pragma once

#include "client/console/words/words.hpp"
#include "protocol/message.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace jaipur::client::session {

struct Traits {
    // What happens to it without a connection. `Dropped`: the session repeats it if it still
    // matters. `SentLater`: once we are back in the room; but if the connection breaks before the
    // answer, the user is told, because a repeat could arrive twice.
    enum class Offline : std::uint8_t { Dropped, UserIsTold, SentLater, Repeated } offline{};
    static constexpr int most_attempts = 5;
    int attempts = most_attempts; // in total, if a limit of the server refuses it
    // The user can't repeat it, so the session does, even when the server's disk is full.
    bool repeated_when_full = false;
    words::Purpose purpose = words::Purpose::Any;
    const std::string* name = nullptr; // of the player from now on
    const std::string* room = nullptr; // a code, which may be wrong, as may its password
    bool takes_seat = false;
    const protocol::Secret* token = nullptr; // of that seat
};

// Valid as long as the request.
Traits traits_of(const protocol::RequestBody& request);

// Chooses the token of the seat, if the request takes one.
void choose_token(protocol::RequestBody& request, const std::optional<protocol::Secret>& token);

} // namespace jaipur::client::session
