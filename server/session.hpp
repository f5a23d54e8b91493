// One connection as the lobby sees it: what it has asked and not been answered yet, and where it
// is.
#pragma once

#include "protocol/message.hpp"
#include "server/delivery.hpp"
#include "server/limits.hpp"
#include "server/rate_limit.hpp"

#include <cstdint>
#include <deque>
#include <optional>
#include <variant>

namespace jaipur::server {

// An answer that was clear at once (a malformed message, one too many) stands in line as well, so
// that answers keep the order of the questions.
struct Queued {
    std::variant<protocol::Request, protocol::Error> what;
    Time came{};
};

struct Session {
    Session(const Limits& limits, Time now)
        : bucket(limits.request_burst, limits.request_rate, now) {}

    TokenBucket bucket;
    int refused = 0;          // rate_limited answers so far
    bool closing = false;     // to be closed once what is queued has been answered
    std::deque<Queued> queue; // the first one is being answered
    bool waiting = false;     // the first one waits for the store, or for its room's turn
    std::optional<RoomCode> room;
};

} // namespace jaipur::server
