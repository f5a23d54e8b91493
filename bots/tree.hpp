// Everything that can still happen in a round in which only the order of the deck is hidden: both
// players know both hands, and what every bonus token is worth. It must not know what a player
// really sees; `endgame` does.
#pragma once

#include "bots/position.hpp"
#include "common/action.hpp"
#include "common/seat.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace jaipur::bots {

// What bonus tokens are worth that will be drawn, to either player; seat 0 is the one who moves
// first.
using Draws = PerSeat<PerTier<std::uint8_t>>;

// The chances that make a difference: one that is at most `low` or at least `high` need not be
// exact.
struct Window {
    double low = 0, high = 1;
};

class Tree {
  public:
    // `go_on` is asked before each position.
    Tree(const Draws& draws, std::function<bool()> go_on)
        : draws_(draws), go_on_(std::move(go_on)) {}

    struct Best {
        Action action;
        double chance = 0;
    };

    // Of the player to move, who is seat 0: the action with the highest chance to win the round (a
    // draw is half of it), if the opponent does what makes that chance the lowest. Both hands must
    // be known, and the values of all bonus tokens drawn so far. Wrong once it has given up.
    Best best(Position position, Window window);

    bool gave_up() const { return gave_up_; }

  private:
    // What tells positions apart.
    using Key = std::array<std::uint8_t, 43>;

    struct Hash {
        std::size_t operator()(const Key& key) const {
            return std::hash<std::string_view>()(
                {reinterpret_cast<const char*>(key.data()), key.size()});
        }
    };

    struct Bounds {
        double low = 0, high = 1;
    };

    static Key key(const Position& position, Seat mover);
    Best search(const Position& position, Seat mover, Window window);
    double chance(const Position& position, Seat mover, Window window);
    double chance_after(const Position& then, Seat mover, Window window);
    double mean_over_refills(const Position& then, Seat mover, Window window);
    Position after_drawing(const Position& before, const Action& action, Seat mover) const;

    Draws draws_;
    std::function<bool()> go_on_;
    bool gave_up_ = false;
    std::unordered_map<Key, Bounds, Hash> known_;
};

} // namespace jaipur::bots
