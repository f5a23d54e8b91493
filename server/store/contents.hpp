// What a store holds, for copying it into one of another kind. It must not know about any of them.
#pragma once

#include "server/core/guest_book.hpp"
#include "server/core/record.hpp"
#include "server/store/companions.hpp"
#include "server/store/store.hpp"

#include <chrono>
#include <vector>

namespace jaipur::server::store {

struct KeptReplay {
    FinishedMatch match;
    std::chrono::milliseconds uptime{}; // when it was stored
};

// Takes everything, in this order; of each kind any number of times. Throws StoreError.
class Contents {
  public:
    virtual ~Contents() = default;
    virtual void take(const std::vector<core::Record>& records) = 0; // in the order of numbers
    virtual void take(const std::vector<KeptReplay>& replays) = 0;
    virtual void take(const core::GuestEntry& entry) = 0;
    virtual void take(const PushSecret& secret) = 0;
    virtual void take(const Companion& companion) = 0;
    virtual void take(std::chrono::milliseconds uptime) = 0; // of servers
};

} // namespace jaipur::server::store
