#include "bots/search.hpp"

#include "bots/endgame.hpp"
#include "bots/world.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <span>
#include <utility>

namespace jaipur::bots {

namespace {

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

double Finding::chance(int prior) const {
    const double with_prior = static_cast<double>(sum) + static_cast<double>(prior) * option.chance;
    return with_prior / std::max(prior + worlds, 1);
}

std::vector<Finding> examine(const Network& network, const Position& position,
                             const SearchPlan& plan, Dice& random,
                             const std::function<double()>& progress) {
    assert(plan.candidates > 0);
    auto all = options(network, position);
    std::vector<Finding> found;
    for (Option& option : all) {
        if (static_cast<int>(found.size()) == plan.candidates)
            break;
        const auto rank = static_cast<int>(found.size());
        found.push_back({.option = std::move(option), .rank = rank});
    }
    // Sequential halving (Karnin et al. 2013): each stage gets the same part of the budget.
    const int stages = static_cast<int>(std::bit_width(found.size() - 1));
    std::size_t live = found.size();
    for (int stage = 1; live > 1; ++stage) {
        while (progress() * stages < stage) {
            const World world(position, random);
            for (Finding& finding : std::span(found).first(live)) {
                finding.sum += play_out(network, world, finding.option, plan.plies);
                ++finding.worlds;
            }
        }
        // The best first; of equal ones, the one that the network likes better.
        std::ranges::sort(std::span(found).first(live),
                          [&](const Finding& one, const Finding& two) {
                              const double first = one.chance(plan.prior);
                              const double second = two.chance(plan.prior);
                              return first != second ? first > second : one.rank < two.rank;
                          });
        live = (live + 1) / 2;
    }
    return found;
}

Action search(const Network& network, const Position& position, const SearchPlan& plan,
              Dice& random, const std::function<double()>& progress) {
    if (const auto solved = solve_endgame(position, progress))
        return solved->action;
    return examine(network, position, plan, random, progress).front().option.action;
}

} // namespace jaipur::bots
