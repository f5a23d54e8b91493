// What the server's own library costs without any game: Beast, one coroutine per connection, one
// thread. It answers each message with one of REPLY bytes.
//
// usage: beast_echo REPLY      prints `listening on ADDRESS:PORT`
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket.hpp>

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <utility>

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace websocket = beast::websocket;
using asio::ip::tcp;

constexpr auto as_values = asio::as_tuple(asio::use_awaitable);

asio::awaitable<void> converse(tcp::socket socket, const std::string& reply) {
    socket.set_option(tcp::no_delay(true));
    websocket::stream<tcp::socket> stream(std::move(socket));
    stream.auto_fragment(false);
    const auto [refused] = co_await stream.async_accept(as_values);
    if (refused)
        co_return;
    stream.text(true);
    beast::flat_buffer buffer;
    for (;;) {
        const auto [ended, size] = co_await stream.async_read(buffer, as_values);
        if (ended)
            co_return;
        buffer.consume(size);
        const auto [failed, written] = co_await stream.async_write(asio::buffer(reply), as_values);
        if (failed)
            co_return;
    }
}

asio::awaitable<void> serve(tcp::acceptor& acceptor, const std::string& reply) {
    for (;;) {
        auto [error, socket] = co_await acceptor.async_accept(as_values);
        if (!error)
            asio::co_spawn(acceptor.get_executor(), converse(std::move(socket), reply),
                           asio::detached);
    }
}

void run(int argc, char** argv) {
    const std::string reply(argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 1200, 'x');
    asio::io_context context(1);
    tcp::acceptor acceptor(context, {asio::ip::address_v4::loopback(), 0});
    std::printf("listening on 127.0.0.1:%d\n", acceptor.local_endpoint().port());
    std::fflush(stdout);
    asio::co_spawn(context, serve(acceptor, reply), asio::detached);
    context.run();
}

} // namespace

int main(int argc, char** argv) {
    try {
        run(argc, argv);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "beast_echo: %s\n", error.what());
        return 1;
    }
}
