// What a seed means: who plays at which table, and the weather. A value, drawn once.
#pragma once

#include "protocol/message.hpp"
#include "tests/simulation/disk.hpp"
#include "tests/simulation/network.hpp"
#include "tests/support/players.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace jaipur::simulation {

enum class Kind : std::uint8_t {
    Host,      // opens the room of the table
    Guest,     // joins it
    Quick,     // takes any quick_match
    Spectator, // watches the table
    Raw,       // joins it without a client program: repeated, stale, illegal and malformed requests
    Vandal,    // has no table, sends random requests, takes over seats with stolen tokens
};

struct Person {
    Kind kind{};
    std::size_t table = 0;
    std::size_t matches = 1; // that a player wants to play
    Micros pace{500ms};      // between two looks at the table
    test::Habit habit{};
    std::size_t bot_one_in = 2; // share of actions chosen by the bot
    // During the storm, per look at the table:
    std::size_t crashes_one_in = 0, resigns_one_in = 0, leaves_one_in = 0, errs_one_in = 0;
    std::size_t dawdles_one_in = 0;
    bool is_kind = false;  // claims nothing from an opponent who dawdles
    bool vanishes = false; // the first crash is the last
    std::size_t chats_one_in = 40;
};

// In a room without a clock, from this time per move on a match is played over days.
inline constexpr std::chrono::duration<int> day = 24h;

struct Table {
    protocol::CreateOptions options;

    bool is_over_days() const { return !options.clock && options.patience >= day.count(); }
};

struct Weather {
    NetworkWeather network;
    DiskWeather disk;
    Micros storm{60s};            // how long it lasts
    Micros clog_every{0};         // 0: never
    Micros clogged_for{10s};      // at most
    Micros down_every{0};         // the server; 0: never
    std::size_t window = 1 << 16; // bytes in flight on a connection before the server has to wait
};

struct Plan {
    std::vector<Table> tables;
    std::vector<Person> people;
    Weather weather;
    bool is_crowded = false; // few rooms, few spectators, several machines at an address
};

Plan plan_of(std::uint64_t seed);

} // namespace jaipur::simulation
