#include "bots/ladder/round.hpp"

#include "bots/evaluate.hpp"
#include "bots/knowledge.hpp"
#include "bots/ladder/luck.hpp"
#include "common/match.hpp"
#include "protocol/observe.hpp"

#include <cassert>
#include <stdexcept>
#include <utility>
#include <vector>

namespace jaipur::bots::ladder {

namespace {

class Round {
  public:
    Round(const RoundSetup& setup, Player& first, Player& second)
        : setup_(setup), players_{&first, &second} {
        for (std::size_t who = 0; who < players_.size(); ++who)
            players_[who]->begin_round(setup.seeds[who]);
        see(start_round(match_, setup.deal, Seat::Zero));
    }

    Played play() {
        while (match_.phase == Phase::Playing && !played_.failed)
            move();
        if (!played_.failed)
            score();
        return played_;
    }

  private:
    void move() {
        const Seat turn = match_.state.turn;
        const std::size_t who = turn == setup_.first ? 0 : 1;
        const auto view = protocol::observe(match_, protocol::viewer_of(turn));
        Player& player = *players_[who];
        const double begin = player.used_ms();
        const auto action =
            player.choose({view, seen_[turn], match_.state.traders[other(turn)].hand});
        played_.efforts[who].ms += player.used_ms() - begin;
        ++played_.efforts[who].moves;
        if (action && setup_.judge != nullptr)
            judge(who, position(view, seen_[turn]), *action);
        if (action)
            perform(*action);
        else
            give_up(who);
    }

    void judge(std::size_t who, const Position& position, const Action& action) {
        Option chosen{action, after(position, action)};
        chosen.chance = chance_after(*setup_.judge, chosen.then);
        played_.efforts[who].decisions.add(*setup_.judge, position, chosen);
        if (!chosen.then.ended)
            chances_[who].push_back(share(chosen.chance));
    }

    void perform(const Action& action) {
        const State before = match_.state;
        const auto events = jaipur::play(match_, before.turn, action);
        if (!events)
            throw std::logic_error("a player of the ladder chose an illegal action");
        for (const Event& event : *events)
            see(event);
        if (setup_.judge == nullptr)
            return;
        const double luck = ladder::luck(*setup_.judge, before, action, match_.state);
        played_.luck += before.turn == setup_.first ? luck : -luck;
    }

    void give_up(std::size_t who) {
        played_.failed = who;
        played_.fault = players_[who]->fault();
        played_.won = who == 0 ? 0 : 1;
        played_.luck = 0;
    }

    void score() {
        const RoundResult& result = match_.results.back();
        played_.by = result.reason;
        played_.won = !result.winner ? 0.5 : *result.winner == setup_.first ? 1 : 0;
        for (std::size_t who = 0; who < chances_.size(); ++who)
            for (const double chance : chances_[who])
                played_.efforts[who].calibration.add(chance,
                                                     who == 0 ? played_.won : 1 - played_.won);
    }

    void see(const Event& event) {
        for (const Seat seat : all_seats)
            seen_[seat].push_back(protocol::observe(event, protocol::viewer_of(seat)));
    }

    const RoundSetup& setup_;
    std::array<Player*, 2> players_;
    Match match_;
    PerSeat<std::vector<protocol::ObservedEvent>> seen_;
    std::array<std::vector<double>, 2> chances_; // that the judge gave each player
    Played played_;
};

} // namespace

Played play_round(const RoundSetup& setup, Player& first, Player& second) {
    return Round(setup, first, second).play();
}

} // namespace jaipur::bots::ladder
