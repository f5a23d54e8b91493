#include "tests/common/inspector.hpp"

#include "tests/support/invariants.hpp"
#include "tests/support/objections.hpp"
#include "tests/support/text.hpp"
#include "tests/support/universe.hpp"

#include <algorithm>
#include <array>
#include <sstream>

namespace jaipur::test {
namespace {

std::string report(const State& state, const std::string& what) {
    std::ostringstream out;
    out << what << "\n" << state;
    return out.str();
}

std::string report(const State& state, const Action& action, const std::string& what) {
    return report(state, words(action) + ": " + what);
}

// R8, R9, R10 by counting: the number of ways to choose, kind by kind, cards to take or to
// give, two to five on each side. No exchange is constructed.
std::size_t count_exchanges(const State& state) {
    std::array<std::array<std::size_t, 6>, 6> ways{}; // by cards taken and given
    ways[0][0] = 1;
    const Trader& trader = state.traders[state.turn];
    const auto add_kind = [&](std::size_t open, std::size_t held) {
        for (std::size_t taken = 6; taken-- > 0;)
            for (std::size_t given = 6; given-- > 0;) {
                std::size_t& here = ways[taken][given];
                for (std::size_t n = 1; n <= std::min(open, taken); ++n)
                    here += ways[taken - n][given];
                for (std::size_t n = 1; n <= std::min(held, given); ++n)
                    here += ways[taken][given - n];
            }
    };
    for (Good good : all_goods) {
        const auto open = std::count(state.market.begin(), state.market.end(), card_of(good));
        if (open > 0 || trader.hand[good] > 0)
            add_kind(static_cast<std::size_t>(open), trader.hand[good]);
    }
    add_kind(0, std::min<std::size_t>(trader.herd, 7u - static_cast<unsigned>(total(trader.hand))));
    return ways[2][2] + ways[3][3] + ways[4][4] + ways[5][5];
}

template <class Kind>
std::size_t count_of(const std::vector<Action>& actions) {
    return static_cast<std::size_t>(
        std::count_if(actions.begin(), actions.end(),
                      [](const Action& a) { return std::holds_alternative<Kind>(a); }));
}

// The summary of a list.
LegalSummary summed_up(const State& state, const std::vector<Action>& actions) {
    LegalSummary summary;
    for (const std::optional<Card>& slot : state.market) {
        if (!slot ||
            std::find(actions.begin(), actions.end(), Action(Take{*slot})) == actions.end())
            continue;
        const auto good = good_of(*slot);
        if (good &&
            std::find(summary.take.begin(), summary.take.end(), *good) == summary.take.end())
            summary.take.push_back(*good);
    }
    for (const Action& action : actions) {
        summary.take_camels = summary.take_camels || std::holds_alternative<TakeCamels>(action);
        summary.exchange = summary.exchange || std::holds_alternative<Exchange>(action);
        if (const auto* sell = std::get_if<Sell>(&action)) {
            auto& sale = summary.sell[sell->good];
            sale.min = sale.max == 0 ? sell->count : std::min(sale.min, sell->count);
            sale.max = std::max(sale.max, sell->count);
        }
    }
    return summary;
}

// The exchange with one card replaced, left out or added.
Exchange neighbour(Random& random, Exchange exchange) {
    ExchangeCards& side = random.one_in(2) ? exchange.take : exchange.give;
    const Card card = random.pick(all_cards);
    switch (random.below(4)) {
    case 0:
        side.pop_back();
        break;
    case 1:
        side.push_back(card);
        break;
    default:
        random.pick(side) = card;
    }
    std::sort(side.begin(), side.end());
    return exchange;
}

} // namespace

Inspector::Inspector() : marks_(sides().size() * sides().size()) {}

void Inspector::mark(const std::vector<Action>& actions) {
    ++list_;
    twice_.clear();
    for (const Action& action : actions) {
        const auto* exchange = std::get_if<Exchange>(&action);
        if (!exchange)
            continue;
        const auto take = side_index(exchange->take), give = side_index(exchange->give);
        if (!take || !give) {
            twice_ = words(action) + ": not in the order of Card";
            continue;
        }
        std::uint32_t& last = marks_[*take * sides().size() + *give];
        if (last == list_)
            twice_ = words(action) + ": listed twice";
        last = list_;
    }
}

bool Inspector::is_marked(std::size_t take, std::size_t give) const {
    return marks_[take * sides().size() + give] == list_;
}

std::string Inspector::look_at_list(const State& state, const std::vector<Action>& actions) {
    mark(actions);
    if (!twice_.empty())
        return report(state, twice_);
    for (const Action& action : actions)
        if (const auto refusal = check(state, state.turn, action))
            return report(state, action, "listed, but " + words(*refusal));
    if (count_of<Exchange>(actions) != count_exchanges(state))
        return report(state, "exchanges listed: " + std::to_string(count_of<Exchange>(actions)) +
                                 ", counted: " + std::to_string(count_exchanges(state)));
    if (!(legal_summary(turn_of(state, state.turn)) == summed_up(state, actions)))
        return report(state, "the summary doesn't match the list");
    return {};
}

std::string Inspector::look_at_simple_actions(const State& state,
                                              const std::vector<Action>& actions) {
    std::size_t legal = 0;
    for (const Action& action : simple_actions())
        if (!check(state, state.turn, action)) {
            ++legal;
            if (std::find(actions.begin(), actions.end(), action) == actions.end())
                return report(state, action, "legal, but not listed");
        }
    if (legal + count_of<Exchange>(actions) != actions.size())
        return report(state, "something is listed twice");
    return {};
}

std::string Inspector::look_at_neighbours(const State& state, const std::vector<Action>& actions,
                                          Random& random) {
    const Action& action = random.pick(actions);
    const auto* exchange = std::get_if<Exchange>(&action);
    if (!exchange)
        return {};
    const Exchange near = neighbour(random, *exchange);
    const auto take = side_index(near.take), give = side_index(near.give);
    const bool listed = take && give && is_marked(*take, *give);
    State after = state;
    const auto result = apply(after, state.turn, near);
    if (result.has_value() != listed)
        return report(state, near, listed ? "listed, but refused" : "not listed, but done");
    if (!listed && !(after == state))
        return report(state, near, "refused, but the state changed");
    if (!listed && !objections(state, near).allow(result.error(), near))
        return report(state, near, "refused for a wrong reason: " + words(result.error()));
    return {};
}

std::string Inspector::look(const State& state, const std::vector<Action>& actions,
                            Random& random) {
    if (std::string broken = broken_invariant(state); !broken.empty())
        return report(state, broken);
    if (state.ended)
        return actions.empty() ? std::string() : report(state, "actions after the end");
    if (actions.empty())
        return report(state, "R13: no legal action");
    if (check(state, other(state.turn), random.pick(actions)) !=
        Refusal{RuleError::NotYourTurn, {}})
        return report(state, "the other seat may act");
    if (std::string wrong = look_at_list(state, actions); !wrong.empty())
        return wrong;
    if (std::string wrong = look_at_simple_actions(state, actions); !wrong.empty())
        return wrong;
    return look_at_neighbours(state, actions, random);
}

std::string Inspector::look_at_takes(const State& state, std::size_t first, std::size_t last,
                                     bool with_objections) {
    const std::vector<ExchangeCards>& all = sides();
    State after = state;
    for (std::size_t take = first; take < last; ++take)
        for (std::size_t give = 0; give < all.size(); ++give) {
            const Action action = Exchange{all[take], all[give]};
            const auto result = apply(after, state.turn, action);
            if (result.has_value() != is_marked(take, give))
                return report(state, action,
                              result ? "done, but not listed" : "listed, but refused");
            if (result)
                after = state;
            if (!with_objections)
                continue;
            const Objections found = objections(state, action);
            if (result ? !found.empty() : !found.allow(result.error(), action))
                return report(state, action,
                              "a second opinion disagrees with: " +
                                  (result ? "legal" : words(result.error())));
        }
    return after == state ? std::string() : report(state, "a refused exchange changed the state");
}

std::string Inspector::look_at_slice(const State& state, std::size_t slice) {
    legal_actions(state, actions_);
    mark(actions_);
    const std::size_t width = sides().size() / slices;
    return look_at_takes(state, slice * width, (slice + 1) * width, false);
}

std::string Inspector::look_at_universe(const State& state) {
    legal_actions(state, actions_);
    mark(actions_);
    for (const Action& action : simple_actions()) {
        State after = state;
        const auto result = apply(after, state.turn, action);
        const Objections found = objections(state, action);
        if (result ? !found.empty() : !found.allow(result.error(), action))
            return report(state, action, "a second opinion disagrees");
        if (!result && !(after == state))
            return report(state, action, "refused, but the state changed");
    }
    return look_at_takes(state, 0, sides().size(), true);
}

} // namespace jaipur::test
