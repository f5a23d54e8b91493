#include "bots/ladder/luck.hpp"

#include "bots/counting.hpp"
#include "bots/evaluate.hpp"
#include "common/rules.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <span>
#include <variant>
#include <vector>

namespace jaipur::bots::ladder {

namespace {

PublicHand face_up(const Trader& trader) {
    return {trader.hand, 0, trader.herd};
}

Purse purse_of(const Trader& trader) {
    Purse purse;
    for (const GoodsToken& token : trader.goods_tokens)
        purse.goods += token.value;
    purse.goods_tokens = static_cast<std::uint8_t>(trader.goods_tokens.size());
    for (const BonusToken& token : trader.bonus_tokens) {
        ++purse.bonus_tokens[token.tier];
        purse.bonuses += token.value;
    }
    return purse;
}

double value(const Network& network, const Position& position) {
    return share(chance_after(network, position));
}

// What the position is worth to the opponent of the player to move. Looking at that player's best
// action removes twice as much variance as valuing the position before it.
double value_to_last(const Network& network, const Position& position) {
    return 1 - share(best_option(network, position).chance);
}

// The slots that the deck has refilled.
std::vector<std::size_t> refilled(const State& before, const Action& action) {
    std::vector<std::size_t> slots;
    const auto* take = std::get_if<Take>(&action);
    if (take == nullptr && !std::holds_alternative<TakeCamels>(action))
        return slots;
    const Card gone = take != nullptr ? take->card : Card::Camel;
    for (std::size_t slot = 0; slot < market_size; ++slot)
        if (before.market[slot] == gone && (take == nullptr || slots.empty()))
            slots.push_back(slot);
    return slots;
}

// The expectation over all refills, each weighed by how many ways there are to draw it.
class Refills {
  public:
    Refills(const Network& network, const Position& position, std::span<const std::size_t> slots)
        : network_(network), position_(position), slots_(slots) {}

    double mean() {
        visit(0, 0, 1);
        return sum_ / ways_;
    }

  private:
    // Fills the slots from `slot` on with cards of this kind or later ones.
    void visit(std::size_t slot, std::size_t kind, double ways) {
        if (slot == slots_.size()) {
            sum_ += ways * value_to_last(network_, position_);
            ways_ += ways;
            return;
        }
        if (kind == all_cards.size())
            return;
        auto& unseen = position_.unseen[all_cards[kind]];
        const auto there = unseen;
        const auto most = std::min<std::size_t>(there, slots_.size() - slot);
        for (std::size_t count = 0; count <= most; ++count) {
            if (count > 0)
                position_.turn.market[slots_[slot + count - 1]] = all_cards[kind];
            unseen = static_cast<std::uint8_t>(there - count);
            visit(slot + count, kind + 1, ways * ways_to_choose(static_cast<int>(count), there));
        }
        unseen = there;
    }

    const Network& network_;
    Position position_;
    std::span<const std::size_t> slots_;
    double sum_ = 0, ways_ = 0;
};

// `after`: as the player to move next knows it.
double luck_of_refill(const Network& network, const Position& after,
                      std::span<const std::size_t> slots) {
    Position before = after; // the refilled cards are back in the deck
    for (const std::size_t slot : slots)
        add(before.unseen[*after.turn.market[slot]], 1);
    return value_to_last(network, after) - Refills(network, before, slots).mean();
}

} // namespace

Position open_position(const State& state, Seat seat) {
    Known known;
    known.turn = turn_of(state, seat);
    known.me = seat;
    known.discard = state.discard;
    for (const Seat each : all_seats) {
        known.ledger[each] = face_up(state.traders[each]);
        for (const BonusToken& token : state.traders[each].bonus_tokens)
            known.bonuses.remove(token);
    }
    known.purses = {purse_of(state.traders[seat]), purse_of(state.traders[other(seat)])};
    Position result = position(known);
    result.ended = state.ended;
    return result;
}

namespace {

// The seller's luck with the last token.
double luck_of_bonus(const Network& network, State after, Seat seller) {
    BonusToken& drawn = after.traders[seller].bonus_tokens.back();
    const auto possible = bonus_pile(after.deal, drawn.tier)
                              .subspan(std::size_t{after.bonus_tokens_taken[drawn.tier]} - 1);
    std::vector<double> worth;
    for (const std::uint8_t each : possible) {
        drawn.value = each;
        worth.push_back(value(network, open_position(after, seller)));
    }
    // The first of them is the one that came.
    return worth.front() -
           std::accumulate(worth.begin(), worth.end(), 0.0) / static_cast<double>(worth.size());
}

} // namespace

double luck(const Network& network, const State& before, const Action& action, const State& after) {
    const Seat mover = before.turn;
    if (after.traders[mover].bonus_tokens.size() > before.traders[mover].bonus_tokens.size())
        return luck_of_bonus(network, after, mover);
    const auto slots = refilled(before, action);
    if (slots.empty() || after.ended)
        return 0;
    return luck_of_refill(network, open_position(after, after.turn), slots);
}

} // namespace jaipur::bots::ladder
