#include "server/net/websocket.hpp"
#include "tests/server/shell/client.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <doctest/doctest.h>

#include <chrono>
#include <memory>
#include <string>
#include <thread>

namespace jaipur::server::shell::test {

namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using Clock = std::chrono::steady_clock;

// Serves one connection, with replays larger than all buffers on the way to its client.
class HugeReplays {
  public:
    explicit HugeReplays(const core::Limits& limits)
        : limits_(limits), acceptor_(context_, {asio::ip::address_v4::loopback(), 0}) {
        site_.find_replay = [](const protocol::MatchId&, const core::Address&,
                               const net::Site::ReplayFound& found) {
            found(net::FoundReplay{std::string(size, ' '), {}});
        };
        asio::co_spawn(context_, serve(), asio::detached);
        thread_ = std::thread([this] { context_.run(); });
    }

    HugeReplays(const HugeReplays&) = delete;
    HugeReplays& operator=(const HugeReplays&) = delete;

    ~HugeReplays() {
        asio::post(context_, [this] { connection_->abort(); });
        thread_.join();
    }

    std::uint16_t port() const { return acceptor_.local_endpoint().port(); }

    static constexpr std::size_t size = 32'000'000;

  private:
    asio::awaitable<void> serve() {
        net::Socket socket(context_);
        co_await acceptor_.async_accept(socket, asio::use_awaitable);
        connection_ = net::make_websocket(
            std::move(socket), nullptr, std::make_shared<net::Timekeeper>(context_.get_executor()),
            limits_, nullptr);
        const auto opened = co_await connection_->open(site_);
        CHECK_FALSE(opened);
    }

    asio::io_context context_{1};
    const core::Limits limits_;
    net::Site site_;
    tcp::acceptor acceptor_;
    std::shared_ptr<net::WebSocket> connection_;
    std::thread thread_;
};

// `player` has a seat in a room that `watcher` watches; `watcher` is told when the player leaves.
void meet(Client& player, Client& watcher) {
    const std::string seated = player.ask(R"({"type":"create_room","id":1,"name":"Asha"})");
    const std::string room = seated.substr(seated.find("\"room\":\"") + 8, 6);
    CHECK(watcher.ask(R"({"type":"spectate","id":1,"room":")" + room + R"("})")
              .starts_with(R"({"type":"ok","re":1)"));
}

// Requests more answers than the player's buffers can hold, and reads none.
void ask_and_never_read(Client& player) {
    const std::string request = frame_bytes(Opcode::Text, R"({"type":"nosuch","id":1})");
    for (int sent = 0; sent < 20'000; ++sent)
        REQUIRE(player.send(request));
}

bool sees_the_player_go(Client& watcher) {
    std::string text;
    do
        text = watcher.next_text();
    while (!text.empty() && text.find(R"("connected":false)") == std::string::npos);
    return !text.empty();
}

} // namespace

TEST_CASE("a client that reads nothing is closed with 4002 while others are served") {
    core::Limits limits = patient_limits();
    limits.closing_timeout = 20s;
    RunningServer server(limits);
    Client slow(server), quick(server);
    meet(slow, quick);
    ask_and_never_read(slow);
    CHECK(sees_the_player_go(quick));
    CHECK(is_pong(quick.ask(ping_request)));
    CHECK(slow.close_code() == 4002); // it reads at last
}

TEST_CASE("the server hangs up if the client doesn't even read the close frame") {
    core::Limits limits = patient_limits();
    limits.closing_timeout = 100ms;
    RunningServer server(limits);
    Client slow(server), quick(server);
    meet(slow, quick);
    const std::string request = frame_bytes(Opcode::Text, R"({"type":"nosuch","id":1})");
    const auto end = Clock::now() + 2 * patience;
    while (Clock::now() < end && slow.send(request)) {
    }
    CHECK(Clock::now() < end);
}

TEST_CASE("a connection whose write blocks beyond its time limit is closed with 4002") {
    core::Limits limits = patient_limits();
    limits.outbox_messages = 0;
    limits.outbox_bytes = 0;
    limits.write_timeout = 300ms;
    limits.closing_timeout = 20s;
    RunningServer server(limits);
    Client slow(server), quick(server);
    meet(slow, quick);
    ask_and_never_read(slow);
    CHECK(sees_the_player_go(quick));
    CHECK(slow.close_code() == 4002);
}

TEST_CASE("after a long HTTP answer the next request gets its full time, but no more") {
    core::Limits limits;
    limits.upgrade_timeout = 1s;
    limits.write_timeout = 0ms; // so that no write deadline wakes the watch
    HugeReplays server(limits);
    RawClient client(server.port());
    client.send("GET /replays/" + std::string(32, '0') + " HTTP/1.1\r\nHost: a\r\n\r\n");
    std::this_thread::sleep_for(1500ms); // the answer is stuck, and the request's time is up
    CHECK(client.response().size() > HugeReplays::size);
    CHECK(client.hung_up());
}

TEST_CASE("a client that resumes reading after a long pause is pinged at once") {
    core::Limits limits = patient_limits();
    limits.outbox_messages = 0;
    limits.outbox_bytes = 0;
    limits.write_timeout = limits.silence_timeout = 0ms;
    limits.ping_interval = 400ms;
    RunningServer server(limits);
    Client client(server);
    const std::string request = frame_bytes(Opcode::Text, R"({"type":"nosuch","id":1})");
    for (int i = 0; i < 40'000; ++i)
        REQUIRE(client.send(request));
    client.text(R"({"type":"ping","id":2})");
    std::this_thread::sleep_for(1s); // the writer is stuck
    // From here on nothing is sent, not even pongs, that would wake the watch.
    auto frame = client.frame();
    while (frame && !frame->payload.starts_with(R"({"type":"ok","re":2,)"))
        frame = client.frame();
    REQUIRE(frame.has_value());
    frame = client.frame();
    REQUIRE(frame.has_value());
    CHECK(frame->opcode == Opcode::Ping);
}

} // namespace jaipur::server::shell::test
