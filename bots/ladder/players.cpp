#include "bots/ladder/players.hpp"

#include "bots/evaluate.hpp"
#include "bots/greedy.hpp"
#include "bots/knowledge.hpp"
#include "bots/play/timed.hpp"
#include "bots/random.hpp"

#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace jaipur::bots::ladder {

namespace {

// A player that chooses by what it knows, and maybe by random numbers.
class BuiltIn : public Player {
  public:
    using Choose = std::function<Action(const Position&, Dice&)>;

    explicit BuiltIn(Choose choose) : choose_(std::move(choose)) {}

    void begin_round(std::uint64_t seed) override { dice_.seed(seed); }

    std::optional<Action> choose(const PlayerView& shown) override {
        return choose_(known(shown), dice_);
    }

  protected:
    virtual Position known(const PlayerView& shown) const {
        return position(shown.view, shown.round);
    }

  private:
    Choose choose_;
    Dice dice_;
};

// Sees its opponent's whole hand.
class Shown : public BuiltIn {
  public:
    using BuiltIn::BuiltIn;

  protected:
    Position known(const PlayerView& shown) const override {
        Position position = BuiltIn::known(shown);
        for (const Good good : all_goods) {
            auto& unseen = position.unseen[card_of(good)];
            unseen = static_cast<std::uint8_t>(unseen + position.theirs.known[good] -
                                               shown.hidden_hand[good]);
        }
        position.theirs.known = shown.hidden_hand;
        position.theirs.hidden = 0;
        return position;
    }
};

class External : public Player {
  public:
    External(const std::string& command, Patience patience)
        : command_(command), program_(command, patience) {}

    void begin_round(std::uint64_t) override { program_.start(); }

    std::optional<Action> choose(const PlayerView& shown) override {
        auto action = program_.choose(shown.view, shown.round);
        if (program_.never_started()) // it would lose every round
            throw std::runtime_error("can't start the program: " + command_);
        return action;
    }

    std::string fault() const override { return program_.fault(); }

    double used_ms() const override { return program_.used_ms(); }

  private:
    std::string command_;
    Program program_;
};

template <class Kind>
NewPlayer new_player(BuiltIn::Choose choose) {
    return [choose = std::move(choose)] { return std::make_unique<Kind>(choose); };
}

BuiltIn::Choose searching(SharedNetwork network, double ms, const SearchPlan& plan) {
    return [network = std::move(network), ms, plan](const Position& position, Dice& dice) {
        return search(*network, position, plan, dice, budget_of(ms));
    };
}

} // namespace

NewPlayer by_chance() {
    return new_player<BuiltIn>([](const Position& position, Dice& dice) {
        std::vector<Action> actions;
        legal_actions(position.turn, actions);
        return actions[below(actions.size(), dice)];
    });
}

NewPlayer greedy() {
    return new_player<BuiltIn>(
        [](const Position& position, Dice&) { return choose_greedily(position.turn); });
}

NewPlayer by_network(SharedNetwork network) {
    return new_player<BuiltIn>([network = std::move(network)](const Position& position, Dice&) {
        return best_option(*network, position).action;
    });
}

NewPlayer by_search(SharedNetwork network, double ms, const SearchPlan& plan) {
    return new_player<BuiltIn>(searching(std::move(network), ms, plan));
}

NewPlayer by_level(SharedNetwork network, const Level& level) {
    return new_player<BuiltIn>(
        [network = std::move(network), level](const Position& position, Dice& dice) {
            return bots::choose(level, *network, position, dice, budget_of(level.milliseconds));
        });
}

NewPlayer by_search_shown_hands(SharedNetwork network, double ms, const SearchPlan& plan) {
    return new_player<Shown>(searching(std::move(network), ms, plan));
}

NewPlayer by_program(std::string command, Patience patience) {
    return [command = std::move(command), patience] {
        return std::make_unique<External>(command, patience);
    };
}

} // namespace jaipur::bots::ladder
