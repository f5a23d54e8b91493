// One round between two players, by the rules (R4 to R17). R15a is in force.
#pragma once

#include "bots/ladder/calibration.hpp"
#include "bots/ladder/decisions.hpp"
#include "bots/ladder/player.hpp"
#include "bots/network.hpp"
#include "common/deal.hpp"
#include "common/result.hpp"
#include "common/seat.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace jaipur::bots::ladder {

// What a player spent on a round.
struct Effort {
    int moves = 0;
    double ms = 0; // of processor time
    // If there is a judge.
    Decisions decisions;
    Calibration calibration; // of the judge, in the positions after this player's actions

    void add(const Effort& other) {
        moves += other.moves;
        ms += other.ms;
        decisions.add(other.decisions);
        calibration.add(other.calibration);
    }
};

struct Played {
    double won = 0;                      // by the first player: 1, a half or 0
    double luck = 0;                     // of the first player
    std::optional<EndReason> by{};       // nothing if a player had no answer
    std::array<Effort, 2> efforts;       // of the first player, and of the second
    std::optional<std::size_t> failed{}; // who had no answer
    std::string fault;                   // and why
};

struct RoundSetup {
    Deal deal;
    Seat first{}; // the first player's seat; seat 0 moves first
    // Of the players' own random numbers. They must have nothing to do with the deal's.
    std::array<std::uint64_t, 2> seeds{};
    const Network* judge = nullptr; // of luck, decisions and chances; null: counts none
};

Played play_round(const RoundSetup& setup, Player& first, Player& second);

} // namespace jaipur::bots::ladder
