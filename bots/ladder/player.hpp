// What takes part in the ladder. A player sees what the server shows a person in its seat.
#pragma once

#include "bots/play/timed.hpp"
#include "common/action.hpp"
#include "common/card.hpp"
#include "protocol/observation.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace jaipur::bots::ladder {

// What a player is shown for a decision.
struct PlayerView {
    const protocol::Observation& view;
    std::span<const protocol::ObservedEvent> round; // all events of the round so far
    // Only for players that measure what knowing it is worth.
    const GoodCounts& hidden_hand;
};

class Player {
  public:
    Player() = default;
    Player(const Player&) = delete;
    Player& operator=(const Player&) = delete;
    virtual ~Player() = default;

    // All its random numbers in the round must come from this seed.
    virtual void begin_round(std::uint64_t seed) = 0;

    // Nothing if it has no answer: it loses the round.
    virtual std::optional<Action> choose(const PlayerView& shown) = 0;

    // Why it had no answer.
    virtual std::string fault() const { return {}; }

    // The processor time that it has used so far.
    virtual double used_ms() const { return processor_ms(); }
};

// Each thread has its own players.
using NewPlayer = std::function<std::unique_ptr<Player>()>;

struct Entrant {
    std::string name;
    NewPlayer make;
};

} // namespace jaipur::bots::ladder
