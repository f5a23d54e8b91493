// The seats by their tokens, for clients that know nothing else: they chose the token, and the
// answer that names their seat was lost.
#pragma once

#include "server/core/lobby/room_slot.hpp"

#include <map>

namespace jaipur::server::core {

class SeatTokens {
  public:
    // Brings the entries of this room up to date.
    void update(RoomSlot& slot);
    void remove(RoomSlot& slot);
    // The room where this token has a seat, or will have one once a record is stored; null if none.
    // Usually there is one at most; but a request that was repeated on another server, because the
    // first one lost its room, may have made two. Then it is any of them.
    RoomSlot* find(const TokenHash& token) const;

  private:
    // Sorted, because clients could choose tokens that share a bucket of a hash table. The time of
    // a search may tell something about the hashes here, but no hash tells its token of 256 bits.
    std::multimap<TokenHash, RoomSlot*> seats_;
};

} // namespace jaipur::server::core
