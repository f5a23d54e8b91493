// What chance gives to one world, and what its bots decide. The core shuffles as ever: the deal
// that comes of the commitments is looked up here, and another one may take its place, for another
// shuffle would need another commitment, and that everybody sees.
#pragma once

#include "common/action.hpp"
#include "common/deal.hpp"
#include "protocol/fair.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace jaipur::paired {

// What lies on a table when a round begins.
struct Dealt {
    Deal deal;
    // Camels that a herd has more, or fewer, than were dealt. A careful player could count every
    // herd, so no deal leaves it open; but no message may bear it (R20), and so it is varied too.
    PerSeat<int> herd;
};

struct Chance {
    using Deck = std::array<Card, deck_size>;
    using Turn = std::pair<protocol::MatchId, std::uint32_t>; // match and ply

    // Instead of the deal with this deck. Where `repeats` is set, every deal has to be here.
    std::map<Deck, Dealt> instead;
    // What bots decided. A bot decides by its own hand, which is hidden from others; so, as with
    // people, the second world repeats what it did in the first.
    std::map<Turn, Action> bots;
    bool repeats = false;
    int unforeseen = 0; // deals and turns that only the second world had
    // What bots were shown: the room, and the view as bytes.
    std::vector<std::pair<std::string, std::string>> shown_to_bots;
};

// As long as it lives, chance is this one.
class Ruled {
  public:
    explicit Ruled(Chance& chance);
    ~Ruled();
    Ruled(const Ruled&) = delete;
    Ruled& operator=(const Ruled&) = delete;
};

} // namespace jaipur::paired
