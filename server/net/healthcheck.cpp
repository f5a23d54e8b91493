#include "server/net/healthcheck.hpp"

#include "server/net/as_values.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/write.hpp>

#include <chrono>
#include <string>
#include <string_view>

namespace jaipur::server::net {

namespace {

namespace asio = boost::asio;
using asio::ip::tcp;

constexpr std::chrono::seconds answer_timeout{3};
constexpr std::string_view question =
    "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
constexpr std::string_view good = "HTTP/1.1 200 ", elsewhere = "HTTP/1.1 308 ";

using Tls = asio::ssl::stream<tcp::socket>;

asio::awaitable<bool> shake_hands(tcp::socket& /*plain*/) {
    co_return true;
}

asio::awaitable<bool> shake_hands(Tls& tls) {
    const auto [failed] = co_await tls.async_handshake(Tls::client, as_values);
    co_return !failed;
}

template <class Stream>
asio::awaitable<void> ask(Stream& socket, tcp::endpoint endpoint,
                          std::optional<std::string>& problem) {
    const auto [no_way] = co_await socket.lowest_layer().async_connect(endpoint, as_values);
    if (no_way) {
        problem = "can't connect: " + no_way.message();
        co_return;
    }
    const bool shaken = co_await shake_hands(socket);
    if (!shaken) {
        problem = "the server doesn't speak TLS";
        co_return;
    }
    const auto out = asio::buffer(question.data(), question.size());
    const auto [not_sent, sent] = co_await asio::async_write(socket, out, as_values);
    std::string start(good.size(), '\0');
    const auto in = asio::buffer(start);
    const auto [not_read, read] = co_await asio::async_read(socket, in, as_values);
    if (not_sent || not_read)
        problem = "the server closed the connection";
    else if (start == good)
        problem.reset();
    else if (start == elsewhere)
        problem = "the server speaks TLS";
    else
        problem = "the server answered, but isn't healthy";
}

template <class Stream>
std::optional<std::string> ask_in_time(asio::io_context& context, Stream& stream,
                                       const tcp::endpoint& endpoint) {
    std::optional problem =
        "no answer within " + std::to_string(answer_timeout.count()) + " seconds";
    asio::co_spawn(context, ask(stream, endpoint, problem), asio::detached);
    context.run_for(answer_timeout);
    return problem;
}

} // namespace

std::optional<std::string> health_problem(const tcp::endpoint& endpoint) {
    asio::io_context context;
    tcp::socket socket(context);
    return ask_in_time(context, socket, endpoint);
}

std::optional<std::string> health_problem_over_tls(const tcp::endpoint& endpoint) {
    asio::io_context context;
    asio::ssl::context tls(asio::ssl::context::tls_client);
    Tls stream(context, tls);
    return ask_in_time(context, stream, endpoint);
}

} // namespace jaipur::server::net
