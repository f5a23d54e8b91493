// The paired run of P15. A game is played once, then again for a viewer, in a world that differs
// only in what this viewer has no way to know. Everything that the viewer is sent must be the same,
// to the byte and the millisecond.
//
// World one (crowd.hpp): people around the real lobby, with frames as they come over the wire, a
// store that may be slow or full, passing time, restarts. All input and output is recorded, with
// its time (rig.hpp).
//
// World two: the same lobby, entropy and inputs, but different chance. In each round, the cards and
// tokens that the viewer has not seen by the end of the game are permuted (unseen.hpp); a linker
// seam deals them (chance.hpp), since commitments bind the shuffle. Herds that the viewer may not
// know have other sizes. Chat that the viewer can't read is different. Two more things change, so
// that only chance differs:
// - An action by someone else that the rules refused may be legal with other cards. It is replaced
//   by one that is refused in every world and takes the same place in every queue.
// - Bots repeat what they did; but what a bot is shown is compared as if it were sent.
//
// The viewers (Viewing): players in both seats, spectators in a room's modes, with and without a
// name, early and late, people outside games, and bots; and in each game a coalition: a player with
// everybody who only watched that room, or tried to. It may know no more than that player alone,
// unless both players agreed to the spectator delay: then it may know both hands and herds, once
// the deal has been shown, and bonuses taken more than that many actions ago. One viewer in each
// game reenters after every step, so it gets a snapshot at every point.
//
// To make a clean run meaningful, the run counts what really differed between the worlds, and tests
// plant leaks of all kinds (leaks.hpp), each of which must be found.
#pragma once

#include "tests/noninterference/crowd.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace jaipur::paired {

// The viewer whose messages are compared.
enum class Viewing : std::uint8_t {
    Seat0,
    Seat1,
    Spectator,     // sees face-up cards only
    LateSpectator, // sees both hands, some actions late
    TurnedAway,    // tried to watch a room without spectators
    Outsider,      // was never in a room with a game
    Bot,
    // coalitions: a player and
    WithTurnedAway,     // people who may not watch
    WithSpectators,     // people who see face-up cards only
    WithOpenSpectators, // people who see both hands after each round
    WithLateSpectators, // people who see both hands some actions late, as both players agreed
};
inline constexpr std::array all_viewings{
    Viewing::Seat0,      Viewing::Seat1,    Viewing::Spectator, Viewing::LateSpectator,
    Viewing::TurnedAway, Viewing::Outsider, Viewing::Bot};
inline constexpr std::array all_coalitions{Viewing::WithTurnedAway, Viewing::WithSpectators,
                                           Viewing::WithOpenSpectators,
                                           Viewing::WithLateSpectators};
std::string_view name(Viewing viewing);

// What was hidden from the viewer and differs between the worlds at their end.
enum class Hidden : std::uint8_t { Hand, Herd, BonusTaken, NextCard, DeckOrder, BonusPile };
inline constexpr std::array all_hidden{Hidden::Hand,     Hidden::Herd,      Hidden::BonusTaken,
                                       Hidden::NextCard, Hidden::DeckOrder, Hidden::BonusPile};
std::string_view name(Hidden hidden);

struct Counts {
    std::uint64_t games = 0, pairs = 0, different = 0;
    std::uint64_t messages = 0, bytes = 0, inputs = 0, snapshots = 0, replays = 0, restarts = 0;
    std::uint64_t substituted = 0; // others' refused actions
    std::uint64_t unheard = 0;     // chat lines with different text
    std::map<Viewing, std::uint64_t> viewers;
    std::map<Viewing, std::uint64_t> different_for;
    std::map<std::pair<Hidden, Phase>, std::uint64_t> hidden; // by its room's phase
    // Coalitions that saw several matches in their room; other rooms' games too; a game that ran
    // when they arrived, for the first time or again.
    std::uint64_t rematched = 0, elsewhere = 0, arriving = 0;
    // In a coalition's room, from it.
    std::map<std::pair<Viewing, Hidden>, std::uint64_t> hidden_from;
    std::map<std::string_view, std::uint64_t> heard; // kinds of messages compared
};

// Where the worlds differ: in what the viewer was sent (or a bot was shown), or outside the wire,
// in metrics, wake-up times, stored records, or kept replays.
enum class Where : std::uint8_t { Message, Server, Replay };

// The first difference, described so that it can be reproduced.
struct Difference {
    std::uint64_t seed = 0;
    Viewing viewing{};
    Where where{};
    std::string text;
};

// Plays a seed's game, and again for each viewer and the coalition, or only for one kind of them.
std::optional<Difference> run(std::uint64_t seed, Counts& counts,
                              std::optional<Viewing> alone = std::nullopt);

} // namespace jaipur::paired
