#include "tests/server/shell/client.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <string>
#include <thread>

namespace jaipur::server::shell::test {

namespace {

using Clock = std::chrono::steady_clock;

} // namespace

TEST_CASE("pongs that answer the server's pings are not counted") {
    core::Limits limits = patient_limits();
    limits.ping_interval = 5ms;
    limits.control_frames = 1;
    RunningServer server(limits);
    Client client(server);
    int pings = 0;
    for (int i = 0; i < 30; ++i) {
        const auto ping = client.frame();
        REQUIRE(ping.has_value());
        pings += ping->opcode == Opcode::Ping ? 1 : 0;
        client.send(frame_bytes(Opcode::Pong, ping->payload));
    }
    CHECK(pings == 30);
    CHECK(is_pong(client.ask(ping_request)));
}

TEST_CASE("a silent peer is dropped, but not one that sends anything") {
    core::Limits limits = patient_limits();
    limits.ping_interval = 100ms;
    limits.silence_timeout = 2s;
    RunningServer server(limits);
    Client silent(server), answers_pings(server), trickles(server);
    bool trickled = trickles.send("\x81\xfe\x01\x00mask"); // start of a 256-byte message
    bool answered = true;
    const auto began = Clock::now();
    bool dropped = false;
    while (!dropped && Clock::now() - began < patience) {
        const auto ping = answers_pings.frame();
        answered = answered && ping && answers_pings.send(frame_bytes(Opcode::Pong, ping->payload));
        trickled = trickled && trickles.send("x");
        dropped = silent.hung_up(0ms);
    }
    CHECK(dropped);
    CHECK(answered);
    CHECK(is_pong(answers_pings.ask(ping_request)));
    CHECK(trickled);
    CHECK_FALSE(trickles.hung_up(0ms));
}

TEST_CASE("the round trip of the server's pings is shown in the room") {
    core::Limits limits = patient_limits();
    limits.ping_interval = 30ms;
    RunningServer server(limits);
    Client client(server);
    client.text(R"({"type":"create_room","id":1,"name":"Asha"})");
    std::string text;
    do // answers pings
        text = client.next_text();
    while (!text.empty() && (text.find(R"("type":"room")") == std::string::npos ||
                             text.find(R"("lag_ms":null)") != std::string::npos));
    CHECK(text.find(R"("lag_ms":)") != std::string::npos);
}

TEST_CASE("a message must complete within its time limit, wherever it is stuck") {
    core::Limits limits = patient_limits();
    limits.message_timeout = 100ms;
    RunningServer server(limits);
    const std::string whole = frame_bytes(Opcode::Text, ping_request);
    for (const std::string& start :
         {whole.substr(0, 1), whole.substr(0, 4), whole.substr(0, whole.size() - 1),
          whole + whole.substr(0, 1), frame_bytes(Opcode::Ping, "x").substr(0, 3),
          frame_bytes(Opcode::Text, "{", Part::NotLast),
          frame_bytes(Opcode::Text, "{", Part::NotLast) + frame_bytes(Opcode::Ping, "")}) {
        Client client(server);
        client.send(start);
        CHECK(client.close_code() == 1008);
    }
    Client patient(server);
    std::this_thread::sleep_for(200ms); // no message is under way
    CHECK(is_pong(patient.ask(ping_request)));
}

TEST_CASE("endless fragments don't count as a message, however fast they arrive") {
    RunningServer server(patient_limits());
    Client client(server);
    std::string bytes = frame_bytes(Opcode::Text, "", Part::NotLast);
    for (int i = 0; i < 10'000; ++i)
        bytes += frame_bytes(Opcode::Continuation, "", Part::NotLast);
    client.send(bytes);
    CHECK(client.close_code() == 1008);
}

TEST_CASE("a client that floods while being closed is no longer read") {
    RunningServer server(patient_limits());
    for (const std::string& offence :
         {frame_bytes(Opcode::Binary, ""), std::string("\x81\x02{}")}) {
        Client client(server);
        client.send(offence);
        const std::string frame = frame_bytes(Opcode::Text, std::string(4000, ' '));
        std::string flood;
        while (flood.size() < 64'000'000)
            flood += frame;
        const std::size_t taken = client.push(flood, 700ms);
        CHECK(taken > 0);
        CHECK(taken < 16'000'000); // mostly in the system's buffers
    }
}

TEST_CASE("a closing handshake ends even if the client doesn't finish it") {
    core::Limits limits = patient_limits();
    limits.closing_timeout = 100ms;
    RunningServer server(limits);
    for (const std::string& offence :
         {frame_bytes(Opcode::Binary, ""), std::string("\x81\x02{}"),
          frame_bytes(Opcode::Close, close_payload(1000)), frame_bytes(Opcode::Text, "\xff")}) {
        Client client(server);
        const auto began = Clock::now();
        client.send(offence);
        CHECK(client.close_code().has_value());
        // It shuts down its side at once or after the limit, then closes the whole connection.
        client.hung_up();
        bool refused = false;
        while (!refused && Clock::now() - began < patience)
            refused = !client.send(frame_bytes(Opcode::Pong, ""), 10ms);
        CHECK(refused);
    }
}

} // namespace jaipur::server::shell::test
