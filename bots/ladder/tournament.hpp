// Players against each other, on deals that each pair plays twice, with swapped seats: the luck of
// the deal counts for both.
#pragma once

#include "bots/ladder/round.hpp"

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace jaipur::bots::ladder {

// The mean of numbers, one for each deal.
struct Mean {
    double sum = 0, squares = 0;
    int count = 0;

    void add(double number);
    double mean() const;
    double variance() const; // of one number
    // Half the width of the 95 % interval of the mean.
    double error() const;
};

// Of the two rounds of a deal.
struct DealResult {
    double won = 0, luck = 0;
};

// The results of two players, as the first one sees them. Shares are of rounds; a draw counts as
// half.
struct Encounter {
    std::size_t one = 0, two = 0;    // the players' indices
    Mean won;                        // the share of the two rounds of a deal
    std::vector<DealResult> results; // of each deal
    std::array<Mean, 2> by_start;    // rounds won as the one who moves first, and as the other
    std::array<Effort, 2> efforts;
    std::array<int, 2> faults{}; // rounds lost by having no answer
    std::array<std::string, 2> last_fault;
    int actions = 0, stalled = 0;

    int rounds() const { return 2 * won.count; }

    // Half the width of the 95 % interval of the share. If one player won every round, how far the
    // true share may be from that (Wilson 1927): all deals are the same then, and have no variance.
    double error() const;

    void add(const Played& as_starter, const Played& as_second);
    // The shares of deals, less luck. Each half of the deals learns from the other half how much of
    // the luck to subtract, so the mean stays what it is.
    Mean adjusted() const;
    // The share of best-of-three matches (R5, R17, R18) that shares of rounds like these make.
    double matches() const;
};

struct Schedule {
    int deals = 1000; // of each pair of players
    std::uint64_t seed = 1;
    int threads = 1;
    const Network* judge = nullptr; // as in RoundSetup
    // After each deal, by one thread at a time.
    std::function<void(int done, int all)> progress = nullptr;
    // Once it is true, no more deals begin.
    const std::atomic<bool>* stop = nullptr;
};

Encounter play(const Entrant& one, const Entrant& two, const Schedule& schedule);

} // namespace jaipur::bots::ladder
