#include "tests/server/shell/client.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <string>

namespace jaipur::server::test {

TEST_CASE("what one decision tells a client goes out as one") {
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

} // namespace jaipur::server::test
