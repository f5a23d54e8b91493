// The opening handshake: turns an HTTP connection into a WebSocket once its upgrade is granted.
#pragma once

#include "server/core/limits.hpp"
#include "server/net/http_conversation.hpp"
#include "server/net/wire.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/beast/core/role.hpp>
#include <boost/beast/websocket/stream.hpp>
#include <boost/system/error_code.hpp>

#include <utility>

namespace jaipur::server::net {

// Beast calls these when a WebSocket ends; it finds them by argument-dependent lookup.
template <class Handler>
void async_teardown(boost::beast::role_type, Wire& wire, Handler&& handler) {
    wire.async_drain(std::forward<Handler>(handler));
}

inline void beast_close_socket(Wire& wire) {
    wire.close();
}

using WebSocketStream = boost::beast::websocket::stream<Wire, false>; // false: no compression

// Every argument must outlive the call.
boost::asio::awaitable<boost::system::error_code>
accept_upgrade(WebSocketStream& stream, const GrantedUpgrade& granted, const core::Limits& limits);

} // namespace jaipur::server::net
