// The only client file that uses Beast, against a real server and against impostors.
#include "client/console/network/fetch.hpp"
#include "client/console/network/web_socket.hpp"
#include "protocol/codec.hpp"
#include "server/shell/entropy.hpp"
#include "server/shell/server.hpp"
#include "server/store/memory_store.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/write.hpp>
#include <doctest/doctest.h>

#include <array>
#include <functional>
#include <string>
#include <thread>
#include <vector>

namespace jaipur::client::test {

using namespace network;
using namespace session;

namespace {

namespace asio = boost::asio;
using tcp = asio::ip::tcp;
using namespace std::chrono_literals;

// Records what a connection reports.
struct Ear final : ConnectionEvents {
    int times_opened = 0, times_closed = 0;
    std::uint16_t code = 0;
    std::string reason;
    std::vector<std::string> texts;

    void opened() override { ++times_opened; }

    void received(std::string_view text) override { texts.emplace_back(text); }

    void closed(std::uint16_t close_code, std::string_view why) override {
        ++times_closed;
        code = close_code;
        reason = why;
    }
};

struct Rig {
    asio::io_context context;
    Ear ear;
    std::optional<WebSocketConnection> line;

    void connect_to(std::uint16_t port) {
        line.emplace(context, Address{"127.0.0.1", std::to_string(port)});
        line->set_events(ear);
        line->open();
    }

    // Runs until a condition holds, or for far too long.
    bool run_until(const std::function<bool()>& done) {
        context.restart();
        const auto end = std::chrono::steady_clock::now() + 30s;
        while (!done() && std::chrono::steady_clock::now() < end)
            context.run_one_for(100ms);
        return done();
    }
};

// Accepts one connection, reads the whole request and sends the test's answer.
struct Impostor {
    tcp::acceptor acceptor;
    tcp::socket socket;
    std::string heard, answer;
    std::array<char, 4096> buffer{};

    Impostor(asio::io_context& context, std::string what)
        : acceptor(context, tcp::endpoint(asio::ip::address_v4::loopback(), 0)), socket(context),
          answer(std::move(what)) {
        acceptor.async_accept(socket, [this](boost::system::error_code error) {
            if (!error)
                read();
        });
    }

    void read() {
        socket.async_read_some(asio::buffer(buffer),
                               [this](boost::system::error_code error, std::size_t size) {
                                   heard.append(buffer.data(), size);
                                   if (error)
                                       return;
                                   if (heard.find("\r\n\r\n") == std::string::npos)
                                       return read();
                                   boost::system::error_code ignored;
                                   asio::write(socket, asio::buffer(answer), ignored);
                                   socket.close(ignored);
                               });
    }

    std::uint16_t port() const { return acceptor.local_endpoint().port(); }
};

server::shell::Serve on_any_port() {
    server::shell::Serve options;
    options.listen.port(0);
    options.in_memory = true; // no admin socket
    return options;
}

struct RealServer {
    server::shell::Server server;

    explicit RealServer(asio::io_context& context)
        : server(context, on_any_port(), {}, server::shell::system_entropy(),
                 [](server::shell::StoreHooks hooks) {
                     return std::make_unique<server::store::MemoryStore>(std::move(hooks.answer));
                 }) {
        server.start();
    }
};

std::string ping(std::uint64_t id) {
    return protocol::encode(protocol::Request{id, protocol::Ping{}});
}

} // namespace

TEST_CASE("a connection to a real server carries texts in order and reports why it ends") {
    Rig rig;
    RealServer real(rig.context);
    rig.connect_to(real.server.endpoint().port());
    REQUIRE(rig.run_until([&] { return rig.ear.times_opened == 1; }));
    for (std::uint64_t id = 1; id <= 10; ++id)
        rig.line->send(ping(id));
    REQUIRE(rig.run_until([&] { return rig.ear.texts.size() == 10; }));
    for (std::uint64_t id = 1; id <= 10; ++id) {
        const auto message = protocol::decode_server(rig.ear.texts[id - 1]);
        REQUIRE(message.has_value());
        CHECK(std::get<protocol::Ok>(*message).re == id);
    }
    real.server.stop();
    REQUIRE(rig.run_until([&] { return rig.ear.times_closed == 1; }));
    CHECK(rig.ear.code == 1012);
}

TEST_CASE("a closed connection is silent and can be opened again") {
    Rig rig;
    RealServer real(rig.context);
    rig.connect_to(real.server.endpoint().port());
    rig.line->shut(); // in the middle of the attempt
    rig.line->open();
    REQUIRE(rig.run_until([&] { return rig.ear.times_opened == 1; }));
    rig.line->send(ping(1));
    rig.line->shut(); // with a text under way
    rig.context.run_for(200ms);
    CHECK(rig.ear.texts.empty());
    CHECK(rig.ear.times_closed == 0);
    rig.line->open();
    REQUIRE(rig.run_until([&] { return rig.ear.times_opened == 2; }));
    rig.line->send(ping(2));
    REQUIRE(rig.run_until([&] { return rig.ear.texts.size() == 1; }));
    rig.line->shut();
    real.server.stop();
    rig.context.restart();
    rig.context.run_for(200ms);
    CHECK(rig.ear.times_closed == 0);
}

TEST_CASE("no listener is reported") {
    Rig rig;
    std::uint16_t port = 0;
    {
        tcp::acceptor gone(rig.context, tcp::endpoint(asio::ip::address_v4::loopback(), 0));
        port = gone.local_endpoint().port();
    }
    rig.connect_to(port);
    REQUIRE(rig.run_until([&] { return rig.ear.times_closed == 1; }));
    CHECK(rig.ear.code == 0);
    CHECK(rig.ear.reason == "Connection refused");
    CHECK(rig.ear.times_opened == 0);
}

TEST_CASE("other servers are recognized") {
    const std::pair<const char*, const char*> impostors[] = {
        {"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n", "it answered HTTP 404"},
        {"HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n", "the server is full (HTTP 503)"},
        {"HTTP/1.1 429 Busy\r\nContent-Length: 0\r\n\r\n",
         "there are too many connections from your network (HTTP 429)"},
        {"SSH-2.0-OpenSSH_9.2\r\n\r\n", ""},
        {"", "it closed the connection"},
    };
    for (const auto& [answer, reason] : impostors) {
        CAPTURE(answer);
        Rig rig;
        Impostor impostor(rig.context, answer);
        rig.connect_to(impostor.port());
        REQUIRE(rig.run_until([&] { return rig.ear.times_closed == 1; }));
        CHECK(rig.ear.times_opened == 0);
        CHECK(rig.ear.code == 0);
        CHECK_FALSE(rig.ear.reason.empty());
        if (*reason)
            CHECK(rig.ear.reason == reason);
        CHECK(impostor.heard.find("GET /ws HTTP/1.1\r\n") == 0);
        CHECK(impostor.heard.find("Sec-WebSocket-Protocol: jaipur.v1\r\n") != std::string::npos);
        CHECK(impostor.heard.find("Sec-WebSocket-Extensions") == std::string::npos);
        CHECK(impostor.heard.find("Origin") == std::string::npos);
    }
}

namespace {

// Asks an impostor, which answers on its own thread.
Fetched fetch_from(std::string answer, std::size_t largest) {
    asio::io_context context;
    Impostor impostor(context, std::move(answer));
    std::thread thread([&] { context.run_for(10s); });
    Fetched fetched =
        fetch({"127.0.0.1", std::to_string(impostor.port())}, "/replays/x", largest, 10s);
    context.stop();
    thread.join();
    CHECK(impostor.heard.starts_with("GET /replays/x HTTP/1.1\r\n"));
    return fetched;
}

} // namespace

TEST_CASE("a text is fetched by HTTP in any framing") {
    const Fetched counted = fetch_from("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", 100);
    CHECK(counted.status == 200);
    CHECK(counted.body == "hello");
    CHECK(counted.wrong.empty());
    const Fetched chunked = fetch_from(
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n",
        100);
    CHECK(chunked.body == "hello");
    CHECK(fetch_from("HTTP/1.1 200 OK\r\n\r\nhello", 100).body == "hello"); // up to the end
    CHECK(fetch_from("HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n", 100).status == 404);
}

TEST_CASE("an answer that is not HTTP, too large or too late is refused") {
    for (const char* bad : {"", "hello", "HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhello"}) {
        const Fetched fetched = fetch_from(bad, 100);
        CHECK(fetched.status == 0);
        CHECK(fetched.body.empty());
        CHECK_FALSE(fetched.wrong.empty());
    }
    for (const char* head :
         {"HTTP/1.1 200 OK\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n"}) {
        const Fetched fetched = fetch_from(head + std::string(1000, 'x'), 100);
        CHECK(fetched.status == 0);
        CHECK(fetched.wrong == "its answer is too large for a replay");
    }
    asio::io_context silent;
    tcp::acceptor nobody(silent, tcp::endpoint(asio::ip::address_v4::loopback(), 0));
    const Fetched fetched =
        fetch({"127.0.0.1", std::to_string(nobody.local_endpoint().port())}, "/", 100, 200ms);
    CHECK(fetched.status == 0);
    CHECK(fetched.wrong == "it didn't answer in time");
}

} // namespace jaipur::client::test
