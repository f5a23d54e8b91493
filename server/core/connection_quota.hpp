// Which connections to let in: limits on connections and sessions, in total and by address, on
// how fast an address opens them, and on its HTTP requests. Time is passed in. Programs on this
// machine count only towards the totals.
#pragma once

#include "server/core/address.hpp"
#include "server/core/limits.hpp"
#include "server/core/time.hpp"

#include <cstddef>
#include <memory>
#include <variant>

namespace jaipur::server::core {

class ConnectionQuota {
  public:
    explicit ConnectionQuota(const Limits& limits);

    // Other limits from now on. Nobody who is in has to leave.
    void change(const Limits& limits, Time now);

    // Counts as long as a copy exists, which may outlive the quota.
    using Ticket = std::shared_ptr<void>;

    enum class Refusal { Full, TooMany }; // in total; from this address

    using Entry = std::variant<Ticket, Refusal>;

    // A connection from this peer was accepted; null: close it. There may be a few more connections
    // than sessions: for HTTP, or to answer that the server is full.
    Ticket connection(const Address& peer, Time now);

    // Whether to shake hands for TLS on one more connection: that costs more than anything else a
    // stranger can ask for, and as many as requests are enough.
    bool may_shake_hands(const Address& client, Time now);

    // Whether to answer one more HTTP request from this address.
    bool may_ask(const Address& client, Time now);

    // Whether to serve one more file of the page: ten times as many as other requests, because a
    // visit takes twenty at once, and a whole class may share one address.
    bool may_load(const Address& client, Time now);

    // A WebSocket from this client, which may be behind a proxy.
    Entry session(const Address& client, Time now);

    // An answer of this size, which stays in memory until the client has read it at its own pace.
    // Each client may have one, as far as the total allows.
    Entry download(const Address& client, std::size_t bytes, Time now);

  private:
    struct State;
    std::shared_ptr<State> state_;
};

} // namespace jaipur::server::core
