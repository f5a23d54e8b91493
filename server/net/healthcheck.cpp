#include "server/net/healthcheck.hpp"

#include "server/net/as_values.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/read.hpp>
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
constexpr std::string_view good = "HTTP/1.1 200 ";

asio::awaitable<void> ask(tcp::socket& socket, tcp::endpoint endpoint,
                          std::optional<std::string>& problem) {
    const auto [no_way] = co_await socket.async_connect(endpoint, as_values);
    if (no_way) {
        problem = "can't connect: " + no_way.message();
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
    else
        problem = "the server answered, but isn't healthy";
}

} // namespace

std::optional<std::string> health_problem(const tcp::endpoint& endpoint) {
    std::optional problem =
        "no answer within " + std::to_string(answer_timeout.count()) + " seconds";
    asio::io_context context;
    tcp::socket socket(context);
    asio::co_spawn(context, ask(socket, endpoint, problem), asio::detached);
    context.run_for(answer_timeout);
    return problem;
}

} // namespace jaipur::server::net
