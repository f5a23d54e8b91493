// Every limit as an option.
#include "tests/server/shell/parsed.hpp"

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <vector>

namespace jaipur::server::shell {

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

} // namespace jaipur::server::shell
