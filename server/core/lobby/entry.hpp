// The ways into a room: create_room, join_room, quick_match, spectate, resume. Each request is
// prepared once, then served; passwords are hashed in between.
#pragma once

#include "server/core/lobby/rooms.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace jaipur::server::core {

class Entry {
  public:
    Entry(const Limits& limits, const Entropy& entropy, Visitors& visitors, Sessions& sessions,
          Rooms& rooms)
        : limits_(limits), entropy_(entropy), visitors_(visitors), sessions_(sessions),
          rooms_(rooms) {}

    // Refuses what it can refuse without a hash. Then the password goes to the hasher: even if the
    // room doesn't exist, otherwise timing reveals which rooms exist. If too many from this address
    // are there already, the session waits for `next_to_prepare`.
    void prepare(const Caller& caller, const protocol::EntryRequest& request);
    // The hasher's answer, even if the session has ended; empty if hashing failed. Returns the
    // address that may hash one more.
    std::optional<Address> hashed(SessionId session, const std::optional<PasswordHash>& hash,
                                  Time now);
    // The session that has waited longest to hash, if its address may; serve it now.
    std::optional<SessionId> next_to_prepare(const Address& address);
    void serve(const Caller& caller, const protocol::EntryRequest& request);

    // No new rooms (shutting_down).
    void shut_down() { shutting_down_ = true; }

  private:
    // A password that is being hashed, maybe for a session that has ended.
    struct Hashing {
        Address from;
        bool guess = false; // to get into a room
    };

    std::optional<protocol::ErrorCode> objection(const Caller& caller,
                                                 const protocol::EntryRequest& request) const;
    std::optional<protocol::ErrorCode> objection_to_new_room(const Caller& caller) const;
    std::size_t waiting_rooms(const Address& address) const;

    void enter(const Caller& caller, const protocol::CreateRoom& request);
    void enter(const Caller& caller, const protocol::JoinRoom& request);
    void enter(const Caller& caller, const protocol::QuickMatch& request);
    void enter(const Caller& caller, const protocol::Spectate& request);
    void enter(const Caller& caller, const protocol::Resume& request);
    void join(const Caller& caller, RoomSlot& slot, const std::string& name);
    RoomSlot* find_room(std::string_view code) const;
    // The room if it exists and may be entered with this password; null: the caller was refused,
    // and the guess counts.
    using MayEnter = bool (Room::*)(const std::optional<PasswordHash>& password) const;
    RoomSlot* guess(const Caller& caller, std::string_view code, MayEnter may_enter);

    const Limits& limits_;
    const Entropy& entropy_;
    Visitors& visitors_;
    Sessions& sessions_;
    Rooms& rooms_;
    std::unordered_map<SessionId, Hashing> hashing_; // at most one for each session
    bool shutting_down_ = false;
};

} // namespace jaipur::server::core
