#include "server/shell/options.hpp"
#include "tests/server/shell/configured.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <fstream>
#include <string>
#include <unistd.h>
#include <vector>

namespace jaipur::server::shell {

namespace {

using namespace std::chrono_literals;

Endpoint endpoint(const char* address, std::uint16_t port) {
    return {boost::asio::ip::make_address(address), port};
}

Options parse(std::vector<const char*> arguments) {
    arguments.insert(arguments.begin(), "jaipur-server");
    return parse_options(static_cast<int>(arguments.size()), arguments.data()).options;
}

Serve served(std::vector<const char*> arguments) {
    const auto parsed = parse(std::move(arguments));
    REQUIRE(std::holds_alternative<Serve>(parsed));
    return std::get<Serve>(parsed);
}

// The error for a wrong command line.
std::string refused(std::vector<const char*> arguments) {
    const auto parsed = parse(std::move(arguments));
    REQUIRE(std::holds_alternative<ExitWith>(parsed));
    CHECK(std::get<ExitWith>(parsed).exit_code == exit_code::usage);
    return std::get<ExitWith>(parsed).text;
}

} // namespace

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
    refused({"admin"});
    refused({"admin", "dance"});
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

TEST_CASE("a private server: who enters, who opens rooms, a password that isn't an option") {
    using core::Access;
    CHECK(served({}).privacy == core::Privacy{});
    CHECK(!served({}).password);
    const Serve serve = served({"--admit", "invited", "--open-rooms=invited", "--public-url",
                                "https://jaipur.example.org:8443"});
    CHECK(serve.privacy == core::Privacy{Access::Invited, Access::Invited});
    CHECK(serve.public_url == "https://jaipur.example.org:8443");
    CHECK(refused({"--admit", "friends"}).find("--admit") != std::string::npos);
    for (const char* url : {"jaipur.example.org", "ftp://a.example", "https://",
                            "https://a.example/", "https://a.example/x#y"})
        CHECK(refused({"--public-url", url}).find("--public-url") != std::string::npos);
    CHECK(refused({"--server-password-file", "/nonexistent"}).find("No such file") !=
          std::string::npos);
    refused({"--server-password", "sesame"});

    const auto invite = std::get<admin::Invite>(
        std::get<Admin>(parse({"admin", "invite", "--uses", "8", "--for", "2d", "--note", "club"}))
            .command);
    CHECK(invite.uses == 8);
    CHECK(invite.lasts_for == 2 * 86400);
    CHECK(invite.note == "club");
    CHECK(std::get<admin::Invite>(std::get<Admin>(parse({"admin", "invite"})).command).lasts_for ==
          7 * 86400);
    CHECK(std::get<admin::Revoke>(std::get<Admin>(parse({"admin", "revoke", "3"})).command)
              .invitation == 3);
    for (const char* id : {"0", "-1", "x", "3x", "99999999999999999999"})
        CHECK(refused({"admin", "revoke", id}).find("expected a number") != std::string::npos);
    for (const char* time : {"3650d", "315360000s"})
        CHECK(std::get<admin::Invite>(
                  std::get<Admin>(parse({"admin", "invite", "--for", time})).command)
                  .lasts_for == admin::longest_time);
    for (const char* time : {"3651d", "315360001s", "4000d", "9223372036854775807d", "0s"}) {
        CHECK(refused({"admin", "invite", "--for", time}).find("3650d") != std::string::npos);
        CHECK(refused({"admin", "ban", "203.0.113.7", "--for", time}).find("3650d") !=
              std::string::npos);
    }
    refused({"admin", "revoke"});
}

TEST_CASE("the server's password is what people type, whatever an editor adds") {
    const test::TemporaryFile file("");
    const auto password_in = [&](const std::string& text) {
        std::ofstream(file.path()) << text;
        return *served({"--server-password-file", file.path().c_str()}).password;
    };
    CHECK(password_in("open sesame\nmore\n") == "open sesame");
    CHECK(password_in("open sesame\r\n") == "open sesame");
    CHECK(password_in("\xEF\xBB\xBFsésame") == "sésame");
    const auto objection = [&](const std::string& text) {
        std::ofstream(file.path()) << text;
        return refused({"--server-password-file", file.path().c_str()});
    };
    for (const std::string& text : {std::string("sesame \n"), std::string(" sesame\n"),
                                    std::string("\tsesame"), std::string("sesame\u00a0\n")})
        CHECK_MESSAGE(!objection(text).empty(), text);
    CHECK(objection("sesame \n").find("blank") != std::string::npos);
    CHECK(objection(std::string("ses\0ame\n", 8)).find("control") != std::string::npos);
    CHECK(objection("ses\x1b[1mame\n").find("control") != std::string::npos);
    for (const std::string& text : {std::string(), std::string("\xEF\xBB\xBF\n"),
                                    std::string(65, 'x'), std::string("\xff\n")})
        CHECK(objection(text).find("1 to 64") != std::string::npos);
    // Commands to a running server don't need it, and may not be allowed to read it.
    CHECK(std::holds_alternative<Admin>(
        parse({"--server-password-file", "/nonexistent", "admin", "status"})));
}

TEST_CASE("the server's password may come from a pipe") {
    std::array<int, 2> ends{};
    REQUIRE(pipe(ends.data()) == 0);
    const std::string text = "open sesame\n";
    REQUIRE(write(ends[1], text.data(), text.size()) == static_cast<ssize_t>(text.size()));
    close(ends[1]);
    const std::string path = "/dev/fd/" + std::to_string(ends[0]);
    CHECK(served({"--server-password-file", path.c_str()}).password == "open sesame");
    close(ends[0]);
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

TEST_CASE("every limit is an option") {
    const core::Limits limits = served({"--request-burst",
                                        "1",
                                        "--request-rate",
                                        "2.5",
                                        "--refusals-until-closed",
                                        "3",
                                        "--control-frames",
                                        "4",
                                        "--control-window",
                                        "5s",
                                        "--message-bytes",
                                        "6",
                                        "--outbox-messages",
                                        "7",
                                        "--outbox-bytes",
                                        "8",
                                        "--header-bytes",
                                        "9",
                                        "--upgrade-timeout",
                                        "10ms",
                                        "--write-timeout",
                                        "11ms",
                                        "--message-timeout",
                                        "12ms",
                                        "--ping-interval",
                                        "13ms",
                                        "--silence-timeout",
                                        "14ms",
                                        "--closing-timeout",
                                        "15ms",
                                        "--backlog",
                                        "16",
                                        "--connections",
                                        "17",
                                        "--rooms",
                                        "18",
                                        "--rooms-over-days",
                                        "46",
                                        "--spectators",
                                        "19",
                                        "--finished-replays",
                                        "20",
                                        "--seat-freed-after",
                                        "21ms",
                                        "--empty-room-dies-after",
                                        "22ms",
                                        "--reveal-timeout",
                                        "23ms",
                                        "--ready-taken-after",
                                        "24ms",
                                        "--abandoned-after",
                                        "25ms",
                                        "--seat-key-lifetime",
                                        "45ms",
                                        "--longest-move",
                                        "41s",
                                        "--push-messages",
                                        "47",
                                        "--push-timeout",
                                        "48ms",
                                        "--push-pause",
                                        "49ms",
                                        "--push-retry",
                                        "50ms",
                                        "--shutdown-timeout",
                                        "26ms",
                                        "--connections-per-address",
                                        "27",
                                        "--new-connections-per-address",
                                        "28",
                                        "--new-connections-window",
                                        "29ms",
                                        "--address-request-burst",
                                        "30",
                                        "--address-request-rate",
                                        "31",
                                        "--waiting-rooms-per-address",
                                        "32",
                                        "--wrong-joins",
                                        "33",
                                        "--wrong-joins-window",
                                        "34ms",
                                        "--wrong-joins-per-56",
                                        "35",
                                        "--wrong-joins-per-48",
                                        "36",
                                        "--wrong-joins-in-total",
                                        "37",
                                        "--waiting-passwords",
                                        "38",
                                        "--waiting-passwords-per-address",
                                        "39",
                                        "--replay-space-per-address",
                                        "40",
                                        "--replay-space-per-56",
                                        "41",
                                        "--replay-space-per-48",
                                        "42",
                                        "--waiting-seats-per-address",
                                        "43",
                                        "--spectators-per-address",
                                        "44",
                                        "--passes-per-address",
                                        "51",
                                        "--passes",
                                        "52",
                                        "--invitations",
                                        "53",
                                        "--bot-time",
                                        "45ms"})
                                    .limits;
    CHECK(limits.request_burst == 1);
    CHECK(limits.request_rate == 2.5);
    CHECK(limits.refusals_until_closed == 3);
    CHECK(limits.control_frames == 4);
    CHECK(limits.control_window == 5s);
    CHECK(limits.message_bytes == 6);
    CHECK(limits.outbox_messages == 7);
    CHECK(limits.outbox_bytes == 8);
    CHECK(limits.header_bytes == 9);
    CHECK(limits.upgrade_timeout == 10ms);
    CHECK(limits.write_timeout == 11ms);
    CHECK(limits.message_timeout == 12ms);
    CHECK(limits.ping_interval == 13ms);
    CHECK(limits.silence_timeout == 14ms);
    CHECK(limits.closing_timeout == 15ms);
    CHECK(limits.backlog == 16);
    CHECK(limits.connections == 17);
    CHECK(limits.rooms == 18);
    CHECK(limits.rooms_over_days == 46);
    CHECK(limits.spectators == 19);
    CHECK(limits.finished_replays == 20);
    CHECK(limits.seat_freed_after == 21ms);
    CHECK(limits.empty_room_dies_after == 22ms);
    CHECK(limits.reveal_timeout == 23ms);
    CHECK(limits.ready_taken_after == 24ms);
    CHECK(limits.abandoned_after == 25ms);
    CHECK(limits.seat_key_lifetime == 45ms);
    CHECK(limits.longest_move == 41s);
    CHECK(limits.push_messages == 47);
    CHECK(limits.push_timeout == 48ms);
    CHECK(limits.push_pause == 49ms);
    CHECK(limits.push_retry == 50ms);
    CHECK(limits.shutdown_timeout == 26ms);
    CHECK(limits.connections_per_address == 27);
    CHECK(limits.new_connections_per_address == 28);
    CHECK(limits.new_connections_window == 29ms);
    CHECK(limits.address_request_burst == 30);
    CHECK(limits.address_request_rate == 31);
    CHECK(limits.waiting_rooms_per_address == 32);
    CHECK(limits.wrong_joins == 33);
    CHECK(limits.wrong_joins_window == 34ms);
    CHECK(limits.wrong_joins_per_56 == 35);
    CHECK(limits.wrong_joins_per_48 == 36);
    CHECK(limits.wrong_joins_in_total == 37);
    CHECK(limits.waiting_passwords == 38);
    CHECK(limits.waiting_passwords_per_address == 39);
    CHECK(limits.replay_space_per_address == 40);
    CHECK(limits.replay_space_per_56 == 41);
    CHECK(limits.replay_space_per_48 == 42);
    CHECK(limits.waiting_seats_per_address == 43);
    CHECK(limits.spectators_per_address == 44);
    CHECK(limits.passes_per_address == 51);
    CHECK(limits.passes == 52);
    CHECK(limits.invitations == 53);
    CHECK(limits.bot_time == 45ms);
    // All members are listed above: a new one needs an option.
    const auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, aa,
                 ab, ac, ad, ae, af, ag, ah, ai, aj, ak, al, am, an, ao, ap, aq, ar, as, at, au, av,
                 aw, ax, ay, az, ba, bb, bc] = limits;
    static_cast<void>(std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w,
                               x, y, z, aa, ab, ac, ad, ae, af, ag, ah, ai, aj, ak, al, am, an, ao,
                               ap, aq, ar, as, at, au, av, aw, ax, ay, az, ba, bb, bc));
}

TEST_CASE("durations have units; a plain number counts seconds") {
    const auto interval = [](const char* text) {
        return served({"--ping-interval", text}).limits.ping_interval;
    };
    CHECK(interval("200ms") == 200ms);
    CHECK(interval("1.5s") == 1500ms);
    CHECK(interval("2") == 2s);
    CHECK(interval("3min") == 3min);
    CHECK(interval("1h") == 1h);
    CHECK(interval("0") == 0s);
    for (const char* wrong :
         {"", "ms", "-1s", "1 s", "5parsecs", "0.1ms", "1e3", "inf", "nan", "99999999h"})
        CHECK_MESSAGE(refused({"--ping-interval", wrong}).find("--ping-interval") !=
                          std::string::npos,
                      wrong);
}

TEST_CASE("0 lifts a limit that may be lifted") {
    CHECK(served({"--rooms", "0"}).limits.rooms == 0);
    CHECK(served({"--silence-timeout", "0"}).limits.silence_timeout == 0ms);
    for (const char* never : {"--message-bytes", "--header-bytes", "--backlog", "--closing-timeout",
                              "--shutdown-timeout", "--control-window", "--waiting-passwords"})
        refused({never, "0"});
    refused({"--control-window", "500ms"});
    refused({"--message-bytes", "4097"});
}

TEST_CASE("--no-limits lifts rates and counts; explicit limits still hold") {
    const core::Limits limits =
        served({"--rooms", "5", "--no-limits", "--connections", "6"}).limits;
    CHECK(limits.rooms == 5);
    CHECK(limits.connections == 6);
    core::Limits expected;
    expected.request_burst = expected.refusals_until_closed = expected.control_frames = 0;
    expected.connections_per_address = expected.new_connections_per_address = 0;
    expected.address_request_burst = expected.waiting_rooms_per_address = expected.wrong_joins = 0;
    expected.wrong_joins_per_56 = expected.wrong_joins_per_48 = expected.wrong_joins_in_total = 0;
    expected.waiting_passwords_per_address = 0;
    expected.waiting_seats_per_address = expected.spectators_per_address = 0;
    expected.replay_space_per_address = expected.replay_space_per_56 = 0;
    expected.replay_space_per_48 = expected.passes_per_address = 0;
    expected.request_rate = expected.address_request_rate = expected.spectators = 0;
    expected.rooms = 5;
    expected.rooms_over_days = 0;
    expected.connections = 6;
    CHECK(limits == expected);
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
    for (const char* origin : {"example.org", "https://", "https://a.example/", "*"})
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
    for (const char* days : {"-1", "1.5", "all", "36501", ""})
        CHECK(refused({"--retain", days}).find("--retain") != std::string::npos);
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
