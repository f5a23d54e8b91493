// The paired run of P15. A game is played once; then it is played again, for a viewer, in a world
// that differs from the first one in nothing but what this viewer has no way to know. Whatever the
// viewer is sent has to be the same, to the byte and to the millisecond.
//
// World one (crowd.hpp): people around the real lobby, with frames as they come over the wire, a
// store that may be slow or full, time that passes, restarts. Everything that went in is written
// down, and everything that went out, with its time (stage.hpp).
//
// World two: the same lobby, the same entropy, the same inputs, another chance. Of each round those
// cards and tokens change places that the viewer has not seen by the end of the game (unseen.hpp);
// a linker's seam deals them (chance.hpp), since commitments bind the shuffle. Herds that the
// viewer may not know have other sizes. What others say where the viewer can't hear it is
// different. Two things besides are not as they were, so that nothing but chance differs:
// - An action of somebody else that the rules refused may be legal with other cards. In its place
//   comes one that is refused in every world, and takes the same place in every line.
// - Bots repeat what they did; but what a bot is shown is compared, as if it were sent.
//
// Who looks (Viewing): players in both seats, spectators in the three modes of a room, with a name
// and without, early and late, people who are in no game, bots; one in each game comes back after
// every step, and so is shown a snapshot at every point.
//
// So that a run that finds nothing means something, it counts what really differed between the
// worlds, and leaks of all kinds are planted (leaks.hpp): each has to be found.
#pragma once

#include "tests/noninterference/crowd.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace jaipur::paired {

// Who compares what it was sent.
enum class Viewing : std::uint8_t {
    Seat0,
    Seat1,
    Spectator,     // sees what lies open
    LateSpectator, // sees both hands, some actions late
    TurnedAway,    // wanted to watch where nobody may
    Outsider,      // never was in a room that had a game
    Bot,
};
inline constexpr std::array all_viewings{
    Viewing::Seat0,      Viewing::Seat1,    Viewing::Spectator, Viewing::LateSpectator,
    Viewing::TurnedAway, Viewing::Outsider, Viewing::Bot};
std::string_view name(Viewing viewing);

// What was hidden from the viewer and differs between the worlds at their end.
enum class Hidden : std::uint8_t { Hand, Herd, BonusTaken, NextCard, DeckOrder, BonusPile };
inline constexpr std::array all_hidden{Hidden::Hand,     Hidden::Herd,      Hidden::BonusTaken,
                                       Hidden::NextCard, Hidden::DeckOrder, Hidden::BonusPile};
std::string_view name(Hidden hidden);

struct Counts {
    std::uint64_t games = 0, pairs = 0, different = 0;
    std::uint64_t messages = 0, bytes = 0, inputs = 0, snapshots = 0, replays = 0, restarts = 0;
    std::uint64_t substituted = 0; // refused actions of others
    std::uint64_t unheard = 0;     // lines of chat with another text
    std::map<Viewing, std::uint64_t> viewers;
    std::map<Viewing, std::uint64_t> different_for;
    std::map<std::pair<Hidden, Phase>, std::uint64_t> hidden; // by the phase of the room it is in
    std::map<std::string_view, std::uint64_t> heard;          // kinds of messages compared
};

// Where the worlds differ: in what the viewer was sent (or a bot was shown), or beside the wire, in
// what the metrics count, when the server wants to be woken, what it stores, which replays it
// keeps.
enum class Where : std::uint8_t { Message, Server, Replay };

// The first difference, told so that it can be found again.
struct Difference {
    std::uint64_t seed = 0;
    Viewing viewing{};
    Where where{};
    std::string text;
};

// Plays the game of a seed, and again for each viewer; or for those of one kind alone.
std::optional<Difference> run(std::uint64_t seed, Counts& counts,
                              std::optional<Viewing> alone = std::nullopt);

} // namespace jaipur::paired
