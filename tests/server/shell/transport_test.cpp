#include "tests/server/shell/raw_client.hpp"
#include "tests/server/shell/running_server.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <memory>
#include <string>
#include <thread>

namespace jaipur::server::test {

namespace {

using Clock = std::chrono::steady_clock;

const std::string ping_request = R"({"type":"ping","id":1})";

bool is_pong(const std::string& reply) {
    return reply.starts_with(R"({"type":"ok","re":1,"at":)");
}

// A request of so many bytes.
std::string padded_ping(std::size_t size) {
    std::string text = ping_request;
    text.insert(1, size - text.size(), ' ');
    return text;
}

struct Client : RawClient {
    explicit Client(const RunningServer& server, int receive_buffer = 0)
        : RawClient(server.port(), receive_buffer) {
        upgrade();
    }
};

std::string close_payload(int code) {
    return {static_cast<char>(code >> 8), static_cast<char>(code & 0xff)};
}

} // namespace

TEST_CASE("a message of 4096 bytes is answered, one of 4097 closed with 1009") {
    RunningServer server;
    Client client(server);
    CHECK(is_pong(client.ask(padded_ping(4096))));
    client.text(padded_ping(4097));
    CHECK(client.close_code() == 1009);
    Client in_fragments(server);
    const std::string whole = padded_ping(4097);
    in_fragments.send(frame_bytes(Opcode::Text, whole.substr(0, 4096), Part::NotLast));
    in_fragments.send(frame_bytes(Opcode::Continuation, whole.substr(4096)));
    CHECK(in_fragments.close_code() == 1009);
    Client huge(server);
    huge.send(std::string("\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff", 10) + "mask");
    CHECK(huge.close_code() == 1009);
}

TEST_CASE("who sends far too much still learns why the connection was closed") {
    RunningServer server;
    Client client(server);
    client.text(std::string(1'000'000, ' '));
    CHECK(client.close_code() == 1009);
}

TEST_CASE("a message may come in fragments, with pings between them") {
    RunningServer server;
    Client client(server);
    client.send(frame_bytes(Opcode::Text, ping_request.substr(0, 5), Part::NotLast));
    client.send(frame_bytes(Opcode::Ping, "hello"));
    const auto pong = client.frame();
    REQUIRE(pong.has_value());
    CHECK(pong->opcode == Opcode::Pong);
    CHECK(pong->payload == "hello");
    client.send(frame_bytes(Opcode::Continuation, "", Part::NotLast));
    client.send(frame_bytes(Opcode::Continuation, ping_request.substr(5)));
    CHECK(is_pong(client.next_text()));
}

TEST_CASE("a binary frame is closed with 1003, by its first fragment") {
    RunningServer server;
    Client client(server);
    client.send(frame_bytes(Opcode::Binary, "{}"));
    CHECK(client.close_code() == 1003);
    Client unfinished(server);
    unfinished.send(frame_bytes(Opcode::Binary, "{", Part::NotLast));
    CHECK(unfinished.close_code() == 1003);
}

TEST_CASE("invalid UTF-8 is closed with 1007") {
    RunningServer server;
    for (const char* text :
         {"\xff", "\xc0\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80", "abc\xe2\x82"}) {
        Client client(server);
        client.text(text);
        CHECK(client.close_code() == 1007);
    }
}

TEST_CASE("broken frames are closed with 1002") {
    RunningServer server;
    const std::string unmasked{"\x81\x02{}"};
    for (const std::string& bytes :
         {unmasked, "\xc1" + frame_bytes(Opcode::Text, "{}").substr(1), // a reserved bit
          frame_bytes(static_cast<Opcode>(3), ""), frame_bytes(static_cast<Opcode>(11), ""),
          frame_bytes(Opcode::Continuation, "{}"),          // of nothing
          frame_bytes(Opcode::Ping, "", Part::NotLast),     // in fragments
          frame_bytes(Opcode::Ping, std::string(126, 'x')), // too long
          frame_bytes(Opcode::Text, "{", Part::NotLast) + frame_bytes(Opcode::Text, "}"),
          frame_bytes(Opcode::Close, "x"), frame_bytes(Opcode::Close, close_payload(1005)),
          frame_bytes(Opcode::Close, close_payload(999))}) {
        Client client(server);
        client.send(bytes);
        CHECK(client.close_code() == 1002);
        CHECK(client.hung_up());
    }
}

TEST_CASE("what is no request is answered and the connection goes on") {
    RunningServer server;
    Client client(server);
    CHECK(client.ask("nonsense").find("bad_json") != std::string::npos);
    CHECK(client.ask("").find("bad_json") != std::string::npos);
    CHECK(is_pong(client.ask(ping_request)));
}

TEST_CASE("a close frame is answered with its code and the connection ends") {
    RunningServer server;
    Client client(server);
    client.send(frame_bytes(Opcode::Close, close_payload(1000)));
    CHECK(client.close_code() == 1000);
    CHECK(client.hung_up());
}

TEST_CASE("10 control frames are fine, the eleventh within 10 s is closed with 1008") {
    RunningServer server;
    Client client(server);
    for (int i = 0; i < 10; ++i)
        client.send(frame_bytes(i % 2 == 0 ? Opcode::Ping : Opcode::Pong, "x"));
    CHECK(is_pong(client.ask(ping_request)));
    client.send(frame_bytes(Opcode::Ping, "x"));
    CHECK(client.close_code() == 1008);
}

TEST_CASE("pongs that answer the server's pings are not counted") {
    Limits limits = patient_limits();
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

TEST_CASE("a silent peer is dropped, one that sends anything is not") {
    Limits limits = patient_limits();
    limits.ping_interval = 50ms;
    limits.silence_timeout = 200ms;
    RunningServer server(limits);
    Client silent(server), answers_pings(server), trickles(server);
    const auto began = Clock::now();
    bool trickled = trickles.send("\x81\xfe\x01\x00mask"); // of a message of 256 bytes
    bool answered = true;
    while (Clock::now() - began < 600ms) {
        const auto ping = answers_pings.frame(100ms);
        answered = answered && ping && answers_pings.send(frame_bytes(Opcode::Pong, ping->payload));
        trickled = trickled && trickles.send("x");
    }
    CHECK(silent.hung_up(0ms));
    CHECK(answered);
    CHECK(is_pong(answers_pings.ask(ping_request)));
    CHECK(trickled);
    CHECK_FALSE(trickles.hung_up(0ms));
}

TEST_CASE("the round trip of the server's pings is shown in the room") {
    Limits limits = patient_limits();
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

TEST_CASE("a message must be whole within its time, wherever it is stuck") {
    Limits limits = patient_limits();
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

TEST_CASE("a closing handshake that the client does not finish ends all the same") {
    Limits limits = patient_limits();
    limits.closing_timeout = 100ms;
    RunningServer server(limits);
    for (const std::string& offence :
         {frame_bytes(Opcode::Binary, ""), std::string("\x81\x02{}"),
          frame_bytes(Opcode::Close, close_payload(1000)), frame_bytes(Opcode::Text, "\xff")}) {
        Client client(server);
        const auto began = Clock::now();
        client.send(offence);
        CHECK(client.close_code().has_value());
        // It has shut down its side at once or does so after the limit; then the whole connection.
        client.hung_up();
        bool refused = false;
        while (!refused && Clock::now() - began < patience)
            refused = !client.send(frame_bytes(Opcode::Pong, ""), 10ms);
        CHECK(refused);
    }
}

// ---- sessions and the core ---------------------------------------------------------------------

TEST_CASE("a seat resumed elsewhere closes the old connection with 4001, the new one plays on") {
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

TEST_CASE("what the core said before it closes a connection goes out first") {
    Limits limits;
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

TEST_CASE("nothing is told before the store has it") {
    HeldStore store;
    RunningServer server(patient_limits(), BreakableEntropy{}.make(), store.make());
    Client client(server), other(server);
    store.hold();
    client.text(R"({"type":"create_room","id":1,"name":"Asha"})");
    CHECK_FALSE(client.frame(200ms).has_value());
    CHECK(store.held() == 1);
    CHECK(is_pong(other.ask(ping_request))); // nobody else waits
    store.release();
    CHECK(client.next_text().starts_with(R"({"type":"ok","re":1,"room":)"));
}

TEST_CASE("who asks faster than the store answers is not read from meanwhile, and loses nothing") {
    Limits limits = patient_limits();
    limits.backlog = 4;
    limits.message_timeout = limits.silence_timeout = 400ms;
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
    CHECK(sent < 5000);                 // 20 MB were not taken in
    CHECK_FALSE(client.hung_up(500ms)); // though by now it is silent, with a message begun
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

TEST_CASE("an error of ours ends one session and no other") {
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

// ---- readers of nothing ------------------------------------------------------------------------

// `player` sits in a room that `watcher` watches, who is told when the player is gone.
void meet(Client& player, Client& watcher) {
    const std::string seated = player.ask(R"({"type":"create_room","id":1,"name":"Asha"})");
    const std::string room = seated.substr(seated.find("\"room\":\"") + 8, 6);
    CHECK(watcher.ask(R"({"type":"spectate","id":1,"room":")" + room + R"("})")
              .starts_with(R"({"type":"ok","re":1)"));
}

// Asks more than the player's share of buffers can hold answers to, reading none.
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

TEST_CASE("a reader of nothing is closed with 4002 while others are served") {
    Limits limits = patient_limits();
    limits.closing_timeout = 20s;
    RunningServer server(limits);
    Client slow(server), quick(server);
    meet(slow, quick);
    ask_and_never_read(slow);
    CHECK(sees_the_player_go(quick));
    CHECK(is_pong(quick.ask(ping_request)));
    CHECK(slow.close_code() == 4002); // it reads at last
}

TEST_CASE("a reader of nothing is hung up on when it does not even read that") {
    Limits limits = patient_limits();
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

TEST_CASE("a write that is blocked for its time is closed with 4002") {
    Limits limits = patient_limits();
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

// ---- the end -----------------------------------------------------------------------------------

TEST_CASE("a stopping server closes all with 1012 and hangs up on HTTP") {
    RunningServer server;
    Client one(server), two(server);
    RawClient over_http(server.port());
    CHECK(is_pong(one.ask(ping_request)));
    server.stop();
    CHECK(one.close_code() == 1012);
    CHECK(two.close_code() == 1012);
    CHECK(over_http.hung_up());
    one.send(frame_bytes(Opcode::Close, close_payload(1012)));
    CHECK_THROWS(RawClient(server.port()));
}

TEST_CASE("a stopping server stores and tells what is under way first") {
    HeldStore store;
    RunningServer server(patient_limits(), BreakableEntropy{}.make(), store.make());
    Client client(server), late(server);
    store.hold();
    client.text(R"({"type":"create_room","id":1,"name":"Asha"})");
    while (store.held() == 0)
        std::this_thread::sleep_for(1ms);
    server.stop();
    CHECK_FALSE(client.frame(200ms).has_value());
    CHECK(late.ask(R"({"type":"create_room","id":1,"name":"Bo"})").find("shutting_down") !=
          std::string::npos);
    store.release();
    CHECK(client.next_text().starts_with(R"({"type":"ok","re":1,"room":)"));
    CHECK(client.close_code() == 1012);
}

TEST_CASE("neither a stuck store nor deaf clients hold up a stop") {
    Limits limits = patient_limits();
    limits.shutdown_timeout = 600ms;
    limits.closing_timeout = 200ms;
    HeldStore store;
    RunningServer server(limits, BreakableEntropy{}.make(), store.make());
    Client client(server), deaf(server, 4096);
    store.hold();
    client.text(R"({"type":"create_room","id":1,"name":"Asha"})");
    while (store.held() == 0)
        std::this_thread::sleep_for(1ms);
    const auto began = Clock::now();
    server.stop();
    CHECK(client.close_code() == 1012);
    server.wait();
    CHECK(Clock::now() - began < 3s);
    store.release();
}

} // namespace jaipur::server::test
