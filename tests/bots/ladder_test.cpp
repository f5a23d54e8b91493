// The ladder: fair pairs, and luck that adds up to nothing.
#include "bots/greedy.hpp"
#include "bots/ladder/luck.hpp"
#include "bots/ladder/parse.hpp"
#include "bots/ladder/players.hpp"
#include "bots/ladder/report.hpp"
#include "bots/ladder/tournament.hpp"
#include "bots/trainer/float_network.hpp"
#include "common/match.hpp"
#include "common/rules.hpp"
#include "tests/support/deals.hpp"
#include "tests/support/players.hpp"
#include "tests/support/proof.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <variant>
#include <vector>

using namespace jaipur;
using namespace jaipur::bots;
using namespace jaipur::bots::ladder;

namespace {

Entrant entrant(const std::string& name) {
    return parse_player(name, {std::chrono::seconds(2), {}});
}

// A network that knows nothing; the luck that it sees is random, but must still be unbiased.
const Network& ignorant() {
    static const Network network(Network::bytes(trainer::rounded(trainer::random_weights(1))));
    return network;
}

// States in random rounds before an action, and the action.
template <class Do>
void for_each_action(int rounds, Do what) {
    for (int seed = 1; seed <= rounds; ++seed) {
        jaipur::test::Random random(static_cast<std::uint64_t>(seed));
        State state = set_up(jaipur::test::random_deal(random), Seat::Zero);
        std::vector<Action> actions;
        while (!state.ended) {
            legal_actions(state, actions);
            const Action action =
                jaipur::test::choose(random, actions, jaipur::test::Habit::AnyKind);
            what(state, action, random);
            static_cast<void>(apply(state, state.turn, action));
        }
    }
}

double luck_after(const State& before, const Action& action) {
    State after = before;
    REQUIRE(apply(after, before.turn, action).has_value());
    return luck(ignorant(), before, action, after);
}

} // namespace

TEST_CASE("over all cards that could have come, a refill's luck adds up to nothing") {
    int checked = 0;
    for_each_action(12, [&](const State& before, const Action& action, auto&) {
        const auto end = static_cast<std::size_t>(deck_size);
        if (!std::holds_alternative<Take>(action) || before.deck_next >= end)
            return;
        double sum = 0;
        for (std::size_t card = before.deck_next; card < end; ++card) {
            State other = before;
            std::swap(other.deal.deck[before.deck_next], other.deal.deck[card]);
            sum += luck_after(other, action);
        }
        CHECK(sum == doctest::Approx(0).scale(1).epsilon(1e-9));
        ++checked;
    });
    CHECK(checked > 50);
}

TEST_CASE("over all pairs of cards that could have come, too") {
    int checked = 0;
    for_each_action(40, [&](const State& before, const Action& action, auto&) {
        const auto end = static_cast<std::size_t>(deck_size);
        const std::size_t next = before.deck_next;
        if (!std::holds_alternative<TakeCamels>(action) || end - next < 3 || end - next > 9 ||
            std::ranges::count(before.market, Card::Camel) != 2)
            return;
        double sum = 0;
        for (std::size_t one = next; one < end; ++one)
            for (std::size_t two = next; two < end; ++two) {
                if (one == two)
                    continue;
                State other = before;
                const std::array cards{before.deal.deck[one], before.deal.deck[two]};
                std::vector<Card> rest;
                for (std::size_t card = next; card < end; ++card)
                    if (card != one && card != two)
                        rest.push_back(before.deal.deck[card]);
                std::ranges::copy(cards,
                                  other.deal.deck.begin() + static_cast<std::ptrdiff_t>(next));
                std::ranges::copy(rest,
                                  other.deal.deck.begin() + static_cast<std::ptrdiff_t>(next) + 2);
                sum += luck_after(other, action);
            }
        CHECK(sum == doctest::Approx(0).scale(1).epsilon(1e-9));
        ++checked;
    });
    CHECK(checked > 3);
}

TEST_CASE("over all bonus tokens that could have been drawn, the luck adds up to nothing") {
    int checked = 0;
    for_each_action(40, [&](const State& before, const Action& action, auto&) {
        const auto* sale = std::get_if<Sell>(&action);
        if (sale == nullptr || sale->count != 3 || tokens_left(before, BonusTier::Three) == 0)
            return;
        const std::size_t top = before.bonus_tokens_taken[BonusTier::Three];
        double sum = 0;
        for (std::size_t token = top; token < bonus_three.size(); ++token) {
            State other = before;
            std::swap(other.deal.bonus3[top], other.deal.bonus3[token]);
            sum += luck_after(other, action);
        }
        CHECK(sum == doctest::Approx(0).scale(1).epsilon(1e-9));
        ++checked;
    });
    CHECK(checked > 10);
}

TEST_CASE("an action that leaves nothing to chance has no luck") {
    for_each_action(5, [&](const State& before, const Action& action, auto&) {
        if (std::holds_alternative<Exchange>(action))
            CHECK(luck_after(before, action) == 0);
    });
}

TEST_CASE("the judge's own decisions lose nothing; others lose what they are worth less") {
    Schedule schedule;
    schedule.deals = 20;
    schedule.judge = &trained_network();
    const Encounter encounter = play(entrant("network"), entrant("random"), schedule);
    const Decisions& own = encounter.efforts[0].decisions;
    CHECK(own.all() == encounter.efforts[0].moves);
    CHECK(own.open > own.all() / 10); // it soon wins
    CHECK(own.best == own.open);
    CHECK(own.loss == 0);
    const Decisions& random = encounter.efforts[1].decisions;
    CHECK(random.best < random.open / 2);
    CHECK(random.loss / random.open > 0.05);
    CHECK(random.kinds[2] > random.kinds[0]); // most legal actions are exchanges
}

TEST_CASE("without luck, the mean stays what it is, and the variance shrinks" *
          doctest::skip(!jaipur::test::long_form())) {
    Schedule schedule;
    schedule.deals = 80;
    schedule.threads = 2;
    schedule.judge = &trained_network();
    const Encounter uneven = play(entrant("greedy"), entrant("random"), schedule);
    const Encounter equal = play(entrant("network"), entrant("medium"), schedule);
    for (const Encounter* each : {&uneven, &equal}) {
        Mean luck;
        for (const DealResult& result : each->results)
            luck.add(result.luck);
        CHECK(luck.variance() > 0.001);
        CHECK(std::abs(luck.mean()) < 1.5 * luck.error());
    }
    CHECK(std::abs(equal.won.mean() - equal.adjusted().mean()) < equal.won.error());
    CHECK(equal.adjusted().variance() < 0.9 * equal.won.variance());
}

TEST_CASE("a player is as strong as itself on each deal, and threads change nothing") {
    Schedule schedule;
    schedule.deals = 20;
    const Encounter same = play(entrant("greedy"), entrant("greedy"), schedule);
    CHECK(same.won.mean() == 0.5);
    CHECK(same.won.variance() == 0);
    schedule.threads = 3;
    const Encounter one = play(entrant("random"), entrant("network"), schedule);
    schedule.threads = 1;
    const Encounter two = play(entrant("random"), entrant("network"), schedule);
    CHECK(one.won.sum == two.won.sum);
    CHECK(one.actions == two.actions);
    schedule.seed = 1000;
    CHECK(play(entrant("random"), entrant("network"), schedule).actions != one.actions);
}

namespace {

// Plays like greedy, and writes down its seeds.
class SeedRecorder : public Player {
  public:
    explicit SeedRecorder(std::vector<std::uint64_t>& seeds) : seeds_(seeds) {}

    void begin_round(std::uint64_t seed) override { seeds_.push_back(seed); }

    std::optional<Action> choose(const PlayerView& shown) override {
        return choose_greedily(*protocol::turn_of(shown.view));
    }

  private:
    std::vector<std::uint64_t>& seeds_;
};

} // namespace

TEST_CASE("the players' random numbers are neither each other's nor those of the deal") {
    std::vector<std::uint64_t> one, two;
    Schedule schedule;
    schedule.deals = 3;
    schedule.seed = 7;
    play({"one", [&] { return std::make_unique<SeedRecorder>(one); }},
         {"two", [&] { return std::make_unique<SeedRecorder>(two); }}, schedule);
    REQUIRE(one.size() == 6);
    REQUIRE(two.size() == 6);
    std::set<std::uint64_t> all{7, 8, 9}; // the deals'
    for (std::size_t deal = 0; deal < 3; ++deal) {
        CHECK(one[2 * deal] == one[2 * deal + 1]); // in both rounds of the deal
        CHECK(two[2 * deal] == two[2 * deal + 1]);
        CHECK(all.insert(one[2 * deal]).second);
        CHECK(all.insert(two[2 * deal]).second);
    }
}

TEST_CASE("an interrupted tournament has the results so far") {
    Schedule schedule;
    schedule.deals = 100;
    schedule.threads = 2;
    std::atomic<bool> stop = false;
    schedule.stop = &stop;
    schedule.progress = [&](int done, int) { stop = done >= 10; };
    const std::vector<Entrant> players{entrant("greedy"), entrant("random"), entrant("network")};
    Encounter encounter = play(players[0], players[1], schedule);
    encounter.two = 1;
    CHECK(encounter.rounds() >= 20);
    CHECK(encounter.rounds() <= 24);
    CHECK(encounter.won.mean() > 0.5);
    const std::string said = table(players, std::vector{encounter});
    CHECK(said.find("greedy against random") != std::string::npos);
    CHECK(said.ends_with("Not all players have played, so there is no Elo.\n"));
}

TEST_CASE("all rows of the table end below its headings, whatever letters they have") {
    Schedule schedule;
    schedule.deals = 20;
    schedule.judge = &trained_network();
    const std::vector<Entrant> players{entrant("greedy"),
                                       {"ein größerer Name", entrant("network").make}};
    Encounter encounter = play(players[0], players[1], schedule);
    encounter.two = 1;
    const std::string said = table(players, std::vector{encounter});
    std::istringstream rows(said.substr(said.find("player ")));
    std::vector<std::size_t> lengths;
    for (std::string row; std::getline(rows, row);)
        lengths.push_back(static_cast<std::size_t>(
            std::ranges::count_if(row, [](char byte) { return (byte & 0xc0) != 0x80; })));
    CHECK(lengths == std::vector(3, lengths.at(0)));
}

TEST_CASE("matches are three rounds, the loser of the last one starting") {
    Encounter even;
    Encounter better;
    for (int i = 0; i < 100; ++i) {
        Played won, lost;
        won.won = 1;
        even.add(i % 2 == 0 ? won : lost, i % 2 == 0 ? lost : won);
        better.add(i < 60 ? won : lost, i < 60 ? won : lost);
    }
    CHECK(even.matches() == doctest::Approx(0.5));
    CHECK(better.matches() == doctest::Approx(0.6 * 0.6 * (1 + 2 * 0.4)));
}

TEST_CASE("if one player wins everything, the interval still says how few deals that were") {
    Encounter all, none, halves;
    Played won, lost;
    won.won = 1;
    for (int i = 0; i < 20; ++i) {
        all.add(won, won);
        none.add(lost, lost);
        halves.add(won, lost);
    }
    CHECK(all.error() == doctest::Approx(0.161).epsilon(0.01));
    CHECK(none.error() == all.error());
    CHECK(halves.error() == 0);
    CHECK(Encounter().error() == 0);
}

TEST_CASE("players have names, and wrong ones are refused with a sentence") {
    for (const char* name :
         {"greedy", "random", "network", "search:1", "search:0.5:4:6", "shown:2", "program:cat"})
        CHECK(entrant(name).name == name);
    CHECK_THROWS_WITH(entrant("gready"),
                      "no such player or file: gready\nPlayers: beginner, easy, medium, hard, "
                      "master, greedy, random, network, search:MS, shown:MS, program:COMMAND, and "
                      "files of weights");
    CHECK_THROWS_WITH(entrant("master:50"), "master takes no numbers; search:MS and FILE:MS do");
    CHECK_THROWS_WITH(entrant("search:fast"), "not a number above 0: fast");
    CHECK_THROWS_WITH(entrant("search"),
                      "expected MS[:PLIES[:CANDIDATES]] at the end of a player's name");
}

TEST_CASE("a player who is shown the hand sees it, and still not the deck") {
    Schedule schedule;
    schedule.deals = 2;
    const Encounter encounter = play(entrant("shown:0.1"), entrant("random"), schedule);
    CHECK(encounter.won.mean() > 0.5);
    CHECK(encounter.faults[0] == 0);
}
