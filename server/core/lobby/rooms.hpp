// All rooms by code, and their records on the way to the store: one record of a room at a time.
// Until the store has answered, requests for the room wait.
#pragma once

#include "server/core/lobby/quick_match.hpp"
#include "server/core/lobby/record_numbers.hpp"
#include "server/core/lobby/room_slot.hpp"
#include "server/core/lobby/schedule.hpp"
#include "server/core/lobby/seat_keys.hpp"
#include "server/core/lobby/seat_tokens.hpp"
#include "server/core/lobby/session.hpp"
#include "server/core/slots.hpp"
#include "server/core/visitors.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace jaipur::server::core {

class Rooms {
  public:
    Rooms(const Limits& limits, const Entropy& entropy, Visitors& visitors)
        : limits_(limits), entropy_(entropy), visitors_(visitors) {}

    RoomSlot* find(std::string_view code) const;
    // The room that a client names: the text may be anything.
    RoomSlot* named(std::string_view text) const;

    std::size_t size() const { return slots_.size(); }

    std::size_t open() const;
    std::size_t running_matches() const;
    // Open, or being opened.
    std::size_t played_over_days() const;

    // From now on, everybody hears this from the operator.
    void tell(const std::optional<protocol::Notice>& notice, Time now, Output& out);

    // All open rooms, in no order.
    template <class Each>
    void for_each(Each each) const {
        for (const auto& [code, slot] : slots_)
            if (slot->is_open())
                each(*slot);
    }

    // Public rooms in the order of their codes, those after `after`.
    protocol::RoomList list(const std::optional<RoomCode>& after) const;

    RoomSlot* quick_match(const std::optional<protocol::ClockOptions>& clock,
                          const Address& from) const {
        return quick_match_.find(clock, from);
    }

    // See SeatTokens. `wanted` (null: none), if the token has a seat there; otherwise any.
    RoomSlot* with_seat(const TokenHash& token, RoomSlot* wanted) const {
        RoomSlot* const any = seat_tokens_.find(token);
        return wanted && wanted->has_token(token) ? wanted : any;
    }

    struct WithToken {
        RoomSlot* slot = nullptr;
        TokenHash hash{}; // of the token
    };

    // The same for a token as clients send it. No slot either if the token has a seat in another
    // room than `room` names.
    WithToken with_token(const std::string& token, const std::optional<std::string>& room) const;

    // See SeatKeys.
    void issue_key(RoomSlot& slot, Seat seat, const TokenHash& key, Time now) {
        seat_keys_.issue(slot, seat, key, now + limits_.seat_key_lifetime);
    }

    std::optional<SeatKeys::Found> with_key(const TokenHash& key, Time now) const {
        return seat_keys_.find(key, now);
    }

    // ---- slots (see `Lobby`)
    void hold_no_slot() { held_ = {}; }

    void hold(Slot slot) { held_.insert(slot); }

    bool holds(Slot slot) const { return held_.contains(slot); }

    bool holds_a_slot() const { return !held_.empty(); }

    // No new rooms; those that are left have a record in flight.
    void begin_leaving(Slot slot) {
        held_.erase(slot);
        leaving_.insert(slot);
    }

    bool is_leaving(Slot slot) const { return leaving_.contains(slot); }

    bool has_left(Slot slot) const { return is_leaving(slot) && codes_in(slot).empty(); }

    // Neither held nor leaving.
    void forget(Slot slot) {
        held_.erase(slot);
        leaving_.erase(slot);
    }

    std::vector<RoomCode> codes_in(Slot slot) const;
    // Whether this is the code of a room that another server would have. The text may be anything.
    bool is_elsewhere(std::string_view text) const;

    // In a slot that it holds, of which there must be one.
    RoomCode unused_code() const;
    // Creates a room with this code, for a player in seat 0; the caller submits its first record.
    RoomSlot& create(const RoomCode& code, const Address& opener, Time now);
    // Adds a room with the state that its `record_count` stored records made.
    void restore(RoomState state, std::size_t record_count, Time now);

    // The limits have changed: timers may be due earlier.
    void limits_changed();

    // The highest record number ever used; a lower one than before changes nothing.
    void set_last_record(std::uint64_t number) { numbers_->raise(number); }

    // Before anything is recorded: other rooms draw from the same numbers.
    void share_numbers(std::shared_ptr<RecordNumbers> numbers) { numbers_ = std::move(numbers); }

    // Lists the room if it is public; it is open now.
    void publish(RoomSlot& slot);
    void remove(RoomSlot& slot);
    // From now on this seat counts for this address.
    void set_player_address(RoomSlot& slot, Seat seat, const Address& from, Time now);

    // Hands a record to the store; the caller gets `adds` with the `ok` once it is stored.
    void submit(RoomSlot& slot, RecordBody body, const Caller& caller,
                decltype(protocol::Ok::adds) adds = {});
    // See `Lobby`.
    std::optional<SessionId> requester(std::uint64_t record) const;
    // The room with this record in flight; null if there is none.
    const RoomSlot* with_in_flight(std::uint64_t record) const;
    RoomSlot* take_in_flight(std::uint64_t record);

    // Whether this request can be served now: everything due before it has happened, and no record
    // of the room is with the store. If not, the session waits in the room's queue.
    bool is_turn_of(const Caller& caller, RoomSlot& slot);
    // Does what is due in this room, until a record of it is with the store.
    void run_timers(RoomSlot& slot, Time now, Output& out);
    // In all rooms; call it at `deadline()`.
    void tick(Time now, Output& out);

    std::optional<Time> deadline() const { return schedule_.first(); }

    // After each change of a room: plans its next timer, and files it.
    void update(RoomSlot& slot);
    // Where quick_match and tokens find it, after the store was asked to store this record, or has
    // answered.
    void file(RoomSlot& slot, const RecordBody& changed);

  private:
    void submit(RoomSlot& slot, Record record, std::optional<PendingAnswer> answer, Output& out);

    const Limits& limits_;
    const Entropy& entropy_;
    Visitors& visitors_;
    std::optional<protocol::Notice> notice_; // before the rooms, which refer to it
    std::unordered_map<RoomCode, std::unique_ptr<RoomSlot>> slots_;
    std::map<RoomCode, RoomSlot*> public_; // open ones
    QuickMatchOffers quick_match_;
    SeatTokens seat_tokens_;
    SeatKeys seat_keys_;
    std::unordered_map<std::uint64_t, RoomSlot*> in_flight_;
    Slots held_ = Slots::all(), leaving_;
    Schedule schedule_;
    std::shared_ptr<RecordNumbers> numbers_ = std::make_shared<RecordNumbers>();
};

} // namespace jaipur::server::core
