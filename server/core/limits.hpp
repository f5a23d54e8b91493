// Every limit of the server, with its default. 0 means no limit unless the comment says otherwise.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>

namespace jaipur::server::core {

struct Limits {
    // ---- by connection
    int request_burst = 20;          // requests at once
    double request_rate = 5;         // requests per second, over time
    int refusals_until_closed = 100; // rate_limited errors before 1008
    int control_frames = 10;         // pings and pongs in `control_window` before 1008
    std::chrono::seconds control_window{10};
    std::size_t message_bytes = 4096;     // 1009 above; never lifted
    std::size_t outbox_messages = 64;     // 4002 above
    std::size_t outbox_bytes = 256 << 10; // 4002 above
    std::size_t header_bytes = 8 << 10;   // of an HTTP request; never lifted
    std::chrono::milliseconds upgrade_timeout{5000};
    std::chrono::milliseconds write_timeout{10000};   // 4002 after
    std::chrono::milliseconds message_timeout{10000}; // for a whole message
    std::chrono::milliseconds ping_interval{15000};
    std::chrono::milliseconds silence_timeout{30000}; // then a silent peer is dropped
    std::chrono::milliseconds closing_timeout{3000};  // for a closing handshake; never lifted
    std::size_t backlog = 256; // unanswered requests before reading waits; never lifted

    // ---- by address (IPv4, or an IPv6 /64); for programs on this machine only passwords and wrong
    // joins count
    int connections_per_address = 100;    // open at once; 429 above
    int new_connections_per_address = 60; // in `new_connections_window`; 429 above
    std::chrono::milliseconds new_connections_window{10000};
    int address_request_burst = 200;                // requests at once, over all connections
    double address_request_rate = 50;               // requests per second, over time
    int waiting_rooms_per_address = 20;             // rooms it opened, without a running match
    int waiting_seats_per_address = 3;              // in rooms that others opened, before the match
    int spectators_per_address = 10;                // in one room; rate_limited above
    std::size_t waiting_passwords_per_address = 64; // to be hashed; rate_limited above
    int wrong_joins = 10; // wrong code or password, in the window below; then the slow lane
    std::chrono::milliseconds wrong_joins_window{600000};
    int wrong_joins_per_56 = 75; // from an IPv6 /56 in an hour, over time
    int wrong_joins_per_48 = 90; // from an IPv6 /48
    // MiB for replays, at once and in a day, over time; then new matches are rate_limited.
    int replay_space_per_address = 16;
    int replay_space_per_56 = 64;  // from an IPv6 /56
    int replay_space_per_48 = 128; // from an IPv6 /48

    int passes_per_address = 100; // by the server's password: at once and in a day, over time

    // ---- in total
    int connections = 10000;               // WebSockets; 503 above
    int rooms = 10000;                     // server_full above
    int rooms_over_days = 5000;            // of these, played over days; server_full above
    int spectators = 100;                  // in a room; room_full above
    int finished_replays = 10000;          // in memory; then the oldest are dropped
    std::size_t waiting_passwords = 10000; // to be hashed; rate_limited above; never lifted
    int wrong_joins_in_total = 1800;       // in an hour, over time
    std::size_t passes = 100000;           // to a private server; then the oldest go
    std::size_t invitations = 10000;       // to a private server

    // ---- push messages (server/push)
    std::size_t push_messages = 1000;              // that wait; the newest are dropped above
    std::chrono::milliseconds push_timeout{10000}; // for one attempt to send one; never lifted
    std::chrono::milliseconds push_pause{10000};   // for a seat, between two messages
    std::chrono::milliseconds push_retry{30000};   // before the second attempt, of five

    // ---- timers of rooms
    std::chrono::milliseconds seat_freed_after{60000}; // if away, in a waiting room
    std::chrono::milliseconds empty_room_dies_after{
        900000}; // if nobody is connected and no match runs
    std::chrono::milliseconds reveal_timeout{10000};
    std::chrono::milliseconds ready_taken_after{60000};  // between rounds
    std::chrono::milliseconds abandoned_after{3600000};  // both away
    std::chrono::milliseconds seat_key_lifetime{600000}; // of a key that moves a seat
    std::chrono::seconds longest_move{0};     // the most `patience` that a new room can have
    std::chrono::milliseconds bot_time{1500}; // for an action of the bot, on average
    std::chrono::milliseconds shutdown_timeout{8000}; // never lifted

    friend bool operator==(const Limits&, const Limits&) = default;
};

inline constexpr std::array limits_on_wrong_joins{&Limits::wrong_joins, &Limits::wrong_joins_per_56,
                                                  &Limits::wrong_joins_per_48,
                                                  &Limits::wrong_joins_in_total};

// For each of several threads: a part of what the server allows strangers to guess. All other
// limits on rooms count in each thread.
inline Limits share_of(Limits limits, int threads) {
    for (const auto member : limits_on_wrong_joins)
        limits.*member = (limits.*member + threads - 1) / threads;
    return limits;
}

// What becomes of a running server's limits when its operator wants others. Those on wrong joins
// stay until it starts again: what was counted by them is still under way. So do those that others
// have copied.
inline Limits changed_limits(const Limits& running, Limits wanted) {
    for (const auto member : limits_on_wrong_joins)
        wanted.*member = running.*member;
    wanted.wrong_joins_window = running.wrong_joins_window;
    wanted.finished_replays = running.finished_replays;
    wanted.push_messages = running.push_messages;
    for (const auto member : {&Limits::push_timeout, &Limits::push_pause, &Limits::push_retry})
        wanted.*member = running.*member;
    return wanted;
}

} // namespace jaipur::server::core
