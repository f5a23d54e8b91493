#include "tests/server/shell/client.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <cstdint>
#include <string>
#include <thread>

namespace jaipur::server::shell::test {

TEST_CASE("resuming a seat elsewhere closes the old connection with 4001; the new one plays on") {
    RunningServer server;
    Client old(server), fresh(server);
    const std::string seated = old.ask(R"({"type":"create_room","id":1,"name":"Asha"})");
    const auto field = [&](const std::string& name) {
        const auto at = seated.find("\"" + name + "\":\"") + name.size() + 4;
        return seated.substr(at, seated.find('"', at) - at);
    };
    const std::string reply = fresh.ask(R"({"type":"resume","id":2,"room":")" + field("room") +
                                        R"(","token":")" + field("token") + R"("})");
    CHECK(reply.starts_with(R"({"type":"ok","re":2,)"));
    CHECK(old.close_code() == 4001);
    CHECK(is_pong([&] {
        fresh.text(ping_request);
        std::string text;
        do
            text = fresh.next_text();
        while (!text.empty() && !text.starts_with(R"({"type":"ok")"));
        return text;
    }()));
}

TEST_CASE("messages sent before the core closes a connection go out first") {
    core::Limits limits;
    limits.request_burst = 2;
    limits.request_rate = 0.001;
    limits.refusals_until_closed = 20;
    RunningServer server(limits);
    Client client(server);
    std::string all;
    for (int i = 0; i < 30; ++i)
        all += frame_bytes(Opcode::Text, ping_request);
    client.send(all);
    CHECK(is_pong(client.next_text()));
    CHECK(is_pong(client.next_text()));
    for (int i = 0; i < 20; ++i)
        CHECK(client.next_text().find("rate_limited") != std::string::npos);
    CHECK(client.close_code() == 1008);
}

TEST_CASE("one decision's messages to a client go out in one write") {
    RunningServer server;
    Client client(server);
    const std::uint32_t before = client.data_segments();
    const std::string answer = client.ask(R"({"type":"create_room","id":1,"name":"Asha"})");
    const auto room = client.frame();
    CHECK(answer.starts_with(R"({"type":"ok","re":1)"));
    REQUIRE(room);
    CHECK(room->payload.starts_with(R"({"type":"room")"));
    CHECK(client.data_segments() == before + 1);
}

TEST_CASE("nothing is sent before it is stored") {
    HeldStore store;
    RunningServer server(patient_limits(), BreakableEntropy{}.make(), store.make());
    Client client(server), other(server);
    store.hold();
    client.text(R"({"type":"create_room","id":1,"name":"Asha"})");
    while (store.held() == 0)
        std::this_thread::sleep_for(1ms);
    CHECK(is_pong(other.ask(ping_request))); // nobody else has to wait
    CHECK_FALSE(client.frame(0ms).has_value());
    store.release();
    CHECK(client.next_text().starts_with(R"({"type":"ok","re":1,"room":)"));
}

TEST_CASE("a client that asks faster than the store answers is paused and loses nothing") {
    core::Limits limits = patient_limits();
    limits.backlog = 4;
    limits.message_timeout = limits.silence_timeout = 1s;
    limits.ping_interval = 0ms;
    HeldStore store;
    RunningServer server(limits, BreakableEntropy{}.make(), store.make());
    Client client(server);
    store.hold();
    client.text(R"({"type":"create_room","id":0,"name":"Asha"})");
    const std::string request = frame_bytes(Opcode::Text, padded_ping(4000));
    int sent = 0;
    std::size_t of_last = request.size();
    while (sent < 5000 && of_last == request.size()) {
        of_last = client.push(request, 200ms);
        ++sent;
    }
    CHECK(sent < 5000); // it did not read 20 MB
    Client silent(server);
    CHECK(silent.hung_up()); // as `client` would be by now if it had begun a message
    CHECK_FALSE(client.hung_up(0ms));
    store.release();
    client.send(request.substr(of_last));
    CHECK(client.next_text().starts_with(R"({"type":"ok","re":0,"room":)"));
    int pongs = 0;
    while (pongs < sent) {
        const std::string text = client.next_text();
        if (text.empty())
            break;
        pongs += is_pong(text) ? 1 : 0;
    }
    CHECK(pongs == sent);
}

TEST_CASE("an internal error ends only one session") {
    BreakableEntropy entropy;
    HeldStore store;
    RunningServer server(patient_limits(), entropy.make(), store.make());
    Client unlucky(server), other(server);
    *entropy.broken = true;
    unlucky.text(R"({"type":"create_room","id":1,"name":"Asha"})");
    CHECK(unlucky.close_code() == 1011);
    CHECK(is_pong(other.ask(ping_request)));
    *entropy.broken = false;
    CHECK(
        other.ask(R"({"type":"create_room","id":1,"name":"Asha"})").starts_with(R"({"type":"ok")"));
}

namespace {

// The next message that begins with this.
std::string await(Client& client, const std::string& beginning) {
    std::string text;
    do
        text = client.next_text();
    while (!text.empty() && !text.starts_with(beginning));
    return text;
}

std::int64_t server_time(Client& client) {
    const std::string before = R"({"type":"ok","re":1,"at":)";
    client.text(ping_request);
    return std::stoll(await(client, before).substr(before.size()));
}

} // namespace

TEST_CASE("time goes on while nothing is due, because a bot waits for a person") {
    core::Limits limits = patient_limits();
    limits.bot_time = 500ms; // longer than it thinks: a timer ends it
    RunningServer server(limits);
    Client client(server);
    client.text(
        R"({"type":"create_room","id":2,"name":"Asha","options":{"opponent":{"bot":"easy"}}})");
    client.text(R"({"type":"ready","id":3})");
    std::string view = await(client, R"({"type":"view")");
    while (view.find(R"("turn":0)") == std::string::npos ||
           view.find(R"("seat":1)") == std::string::npos) {
        if (view.find(R"("turn":0)") != std::string::npos) // the bot hasn't acted yet
            client.text(R"({"type":"act","id":4,"ply":0,"action":)" +
                        std::string(R"({"type":"take_camels"}})"));
        view = await(client, R"({"type":"view")");
    }
    const std::int64_t before = server_time(client);
    const auto begin = std::chrono::steady_clock::now();
    std::this_thread::sleep_for(2500ms);
    const std::int64_t passed = server_time(client) - before;
    const auto really = std::chrono::steady_clock::now() - begin;
    CHECK(passed >= 2400);
    CHECK(std::chrono::milliseconds(passed) <= really + 200ms);
}

} // namespace jaipur::server::shell::test
