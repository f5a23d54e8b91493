// Perft: how many sequences of so many legal actions there are from a fixed table. The numbers are
// what chess programmers compare move generators by; each was found in two ways, by `legal_actions`
// and by asking `check` about everything that could be asked for.
#include "common/rules.hpp"
#include "tests/support/deals.hpp"
#include "tests/support/text.hpp"
#include "tests/support/universe.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <vector>

using namespace jaipur;
using namespace jaipur::test;

namespace {

using Lister = std::vector<Action> (*)(const State&);

std::vector<Action> by_list(const State& state) {
    std::vector<Action> actions;
    legal_actions(state, actions);
    return actions;
}

// Of the universe, what `check` lets pass.
std::vector<Action> by_universe(const State& state) {
    std::vector<Action> actions;
    const auto add = [&](const Action& action) {
        if (!check(state, state.turn, action))
            actions.push_back(action);
    };
    for (const Action& action : simple_actions())
        add(action);
    for (const ExchangeCards& take : sides())
        for (const ExchangeCards& give : sides())
            add(Exchange{take, give});
    return actions;
}

// The places in `sides()` of all choices among these cards: one for each set of their positions.
std::set<std::size_t> choices(const std::vector<Card>& cards) {
    std::set<std::size_t> found;
    for (std::size_t positions = 0; positions < std::size_t{1} << cards.size(); ++positions) {
        std::vector<Card> chosen;
        for (std::size_t i = 0; i < cards.size(); ++i)
            if (positions >> i & 1u)
                chosen.push_back(cards[i]);
        if (chosen.size() > 5)
            continue;
        std::sort(chosen.begin(), chosen.end());
        ExchangeCards side;
        for (Card card : chosen)
            side.push_back(card);
        found.insert(side_index(side).value());
    }
    return found;
}

// The same with fewer questions: exchanges only of cards that are there, in any number.
std::vector<Action> by_cards(const State& state) {
    std::vector<Action> actions;
    const auto add = [&](const Action& action) {
        if (!check(state, state.turn, action))
            actions.push_back(action);
    };
    for (const Action& action : simple_actions())
        add(action);
    std::vector<Card> open, held;
    for (const std::optional<Card>& slot : state.market)
        if (slot)
            open.push_back(*slot);
    const Trader& trader = state.traders[state.turn];
    for (Good good : all_goods)
        held.insert(held.end(), trader.hand[good], card_of(good));
    held.insert(held.end(), std::min<std::size_t>(trader.herd, 5), Card::Camel);
    const std::set<std::size_t> gives = choices(held);
    for (std::size_t take : choices(open))
        for (std::size_t give : gives)
            add(Exchange{sides()[take], sides()[give]});
    return actions;
}

std::uint64_t perft(const State& state, int depth, Lister list) {
    const std::vector<Action> actions = list(state);
    if (depth == 1)
        return actions.size();
    std::uint64_t sequences = 0;
    for (const Action& action : actions) {
        State next = state;
        REQUIRE(apply(next, state.turn, action));
        sequences += perft(next, depth - 1, list);
    }
    return sequences;
}

struct Position {
    std::string_view name;
    State state;
    std::vector<std::uint64_t> sequences; // of one action, of two …
};

std::vector<Position> positions() {
    const State in_order = set_up(unshuffled_deal(), Seat::Zero);
    const State opening = set_up(
        stacked_deal({.zero = "DGSCP", .one = "CCLLM", .market = "SL", .next = "PDGMLCSPLM"}),
        Seat::Zero);
    const State middle = table({.market = "DGCLL",
                                .hand = "SSPC",
                                .herd = 3,
                                .other_hand = "GGPLLC",
                                .other_herd = 2,
                                .deck = "MPSDLCMG"});
    const State near_all_ends =
        table({.market = "MMGCP",
               .hand = "SSLL",
               .herd = 1,
               .other_hand = "DDDC",
               .other_herd = 2,
               .deck = "LM",
               .tokens_taken = {{Good::Diamond, 3}, {Good::Gold, 5}, {Good::Silver, 3}},
               .exchanges_in_a_row = 18});
    return {{"a deck in the order of Card", in_order, {7, 41, 419, 3749}},
            {"an opening of all kinds", opening, {11, 178, 9416, 310626}},
            {"a middle game with herds", middle, {140, 8049, 439965}},
            {"all three ends near by", near_all_ends, {27, 518, 5298, 89916}}};
}

// Counts every depth for which no more than `most` lists have to be made.
void compare(Lister list, std::uint64_t most) {
    for (const Position& position : positions())
        for (std::size_t depth = 1; depth <= position.sequences.size(); ++depth) {
            CAPTURE(position.name);
            CAPTURE(depth);
            if (depth == 1 || position.sequences[depth - 2] <= most)
                CHECK(perft(position.state, static_cast<int>(depth), list) ==
                      position.sequences[depth - 1]);
        }
}

} // namespace

TEST_CASE("perft by legal_actions") {
    compare(by_list, 10000);
}

TEST_CASE("perft by asking about every exchange of cards that are there") {
    compare(by_cards, JAIPUR_THOROUGH ? 10000 : 600);
}

TEST_CASE("perft by asking about the whole universe") {
    compare(by_universe, JAIPUR_THOROUGH ? 30 : 0);
}
