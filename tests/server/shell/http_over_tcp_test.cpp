#include "protocol/codec.hpp"
#include "server/shell/entropy.hpp"
#include "tests/server/shell/raw_client.hpp"
#include "tests/server/shell/running_server.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <span>
#include <string>
#include <thread>
#include <vector>

namespace jaipur::server::shell::test {

namespace {

using Clock = std::chrono::steady_clock;

std::string get(const std::string& target) {
    return "GET " + target + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
}

bool is(const std::string& response, int status) {
    return response.starts_with("HTTP/1.1 " + std::to_string(status) + " ");
}

// Blocks a server's thread when it asks for randomness, between `begin` and `end`.
class Pause {
  public:
    core::Entropy entropy() {
        return [this, good = system_entropy()](std::span<std::uint8_t> bytes) {
            while (wanted_) {
                paused_ = true;
                std::this_thread::sleep_for(1ms);
            }
            good(bytes);
        };
    }

    void begin() { wanted_ = true; }

    void wait_until_paused() const {
        while (!paused_)
            std::this_thread::sleep_for(1ms);
    }

    void end() { wanted_ = false; }

  private:
    std::atomic<bool> wanted_ = false, paused_ = false;
};

} // namespace

TEST_CASE("one connection serves several HTTP requests in turn") {
    RunningServer server;
    RawClient client(server.port());
    CHECK(client.http(get("/healthz")).ends_with("\r\n\r\nok\n"));
    CHECK(is(client.http(get("/nothing")), 404));
    CHECK(is(client.http("HEAD /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"),
             200));
    CHECK(client.hung_up());
}

TEST_CASE("pipelined requests are answered in order") {
    RunningServer server;
    RawClient client(server.port());
    client.send(get("/healthz") + get("/nothing") + get("/ws"));
    CHECK(is(client.response(), 200));
    CHECK(is(client.response(), 404));
    CHECK(is(client.response(), 426));
}

TEST_CASE("a match is served as a replay once it is over") {
    RunningServer server;
    RawClient player(server.port()), reader(server.port());
    player.upgrade();
    const auto wait_for = [&](const std::string& what) {
        std::string text;
        do
            text = player.next_text();
        while (!text.empty() && text.find(what) == std::string::npos);
        return text;
    };
    player.text(
        R"({"type":"create_room","id":1,"name":"Asha","options":{"opponent":{"bot":"easy"}}})");
    player.text(R"({"type":"ready","id":2})");
    const std::string view = wait_for(R"("phase":"playing","match":")");
    const std::string match = view.substr(view.find(R"("match":")") + 9, 32);
    CHECK(is(reader.http(get("/replays/" + match)), 404));
    player.text(R"({"type":"resign","id":3})");
    wait_for(R"("phase":"match_over","match":")");
    const std::string found = reader.http(get("/replays/" + match));
    CHECK(is(found, 200));
    CHECK(found.find("\r\nContent-Type: application/json\r\n") != std::string::npos);
    const auto replay = protocol::decode_replay(found.substr(found.find("\r\n\r\n") + 4));
    REQUIRE(replay.has_value());
    CHECK(protocol::hex(replay->match) == match);
    CHECK(replay->result.reason == EndReason::Resigned);
}

TEST_CASE("a large page file is sent whole, repeatedly, and not for HEAD") {
    RunningServer server;
    RawClient slow(server.port(), 4096), reader(server.port());
    const net::PageFile& large = large_page().front();
    slow.send(get("/large.txt") + get("/large.txt")); // and doesn't read
    for (int i = 0; i < 2; ++i) {
        const std::string found = reader.http(get("/large.txt"));
        CHECK(is(found, 200));
        CHECK(found.substr(found.find("\r\n\r\n") + 4) == large.identity.bytes);
    }
    const std::string head = "HEAD /large.txt HTTP/1.1\r\nHost: localhost\r\n";
    reader.send(head + "\r\n" + head + "Connection: close\r\n\r\n");
    const std::string both = reader.response(); // as long as the HEAD response claims
    CHECK(is(both, 200));
    CHECK(both.find("\r\n\r\nHTTP/1.1 200 ") != std::string::npos);
    CHECK(both.ends_with("\r\n\r\n"));
    for (int i = 0; i < 2; ++i)
        CHECK(slow.response().ends_with(large.identity.bytes));
}

TEST_CASE("a connection becomes a WebSocket after requests over HTTP") {
    RunningServer server;
    RawClient client(server.port());
    CHECK(is(client.http(get("/healthz")), 200));
    const std::string head = client.upgrade("Sec-WebSocket-Protocol: jaipur.v1\r\n");
    CHECK(is(head, 101));
    CHECK(head.find("Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=") != std::string::npos);
    CHECK(head.find("Sec-WebSocket-Protocol: jaipur.v1") != std::string::npos);
    CHECK(client.ask(R"({"type":"ping","id":5})").starts_with(R"({"type":"ok","re":5,"at":)"));
}

TEST_CASE("compression is declined, as is any subprotocol that was not requested") {
    RunningServer server;
    RawClient client(server.port());
    const std::string head =
        client.upgrade("Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n");
    CHECK(is(head, 101));
    CHECK(head.find("Extensions") == std::string::npos);
    CHECK(head.find("Sec-WebSocket-Protocol") == std::string::npos);
}

TEST_CASE("a refused upgrade is told why and can be retried") {
    RunningServer server;
    RawClient client(server.port());
    CHECK(client.upgrade("Sec-WebSocket-Protocol: chat\r\n").find("jaipur.v1") !=
          std::string::npos);
    CHECK(is(client.upgrade("Origin: http://evil.example\r\n"), 403));
    CHECK(is(client.upgrade("Origin: http://localhost\r\n"), 101));
}

TEST_CASE("a client that does not wait for the upgrade is refused") {
    RunningServer server;
    RawClient client(server.port());
    client.send(std::string(upgrade_request) + "\r\n" + frame_bytes(Opcode::Text, "{}"));
    CHECK(is(client.response(), 400));
}

TEST_CASE("a request with a body is answered without waiting for the body") {
    RunningServer server;
    RawClient client(server.port());
    CHECK(is(client.http("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9999999\r\n\r\nabc"), 405));
    CHECK(client.hung_up());
}

TEST_CASE("anything but HTTP gets 400 and the connection ends") {
    RunningServer server;
    for (const char* nonsense :
         {"\r\n\r\n\r\n\r\n", "GET\r\n\r\n", "\x16\x03\x01\x02\x00\x01\xfc",
          "GET / HTTP/9.9\r\nHost: a\r\n\r\n", "GET / HTTP/1.1\r\nHost\r\n\r\n"}) {
        RawClient client(server.port());
        CHECK_MESSAGE(is(client.http(nonsense), 400), nonsense);
        CHECK(client.hung_up());
    }
}

TEST_CASE("headers above 8 KiB get 431, endless ones too") {
    core::Limits limits = patient_limits();
    limits.closing_timeout = 200ms;
    RunningServer server(limits);
    const std::string start = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n";
    RawClient fits(server.port()), too_long(server.port());
    CHECK(is(fits.http(start + "X: " + std::string(8000, 'x') + "\r\n\r\n"), 200));
    CHECK(is(too_long.http(start + "X: " + std::string(8300, 'x') + "\r\n\r\n"), 431));
    CHECK(too_long.hung_up());

    for (const std::string& piece : {std::string(1000, 'x'), std::string("X-Y: z\r\n")}) {
        RawClient endless(server.port());
        endless.send(start);
        for (std::size_t sent = 0; sent < 16384; sent += piece.size())
            endless.send(piece);
        CHECK(is(endless.response(), 431));
        const auto end = Clock::now() + patience;
        while (Clock::now() < end && endless.send(piece)) {
        }
        CHECK(Clock::now() < end); // the server has hung up
    }
}

TEST_CASE("the whole request must arrive within its time limit") {
    core::Limits limits = patient_limits();
    limits.upgrade_timeout = 1s;
    RunningServer server(limits);
    const auto began = Clock::now();
    RawClient silent(server.port());
    RawClient slow(server.port());
    for (char c : std::string_view("GET / HTTP/1.1\r\n")) {
        if (!slow.send({&c, 1}))
            break;
        if (slow.hung_up(100ms))
            break;
    }
    CHECK(slow.hung_up());
    CHECK(silent.hung_up());
    CHECK(Clock::now() - began >= 1s);
    RawClient idle(server.port());
    CHECK(is(idle.http(get("/healthz")), 200));
    CHECK(idle.hung_up()); // no further request arrived
}

TEST_CASE("above the connection limit an upgrade gets 503, until one closes") {
    core::Limits limits = patient_limits();
    limits.connections = 2;
    RunningServer server(limits);
    auto first = std::make_unique<RawClient>(server.port());
    RawClient second(server.port());
    CHECK(is(first->upgrade(), 101));
    CHECK(is(second.upgrade(), 101));
    RawClient third(server.port());
    CHECK(is(third.upgrade(), 503));
    CHECK(is(third.http(get("/healthz")), 200));
    first.reset();
    std::string head;
    for (const auto end = Clock::now() + patience; Clock::now() < end && !is(head, 101);)
        head = third.upgrade();
    CHECK(is(head, 101));
}

TEST_CASE("HTTP connections don't count against the WebSocket limit") {
    core::Limits limits = patient_limits();
    limits.connections = 1;
    RunningServer server(limits);
    std::vector<std::unique_ptr<RawClient>> readers;
    for (int i = 0; i < 10; ++i) {
        readers.push_back(std::make_unique<RawClient>(server.port()));
        CHECK(is(readers.back()->http(get("/healthz")), 200));
    }
    RawClient player(server.port());
    CHECK(is(player.upgrade(), 101));
    CHECK(is(readers.front()->upgrade(), 503));
}

TEST_CASE("simultaneous upgrades can't exceed the limit together") {
    core::Limits limits = patient_limits();
    limits.connections = 2;
    Pause pause;
    RunningServer server(limits, pause.entropy(), HeldStore{}.make());
    RawClient player(server.port());
    CHECK(is(player.upgrade(), 101));
    std::vector<std::unique_ptr<RawClient>> crowd;
    for (int i = 0; i < 20; ++i) {
        crowd.push_back(std::make_unique<RawClient>(server.port()));
        CHECK(is(crowd.back()->http(get("/healthz")), 200));
    }
    pause.begin();
    player.text(R"({"type":"create_room","id":1,"name":"Asha"})");
    pause.wait_until_paused();
    for (const auto& client : crowd)
        client->send(std::string(upgrade_request) + "\r\n");
    pause.end(); // and all of them have arrived
    int granted = 0;
    for (const auto& client : crowd)
        granted += is(client->response(), 101) ? 1 : 0;
    CHECK(granted == 1);
}

TEST_CASE("far above the limit the server hangs up at once, and serves again later") {
    core::Limits limits = patient_limits();
    limits.connections = 1;
    RunningServer server(limits);
    RawClient player(server.port());
    CHECK(is(player.upgrade(), 101));
    {
        std::vector<std::unique_ptr<RawClient>> crowd;
        for (int i = 0; i < 200; ++i)
            crowd.push_back(std::make_unique<RawClient>(server.port()));
        CHECK(crowd.back()->hung_up());
        CHECK_FALSE(crowd.front()->hung_up(0ms));
    }
    CHECK(player.ask(R"({"type":"ping","id":1})").starts_with(R"({"type":"ok","re":1)"));
}

} // namespace jaipur::server::shell::test
