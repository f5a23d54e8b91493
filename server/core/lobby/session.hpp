// One connection as the lobby sees it: what it has asked and not been answered yet, and where it
// is.
#pragma once

#include "protocol/message.hpp"
#include "server/core/address.hpp"
#include "server/core/delivery.hpp"
#include "server/core/limits.hpp"
#include "server/core/rate_limit.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

namespace jaipur::server::core {

// An answer that was clear at once (a malformed message, one too many) stands in line as well, so
// that answers keep the order of the questions.
struct Queued {
    std::variant<protocol::Request, protocol::Error> what;
    Time came{};
};

struct Session {
    Session(const Limits& limits, const Address& from, Time now)
        : address(from), bucket(limits.request_burst, limits.request_rate, now) {}

    void ask(Queued queued) { queue.push_back(std::make_shared<const Queued>(std::move(queued))); }

    // Whether it is news: more than a quarter, and 10 ms, away from what was told last. Most are
    // not, and are done with here, without a look at their room.
    bool measured(std::chrono::milliseconds round_trip) {
        constexpr std::chrono::milliseconds least{10};
        if (lag && std::chrono::abs(round_trip - *lag) <= std::max(least, *lag / 4))
            return false;
        lag = round_trip;
        return true;
    }

    Address address;
    TokenBucket bucket;
    int refused = 0;      // rate_limited answers so far
    bool closing = false; // to be closed once what is queued has been answered
    std::vector<std::shared_ptr<const Queued>> queue; // the first one is being answered
    // The first one waits for the store, for its room's turn, or for its password to be hashed.
    bool waiting = false;
    std::optional<PasswordHash> hashed; // the password of the first one
    std::optional<RoomCode> room;
    std::optional<std::chrono::milliseconds> lag; // as told
};

} // namespace jaipur::server::core
