// The core of the server: all rooms and who is connected to them. Messages, connections and time
// come in as values; records to store and messages to send go out. It must not know about I/O,
// clocks or randomness.
//
// Decide, store, apply, tell: a message that changes a room becomes a record and waits. Only when
// the store has it (`stored`) is it applied and told. Meanwhile all other messages for that room or
// from that connection wait.
#pragma once

#include "common/result.hpp"
#include "protocol/message.hpp"
#include "server/core/address.hpp"
#include "server/core/bans.hpp"
#include "server/core/chance.hpp"
#include "server/core/delivery.hpp"
#include "server/core/limits.hpp"
#include "server/core/lobby/admission.hpp"
#include "server/core/lobby/entry.hpp"
#include "server/core/lobby/guests.hpp"
#include "server/core/lobby/housekeeping.hpp"
#include "server/core/lobby/rooms.hpp"
#include "server/core/lobby/session.hpp"
#include "server/core/record.hpp"
#include "server/core/room/overview.hpp"
#include "server/core/time.hpp"
#include "server/core/visitors.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace jaipur::server::core {

// Totals for metrics and tests; nothing in them depends on what is hidden.
struct LobbyCounts {
    std::size_t sessions = 0;
    std::size_t rooms = 0;
    std::size_t running_matches = 0;
    std::size_t waiting_passwords = 0;
};

// What a link to a room leads to.
enum class LinkTo : std::uint8_t { Seat, Watching };

class Lobby {
  public:
    Lobby(Limits limits, Entropy entropy);
    Lobby(const Lobby&) = delete;
    Lobby& operator=(const Lobby&) = delete;
    ~Lobby() = default;

    // Other limits from now on, as far as `changed_limits` allows. Rooms and matches go on, and
    // nobody who is in has to leave.
    void change(const Limits& limits, Time now);

    // On startup, call `restore` with each stored record in order, then `restored` once, with the
    // highest record number ever used. It returns the codes of the rooms whose records don't fit
    // together; the others are open, nobody is connected, and clocks continue from `now`.
    void restore(const Record& record, Output& out) { recovery_.add(record, out); }

    // Before `restored`: forgets this room, because the store has lost a record of it.
    void skip(const RoomCode& room) { recovery_.skip(room); }

    std::vector<RoomCode> restored(std::uint64_t last, Time now);

    // ---- for several servers with one store (slots.cpp)
    // At first it holds all slots. On startup: it holds none until it adopts some.
    void hold_no_slot() {
        rooms_.hold_no_slot();
        guests_.keep_book(false);
    }

    // On startup, for one of several threads: it holds these slots and no others, and its records'
    // numbers are drawn from those of all threads.
    void hold_only(const Slots& slots, std::shared_ptr<RecordNumbers> numbers);

    bool holds(Slot slot) const { return rooms_.holds(slot); }

    // Given up on purpose; the store still has records of its rooms.
    bool is_leaving(Slot slot) const { return rooms_.is_leaving(slot); }

    // Opens the rooms of a slot beside those that run, after `restore` was called with each stored
    // record of the slot. Otherwise like `restored`: `last` is the slot's highest record number,
    // and clocks continue from `now`, whatever the clock of another server said. `out` is that of
    // `restore`; it keeps nothing about rooms whose records don't fit together.
    std::vector<RoomCode> adopt(Slot slot, std::uint64_t last, Time now, Output& out);

    // Gives up a slot on purpose: begins nothing more in its rooms, and answers what the store has.
    // Then its rooms are gone, and the sessions there are closed with 1012; once the last is gone,
    // `Output::released` says so.
    void release(Slot slot, Time now, Output& out);
    // Another server has the slot, or may have it: its rooms are gone at once, and nobody is told
    // anything more. The sessions there are closed with 1012, without answers to what the store
    // has.
    void drop(Slot slot, Time now, Output& out);

    // What another server that a session moves to has to know about it.
    struct Visitor {
        Address from;
        std::optional<std::uint64_t> guest{}; // its pass: the number in the guest book
        milliseconds guest_for{0};            // for how long it counts where the pass is unknown
        std::optional<std::chrono::milliseconds> lag{};
        bool is_in_room = false;
    };

    // Empty: there is no such session.
    std::optional<Visitor> visitor(SessionId session, Time now) const;

    // Of a session that moves to another thread, and of the same session there.
    std::optional<Conduct> conduct(SessionId session) const;
    void set_conduct(SessionId session, const Conduct& conduct);

    // Whether a request of the session that concerns other servers is within its limits, which it
    // counts against.
    bool may_ask(SessionId session, Time now);

    // Whether a seat here has this token, or will have it; or this key.
    bool has_token(const TokenHash& token) const { return rooms_.with_seat(token, nullptr); }

    bool has_key(const TokenHash& key, Time now) const {
        return rooms_.with_key(key, now).has_value();
    }

    bool knows_pass(const TokenHash& pass) const { return guests_.knows_pass(pass); }

    // Another server knows that the session has this pass: it counts for that time at most, or as
    // long as the book has it.
    void vouch(SessionId session, std::uint64_t guest, milliseconds time, Time now);

    void connected(SessionId session, const Address& from, Time now) {
        sessions_.try_emplace(session, limits_, from, now);
    }

    void disconnected(SessionId session, Time now, Output& out);

    // One frame, as the codec decoded or refused it. It gets one reply, in the order of receipt.
    void received(SessionId session, Result<protocol::Request, protocol::Error> request, Time now,
                  Output& out);
    // The hasher's answer to the last of `Output::passwords`, even if the session has ended. Empty
    // if hashing failed: the session gets no answer, and the caller closes it.
    void hashed(SessionId session, const std::optional<HashedPassword>& hash, Time now,
                Output& out);
    // What a bot has decided, an answer to one of `Output::thoughts`. It acts when its time has
    // come.
    void thought(const Thought& thought, Time now, Output& out);
    // What the preview of a link to this room may tell an address that has no session: as much as
    // `invitation`, or `spectate`, without a password, and as a guess like them. Nothing if it is
    // wrong, or the address has to wait for its next guess.
    std::optional<protocol::Invitation> preview(const Address& from, const std::string& room,
                                                LinkTo to, Time now);

    // From now on, players can subscribe to push messages with this key. `accepts` says whether the
    // server sends to an endpoint, as far as its URL tells.
    void offer_push(std::string public_key, std::function<bool(const std::string&)> accepts) {
        push_offer_.emplace(std::move(public_key), std::move(accepts));
    }

    // The push service of `push` no longer knows its subscription.
    void push_gone(const Push& push, Time now, Output& out);
    // The round-trip time of a ping.
    void lag(SessionId session, std::chrono::milliseconds round_trip, Time now, Output& out);

    // Does what is due: timeouts, freed seats, missing reveals, rooms that close. Call it at
    // `deadline()`.
    void tick(Time now, Output& out);
    std::optional<Time> deadline() const;

    // The store's answer about one record, in the order of their numbers. Full: the request gets
    // storage_full and nothing has changed. Fenced: it drops the slot.
    void stored(std::uint64_t record, Stored result, Time now, Output& out);

    // Refuses new rooms, and what waits to enter one, from now on (shutting_down); stored records
    // are still told.
    void shut_down(Time now, Output& out);

    // Whose request made this record, while the store has it; empty: a timer did.
    std::optional<SessionId> requester(std::uint64_t record) const {
        return rooms_.requester(record);
    }

    // False once the session will be closed: what it sends is ignored.
    bool accepts_requests(SessionId session) const;
    // How many requests of this session have not been answered yet.
    std::size_t backlog(SessionId session) const;
    LobbyCounts counts() const;

    // ---- for the operator (operator.cpp)
    LobbyFigures figures() const;
    // All open rooms, by their codes.
    std::vector<RoomOverview> overview() const;

    // Everybody hears it, until the given time or another announcement. Empty: nothing any more.
    void announce(const std::optional<protocol::Announcement>& announcement,
                  std::optional<Time> until, Time now, Output& out);

    const std::optional<protocol::Announcement>& announcement() const {
        return notice_.announcement;
    }

    // While draining, no match begins (shutting_down), and running ones go on.
    void drain(bool on, Time now, Output& out);

    bool is_draining() const { return notice_.restarting; }

    // The matches that somebody would lose by a restart now: somebody is at the table, and it isn't
    // played over days.
    std::size_t matches_to_wait_for() const;

    enum class Ending : std::uint8_t { NoRoom, NoMatch, Ends };

    // Ends a running match without a winner; players are told why, if `why` isn't empty. The record
    // is stored as soon as the room's last one is.
    Ending end_match(std::string_view room, std::string why, Time now, Output& out);

    // Closes all connections from there (4003), or this player's; returns how many. Seats are kept.
    std::size_t kick(const Network& network, Time now, Output& out);
    std::size_t kick(std::string_view room, Seat seat, Time now, Output& out);
    // Where this player is connected from; empty if nobody is.
    std::optional<Address> address_of(std::string_view room, Seat seat) const;

    // ---- for a private server (private_server.cpp)
    // On startup, with all stored entries in the order of their numbers.
    void restore_guests(const GuestEntries& entries, Output& out);

    // The same for several servers with one store, again and again: replaces what it knows.
    // `keeps`: from now on this server keeps the book, until it gives up `guests_slot`. If not,
    // another one does, and a session that wants to change it is closed with 1012. At first, it
    // keeps it.
    void refresh_guests(const GuestEntries& entries, bool keeps, Output& out);

    bool keeps_guests() const { return guests_.keeps_book(); }

    void set_privacy(const Privacy& privacy) { guests_.set(privacy); }

    // The server's password, whose passes are void once it is another one.
    std::optional<PasswordHash> server_password() const;
    void set_server_password(const std::optional<PasswordHash>& hash, Time now, Output& out);

    struct Invited {
        std::uint64_t number = 0;
        std::string secret;       // base64url
        std::uint64_t change = 0; // for `take_guest_result`
    };

    // Draws its secret. Nothing: there are too many.
    std::optional<Invited> invite(ServerInvitation invitation, Output& out);
    // Returns the change; nothing if there is no such invitation.
    std::optional<std::uint64_t> revoke(std::uint64_t invitation, Output& out);

    const GuestBook& guest_book() const { return guests_.book(); }

    // The store's answer about one of `Output::guest_changes`. False: it is lost, and neither a
    // client nor the operator is told.
    bool guests_stored(std::uint64_t change, Stored result, Time now, Output& out);

    // Once, when the store has answered.
    std::optional<Stored> take_guest_result(std::uint64_t change) {
        return guests_.take_result(change);
    }

    // A room as its records made it, secrets included; null if there is none. For tests, which
    // replay the records and compare.
    const RoomState* room(std::string_view code) const;

  private:
    Session* find_session(SessionId id);
    RoomSlot* room_of(const Session& session) const;
    void serve_queue(SessionId id, Time now, Output& out);
    void serve_ready(Time now, Output& out);
    void serve_first(SessionId id, Session& session, Time now, Output& out);
    void resume(SessionId id, Time now, Output& out);
    void close_session(SessionId id, protocol::CloseCode why, Time now, Output& out);
    void end_session(SessionId id, Time now, Output& out);
    void leave(RoomSlot& slot, SessionId id, Time now, Output& out);
    void remove(RoomSlot& slot, SessionId id, Time now, Output& out);

    void serve_request(const Caller& caller, const protocol::RequestBody& request);
    void serve(const Caller& caller, const protocol::EntryRequest& request);
    void serve(const Caller& caller, const protocol::LobbyRequest& request);
    void serve(const Caller& caller, const protocol::TableRequest& request);
    void reply(const Caller& caller, const protocol::ListRooms& request) const;
    void reply(const Caller& caller, const protocol::ListGames& request);
    void reply(const Caller& caller, const protocol::ReadPushKey& request) const;
    static void reply(const Caller& caller, const protocol::Ping& request);
    bool accepts(const protocol::TableRequest& request) const;
    void tell_notice(Time now, Output& out);

    void applied(RoomSlot& slot, InFlight& flight, Time now, Output& out);
    void not_stored(RoomSlot& slot, const InFlight& flight, Time now, Output& out);
    void serve_waiting(RoomSlot& slot, Time now, Output& out);
    void close(RoomSlot& slot, Time now, Output& out);
    void give_up(RoomSlot& slot, Time now, Output& out);
    void left_if_empty(Slot slot, Output& out);

    Limits limits_; // the parts of the lobby refer to them
    const Entropy entropy_;
    Visitors visitors_;
    Sessions sessions_;
    Rooms rooms_;
    Guests guests_;
    Admission admission_;
    Entry entry_;
    Recovery recovery_;

    struct PushOffer {
        std::string public_key;
        std::function<bool(const std::string&)> accepts;
    };

    std::optional<PushOffer> push_offer_;
    protocol::Notice notice_;
    std::optional<Time> announced_until_;
};

} // namespace jaipur::server::core
