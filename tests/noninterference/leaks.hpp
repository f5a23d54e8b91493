// Leaks, planted one at a time into the core of this program, to show that the paired run finds
// each. They sit between two sources of the product (seam.hpp); the product itself has none, and no
// switch for them.
#pragma once

#include "tests/noninterference/paired_run.hpp"

#include <cstdint>
#include <span>
#include <string_view>

namespace jaipur::paired {

enum class Leak : std::uint8_t {
    None,
    // in views
    SpectatorSeesHand,
    OpponentSeesHand,
    OpponentSeesHerd,
    HerdByLength,
    BotSeesHand,
    BonusTaken,
    BonusDrawn,
    NextCard,
    OrderOfCards,
    LegalByHerd,
    Clock,
    SnapshotShowsHand,
    RoundOverShowsDeck,
    OneActionEarly,
    // in answers
    RefusalByHand,
    RuleByDeck,
    TurnedAwayByHand,
    RoomList,
    // in what is sent at all, and when
    SeqSkips,
    OneMessageMore,
    Timer,
    ChatTime,
    SpectatorsChat,
    // beside the wire
    Metrics,
    Replay,
};

struct Planted {
    Leak leak{};
    std::string_view what;
    Viewing by{};            // who has to find it
    std::uint64_t games = 0; // within so many
    Where where = Where::Message;
};

// All of them but None.
std::span<const Planted> all_planted();

// Is in this program, and in none that people run.
std::string_view mark();

// Whether this one is planted now.
bool leaks(Leak leak);

// As long as it lives, the core leaks.
class Leaking {
  public:
    explicit Leaking(Leak leak);
    ~Leaking();
    Leaking(const Leaking&) = delete;
    Leaking& operator=(const Leaking&) = delete;
};

} // namespace jaipur::paired
