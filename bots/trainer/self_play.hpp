// Rounds that a network plays, against itself or another one, as samples to learn from.
#pragma once

#include "bots/random.hpp"
#include "bots/trainer/float_network.hpp"

#include <cstdint>
#include <vector>

namespace jaipur::bots::trainer {

struct Habits {
    double exploration = 0; // how often an action is a random one
    double trace = 0;       // lambda: how much later positions count in a target (Sutton 1988)
    int worlds = 0;         // in which a search looks ahead for each action; 0: no search
};

// What random numbers are for.
enum class Purpose : std::uint8_t { Play, Batch, Calibration };

// Different for each round and purpose.
Dice seeded(std::uint64_t seed, std::uint64_t round, Purpose purpose);

// One round; adds a sample for each position after an action.
void self_play(const Weights& weights, const Habits& habits, Dice& random,
               std::vector<Sample>& samples);

// One round that a search plays against itself. Also adds what it found about the actions that it
// examined and didn't choose.
void play_by_search(const Network& network, const Habits& habits, Dice& random,
                    std::vector<Sample>& samples);

// One round against another network, which always plays its best; adds a sample for each position
// after an action of the first one.
void play_against(const Network& opponent, const Weights& weights, const Habits& habits,
                  Dice& random, std::vector<Sample>& samples);

} // namespace jaipur::bots::trainer
