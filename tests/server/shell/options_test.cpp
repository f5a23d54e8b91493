// The command line, but for limits and private servers.
#include "tests/server/shell/parsed.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <fstream>
#include <string>
#include <unistd.h>
#include <vector>

namespace jaipur::server::shell {

TEST_CASE("by default the server listens on loopback with the protocol's limits") {
    const Serve serve = served({});
    CHECK(serve.listen == endpoint("127.0.0.1", 7777));
    CHECK_FALSE(serve.data);
    CHECK_FALSE(serve.in_memory);
    CHECK(serve.retain == std::chrono::days(0));
    CHECK(serve.allowed_origins.empty());
    CHECK(serve.log_level == log::Level::Info);
    CHECK(serve.limits.request_burst == 20);
    CHECK(serve.limits.ping_interval == 15s);
}

TEST_CASE("an admin command has its own arguments, and options for the way to the server") {
    const auto parsed = parse({"admin", "--data", "/srv/j", "log-level", "debug", "--json"});
    REQUIRE(std::holds_alternative<Admin>(parsed));
    const auto& command = std::get<Admin>(parsed);
    CHECK(command.data == "/srv/j");
    CHECK(command.json);
    CHECK_FALSE(command.socket);
    CHECK(std::get<admin::SetLogLevel>(command.command).level == "debug");
    CHECK(refused({"admin", "--json"}) ==
          "admin: expected a command; `jaipur-server admin --help` lists all\n");
    CHECK(refused({"admin", "dance", "now"}).starts_with("admin: no such command: dance;"));
    refused({"admin", "status", "more"});
    CHECK(served({"--admin-socket", "none"}).admin_socket == "none");
    CHECK_FALSE(served({}).admin_socket);
}

TEST_CASE("push messages need a subject, and are off without it") {
    CHECK_FALSE(served({}).push);
    const Serve serve =
        served({"--push-subject", "mailto:me@example.org", "--push-allow", "127.0.0.1",
                "--push-allow=fd00::/8", "--push-certificates", "ca.pem"});
    REQUIRE(serve.push);
    CHECK(serve.push->subject == "mailto:me@example.org");
    CHECK(serve.push->allowed ==
          std::vector{*net::parse_network("127.0.0.1"), *net::parse_network("fd00::/8")});
    CHECK(serve.push->certificates == "ca.pem");
    for (const char* wrong : {"", "me@example.org", "http://example.org", "mailto:a\"b"})
        CHECK(refused({"--push-subject", wrong}).find("mailto:") != std::string::npos);
    refused({"--push-allow", "127.0.0.1"});
    refused({"--push-certificates", "ca.pem"});
    refused({"--push-subject", "mailto:me@example.org", "--push-allow", "localhost"});
}

TEST_CASE("an address needs a port, IPv6 in brackets") {
    CHECK(parse_endpoint("0.0.0.0:0") == endpoint("0.0.0.0", 0));
    CHECK(parse_endpoint("[::1]:65535") == endpoint("::1", 65535));
    for (const char* wrong : {"", ":", "7777", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536",
                              "127.0.0.1:-1", "127.0.0.1:7x", "::1:7777", "[127.0.0.1]:7777",
                              "[::1]", "[]:1", "example.org:80", "256.0.0.1:80"})
        CHECK_MESSAGE(!parse_endpoint(wrong), wrong);
    CHECK(to_string(endpoint("::1", 7777)) == "[::1]:7777");
    CHECK(to_string(endpoint("127.0.0.1", 0)) == "127.0.0.1:0");
}

TEST_CASE("options are applied") {
    const Serve serve = served({"--listen", "[::]:80", "--data", "/var/lib/jaipur", "--retain",
                                "90", "--allow-origin", "https://A.example", "--allow-origin",
                                "http://b.example:8080", "--log-level", "debug"});
    CHECK(serve.listen == endpoint("::", 80));
    CHECK(serve.data == "/var/lib/jaipur");
    CHECK(serve.retain == std::chrono::days(90));
    CHECK(serve.allowed_origins ==
          std::vector<std::string>{"https://a.example", "http://b.example:8080"});
    CHECK(serve.log_level == log::Level::Debug);
}

TEST_CASE("trusted proxies, and the operator's port, which is loopback only") {
    const Serve serve = served(
        {"--trusted-proxy", "10.0.0.0/8", "--trusted-proxy", "::1", "--metrics", "[::1]:9100"});
    CHECK(serve.trusted_proxies ==
          std::vector{*net::parse_network("10.0.0.0/8"), *net::parse_network("::1")});
    CHECK(serve.metrics == endpoint("::1", 9100));
    CHECK_FALSE(serve.core_dumps);
    CHECK(served({"--core-dumps"}).core_dumps);
    CHECK_FALSE(served({}).metrics);
    for (const char* wrong : {"10.0.0.0/33", "proxy.example", ""})
        CHECK(refused({"--trusted-proxy", wrong}).find("--trusted-proxy") != std::string::npos);
    for (const char* wrong : {"0.0.0.0:9100", "192.0.2.1:9100", "[::]:9100", "9100", ""})
        CHECK(refused({"--metrics", wrong}).find("--metrics") != std::string::npos);
}

TEST_CASE("a wrong command line gets a specific error") {
    CHECK(refused({"--rooms", "many"}).find("--rooms") != std::string::npos);
    CHECK(refused({"--rooms", "-1"}).find("--rooms") != std::string::npos);
    CHECK(refused({"--rooms", "1.5"}).find("--rooms") != std::string::npos);
    CHECK(refused({"--listen", "here"}).find("127.0.0.1:7777") != std::string::npos);
    CHECK(refused({"--log-level", "loud"}).find("--log-level") != std::string::npos);
    CHECK(refused({"--nosuch"}).find("--nosuch") != std::string::npos);
    refused({"stray"});
    for (const char* origin :
         {"example.org", "https://", "https://a.example/", "https://a.example:99999", "*"})
        CHECK(refused({"--allow-origin", origin}).find("origin") != std::string::npos);
}

TEST_CASE("help and version succeed") {
    const auto help = std::get<ExitWith>(parse({"--help"}));
    CHECK(help.exit_code == 0);
    CHECK(help.text.find("--listen") != std::string::npos);
    CHECK(help.text.find("Exit codes") != std::string::npos);
    CHECK(std::get<ExitWith>(parse({"--version"})).exit_code == 0);
}

TEST_CASE("without storage there is no data directory") {
    CHECK(served({"--in-memory"}).in_memory);
    CHECK(refused({"--in-memory", "--data", "here"}).find("--data") != std::string::npos);
}

TEST_CASE("a path isn't empty, and an option doesn't take the next one for its value") {
    for (const char* option : {"--config", "--data", "--admin-socket"})
        CHECK(refused({option, ""}).find("expected a path") != std::string::npos);
    for (const char* command : {"backup", "restore", "salvage"})
        CHECK(refused({command, ""}).find("expected a path") != std::string::npos);
    CHECK(refused({"admin", "backup", ""}).find("expected a path") != std::string::npos);
    CHECK(refused({"admin", "--socket", "", "status"}).find("expected a path") !=
          std::string::npos);
    for (const char* option : {"--config=", "--data=", "--retain=", "--listen="})
        CHECK(refused({option, "--in-memory"}).find("expected a value") != std::string::npos);
    // The server would write a file of this name.
    CHECK(refused({"admin", "backup", "-"}).find("needs a name") != std::string::npos);
}

TEST_CASE("whole numbers are decimal, even with zeros in front") {
    CHECK(served({"--retain", "010"}).retain == std::chrono::days(10));
    CHECK(served({"--bot-threads", "08"}).bot_threads == 8);
    for (const char* days : {"-1", "-0", "+1", " 1", "1 ", "1.5", "0x10", "all", "36501", ""})
        CHECK(refused({"--retain", days}).find("expected a whole number from 0 to 36500") !=
              std::string::npos);
    const auto command = [](const test::Words& words) {
        return std::get<Admin>(parse(words)).command;
    };
    CHECK(std::get<admin::Revoke>(command({"admin", "revoke", "010"})).invitation == 10);
    CHECK(std::get<admin::Invite>(command({"admin", "invite", "--uses", "010"})).uses == 10);
    CHECK(std::get<admin::Kick>(command({"admin", "kick", "ABC234", "01"})).seat == Seat::One);
    for (const char* id : {"0", "-1", "0x1", "1.5", "x", "3x", "99999999999999999999"})
        CHECK(refused({"admin", "revoke", id}).find("as `invitations` lists it") !=
              std::string::npos);
    for (const char* uses : {"0", "0x3", "1001"})
        refused({"admin", "invite", "--uses", uses});
}

TEST_CASE("backup and restore are separate commands that take one file") {
    const auto backup = std::get<Backup>(parse({"backup", "to", "--data", "of"}));
    CHECK(backup.file == "to");
    CHECK(backup.data == "of");
    const auto restore = std::get<Restore>(parse({"--data", "into", "restore", "from"}));
    CHECK(restore.file == "from");
    CHECK(restore.data == "into");
    CHECK_FALSE(restore.replace);
    const auto piped = std::get<Restore>(parse({"restore", "--replace", "-"}));
    CHECK(piped.file == "-");
    CHECK(piped.replace);
    CHECK(std::get<Backup>(parse({"backup", "-"})).file == "-");
    CHECK_FALSE(std::get<Backup>(parse({"backup", "to"})).data);
    for (const char* command : {"backup", "restore"}) {
        CHECK(refused({command}).find("FILE") != std::string::npos);
        refused({command, "one", "two"});
        refused({command, "file", "--listen", "[::]:80"});
        CHECK(std::get<ExitWith>(parse({command, "--help"})).exit_code == 0);
        CHECK(std::get<ExitWith>(parse({"--help"})).text.find(command) != std::string::npos);
    }
}

TEST_CASE("check and salvage read the data directory, or another file") {
    const auto check = std::get<Check>(parse({"check", "--data", "of"}));
    CHECK(check.data == "of");
    CHECK_FALSE(check.file);
    CHECK(std::get<Check>(parse({"check", "other"})).file == "other");
    CHECK(std::get<Check>(parse({"check", "backup"})).file == "backup"); // not the command
    const auto salvage = std::get<Salvage>(parse({"salvage", "to", "--data", "of"}));
    CHECK(salvage.file == "to");
    CHECK(salvage.data == "of");
    CHECK_FALSE(salvage.from);
    CHECK(std::get<Salvage>(parse({"salvage", "to", "--from", "other"})).from == "other");
    CHECK(refused({"salvage"}).find("FILE") != std::string::npos);
    refused({"check", "one", "two"});
}

TEST_CASE("healthcheck is a separate command") {
    CHECK(std::get<HealthCheck>(parse({"healthcheck"})).connect == endpoint("127.0.0.1", 7777));
    CHECK(std::get<HealthCheck>(parse({"healthcheck", "--connect", "[::1]:80"})).connect ==
          endpoint("::1", 80));
    refused({"healthcheck", "--connect", "nowhere"});
}

} // namespace jaipur::server::shell
