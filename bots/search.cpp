#include "bots/search.hpp"

#include "bots/world.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace jaipur::bots {

namespace {

struct Candidate {
    const Option* option = nullptr;
    std::int64_t sum = 0;
    int count = 0;

    double mean() const { return static_cast<double>(sum) / std::max(count, 1); }
};

// The player's chance after `plies` more actions.
int play_out(const Network& network, World world, const Option& first, int plies) {
    const Seat me = world.turn();
    world.play(first.action, first.then);
    int chance = first.chance;
    for (int ply = 0; ply < plies; ++ply) {
        if (world.ended())
            return static_cast<int>(world.won_by(me) * chance_one);
        const Option next = best_option(network, world.position());
        chance = world.turn() == me ? next.chance : chance_one - next.chance;
        world.play(next.action, next.then);
    }
    return world.ended() ? static_cast<int>(world.won_by(me) * chance_one) : chance;
}

} // namespace

Action search(const Network& network, const Position& position, const SearchPlan& plan,
              Dice& random, const std::function<double()>& progress) {
    const auto all = options(network, position);
    std::vector<Candidate> live;
    for (const Option& option : all) {
        if (static_cast<int>(live.size()) == plan.candidates)
            break;
        live.push_back({&option, std::int64_t{plan.prior} * option.chance, plan.prior});
    }
    // Sequential halving (Karnin et al. 2013): each stage gets the same part of the budget.
    const int stages = static_cast<int>(std::bit_width(live.size() - 1));
    for (int stage = 1; live.size() > 1; ++stage) {
        while (progress() * stages < stage) {
            const World world(position, random);
            for (Candidate& candidate : live) {
                candidate.sum += play_out(network, world, *candidate.option, plan.plies);
                ++candidate.count;
            }
        }
        // The best first; of equal ones, the one that the network likes better.
        std::ranges::sort(live, [](const Candidate& one, const Candidate& two) {
            return one.mean() != two.mean() ? one.mean() > two.mean() : one.option < two.option;
        });
        live.resize((live.size() + 1) / 2);
    }
    return live.front().option->action;
}

} // namespace jaipur::bots
