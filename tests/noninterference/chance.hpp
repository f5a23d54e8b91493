// The chance of one world, and what its bots decide. The core shuffles as usual; the resulting deal
// is looked up here and may be replaced, because a different shuffle would need a different
// commitment, which everybody sees.
#pragma once

#include "common/action.hpp"
#include "common/deal.hpp"
#include "protocol/fair.hpp"
#include "server/core/delivery.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace jaipur::paired {

// The cards and tokens at the start of a round.
struct Dealt {
    Deal deal;
    // Camels added to or removed from a dealt herd. A careful player could count every herd, so no
    // deal hides it; but no message may reveal it (R20), so it is varied too.
    PerSeat<int> herd;
};

struct Chance {
    using Deck = std::array<Card, deck_size>;
    using Turn = std::pair<protocol::MatchId, std::uint32_t>; // match and ply

    // Replaces the deal with this deck. If `repeats` is set, every deal must be here.
    std::map<Deck, Dealt> instead;
    // What bots decided. A bot's decision depends on its hidden hand; so, as with people, the
    // second world repeats what it did in the first.
    std::map<Turn, Action> bots;
    bool repeats = false;
    int unforeseen = 0; // deals and turns found only in the second world
    // What bots were shown: the room, and everything else as text.
    std::vector<std::pair<std::string, std::string>> shown_to_bots;
};

// During its lifetime, this is the chance in use.
class Ruled {
  public:
    explicit Ruled(Chance& chance);
    ~Ruled();
    Ruled(const Ruled&) = delete;
    Ruled& operator=(const Ruled&) = delete;
};

// Decides for a bot, or repeats what it decided in the first world.
server::core::Thought think_for(const server::core::ToThink& what);

} // namespace jaipur::paired
