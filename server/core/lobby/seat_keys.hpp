// Keys that move a seat to another device, once and soon. Only in memory: if the server restarts,
// the seat's token still counts, and its player asks for another key.
#pragma once

#include "server/core/lobby/room_slot.hpp"

#include <map>
#include <optional>

namespace jaipur::server::core {

class SeatKeys {
  public:
    // From now on, this is the seat's only key.
    void issue(RoomSlot& slot, Seat seat, const TokenHash& key, Time until);
    void remove(RoomSlot& slot);

    struct Found {
        RoomSlot* slot = nullptr;
        Seat seat{};
    };

    // The seat that this key opens now, if any.
    std::optional<Found> find(const TokenHash& key, Time now) const;

  private:
    struct Entry {
        Found opens;
        TokenHash token{}; // of the seat: with another one, it has another player, or was moved
        Time until{};
    };

    void remove(RoomSlot& slot, Seat seat);

    std::map<TokenHash, Entry> keys_; // by hash; sorted for the same reason as `SeatTokens`
};

} // namespace jaipur::server::core
