// A room's slot in the lobby: the room, its record that is with the store, and the sessions that
// wait for it.
#pragma once

#include "server/core/address.hpp"
#include "server/core/room/room.hpp"
#include "server/core/slots.hpp"

#include <algorithm>
#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

namespace jaipur::server::core {

// An `ok` to send once the record is stored.
struct PendingAnswer {
    SessionId session = 0;
    protocol::Ok ok;
};

struct InFlight {
    Record record;
    std::optional<PendingAnswer> answer; // empty if a timer made the record
};

// Sessions whose first request waits until the store has answered about the room's record. Players
// go first: a spectator holds nobody up.
class WaitQueue {
  public:
    void add_player(SessionId session) { players_.push_back(session); }

    void add_other(SessionId session) { others_.push_back(session); }

    std::optional<SessionId> pop() {
        auto& queue = players_.empty() ? others_ : players_;
        if (queue.empty())
            return std::nullopt;
        const SessionId first = queue.front();
        queue.erase(queue.begin());
        return first;
    }

  private:
    std::vector<SessionId> players_, others_;
};

// The order in which quick_match takes rooms: by their clock, the oldest first.
struct QuickMatchKey {
    int initial = 0, increment = 0; // 0, 0: no clock
    std::uint64_t opened = 0;       // the number of the room's first record
    Slot slot{};                    // in another one, a room may have the same number
    friend auto operator<=>(const QuickMatchKey&, const QuickMatchKey&) = default;
};

// How many addresses a room keeps out.
inline constexpr std::size_t most_barred = 100;

struct RoomSlot {
    RoomSlot(RoomCode room_code, RoomState state, const Limits& limits,
             const std::optional<protocol::Notice>& notice, Time now)
        : code(std::move(room_code)), room(std::move(state), limits, notice, now) {}

    RoomCode code;
    Room room;
    Address opener; // unknown after a restart
    // Seats and matches count for the addresses from which their players took the seats or asked
    // for the rematch; this machine if unknown, or if a bot sits there.
    PerSeat<Address> players_from;
    std::vector<Address> barred;  // the owner removed somebody from there; the newest last
    std::size_t record_count = 0; // of its stored records, without chat and moved seats
    std::unique_ptr<InFlight> in_flight;
    WaitQueue wait_queue;
    std::optional<Time> scheduled;                        // its earliest entry in the schedule
    std::optional<QuickMatchKey> offered;                 // its entry in `QuickMatchOffers`
    std::array<std::optional<TokenHash>, 3> filed_tokens; // its entries in `SeatTokens`
    PerSeat<std::optional<TokenHash>> filed_keys;         // its entries in `SeatKeys`

    bool is_open() const { return room.state().opened != 0; }

    // Whether this token has a seat here, or will have one.
    bool has_token(const TokenHash& token) const {
        return std::ranges::find(filed_tokens, std::optional(token)) != filed_tokens.end();
    }

    // Whether something here counts for this address.
    bool counts(const Address& address) const {
        return opener == address || players_from[Seat::Zero] == address ||
               players_from[Seat::One] == address;
    }

    bool bars(const Address& address) const {
        return std::ranges::find(barred, address) != barred.end();
    }

    // Programs on this machine can't be told apart, so they are never kept out.
    void bar(const Address& address) {
        if (address.is_this_machine() || bars(address))
            return;
        if (barred.size() == most_barred)
            barred.erase(barred.begin());
        barred.push_back(address);
    }

    // Whether somebody joined and holds this seat before the match begins. A request to take it
    // counts once the store has been asked.
    bool has_waiting_guest(Seat seat) const {
        const RoomState& state = room.state();
        const auto* coming = in_flight ? std::get_if<SeatTaken>(&in_flight->record.body) : nullptr;
        if (coming && coming->seat == seat)
            return true;
        const auto& player = state.players[seat];
        const bool has_joined = player && player->seated_by != state.opened;
        return has_joined && state.match.phase == Phase::Waiting;
    }
};

} // namespace jaipur::server::core
