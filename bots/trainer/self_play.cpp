#include "bots/trainer/self_play.hpp"

#include "bots/search.hpp"
#include "bots/world.hpp"

#include <boost/random/uniform_01.hpp>

#include <algorithm>

namespace jaipur::bots::trainer {

namespace {

// An action and what the network thinks of it.
struct Choice {
    Action action;
    Position then;
    Features features;
    float chance = -1, margin = 0; // margin in units of `margin_unit`
};

struct Step {
    Choice chosen;
    float best_chance = 0, best_margin = 0; // of the best action, if another one was chosen
    bool explored = false;
    std::vector<Sample> others; // actions that a search examined and didn't choose
};

float margin_at_end(const Position& position) {
    const int hundredths = lead(position) + 100 * camel_token_value * larger_herd(position);
    return static_cast<float>(hundredths) / (100 * margin_unit);
}

Choice weigh(const Weights& weights, const Position& position, const Action& action) {
    Choice choice{action, after(position, action), {}};
    choice.features = features(choice.then);
    if (choice.then.ended) {
        choice.chance = static_cast<float>(chance_at_end(choice.then));
        choice.margin = margin_at_end(choice.then);
    } else {
        const Estimate value = estimate(weights, choice.features);
        choice.chance = chance(value.logit);
        choice.margin = value.margin;
    }
    return choice;
}

Step choose(const Weights& weights, const Habits& habits, const Position& position,
            std::vector<Action>& actions, Dice& random) {
    legal_actions(position.turn, actions);
    Step step;
    for (const Action& action : actions)
        if (const Choice choice = weigh(weights, position, action);
            choice.chance > step.chosen.chance)
            step.chosen = choice;
    step.best_chance = step.chosen.chance;
    step.best_margin = step.chosen.margin;
    step.explored = boost::random::uniform_01<double>()(random) < habits.exploration;
    if (step.explored)
        step.chosen = weigh(weights, position, actions[below(actions.size(), random)]);
    return step;
}

float as_float(double chance) {
    return static_cast<float>(share(chance));
}

Choice weigh(const Network& network, const Option& option) {
    Choice choice{option.action, option.then, features(option.then), as_float(option.chance), 0};
    choice.margin = option.then.ended ? margin_at_end(option.then)
                                      : static_cast<float>(network.value(choice.features).margin) /
                                            (activation_one * weight_one);
    return choice;
}

// What a search found about the actions other than `chosen`. It is only about what is better than
// what: that all actions are better than the network thought is left to the result of the chosen
// one, because the search's own level is too high (it always goes on with the best of many
// guesses).
std::vector<Sample> others(const std::vector<Finding>& found, const Action& chosen) {
    double surprise = 0;
    for (const Finding& finding : found)
        surprise += (finding.chance() - finding.option.chance) / static_cast<double>(found.size());
    std::vector<Sample> samples;
    for (const Finding& finding : found)
        if (finding.worlds > 0 && finding.option.action != chosen && !finding.option.then.ended)
            samples.push_back({features(finding.option.then),
                               std::clamp(as_float(finding.chance() - surprise), 0.0f, 1.0f),
                               {}});
    return samples;
}

Step choose_by_search(const Network& network, const Habits& habits, const Position& position,
                      Dice& random) {
    constexpr SearchPlan plan{.candidates = 6};
    int world = 0; // all actions are examined in the same ones
    const auto found = examine(network, position, plan, random,
                               [&] { return world++ < habits.worlds ? 0.0 : 1.0; });
    Step step;
    step.chosen = weigh(network, found.front().option);
    step.best_chance = as_float(found.front().chance(plan.prior));
    step.best_margin = step.chosen.margin;
    step.explored = boost::random::uniform_01<double>()(random) < habits.exploration;
    if (step.explored) {
        const auto all = options(network, position);
        step.chosen = weigh(network, all[below(all.size(), random)]);
    }
    step.others = others(found, step.chosen.action);
    return step;
}

// What an action was worth to its player.
struct Target {
    float chance = 0, margin = 0;
};

Target at_end(const World& world, Seat seat) {
    return {static_cast<float>(world.won_by(seat)),
            static_cast<float>(world.margin(seat)) / margin_unit};
}

Target same(const Target& target) {
    return target;
}

Target for_opponent(const Target& target) {
    return {1 - target.chance, -target.margin};
}

// From the last step back: each target mixes what was thought next with what came of it. What came
// of a random action says nothing about the actions before it. `before`: the target of a step, for
// the player of the step before.
template <class Before>
void add_samples(const std::vector<Step>& steps, Target target, double trace, Before before,
                 std::vector<Sample>& samples) {
    for (std::size_t i = steps.size(); i-- > 0;) {
        const Step& step = steps[i];
        if (!step.chosen.then.ended)
            samples.push_back({step.chosen.features, target.chance, target.margin});
        samples.insert(samples.end(), step.others.begin(), step.others.end());
        const float kept = step.explored ? 0 : static_cast<float>(trace);
        target = before({(1 - kept) * step.best_chance + kept * target.chance,
                         (1 - kept) * step.best_margin + kept * target.margin});
    }
}

} // namespace

Dice seeded(std::uint64_t seed, std::uint64_t round, Purpose purpose) {
    constexpr std::uint64_t golden = 0x9e3779b97f4a7c15; // spreads neighbouring numbers
    return Dice((seed * golden + round) * golden + static_cast<std::uint64_t>(purpose));
}

void self_play(const Weights& weights, const Habits& habits, Dice& random,
               std::vector<Sample>& samples) {
    World world(shuffled_deal(random), static_cast<Seat>(below(2, random)));
    std::vector<Action> actions;
    std::vector<Step> steps;
    while (!world.ended()) {
        const Step& step =
            steps.emplace_back(choose(weights, habits, world.position(), actions, random));
        world.play(step.chosen.action, step.chosen.then);
    }
    add_samples(steps, at_end(world, other(world.turn())), habits.trace, for_opponent, samples);
}

void play_by_search(const Network& network, const Habits& habits, Dice& random,
                    std::vector<Sample>& samples) {
    World world(shuffled_deal(random), static_cast<Seat>(below(2, random)));
    std::vector<Step> steps;
    while (!world.ended()) {
        const Step& step =
            steps.emplace_back(choose_by_search(network, habits, world.position(), random));
        world.play(step.chosen.action, step.chosen.then);
    }
    add_samples(steps, at_end(world, other(world.turn())), habits.trace, for_opponent, samples);
}

void play_against(const Network& opponent, const Weights& weights, const Habits& habits,
                  Dice& random, std::vector<Sample>& samples) {
    World world(shuffled_deal(random), static_cast<Seat>(below(2, random)));
    const auto me = static_cast<Seat>(below(2, random));
    std::vector<Action> actions;
    std::vector<Step> steps;
    while (!world.ended()) {
        if (world.turn() == me) {
            const Step& step =
                steps.emplace_back(choose(weights, habits, world.position(), actions, random));
            world.play(step.chosen.action, step.chosen.then);
        } else {
            const Option best = best_option(opponent, world.position());
            world.play(best.action, best.then);
        }
    }
    add_samples(steps, at_end(world, me), habits.trace, same, samples);
}

} // namespace jaipur::bots::trainer
