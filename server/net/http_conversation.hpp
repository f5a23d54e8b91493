// The part of a connection that is HTTP: requests are read and answered, one after the other, until
// one of them is granted an upgrade. It must not know what becomes of the connection then.
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

// None: there was no upgrade, and the connection is over. All that is passed has to last.
boost::asio::awaitable<std::optional<GrantedUpgrade>>
converse_over_http(Wire& wire, Liveness& liveness, Timekeeper::Watch& watch,
                   const core::Limits& limits, const Site& site);

} // namespace jaipur::server::net
