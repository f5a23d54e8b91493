#include "server/net/healthcheck.hpp"
#include "server/shell/options.hpp"
#include "tests/server/shell/raw_client.hpp"
#include "tests/server/shell/server_process.hpp"

#include <doctest/doctest.h>

#include <csignal>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace jaipur::server::shell::test {

namespace {

// The child inherits the mask, so that no signal can come before its first instruction.
class HeldSignals {
  public:
    HeldSignals() {
        sigset_t held;
        sigemptyset(&held);
        for (const int signal : {SIGTERM, SIGHUP})
            sigaddset(&held, signal);
        pthread_sigmask(SIG_BLOCK, &held, &before_);
    }

    ~HeldSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

    HeldSignals(const HeldSignals&) = delete;
    HeldSignals& operator=(const HeldSignals&) = delete;

  private:
    sigset_t before_{};
};

const std::string get_health = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";

} // namespace

TEST_CASE("the server prints its address, and on a signal closes everyone with 1012") {
    for (const int signal : {SIGTERM, SIGINT}) {
        ServerProcess server({"--listen", any_port, "--in-memory"});
        auto client = std::make_unique<RawClient>(server.port());
        client->upgrade();
        CHECK(client->ask(R"({"type":"ping","id":1})").starts_with(R"({"type":"ok","re":1)"));
        server.signal(signal);
        CHECK(client->close_code() == 1012);
        client.reset();
        CHECK(server.exit_code() == 0);
    }
}

TEST_CASE("a server that is told to stop while it starts exits with 0") {
    const HeldSignals held;
    ServerProcess server({"--listen", any_port, "--in-memory"});
    server.signal(SIGTERM);
    CHECK(server.exit_code() == 0);
}

TEST_CASE("SIGHUP never ends the server: not while it starts, serves or stops") {
    const HeldSignals held;
    ServerProcess server({"--listen", any_port, "--in-memory"});
    server.signal(SIGHUP);
    RawClient client(server.port());
    client.upgrade();
    for (int i = 0; i < 100; ++i)
        server.signal(SIGHUP);
    CHECK(client.ask(R"({"type":"ping","id":1})").starts_with(R"({"type":"ok","re":1)"));
    server.signal(SIGTERM);
    while (server.runs())
        server.signal(SIGHUP);
    CHECK(server.exit_code() == 0);
}

TEST_CASE("exit codes match the help") {
    ServerProcess server({"--listen", any_port, "--in-memory"});
    const std::string at = "127.0.0.1:" + std::to_string(server.port());
    CHECK(run_server({"--listen", at, "--in-memory"}) == exit_code::unavailable);
    CHECK(run_server({"--listen", "nowhere"}) == exit_code::usage);
    CHECK(run_server({"--listen", any_port, "--data", "/dev/null/x"}) == exit_code::cant_create);
    CHECK(run_server({"--version"}) == 0);
    CHECK(run_server({"healthcheck", "--connect", at}) == 0);
    server.signal(SIGTERM);
    CHECK(server.exit_code() == 0);
    CHECK(run_server({"healthcheck", "--connect", at}) == 1);
    CHECK(net::health_problem(*parse_endpoint(at)) == "can't connect: Connection refused");
}

TEST_CASE("the server listens on IPv6, and with [::] on IPv4 as well") {
    if (!std::filesystem::exists("/proc/net/if_inet6")) {
        MESSAGE("no IPv6 on this machine");
        return;
    }
    ServerProcess loopback({"--listen", "[::1]:0", "--in-memory"});
    const std::string said = loopback.line();
    CHECK(said.starts_with("listening on [::1]:"));
    CHECK(run_server({"healthcheck", "--connect", said.substr(said.find('['))}) == 0);
    ServerProcess both({"--listen", "[::]:0", "--in-memory"});
    const std::string port = std::to_string(both.port());
    CHECK(run_server({"healthcheck", "--connect", "127.0.0.1:" + port}) == 0);
    CHECK(run_server({"healthcheck", "--connect", "[::1]:" + port}) == 0);
}

TEST_CASE("without descriptors left the server goes on, and takes in more when it can") {
    ServerProcess server(
        {"--listen", any_port, "--in-memory", "--upgrade-timeout", "1h", "--core-dumps"}, 32);
    const std::uint16_t port = server.port();
    std::vector<std::unique_ptr<RawClient>> crowd;
    for (int i = 0; i < 60; ++i)
        crowd.push_back(std::make_unique<RawClient>(port));
    CHECK(crowd.front()->http(get_health).ends_with("ok\n"));
    RawClient& waiting = *crowd.back();
    waiting.send(get_health);
    CHECK(server.runs_out_of_descriptors()); // the fault has happened
    CHECK(server.sleeps(10));
    CHECK_FALSE(waiting.frame(0ms).has_value());
    crowd.erase(crowd.begin(), crowd.begin() + 50); // the others fit, whatever else is open
    CHECK(waiting.response().ends_with("ok\n"));
    server.signal(SIGTERM);
    CHECK(server.exit_code() == 0);
}

} // namespace jaipur::server::shell::test
