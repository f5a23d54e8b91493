#include "tests/server/shell/client.hpp"

#include <doctest/doctest.h>

#include <thread>

namespace jaipur::server::shell::test {

TEST_CASE("a stopping server closes everyone with 1012 and hangs up on HTTP") {
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

TEST_CASE("a stopping server first stores and sends pending changes") {
    HeldStore store;
    RunningServer server(patient_limits(), BreakableEntropy{}.make(), store.make());
    Client client(server), late(server);
    store.hold();
    client.text(R"({"type":"create_room","id":1,"name":"Asha"})");
    while (store.held() == 0)
        std::this_thread::sleep_for(1ms);
    server.stop();
    CHECK(late.ask(R"({"type":"create_room","id":1,"name":"Bo"})").find("shutting_down") !=
          std::string::npos);
    CHECK_FALSE(client.frame(0ms).has_value());
    store.release();
    CHECK(client.next_text().starts_with(R"({"type":"ok","re":1,"room":)"));
    CHECK(client.close_code() == 1012);
}

TEST_CASE("neither a stuck store nor unresponsive clients delay a stop") {
    core::Limits limits = patient_limits();
    limits.shutdown_timeout = 600ms;
    limits.closing_timeout = 200ms;
    HeldStore store;
    RunningServer server(limits, BreakableEntropy{}.make(), store.make());
    Client client(server), deaf(server, 4096);
    store.hold();
    client.text(R"({"type":"create_room","id":1,"name":"Asha"})");
    while (store.held() == 0)
        std::this_thread::sleep_for(1ms);
    server.stop();
    CHECK(client.close_code() == 1012);
    server.wait();
    CHECK(store.held() == 1); // still
    store.release();
}

// After the close frame the rest of the message arrives with bad UTF-8: Beast wants to close
// because of that as well, while it is already closing.
TEST_CASE("invalid UTF-8 after the close frame can't keep a server alive") {
    core::Limits limits = patient_limits();
    limits.closing_timeout = 200ms;
    RunningServer server(limits);
    Client client(server);
    const std::string message = frame_bytes(Opcode::Text, "{\"type\":\"\xff\xff\xff\"}");
    constexpr std::size_t begun = 9; // header, mask, and some of the text
    client.send(message.substr(0, begun));
    std::this_thread::sleep_for(50ms); // so that it is read separately
    server.stop();
    CHECK(client.close_code() == 1012);
    client.send(message.substr(begun));
    server.wait();
}

} // namespace jaipur::server::shell::test
