// Which requests of a session aren't for the lobby that it is connected to: those about the rooms
// of another server (relays.hpp), or of another thread (thread_routes.hpp).
#pragma once

#include "protocol/request.hpp"
#include "server/core/delivery.hpp"

#include <chrono>
#include <optional>
#include <string_view>

namespace jaipur::server::relay {

class Routes {
  public:
    Routes() = default;
    virtual ~Routes() = default;
    Routes(const Routes&) = delete;
    Routes& operator=(const Routes&) = delete;

    // A message from a client. Nothing: its session isn't served elsewhere. Otherwise, whether to
    // read the next one; if not, the routes ask for it later.
    virtual std::optional<bool> received(core::SessionId session, std::string_view text) = 0;
    // The same after it was decoded. Nothing: it is for this lobby.
    virtual std::optional<bool> received(core::SessionId session,
                                         const protocol::RequestBody& request,
                                         std::string_view text) = 0;
    virtual void lag(core::SessionId session, std::chrono::milliseconds round_trip) = 0;
    // The client has taken everything, after it hadn't.
    virtual void drained(core::SessionId session) = 0;
    virtual void ended(core::SessionId session) = 0;
    // Requests may have been answered here.
    virtual void settled() = 0;
};

} // namespace jaipur::server::relay
