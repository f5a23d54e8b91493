#include "tests/noninterference/leaks.hpp"

#include <array>
#include <cassert>

namespace jaipur::paired {

namespace {

Leak leaking = Leak::None;

constexpr std::array planted{
    Planted{Leak::SpectatorSeesHand, "a spectator sees a hand", Viewing::Spectator, 40},
    Planted{Leak::OpponentSeesHand, "a player sees the other's hand", Viewing::Seat0, 40},
    Planted{Leak::OpponentSeesHerd, "a player sees the other's herd", Viewing::Seat1, 40},
    Planted{Leak::BotSeesHand, "a bot sees the other's hand", Viewing::Bot, 100},
    Planted{Leak::HerdByLength, "a herd makes a view longer", Viewing::Spectator, 40},
    Planted{Leak::BonusTaken, "a view contains the value of a taken bonus", Viewing::Seat1, 100},
    Planted{Leak::BonusDrawn, "an event contains the value of a bonus", Viewing::Spectator, 100},
    Planted{Leak::NextCard, "the deck's next card counts as discarded", Viewing::Seat0, 40},
    Planted{Leak::OrderOfCards, "the market's order follows the deck", Viewing::Spectator, 40},
    Planted{Leak::LegalByHerd, "legal actions depend on the other's herd", Viewing::Seat1, 40},
    Planted{Leak::Clock, "a clock depends on a hand", Viewing::Seat0, 100},
    Planted{Leak::MoveTime, "the time for an action depends on a hand", Viewing::Seat0, 100},
    Planted{Leak::SnapshotShowsHand, "a resume shows a hand", Viewing::Seat0, 100},
    Planted{Leak::RoundOverShowsDeck, "a round's end shows the next card", Viewing::Seat1, 200},
    Planted{Leak::OneActionEarly, "a delayed spectator sees one action early",
            Viewing::LateSpectator, 100},
    Planted{Leak::RefusalByHand, "an error's code depends on the other's hand", Viewing::Seat0,
            400},
    Planted{Leak::RuleByDeck, "an error's rule depends on the deck", Viewing::Seat1, 200},
    Planted{Leak::TurnedAwayByHand, "the refusal to watch depends on a hand", Viewing::TurnedAway,
            400},
    Planted{Leak::RoomList, "the list of rooms depends on a herd", Viewing::Outsider, 100},
    Planted{Leak::SeqSkips, "whether seq skips a number depends on a hand", Viewing::Spectator, 40},
    Planted{Leak::OneMessageMore, "whether a message is sent twice depends on a hand",
            Viewing::Spectator, 100},
    Planted{Leak::Timer, "the end of the time limit depends on a hand", Viewing::Seat1, 400},
    Planted{Leak::ChatTime, "the time of a chat line depends on a herd", Viewing::Spectator, 200},
    Planted{Leak::TurnedAwayByHand, "a coalition's refusal to watch depends on a hand",
            Viewing::WithTurnedAway, 400},
    Planted{Leak::SpectatorSeesHand, "a coalition's spectator sees a hand", Viewing::WithSpectators,
            40},
    Planted{Leak::OpenSpectatorsSeeHands, "an open room's spectators see a hand during the round",
            Viewing::WithOpenSpectators, 100},
    Planted{Leak::DelayNobodyAgreedTo, "spectators see hands late though a player didn't agree",
            Viewing::WithOpenSpectators, 100},
    Planted{Leak::BonusBeforeDelay, "late spectators get the value of a bonus at once",
            Viewing::WithLateSpectators, 800}, // few sales with a bonus come before a delay ends
    Planted{Leak::SpectatorsChat, "players get spectators' chat", Viewing::Seat0, 100},
    Planted{Leak::Metrics, "metrics depend on a hand", Viewing::Outsider, 100, Where::Server},
    Planted{Leak::Replay, "a replay contains the next card", Viewing::Seat0, 200, Where::Replay},
};

} // namespace

std::span<const Planted> all_planted() {
    return planted;
}

std::string_view mark() {
    return "jaipur: leaks can be planted here";
}

bool leaks(Leak leak) {
    return leaking == leak;
}

Leaking::Leaking(Leak leak) {
    assert(leaking == Leak::None);
    leaking = leak;
}

Leaking::~Leaking() {
    leaking = Leak::None;
}

} // namespace jaipur::paired
