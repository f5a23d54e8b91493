// The rooms that quick_match may join.
#pragma once

#include "server/core/lobby/room_slot.hpp"

#include <map>
#include <optional>

namespace jaipur::server::core {

class QuickMatchOffers {
  public:
    // Offers the room, or stops offering it, depending on its state.
    void update(RoomSlot& slot);
    void remove(RoomSlot& slot);
    // The oldest room with this clock that lets this address in; null if none is offered.
    RoomSlot* find(const std::optional<protocol::ClockOptions>& clock, const Address& from) const;

  private:
    void offer(RoomSlot& slot, const std::optional<QuickMatchKey>& wanted);

    std::map<QuickMatchKey, RoomSlot*> offered_;
};

} // namespace jaipur::server::core
