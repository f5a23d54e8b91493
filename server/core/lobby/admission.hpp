// Steps before a decision about entering a room. A guess of a room or its password needs a pass,
// for which it may have to wait in the slow lane; then the password, if any, is hashed, one at a
// time. Passwords are hashed even if the room doesn't exist, otherwise timing reveals which rooms
// exist.
#pragma once

#include "server/core/guess_budget.hpp"
#include "server/core/guess_lane.hpp"
#include "server/core/hash_queue.hpp"
#include "server/core/lobby/guests.hpp"
#include "server/core/lobby/rooms.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace jaipur::server::core {

// Whether a room may be entered with this password.
using MayEnter = bool (Room::*)(const std::optional<HashedPassword>& password) const;

// What the checks before entry look at; null: the request has none.
struct EntryFacts {
    const std::string* name = nullptr;
    const std::string* room = nullptr; // the sender may be guessing that it exists
    const std::string* password = nullptr;
    MayEnter may_enter = nullptr; // that room
    bool for_server = false; // the sender may be guessing the server's password, or an invitation
};

class Admission {
  public:
    Admission(const Limits& limits, const Entropy& entropy, Sessions& sessions, Rooms& rooms,
              const Guests& guests)
        : entropy_(entropy), sessions_(sessions), rooms_(rooms), guests_(guests), guesses_(limits),
          hash_queue_(limits) {}

    // The session's step says what happens next with its request: it is refused, waits, or can be
    // served. Call it again after each wait.
    void admit(const Caller& caller, const EntryFacts& facts);
    // A guess has been checked. Returns the answer to a wrong one: from the slow lane, the same as
    // if it hadn't been checked.
    std::optional<protocol::ErrorCode>
    guessed(const Caller& caller, bool right,
            protocol::ErrorCode wrong = protocol::ErrorCode::NoSuchRoom);

    // Serves this session again, from the first step on.
    void begin_again(SessionId id);

    // The room behind a link, for a preview of it: a guess without a password, by somebody without
    // a session, who can't wait. Null if it is wrong, and if the address has no fast guess left.
    const RoomSlot* glance(const Address& from, const std::string& room, MayEnter may_enter,
                           Time now);

    // The hasher's answer, even if the session has ended; empty if hashing failed.
    void hashed(SessionId session, const std::optional<HashedPassword>& hash, Time now);
    // Ends a session and returns what it was; empty if there is none. If it was guessing, only what
    // was hashed counts: nothing else can have told anybody anything.
    std::optional<Session> end(SessionId id, Time now);

    // Ends waits that are over; call it at `deadline()`.
    void tick(Time now, Output& out);

    std::optional<Time> deadline() const { return lane_.deadline(); }

    // A session whose wait is over, if any: serve it, then ask again.
    std::optional<SessionId> next_ready(Time now);

    std::size_t waiting_passwords() const { return hash_queue_.size(); }

    // From now on nothing waits: requests are refused instead (shutting_down).
    void shut_down(Time now, Output& out);

  private:
    // The password that is being hashed.
    struct Hashing {
        SessionId session = 0;
        std::string room; // to enter, if it is a guess
        MayEnter may_enter = nullptr;
        bool for_server = false;
        std::optional<GuessPass> pass; // once the session has ended
    };

    bool is_for_anybody(const EntryFacts& facts) const;
    bool is_right(const Hashing& job, const HashedPassword& hash) const;
    bool take_pass(const Caller& caller, const EntryFacts& facts);
    void hash(const Caller& caller, const EntryFacts& facts);
    void refuse(SessionId id, protocol::ErrorCode code, Time now, Output& out);

    const Entropy& entropy_;
    Sessions& sessions_;
    Rooms& rooms_;
    const Guests& guests_;
    GuessBudget guesses_;
    GuessLane lane_;
    HashQueue hash_queue_;
    std::optional<Hashing> hashing_;
    std::vector<SessionId> ready_;
    bool shutting_down_ = false;
};

} // namespace jaipur::server::core
