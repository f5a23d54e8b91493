// Echoes every text over the server's own transport (`server/net`): conformance tests need what a
// game server never sends, large messages and every character. It knows nothing of the game; it
// refuses what the server refuses (binary frames, broken ones, bad UTF-8).
//
// usage: tests_echo_server [MESSAGE-BYTES]; prints `listening on 127.0.0.1:PORT`, ends on SIGTERM.
#include "server/core/limits.hpp"
#include "server/core/outbox.hpp"
#include "server/log/log.hpp"
#include "server/net/http.hpp"
#include "server/net/listener.hpp"
#include "server/net/websocket.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/signal_set.hpp>

#include <csignal>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <memory>
#include <string>
#include <utility>

namespace {

using namespace jaipur::server;
namespace asio = boost::asio;

// The server's limits, except what echoing megabytes needs.
core::Limits echo_limits(std::size_t message_bytes) {
    core::Limits limits;
    limits.message_bytes = message_bytes;
    limits.outbox_messages = limits.outbox_bytes = 0;
    limits.message_timeout = std::chrono::minutes(2);
    return limits;
}

net::Site echo_site() {
    net::Site site;
    site.find_replay = [](const auto&, const auto&, const net::Site::ReplayFound& found) {
        found({});
    };
    site.may_ask = [](const core::Address&) { return true; };
    site.session = [](const core::Address&) {
        return core::ConnectionQuota::Ticket(std::make_shared<int>());
    };
    return site;
}

asio::awaitable<void> serve(std::shared_ptr<net::WebSocket> socket, const net::Site* site) {
    const auto opened = co_await socket->open(*site);
    if (!opened)
        co_return;
    // The outbox only treats views specially; any other message will do.
    const auto any = std::make_shared<const jaipur::protocol::ServerMessage>();
    const auto echo = [any, here = socket.get()](std::string_view text) {
        here->send({any, std::make_shared<const std::string>(text)});
        here->flush();
        return true;
    };
    socket->start({echo, nullptr, nullptr});
}

int run(std::size_t message_bytes) {
    log::set_level(log::Level::Warning);
    std::signal(SIGPIPE, SIG_IGN);
    const core::Limits limits = echo_limits(message_bytes);
    const net::Site site = echo_site();
    asio::io_context context(1);
    asio::signal_set signals(context, SIGINT, SIGTERM);
    signals.async_wait([&](const boost::system::error_code&, int) { context.stop(); });
    net::Listener listener(context.get_executor(), {asio::ip::address_v4::loopback(), 0});
    const auto timekeeper = std::make_shared<net::Timekeeper>(context.get_executor());
    const auto accepted = [&](net::Socket socket) {
        auto connection =
            net::make_websocket(std::move(socket), nullptr, timekeeper, limits, nullptr);
        asio::co_spawn(context, serve(std::move(connection), &site), asio::detached);
    };
    asio::co_spawn(context, listener.run(accepted), asio::detached);
    std::cout << "listening on 127.0.0.1:" << listener.endpoint().port() << '\n' << std::flush;
    context.run();
    return EXIT_SUCCESS;
}

} // namespace

int main(int argc, char** argv) {
    try {
        return run(argc > 1 ? std::stoul(argv[1]) : std::size_t{16} * 1024 * 1024);
    } catch (const std::exception& error) {
        std::cerr << "tests_echo_server: " << error.what() << "\n";
        return EXIT_FAILURE;
    }
}
