// The ways into a private server (enter), and into a room: create_room, join_room, quick_match,
// spectate, resume, take_over; and invitation, which tells about a room exactly to those who could
// join it. Each request is prepared, which may take a while (see Admission), then served; a repeat
// of an earlier one is answered before.
#pragma once

#include "server/core/lobby/admission.hpp"
#include "server/core/lobby/guests.hpp"
#include "server/core/lobby/rooms.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace jaipur::server::core {

class Entry {
  public:
    Entry(const Limits& limits, const Entropy& entropy, Visitors& visitors, Sessions& sessions,
          Rooms& rooms, Guests& guests, Admission& admission)
        : limits_(limits), entropy_(entropy), visitors_(visitors), sessions_(sessions),
          rooms_(rooms), guests_(guests), admission_(admission) {}

    // Refuses what it can refuse without waiting, then asks for admission. Call it again after each
    // wait, until the session's step is Serve.
    void prepare(const Caller& caller, const protocol::EntryRequest& request);
    void serve(const Caller& caller, const protocol::EntryRequest& request);

    // Whether it leads to a room that another server would have: it names one, and nothing here
    // decides about it first.
    bool leads_elsewhere(const Caller& caller, const protocol::EntryRequest& request) const;

    // No new rooms (shutting_down).
    void shut_down() { shutting_down_ = true; }

    // Whether no room may be opened or joined, because the server waits for its matches to end.
    void drain(bool on) { draining_ = on; }

  private:
    std::optional<protocol::ErrorCode> objection(const Caller& caller,
                                                 const protocol::EntryRequest& request) const;
    std::optional<protocol::ErrorCode>
    objection_to_new_room(const Caller& caller, const protocol::CreateOptions& asked) const;
    std::size_t waiting_rooms(const Address& address) const;
    bool may_take_seat(const Caller& caller, const RoomSlot& slot) const;
    int waiting_seats(const Address& address) const;
    bool may_watch_too(const Caller& caller, const RoomSlot& slot) const;
    using Limit = bool (Entry::*)(const Caller&, const RoomSlot&) const;
    std::optional<protocol::ErrorCode> objection_to(const Caller& caller, const RoomSlot& slot,
                                                    const Decision& decision,
                                                    Limit is_below_limit) const;

    // Why a stranger can't do this.
    std::optional<protocol::ErrorCode> lock(const Caller& caller,
                                            const protocol::EntryRequest& request) const;
    // Handles `enter` as far as it isn't a guess. False: it is one, or another request.
    bool is_known(const Caller& caller, const protocol::EntryRequest& request);
    // Whether it comes with an invitation that holds, or may hold. Nobody guesses one, so it needs
    // no guess: other people's wrong ones keep nobody out who has a link.
    bool is_invited(const Caller& caller, const protocol::EntryRequest& request) const;
    // Handles a request whose token has a seat: it repeats the one that took it. False: it doesn't.
    bool repeats(const Caller& caller, const protocol::EntryRequest& request);
    // Moves the seat to the caller's connection, and closes the one before.
    void sit_again(const Caller& caller, RoomSlot& slot, Seat seat,
                   std::optional<std::string> token);
    void enter(const Caller& caller, const protocol::CreateRoom& request);
    void enter(const Caller& caller, const protocol::JoinRoom& request);
    void enter(const Caller& caller, const protocol::QuickMatch& request);
    void enter(const Caller& caller, const protocol::Spectate& request);
    void enter(const Caller& caller, const protocol::ReadInvitation& request);
    void enter(const Caller& caller, const protocol::Resume& request);
    void enter(const Caller& caller, const protocol::TakeOver& request);
    void enter(const Caller& caller, const protocol::Enter& request);
    // Joins, or waits for its turn, by join_room or quick_match. Returns an error only if the
    // caller may not join; then the caller has no answer yet.
    template <class Request>
    std::optional<protocol::ErrorCode> join(const Caller& caller, RoomSlot& slot,
                                            const Request& request);
    // The room if it exists and may be entered; null: the caller was refused, and the guess counts.
    RoomSlot* guess(const Caller& caller, std::string_view code, MayEnter may_enter);

    const Limits& limits_;
    const Entropy& entropy_;
    Visitors& visitors_;
    Sessions& sessions_;
    Rooms& rooms_;
    Guests& guests_;
    Admission& admission_;
    bool shutting_down_ = false;
    bool draining_ = false;
};

} // namespace jaipur::server::core
