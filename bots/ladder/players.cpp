#include "bots/ladder/players.hpp"

#include "bots/evaluate.hpp"
#include "bots/greedy.hpp"
#include "bots/knowledge.hpp"
#include "bots/play/timed.hpp"
#include "bots/random.hpp"

#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace jaipur::bots::ladder {

namespace {

// A player that is a function of what it knows, and of its dice.
class Knowing : public Player {
  public:
    using Choose = std::function<Action(const Position&, Dice&)>;

    explicit Knowing(Choose choose) : choose_(std::move(choose)) {}

    void begin_round(std::uint64_t seed) override { dice_.seed(seed); }

    std::optional<Action> choose(const Sight& sight) override {
        return choose_(known(sight), dice_);
    }

  protected:
    virtual Position known(const Sight& sight) const { return position(sight.view, sight.round); }

  private:
    Choose choose_;
    Dice dice_;
};

// Of its opponent's hand, nothing is hidden.
class Shown : public Knowing {
  public:
    using Knowing::Knowing;

  protected:
    Position known(const Sight& sight) const override {
        Position position = Knowing::known(sight);
        for (const Good good : all_goods) {
            auto& unseen = position.unseen[card_of(good)];
            unseen = static_cast<std::uint8_t>(unseen + position.theirs.known[good] -
                                               sight.hidden_hand[good]);
        }
        position.theirs.known = sight.hidden_hand;
        position.theirs.hidden = 0;
        return position;
    }
};

class Outside : public Player {
  public:
    Outside(const std::string& command, Patience patience) : program_(command, patience) {}

    void begin_round(std::uint64_t) override { program_.start(); }

    std::optional<Action> choose(const Sight& sight) override {
        return program_.choose(sight.view, sight.round);
    }

    std::string fault() const override { return program_.fault(); }

    double used_ms() const override { return program_.used_ms(); }

  private:
    Program program_;
};

template <class Kind>
NewPlayer new_player(Knowing::Choose choose) {
    return [choose = std::move(choose)] { return std::make_unique<Kind>(choose); };
}

Knowing::Choose searching(SharedNetwork network, double ms, const SearchPlan& plan) {
    return [network = std::move(network), ms, plan](const Position& position, Dice& dice) {
        return search(*network, position, plan, dice, budget_of(ms));
    };
}

} // namespace

NewPlayer by_chance() {
    return new_player<Knowing>([](const Position& position, Dice& dice) {
        std::vector<Action> actions;
        legal_actions(position.turn, actions);
        return actions[below(actions.size(), dice)];
    });
}

NewPlayer greedy() {
    return new_player<Knowing>(
        [](const Position& position, Dice&) { return choose_greedily(position.turn); });
}

NewPlayer by_network(SharedNetwork network) {
    return new_player<Knowing>([network = std::move(network)](const Position& position, Dice&) {
        return best_option(*network, position).action;
    });
}

NewPlayer by_search(SharedNetwork network, double ms, const SearchPlan& plan) {
    return new_player<Knowing>(searching(std::move(network), ms, plan));
}

NewPlayer by_level(SharedNetwork network, const Level& level) {
    return new_player<Knowing>(
        [network = std::move(network), level](const Position& position, Dice& dice) {
            return bots::choose(level, *network, position, dice, budget_of(level.milliseconds));
        });
}

NewPlayer by_search_shown_hands(SharedNetwork network, double ms, const SearchPlan& plan) {
    return new_player<Shown>(searching(std::move(network), ms, plan));
}

NewPlayer by_program(std::string command, Patience patience) {
    return [command = std::move(command), patience] {
        return std::make_unique<Outside>(command, patience);
    };
}

} // namespace jaipur::bots::ladder
