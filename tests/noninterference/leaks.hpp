// Leaks, planted one at a time into this program's core, to show that the paired run finds each.
// They are inserted between two source files of the product (seam.hpp); the product itself contains
// neither leaks nor a switch for them.
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
    MoveTime,
    SnapshotShowsHand,
    RoundOverShowsDeck,
    OneActionEarly,
    // in replies
    RefusalByHand,
    RuleByDeck,
    TurnedAwayByHand,
    RoomList,
    // in whether and when something is sent
    SeqSkips,
    OneMessageMore,
    Timer,
    ChatTime,
    SpectatorsChat,
    // to a coalition
    OpenSpectatorsSeeHands,
    DelayNobodyAgreedTo,
    BonusBeforeDelay,
    // outside messages
    Metrics,
    Replay,
};

struct Planted {
    Leak leak{};
    std::string_view what;
    Viewing by{};            // who must find it
    std::uint64_t games = 0; // within this many
    Where where = Where::Message;
};

// All except None.
std::span<const Planted> all_planted();

// Only in this program, never in the product.
std::string_view mark();

// Whether this leak is planted now.
bool leaks(Leak leak);

// During its lifetime, the core leaks.
class Leaking {
  public:
    explicit Leaking(Leak leak);
    ~Leaking();
    Leaking(const Leaking&) = delete;
    Leaking& operator=(const Leaking&) = delete;
};

} // namespace jaipur::paired
