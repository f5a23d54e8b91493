// Who may come in: how many connections and sessions there may be in all and by address, how fast
// an address may open them, and how much it may ask over HTTP. Time comes in as values. Programs on
// this machine are counted in all alone.
#pragma once

#include "server/core/address.hpp"
#include "server/core/limits.hpp"
#include "server/core/time.hpp"

#include <cstddef>
#include <memory>
#include <variant>

namespace jaipur::server::core {

class Gate {
  public:
    explicit Gate(const Limits& limits);

    // Counts for as long as a copy lives, which may be longer than the gate does.
    using Ticket = std::shared_ptr<void>;

    enum class Refusal { Full, TooMany }; // of all; of this address

    using Entry = std::variant<Ticket, Refusal>;

    // A connection that was accepted, from this peer; null: it is to be hung up on. There may be
    // some more of them than sessions: to be served over HTTP, or told there that the server is
    // full.
    Ticket connection(const Address& peer, Time now);

    // Whether one more HTTP request of this address is answered.
    bool may_ask(const Address& client, Time now);

    // Whether one more file of the page is: ten for each other request, since a visit takes twenty
    // at once, and a whole class may come from one address.
    bool may_load(const Address& client, Time now);

    // A WebSocket of this client, which may stand behind a proxy.
    Entry session(const Address& client, Time now);

    // So many bytes, which lie in memory until this client has taken them in, at its own pace. One
    // such answer it may always have, as far as there is room at all.
    Entry download(const Address& client, std::size_t bytes, Time now);

  private:
    struct State;
    std::shared_ptr<State> state_;
};

} // namespace jaipur::server::core
