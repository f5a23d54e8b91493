// The ends of rounds by the rules, without any shortcut but remembering positions.
#pragma once

#include "bots/position.hpp"
#include "common/action.hpp"
#include "common/state.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <vector>

namespace jaipur::test {

// What a player can reach if both see both hands and all bonus tokens drawn so far.
class ByTheRules {
  public:
    // Of the player to move. Nothing if there is too much to go through.
    std::optional<double> chance(const State& state);

    // Of the player who acts.
    double chance_after(const State& state, const Action& action);

  private:
    struct Mean {
        double sum = 0;
        int count = 0;
    };

    bool too_much() const;
    double of_mover(const State& state);
    void draw(State state, const Action& action, int cards, std::optional<BonusTier> bonus,
              Mean& mean, int drawn = 0);

    std::map<std::vector<int>, double> known_;
};

// What is left of a bonus pile, its top first.
std::span<std::uint8_t> pile_left(State& state, BonusTier tier);

// What the player to move knows if both hands are face up, and bonus tokens face down.
bots::Position seen(const State& state);

// How a random round goes on until it is cut down to a small endgame.
enum class Towards { Tokens, Cards };

// Random rounds shortly before their end, cut down to a few cards, with different leads.
void for_each_endgame(std::uint64_t rounds, Towards end, const std::function<void(State)>& each);

} // namespace jaipur::test
