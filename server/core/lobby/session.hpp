// One connection as the lobby sees it: the room it is in, and its requests in order of receipt.
#pragma once

#include "protocol/message.hpp"
#include "server/core/address.hpp"
#include "server/core/delivery.hpp"
#include "server/core/guess_budget.hpp"
#include "server/core/limits.hpp"
#include "server/core/password.hpp"
#include "server/core/rate_limit.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

namespace jaipur::server::core {

// The end of a session that was refused too often: it closes after everything before is answered.
struct CloseSession {};

// Errors that are known on receipt (malformed, too many) queue up too: answers keep the order of
// the requests.
struct Received {
    std::variant<protocol::Request, protocol::Error, CloseSession> what;
    Time at{};
};

// What counts against the limits of a session, whichever thread serves it.
struct Conduct {
    TokenBucket bucket;
    int refused = 0; // rate_limited answers so far
    bool had_wrong_guess = false;
};

struct Session : Conduct {
    // What happens next with the first request of the queue.
    enum class Step : std::uint8_t {
        Prepare,  // checks that cost little
        Admitted, // it may guess; its password, if any, waits to be hashed
        Hash,     // its password goes to the hasher
        Serve,    // again after each wait for the room
        Wait,     // for its turn, or until the hasher or the store has answered
    };

    Session(const Limits& limits, const Address& from, Time now)
        : Conduct{TokenBucket(limits.request_burst, limits.request_rate, now)}, address(from) {}

    void push(Received received) {
        queue.push_back(std::make_shared<const Received>(std::move(received)));
    }

    bool is_closing() const {
        return !queue.empty() && std::holds_alternative<CloseSession>(queue.back()->what);
    }

    // Takes a round-trip time. True if players should hear of it, because it differs by more than a
    // quarter, and 10 ms, from what they heard last. That is rare, so the room is rarely needed.
    bool measured(std::chrono::milliseconds round_trip) {
        constexpr std::chrono::milliseconds least{10};
        if (lag && std::chrono::abs(round_trip - *lag) <= std::max(least, *lag / 4))
            return false;
        lag = round_trip;
        return true;
    }

    Address address;
    std::vector<std::shared_ptr<const Received>> queue;
    Step step = Step::Prepare;
    std::optional<GuessPass> pass; // of the first request, if it is a guess not yet checked
    std::optional<HashedPassword> password; // of the first request
    // The first request repeats another one and waits for the room of that one's seat: nothing else
    // in it has been checked.
    bool waits_for_seat = false;
    std::optional<std::uint64_t> guest; // its pass: the number in the guest book
    // Another server has just seen that pass: until then, this one's copy of the book may lack it.
    Time vouched_until{};
    std::optional<RoomCode> room;
    std::optional<std::chrono::milliseconds> lag; // as players heard it
};

using Sessions = std::unordered_map<SessionId, Session>;

// The sender of the request that is being served, and how to answer it.
struct Caller {
    SessionId id = 0;
    Session& session;
    std::uint64_t re = 0;
    Time now{}; // when the request came: waiting for the room costs nobody time on the clock
    Output& out;

    void answer(protocol::ServerMessage message) const {
        session.queue.erase(session.queue.begin());
        session.step = Session::Step::Prepare;
        session.password.reset();
        session.waits_for_seat = false;
        out.deliveries.emplace_back(
            Send{id, std::make_shared<const protocol::ServerMessage>(std::move(message))});
    }

    void grant(decltype(protocol::Ok::adds) adds = {}) const {
        answer(protocol::Ok{re, std::move(adds)});
    }

    void refuse(protocol::ErrorCode code, std::string rule = {}) const {
        answer(protocol::Error{re, code, std::move(rule)});
    }
};

} // namespace jaipur::server::core
