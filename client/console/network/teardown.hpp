// How a WebSocket ends its wire after the closing handshake. Beast finds these by their names.
#pragma once

#include "client/console/network/wire.hpp"

#include <boost/asio/post.hpp>
#include <boost/beast/core/bind_handler.hpp>
#include <boost/beast/core/role.hpp>

#include <utility>

namespace jaipur::client::network {

inline void teardown(boost::beast::role_type, Wire& wire, boost::system::error_code& error) {
    wire.close();
    error = {};
}

template <class Handler>
void async_teardown(boost::beast::role_type, Wire& wire, Handler&& handler) {
    wire.close();
    boost::asio::post(wire.get_executor(),
                      boost::beast::bind_front_handler(std::forward<Handler>(handler),
                                                       boost::system::error_code()));
}

} // namespace jaipur::client::network
