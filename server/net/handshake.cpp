#include "server/net/handshake.hpp"

#include "server/net/as_values.hpp"

#include <boost/beast/http.hpp>

namespace jaipur::server::net {

namespace http = boost::beast::http;
namespace websocket = boost::beast::websocket;

boost::asio::awaitable<boost::system::error_code>
accept_upgrade(WebSocketStream& stream, const GrantedUpgrade& granted, const core::Limits& limits) {
    http::request<http::empty_body> request(http::verb::get, granted.request.target,
                                            static_cast<unsigned>(granted.request.version));
    for (const auto& [name, value] : granted.request.headers)
        request.insert(name, value);
    stream.set_option(websocket::stream_base::decorator(
        [with_subprotocol = granted.upgrade.with_subprotocol](websocket::response_type& response) {
            response.set(http::field::server, "jaipur");
            if (with_subprotocol)
                response.set(http::field::sec_websocket_protocol, subprotocol);
        }));
    stream.read_message_max(limits.message_bytes);
    stream.auto_fragment(false);
    stream.text(true);
    const auto [error] = co_await stream.async_accept(request, as_values);
    co_return error;
}

} // namespace jaipur::server::net
