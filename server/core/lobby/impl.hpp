// The inside of the lobby, for its own sources alone (lobby*.cpp).
#pragma once

#include "server/core/lobby/lobby.hpp"
#include "server/core/lobby/schedule.hpp"
#include "server/core/lobby/session.hpp"
#include "server/core/room/room.hpp"
#include "server/core/visitors.hpp"

#include <compare>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace jaipur::server::core {

// Who is to be answered when a record is stored.
struct Asker {
    SessionId session = 0;
    protocol::Ok ok;
};

struct InFlight {
    Record record;
    std::optional<Asker> asker; // none: time brought it
};

// Where a room lies among those that quick_match may join: by their clock, the oldest first.
struct QuickMatchKey {
    int initial = 0, increment = 0; // 0, 0: no clock
    std::uint64_t opened = 0;       // the number of its first record
    friend auto operator<=>(const QuickMatchKey&, const QuickMatchKey&) = default;
};

// A room's place in the lobby. One record of it is with the store at a time; meanwhile whoever
// wants something of it stands in line.
struct Place {
    Place(RoomCode room_code, RoomState state, const Limits& limits, Time now)
        : code(std::move(room_code)), room(std::move(state), limits, now) {}

    RoomCode code;
    Room room;
    Address opener;       // after a start nobody knows any more
    std::size_t kept = 0; // records with the store, chat apart
    std::unique_ptr<InFlight> in_flight;
    std::vector<SessionId> players, others; // who waits; nobody who only watches holds up a player
    std::optional<Time> scheduled;          // its earliest entry in the schedule
    std::optional<QuickMatchKey> offered;   // its entry for quick_match

    bool is_open() const { return room.state().opened != 0; }
};

// One request being answered.
struct Asking {
    SessionId id = 0;
    Session& session;
    std::uint64_t re = 0;
    Time now{}; // when it came: who had to wait in line is not to pay for it by the clock
    Output& out;
};

// A password that is being hashed, perhaps for somebody who has gone meanwhile.
struct Hashing {
    Address from;
    bool guess = false; // to get into a room
};

// A room of which not all records have been read yet.
struct Recovering {
    RoomState state;
    std::size_t kept = 0;
    bool fits = true;
};

// What a record that has been applied leaves to the store: a match to keep, records that are
// needed no longer. `kept` counts the room's records there.
void keep_house(const RoomState& room, const Change& change, const Record& record,
                std::size_t& kept, Output& out);

struct Lobby::Impl {
    Impl(Limits the_limits, Entropy the_entropy)
        : limits(the_limits), entropy(std::move(the_entropy)), visitors(limits) {}

    const Limits limits;
    Entropy entropy;
    Visitors visitors;
    std::unordered_map<SessionId, Session> sessions;
    std::unordered_map<RoomCode, std::unique_ptr<Place>> rooms;
    std::map<RoomCode, Place*> public_rooms; // open ones
    std::map<QuickMatchKey, Place*> offered;
    std::unordered_map<std::uint64_t, Place*> in_flight;
    Schedule schedule;
    std::unordered_map<SessionId, Hashing> hashing; // at most one of each
    std::unordered_map<RoomCode, Recovering> recovering;
    std::uint64_t last_record = 0;
    bool shutting_down = false;

    Session* find_session(SessionId id);
    Place* find_room(std::string_view code);

    // ---- sessions and their lines (lobby.cpp)
    void pump(SessionId id, Time now, Output& out);
    void drop(SessionId id, Time now, Output& out);
    void answer(const Asking& asking, protocol::ServerMessage message);
    void grant(const Asking& asking, decltype(protocol::Ok::adds) adds = {});
    void refuse(const Asking& asking, protocol::ErrorCode code, std::string rule = {});

    // ---- rooms and the store (lobby_rooms.cpp)
    void submit(Place& place, Record record, std::optional<Asker> asker, Output& out);
    void submit(Place& place, RecordBody body, const Asking& asking,
                decltype(protocol::Ok::adds) adds = {});
    void run_timers(Place& place, Time now, Output& out);
    void reschedule(Place& place);
    bool is_their_turn(Place& place, const Asking& asking);
    void applied(Place& place, InFlight& flight, Time now, Output& out);
    void not_stored(Place& place, const InFlight& flight, Time now, Output& out);
    void serve_line(Place& place, Time now, Output& out);
    void close(Place& place, Time now, Output& out);

    // ---- after a start (lobby_recovery.cpp)
    void reopen(const RoomCode& code, Recovering room, Time now);

    // ---- the way in (lobby_entry.cpp)
    void serve(const Asking& asking, const protocol::EntryRequest& request);
    std::optional<protocol::ErrorCode> objection(const Asking& asking,
                                                 const protocol::EntryRequest& request) const;
    std::optional<protocol::ErrorCode> objection_to_room(const Asking& asking) const;
    void hash(const Asking& asking, const protocol::EntryRequest& request,
              const std::string& password);
    std::size_t waiting_rooms(const Address& address) const;
    void guessed_wrong(const Asking& asking);
    void serve(const Asking& asking, const protocol::CreateRoom& request);
    void serve(const Asking& asking, const protocol::JoinRoom& request);
    void serve(const Asking& asking, const protocol::Spectate& request);
    void serve(const Asking& asking, const protocol::Resume& request);
    void open_room(const Asking& asking, const std::string& name,
                   const protocol::CreateOptions& options);
    void join(const Asking& asking, Place& place, const protocol::JoinRoom& request);

    // ---- quick_match (lobby_quick_match.cpp)
    // Puts the room among those that may be joined, or takes it out, as it is now.
    void offer(Place& place);
    void serve(const Asking& asking, const protocol::QuickMatch& request);

    // ---- requests (lobby_requests.cpp)
    void serve(const Asking& asking, const protocol::RequestBody& request);
    void serve(const Asking& asking, const protocol::LobbyRequest& request);
    void serve(const Asking& asking, const protocol::ListRooms& request);
    void serve(const Asking& asking, const protocol::Ping& request);
    void serve(const Asking& asking, const protocol::TableRequest& request);
    void leave(const Asking& asking, Place& place);
};

} // namespace jaipur::server::core
