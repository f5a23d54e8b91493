// What SIGHUP changes in a running server, and what it leaves alone.
#include "server/shell/reload.hpp"
#include "tests/server/shell/client.hpp"
#include "tests/server/shell/configured.hpp"
#include "tests/server/shell/server_process.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <csignal>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

namespace jaipur::server::shell::test {

namespace {

const std::string create_room = R"({"type":"create_room","id":1,"name":"Asha"})";
const std::string play_bot =
    R"({"type":"create_room","id":1,"name":"Asha","options":{"opponent":{"bot":"easy"}}})";

std::string claiming(const std::string& address) {
    return "X-Forwarded-For: " + address + "\r\n";
}

bool upgraded(const std::string& response) {
    return response.starts_with("HTTP/1.1 101 ");
}

bool is_ok(const std::string& reply) {
    return reply.starts_with(R"({"type":"ok")");
}

} // namespace

TEST_CASE("a lower limit takes effect at once, and throws nobody out") {
    RunningServer server;
    Client player(server), other(server);
    CHECK(is_ok(player.ask(play_bot)));
    CHECK(is_ok(other.ask(create_room)));
    server.reload([](Serve& options) { options.limits.rooms = 1; });
    Client late(server);
    CHECK(late.ask(create_room).find("server_full") != std::string::npos);
    CHECK(player.text(R"({"type":"chat","id":7,"text":"hello"})"));
    std::string reply = player.next_text();
    while (!reply.empty() && reply.find(R"("re":7)") == std::string::npos)
        reply = player.next_text();
    CHECK(is_ok(reply)); // the match goes on
    server.reload([](Serve& options) { options.limits.rooms = 0; });
    CHECK(is_ok(late.ask(create_room)));
}

TEST_CASE("rates change for those who are connected, too") {
    RunningServer server;
    RawClient client(server.port());
    CHECK(upgraded(client.upgrade(claiming("192.0.2.1"))));
    for (int i = 0; i < 50; ++i)
        CHECK(is_pong(client.ask(ping_request)));
    server.reload([](Serve& options) {
        options.limits.request_burst = 3;
        options.limits.request_rate = 0.001;
    });
    for (int i = 0; i < 3; ++i)
        CHECK(is_pong(client.ask(ping_request)));
    CHECK(client.ask(ping_request).find("rate_limited") != std::string::npos);
    server.reload([](Serve& options) { options.limits.request_burst = 5; });
    for (int i = 0; i < 2; ++i)
        CHECK(is_pong(client.ask(ping_request)));
    CHECK(client.ask(ping_request).find("rate_limited") != std::string::npos);
}

TEST_CASE("timers of rooms change with their limits") {
    core::Limits limits = patient_limits();
    limits.rooms = 1;
    limits.empty_room_dies_after = std::chrono::hours(1);
    RunningServer server(limits);
    {
        Client first(server);
        CHECK(is_ok(first.ask(create_room)));
        first.send(frame_bytes(Opcode::Close, close_payload(1000)));
        CHECK(first.close_code() == 1000);
    }
    Client second(server);
    CHECK_FALSE(is_ok(second.ask(create_room)));
    server.reload([](Serve& options) { options.limits.empty_room_dies_after = 1ms; });
    std::string reply;
    for (int i = 0; i < 1000 && !is_ok(reply); ++i) {
        std::this_thread::sleep_for(5ms);
        reply = second.ask(create_room);
    }
    CHECK(is_ok(reply));
}

TEST_CASE("limits on addresses, origins and proxies change") {
    core::Limits limits = patient_limits();
    limits.connections_per_address = 2;
    RunningServer server(limits);
    RawClient first(server.port()), second(server.port()), third(server.port());
    CHECK(upgraded(first.upgrade(claiming("192.0.2.1"))));
    CHECK(upgraded(second.upgrade(claiming("192.0.2.1"))));
    server.reload([](Serve& options) { options.limits.connections_per_address = 1; });
    CHECK_FALSE(upgraded(third.upgrade(claiming("192.0.2.1"))));
    CHECK(is_pong(second.ask(ping_request)));

    const std::string origin = "Origin: https://a.example\r\n";
    RawClient foreign(server.port()), friendly(server.port());
    CHECK_FALSE(upgraded(foreign.upgrade(origin)));
    server.reload([](Serve& options) { options.allowed_origins = {"https://a.example"}; });
    CHECK(upgraded(friendly.upgrade(origin)));

    server.reload([](Serve& options) { options.trusted_proxies.clear(); });
    RawClient fourth(server.port()); // its address isn't believed any more
    CHECK(upgraded(fourth.upgrade(claiming("192.0.2.1"))));
}

TEST_CASE("a server becomes private, and public again, while people are there") {
    RunningServer server;
    Client player(server);
    CHECK(is_ok(player.ask(create_room)));
    server.reload([](Serve& options) { options.privacy.may_enter = core::Access::Invited; });
    Client stranger(server);
    CHECK(stranger.ask(create_room).find("server_locked") != std::string::npos);
    server.reload([](Serve& options) { options.privacy = {}; });
    CHECK(is_ok(stranger.ask(create_room)));
}

TEST_CASE("what needs a restart is named each time, what changes once") {
    const auto settings = [](const Words& arguments) { return parse(arguments).settings; };
    Reloader reloader({}, settings({"--rooms=5"}));
    auto changes = reloader.take_over(
        settings({"--rooms=6", "--listen=127.0.0.1:80", "--wrong-joins=7",
                  "--trusted-proxy=10.0.0.1", "--trusted-proxy=10.0.0.2", "--log-level=debug"}));
    CHECK(changes.taken_over == "log-level = debug, trusted-proxy = 10.0.0.1 10.0.0.2, rooms = 6");
    CHECK(changes.after_restart == "listen = 127.0.0.1:80, wrong-joins = 7");
    changes = reloader.take_over(settings({"--listen=127.0.0.1:80", "--log-level=debug"}));
    CHECK(changes.taken_over == "trusted-proxy =, rooms = 10000");
    CHECK(changes.after_restart == "listen = 127.0.0.1:80");
    changes = reloader.take_over(settings({"--log-level=debug"}));
    CHECK(changes.taken_over.empty());
    CHECK(changes.after_restart.empty());
}

TEST_CASE("every setting either changes in a running server or needs a restart") {
    for (const char* changes :
         {"rooms", "retain", "no-limits", "log-level", "allow-origin", "trusted-proxy",
          "silence-timeout", "request-rate", "longest-move", "waiting-passwords"})
        CHECK_MESSAGE(changes_while_running(changes), changes);
    for (const char* stays :
         {"listen", "metrics", "data", "in-memory", "bot-threads", "core-dumps", "push-subject",
          "push-timeout", "push-messages", "wrong-joins", "wrong-joins-window",
          "wrong-joins-in-total", "finished-replays", "nosuch"})
        CHECK_MESSAGE(!changes_while_running(stays), stays);
}

TEST_CASE("SIGHUP reads the configuration file again, and a broken one changes nothing") {
    TemporaryFile file("rooms = 1\n");
    ServerProcess server({"--listen", any_port, "--in-memory", "--config", file.path()});
    const std::uint16_t port = server.port();
    RawClient player(port);
    player.upgrade();
    CHECK(is_ok(player.ask(play_bot)));
    const auto creates = [port] {
        RawClient client(port);
        client.upgrade();
        return is_ok(client.ask(create_room));
    };
    const auto creates_soon = [&] {
        for (int i = 0; i < 1000; ++i) {
            if (creates())
                return true;
            std::this_thread::sleep_for(5ms);
        }
        return false;
    };
    CHECK_FALSE(creates());
    file.write("rooms = 0\nretian = 5\n");
    for (int i = 0; i < 20; ++i) {
        server.signal(SIGHUP);
        CHECK_FALSE(creates());
    }
    file.write("rooms = 0\n");
    server.signal(SIGHUP);
    CHECK(creates_soon());
    std::filesystem::remove(file.path());
    server.signal(SIGHUP);
    CHECK(creates());
    CHECK(player.text(R"({"type":"chat","id":7,"text":"hello"})"));
    server.signal(SIGTERM);
    CHECK(player.close_code() == 1012);
    CHECK(server.exit_code() == 0);
}

TEST_CASE("a hundred hang-ups under load lose no message") {
    const TemporaryFile file("rooms = 100\nlog-level = error\n");
    ServerProcess server(
        {"--listen", any_port, "--in-memory", "--no-limits", "--config", file.path()});
    const std::uint16_t port = server.port();
    std::atomic<bool> done = false;
    std::atomic<int> answered = 0, lost = 0;
    std::vector<std::thread> crowd;
    for (int i = 0; i < 4; ++i)
        crowd.emplace_back([&] {
            RawClient client(port);
            client.upgrade();
            while (!done)
                ++(is_pong(client.ask(ping_request)) ? answered : lost);
        });
    for (int i = 0; i < 100; ++i) {
        server.signal(SIGHUP);
        const int before = answered;
        while (answered == before && lost == 0)
            std::this_thread::yield();
    }
    done = true;
    for (std::thread& thread : crowd)
        thread.join();
    CHECK(lost == 0);
    server.signal(SIGTERM);
    CHECK(server.exit_code() == 0);
}

} // namespace jaipur::server::shell::test
