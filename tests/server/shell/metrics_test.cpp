#include "bots/levels.hpp"
#include "server/shell/metrics.hpp"
#include "server/shell/metrics_text.hpp"
#include "tests/server/shell/client.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <memory>
#include <numeric>
#include <string>
#include <thread>
#include <utility>

namespace jaipur::server::shell::test {

namespace {

std::string metrics_of(const RunningServer& server) {
    return RawClient(server.metrics_port())
        .http("GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
}

bool has_line(const std::string& text, const std::string& line) {
    return text.find("\n" + line + "\n") != std::string::npos;
}

std::string readiness(RawClient& client) {
    return client.http("GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n");
}

} // namespace

TEST_CASE("a metric has a HELP and a TYPE line, and special characters are escaped") {
    MetricsText text;
    text.counter("jaipur_x_total", "A backslash \\,\na \"line\"", 3);
    text.begin("jaipur_y", "Two", "gauge");
    text.value("jaipur_y", {{"a", "\"quoted\""}, {"b", "back\\slash\nline"}}, 1);
    CHECK(text.take() == "# HELP jaipur_x_total A backslash \\\\,\\na \"line\"\n"
                         "# TYPE jaipur_x_total counter\n"
                         "jaipur_x_total 3\n"
                         "# HELP jaipur_y Two\n"
                         "# TYPE jaipur_y gauge\n"
                         "jaipur_y{a=\"\\\"quoted\\\"\",b=\"back\\\\slash\\nline\"} 1\n");
}

TEST_CASE("a histogram counts each duration in its bucket and in all larger ones") {
    core::Histogram times;
    times.add(100us); // a bound belongs to its bucket
    times.add(100us + 1ns);
    times.add(2ms);
    times.add(11s);
    MetricsText text;
    text.histogram("jaipur_z_seconds", "Z", times);
    const std::string all = text.take();
    CHECK(all.starts_with("# HELP jaipur_z_seconds Z\n# TYPE jaipur_z_seconds histogram\n"
                          "jaipur_z_seconds_bucket{le=\"0.0001\"} 1\n"
                          "jaipur_z_seconds_bucket{le=\"0.00025\"} 2\n"
                          "jaipur_z_seconds_bucket{le=\"0.0005\"} 2\n"
                          "jaipur_z_seconds_bucket{le=\"0.001\"} 2\n"
                          "jaipur_z_seconds_bucket{le=\"0.0025\"} 3\n"));
    CHECK(all.ends_with("jaipur_z_seconds_bucket{le=\"10\"} 3\n"
                        "jaipur_z_seconds_bucket{le=\"+Inf\"} 4\n"
                        "jaipur_z_seconds_sum 11.002200001\n"
                        "jaipur_z_seconds_count 4\n"));
}

TEST_CASE("a request's time counts once its record is stored and its answer is written") {
    HeldStore store;
    RunningServer server(patient_limits(), BreakableEntropy{}.make(), store.make());
    Client client(server);
    CHECK(is_pong(client.ask(ping_request)));
    std::string text = metrics_of(server);
    CHECK(has_line(text, "jaipur_request_answered_seconds_count 1"));
    CHECK(has_line(text, "jaipur_request_stored_seconds_count 0"));
    store.hold();
    client.text(R"({"type":"create_room","id":1,"name":"Asha"})");
    while (store.held() == 0)
        std::this_thread::sleep_for(1ms);
    std::this_thread::sleep_for(30ms);
    text = metrics_of(server);
    CHECK(has_line(text, "jaipur_records_waiting 1"));
    CHECK(has_line(text, "jaipur_request_answered_seconds_count 1"));
    store.release();
    CHECK(client.next_text().starts_with(R"({"type":"ok","re":1,"room":)"));
    text = metrics_of(server);
    CHECK(has_line(text, "jaipur_records_waiting 0"));
    for (const std::string name :
         {"jaipur_request_stored_seconds", "jaipur_request_answered_seconds"}) {
        const int all = name == "jaipur_request_stored_seconds" ? 1 : 2;
        CHECK(has_line(text, name + "_count " + std::to_string(all)));
        CHECK(has_line(text, name + "_bucket{le=\"0.025\"} " + std::to_string(all - 1)));
    }
}

TEST_CASE("errors are answers too, and a session's times end with it") {
    RequestTimes times;
    const auto at = RequestTimes::Instant();
    const auto reply = [](core::SessionId to, protocol::ServerMessage message) {
        return core::Send{to, std::make_shared<const protocol::ServerMessage>(std::move(message))};
    };
    const auto answered = [&] {
        times.written();
        const auto& counts = times.until_answered().counts();
        return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
    };
    times.received(1, at);
    times.received(1, at);
    times.received(2, at);
    times.sent(reply(1, protocol::Chat{}));
    CHECK(answered() == 0);
    times.sent(reply(1, protocol::Error{}));
    CHECK(answered() == 1);
    times.sent(reply(1, protocol::Ok{}));
    times.sent(reply(1, protocol::Ok{})); // to no request
    CHECK(answered() == 2);
    times.forget(2);
    times.stored(2, at);
    times.sent(reply(2, protocol::Ok{}));
    CHECK(answered() == 2);
}

TEST_CASE("metrics name the version, the levels of the bots and the limit on descriptors") {
    RunningServer server;
    const std::string text = metrics_of(server);
    CHECK(text.find("\r\nContent-Type: text/plain; version=0.0.4; charset=utf-8\r\n") !=
          std::string::npos);
    CHECK(text.find("jaipur_build_info{version=\"") != std::string::npos);
    CHECK(text.find(",protocol=\"jaipur.v1\"} 1\n") != std::string::npos);
    CHECK(has_line(text, "jaipur_ready 1"));
    CHECK_FALSE(has_line(text, "process_max_fds 0"));
    for (const bots::Level& level : bots::levels())
        CHECK(has_line(text, "jaipur_bot_thinking_seconds_count{level=\"" +
                                 std::string(level.name) + "\"} 0"));
}

TEST_CASE("a stopping server is not ready, though it still answers") {
    HeldStore store;
    RunningServer server(patient_limits(), BreakableEntropy{}.make(), store.make());
    Client client(server);
    RawClient asking(server.port());
    CHECK(readiness(asking).ends_with("\r\n\r\nready\n"));
    store.hold();
    client.text(R"({"type":"create_room","id":1,"name":"Asha"})");
    while (store.held() == 0)
        std::this_thread::sleep_for(1ms);
    server.stop();
    while (readiness(asking).starts_with("HTTP/1.1 200"))
        std::this_thread::sleep_for(1ms);
    CHECK(readiness(asking).starts_with("HTTP/1.1 503"));
    CHECK(
        asking.http("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n").ends_with("\r\n\r\nok\n"));
    store.release();
}

} // namespace jaipur::server::shell::test
