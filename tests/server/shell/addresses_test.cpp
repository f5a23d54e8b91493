// Limits per address over a real connection: these tests' server trusts a proxy on this machine, so
// a client can claim any address.
#include "tests/server/shell/client.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <string>

namespace jaipur::server::shell::test {

namespace {

std::string from(const std::string& address) {
    return "X-Forwarded-For: " + address + "\r\n";
}

bool connects(RawClient& client, const std::string& address) {
    return client.upgrade(from(address)).starts_with("HTTP/1.1 101 ");
}

std::string metric(const RunningServer& server, const std::string& name) {
    RawClient client(server.metrics_port());
    const std::string text = client.http("GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n");
    const auto at = text.find("\n" + name + " ");
    REQUIRE(at != std::string::npos);
    const auto value = at + name.size() + 2;
    return text.substr(value, text.find('\n', value) - value);
}

} // namespace

TEST_CASE("sessions are limited per address; other addresses and later sessions are admitted") {
    core::Limits limits = patient_limits();
    limits.connections_per_address = 2;
    RunningServer server(limits);
    RawClient first(server.port()), third(server.port()), other(server.port()), here(server.port());
    {
        RawClient second(server.port());
        CHECK(connects(first, "192.0.2.1"));
        CHECK(connects(second, "192.0.2.1"));
        CHECK(third.upgrade(from("192.0.2.1")).starts_with("HTTP/1.1 429 Too Many Requests\r\n"));
        CHECK(connects(other, "192.0.2.2"));
        CHECK(here.upgrade().starts_with("HTTP/1.1 101 "));
        CHECK(metric(server, "jaipur_sessions") == "4");
        CHECK(metric(server, "jaipur_upgrades_refused_total") == "1");
        second.text(ping_request);
        CHECK(is_pong(second.next_text()));
        second.send(frame_bytes(Opcode::Close, close_payload(1000)));
        CHECK(second.close_code() == 1000);
    }
    RawClient later(server.port());
    CHECK(connects(later, "192.0.2.1"));
}

TEST_CASE("HTTP requests are limited per address, too") {
    core::Limits limits = patient_limits();
    limits.address_request_burst = 3;
    limits.address_request_rate = 0.001;
    RunningServer server(limits);
    RawClient client(server.port()), another(server.port());
    const auto ask = [](RawClient& asking, const std::string& address) {
        return asking.http("GET /healthz HTTP/1.1\r\nHost: localhost\r\n" + from(address) + "\r\n");
    };
    for (int i = 0; i < 3; ++i)
        CHECK(ask(client, "192.0.2.1").starts_with("HTTP/1.1 200 "));
    CHECK(ask(client, "192.0.2.1").starts_with("HTTP/1.1 429 "));
    CHECK(client.hung_up()); // or it could collect refusals endlessly
    CHECK(ask(another, "192.0.2.2").starts_with("HTTP/1.1 200 "));
}

TEST_CASE("wrong joins are counted by the address that the proxy reports") {
    core::Limits limits = patient_limits();
    limits.wrong_joins = 2;
    RunningServer server(limits);
    const auto guess = [&](const std::string& address) {
        RawClient client(server.port());
        REQUIRE(connects(client, address));
        const auto reply = client.ask(R"({"type":"join_room","id":1,"room":"222222","name":"A"})");
        return reply.find("no_such_room") != std::string::npos;
    };
    CHECK(guess("2001:db8::1"));
    CHECK(guess("2001:db8::2"));
    CHECK_FALSE(guess("2001:db8::3")); // the same /64
    CHECK(guess("2001:db8:0:1::1"));
    CHECK(metric(server, R"(jaipur_errors_total{code="no_such_room"})") == "3");
    CHECK(metric(server, R"(jaipur_errors_total{code="rate_limited"})") == "1");
    CHECK(metric(server, "jaipur_requests_total") == "4");
}

TEST_CASE("a room with a password, over the wire") {
    RunningServer server;
    Client host(server), guest(server);
    const auto seated = host.ask(
        R"({"type":"create_room","id":1,"name":"Asha","options":{"password":"open sesame"}})");
    const auto at = seated.find(R"("room":")") + 8;
    const std::string room = seated.substr(at, 6);
    const auto join = [&](const std::string& password) {
        return guest.ask(R"({"type":"join_room","id":1,"name":"Mira","room":")" + room +
                         R"(","password":")" + password + R"("})");
    };
    CHECK(join("open sesam").find("no_such_room") != std::string::npos);
    CHECK(join("open sesame").starts_with(R"({"type":"ok")"));
}

TEST_CASE("a server stops even while passwords wait to be hashed") {
    RunningServer server;
    std::string all;
    Client client(server), other(server);
    for (int i = 0; i < 200; ++i)
        all += frame_bytes(Opcode::Text, R"({"type":"join_room","id":1,"room":"222222",)"
                                         R"("name":"A","password":"guess"})");
    client.send(all);
    other.send(all);
    CHECK(client.next_text().find("no_such_room") != std::string::npos);
    server.stop();
    server.wait();
    CHECK(client.close_code() == 1012);
}

TEST_CASE("queued passwords of closed connections don't delay a stop") {
    core::Limits limits = patient_limits();
    limits.shutdown_timeout = 1h;
    RunningServer server(limits);
    for (int i = 0; i < 100; ++i) {
        Client client(server);
        client.text(R"({"type":"join_room","id":1,"room":"222222","name":"A","password":"guess"})");
    }
    server.stop();
    server.wait();
}

} // namespace jaipur::server::shell::test
