// The HTTP part of a connection: reads and answers requests, one after the other, until one gets an
// upgrade. It must not know what happens to the connection then.
#pragma once

#include "server/core/limits.hpp"
#include "server/net/http.hpp"
#include "server/net/liveness.hpp"
#include "server/net/timekeeper.hpp"
#include "server/net/wire.hpp"

#include <boost/asio/awaitable.hpp>

#include <optional>

namespace jaipur::server::net {

struct GrantedUpgrade {
    HttpRequest request;
    Upgrade upgrade;
};

// None: the connection ended without an upgrade. Every argument must outlive the call.
boost::asio::awaitable<std::optional<GrantedUpgrade>>
converse_over_http(Wire& wire, Liveness& liveness, Timekeeper::Watch& watch,
                   const core::Limits& limits, const Site& site);

} // namespace jaipur::server::net
