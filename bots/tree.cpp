#include "bots/tree.hpp"

#include "bots/counting.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <optional>
#include <variant>

namespace jaipur::bots {

namespace {

constexpr double rounding = 1e-9; // more than the error of a sum of likelihoods

int sum(const PerTier<std::uint8_t>& counts) {
    return std::accumulate(counts.values.begin(), counts.values.end(), 0);
}

// The same position as the opponent sees it. The order of the market makes no difference.
Position turned(Position position) {
    std::swap(position.turn.hand, position.theirs.known);
    std::swap(position.turn.herd, position.theirs.herd);
    std::swap(position.purses.mine, position.purses.theirs);
    position.mine = {position.turn.hand, 0, position.turn.herd};
    std::ranges::sort(position.turn.market);
    return position;
}

// Ways to fill the gaps of a market.
struct Refill {
    Position then;
    double ways = 1;
};

// Fills the slots from `slot` on with cards of this kind or later ones.
void list_refills(const Refill& begun, std::size_t slot, std::size_t kind,
                  std::vector<Refill>& refills) {
    const Market& market = begun.then.turn.market;
    const auto is_gap = [&](std::size_t place) { return !market[place]; };
    while (slot < market_size && !is_gap(slot))
        ++slot;
    if (slot == market_size) {
        refills.push_back(begun);
        return;
    }
    if (kind == all_cards.size())
        return;
    list_refills(begun, slot, kind + 1, refills);
    const Card card = all_cards[kind];
    Refill more = begun;
    const int there = begun.then.unseen[card];
    for (int count = 1; count <= there && slot < market_size; ++count) {
        more.then.turn.market[slot] = card;
        add(more.then.unseen[card], -1);
        add(more.then.turn.deck, -1);
        more.ways = more.ways * (there - count + 1) / count;
        while (slot < market_size && more.then.turn.market[slot])
            ++slot;
        list_refills(more, slot, kind + 1, refills);
    }
}

// All legal actions; those that are more likely to decide the round come first. Exchanges, of which
// there are most, come last.
std::vector<Action> by_promise(const Turn& turn) {
    static thread_local std::vector<Action> actions;
    legal_actions(turn, actions);
    constexpr int end = 200, sale = 100, take = 2, camels = 1;
    std::vector<std::pair<int, std::size_t>> order; // less its promise, its place in the list
    order.reserve(actions.size());
    for (const Action& action : actions) {
        const Outcome known = outcome(turn, action);
        int promise = std::holds_alternative<Take>(action)         ? take
                      : std::holds_alternative<TakeCamels>(action) ? camels
                                                                   : 0;
        if (std::holds_alternative<Sell>(action))
            promise = sale + std::accumulate(known.tokens.begin(), known.tokens.end(), 0);
        order.emplace_back(-promise - (known.ends_round ? end : 0), order.size());
    }
    std::ranges::sort(order);
    std::vector<Action> sorted;
    sorted.reserve(order.size());
    for (const auto& [promise, place] : order)
        sorted.push_back(actions[place]);
    return sorted;
}

} // namespace

Tree::Key Tree::key(const Position& position, Seat mover) {
    Key key{};
    auto next = key.begin();
    const auto put = [&](const auto& counts) { next = std::ranges::copy(counts.values, next).out; };
    for (const auto& slot : position.turn.market)
        ++next[static_cast<std::ptrdiff_t>(*slot)];
    next += std::ssize(all_cards);
    put(position.turn.hand);
    put(position.theirs.known);
    put(position.unseen);
    put(position.turn.goods_tokens);
    put(position.turn.bonus_tokens);
    const auto& [mine, theirs] = position.purses;
    const int ahead = mine.goods + mine.bonuses - theirs.goods - theirs.bonuses;
    for (const int number : {ahead >> 8, ahead, sum(mine.bonus_tokens) - sum(theirs.bonus_tokens),
                             mine.goods_tokens - theirs.goods_tokens, int{position.turn.herd},
                             int{position.theirs.herd}, int{position.turn.exchanges_in_a_row},
                             static_cast<int>(mover)}) // their draws differ
        *next++ = static_cast<std::uint8_t>(number);
    assert(next == key.end());
    return key;
}

Position Tree::after_drawing(const Position& before, const Action& action, Seat mover) const {
    Position then = after(before, action);
    Purse& mine = then.purses.mine;
    for (const BonusTier tier : all_bonus_tiers)
        mine.bonuses += std::exchange(mine.hidden[tier], std::uint8_t{0}) * draws_[mover][tier];
    return then;
}

Tree::Best Tree::best(Position position, Window window) {
    std::ranges::sort(position.turn.market);
    return search(position, Seat::Zero, window);
}

Tree::Best Tree::search(const Position& position, Seat mover, Window window) {
    gave_up_ = gave_up_ || !go_on_();
    if (gave_up_)
        return {};
    Best best{{}, -1};
    for (const Action& action : by_promise(position.turn)) {
        const double chance = chance_after(after_drawing(position, action, mover), mover,
                                           {std::max(window.low, best.chance), window.high});
        if (chance > best.chance)
            best = {action, chance};
        if (best.chance >= window.high || gave_up_)
            break;
    }
    return best;
}

double Tree::chance(const Position& position, Seat mover, Window window) {
    const Key place = key(position, mover);
    if (const auto found = known_.find(place); found != known_.end()) {
        const Bounds& bounds = found->second;
        if (bounds.low >= window.high || bounds.low == bounds.high)
            return bounds.low;
        if (bounds.high <= window.low)
            return bounds.high;
    }
    const double chance = search(position, mover, window).chance;
    if (gave_up_)
        return 0;
    Bounds& bounds = known_[place];
    if (chance > window.low)
        bounds.low = std::max(bounds.low, chance);
    if (chance < window.high)
        bounds.high = std::min(bounds.high, chance);
    return chance;
}

double Tree::chance_after(const Position& then, Seat mover, Window window) {
    if (then.ended)
        return chance_at_end(then);
    if (!std::ranges::all_of(then.turn.market, [](const auto& slot) { return slot.has_value(); }))
        return mean_over_refills(then, mover, window);
    return 1 - chance(turned(then), other(mover), {1 - window.high, 1 - window.low});
}

// Stops as soon as the cards that haven't been tried can't bring the mean back into the window
// (Ballard 1983).
double Tree::mean_over_refills(const Position& then, Seat mover, Window window) {
    std::vector<Refill> refills;
    list_refills({then}, 0, 0, refills);
    double ways = 0;
    for (const Refill& refill : refills)
        ways += refill.ways;
    double mean = 0, left = 1;
    for (const Refill& refill : refills) {
        const double likelihood = refill.ways / ways;
        left -= likelihood;
        const Window part{std::max((window.low - mean - left) / likelihood, 0.0),
                          std::min((window.high - mean) / likelihood, 1.0)};
        const double mine =
            1 - chance(turned(refill.then), other(mover), {1 - part.high, 1 - part.low});
        mean += likelihood * mine;
        if (mean >= window.high || gave_up_)
            return mean;
        if (mean + left <= window.low)
            return std::max(mean + left, 0.0);
    }
    return mean > 1 - rounding ? 1 : mean;
}

} // namespace jaipur::bots
