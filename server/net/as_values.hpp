// How coroutines here wait: `co_await` gives an error code, and throws nothing.
#pragma once

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace jaipur::server::net {

inline constexpr auto as_values = boost::asio::as_tuple(boost::asio::use_awaitable);

} // namespace jaipur::server::net
