#include "bots/world.hpp"

#include "bots/counting.hpp"
#include "common/numbers.hpp"
#include "common/overloaded.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <tuple>
#include <utility>
#include <variant>

namespace jaipur::bots {

namespace {

// What the player who didn't act learns from an action: the other's public hand, and cards that had
// been hidden there.
void see_hand(Position& watching, const PublicHand& now, const Action& action) {
    const PublicHand before = std::exchange(watching.theirs, now);
    const auto gave = [&](Good good, int count) {
        add(watching.unseen[card_of(good)], -std::max(0, count - before.known[good]));
    };
    const Overloaded each{
        [](const OneOf<Take, TakeCamels> auto&) {},
        [&](const Exchange& exchange) {
            for (const Good good : all_goods)
                gave(good, static_cast<int>(std::ranges::count(exchange.give, card_of(good))));
        },
        [&](const Sell& sale) { gave(sale.good, sale.count); },
    };
    std::visit(each, action);
}

template <class To, class From>
void push_reversed(To& to, const From& from) {
    for (std::size_t i = from.size(); i-- > 0;)
        to.push_back(from[i]);
}

} // namespace

Deal shuffled_deal(Dice& random) {
    Deal deal = unshuffled_deal();
    shuffle(deal.deck, random);
    shuffle(deal.bonus3, random);
    shuffle(deal.bonus4, random);
    shuffle(deal.bonus5, random);
    return deal;
}

World::World(const Deal& deal, Seat starter) : turn_(starter) {
    PerSeat<GoodCounts> hands;
    PerSeat<std::uint8_t> sizes;
    std::size_t next = 0;
    for (const Seat seat : all_seats)
        for (std::size_t i = 0; i < hand_dealt; ++i)
            if (const auto good = good_of(deal.deck[next++])) {
                ++hands[seat][*good];
                ++sizes[seat];
            }
    Known known;
    std::fill_n(known.turn.market.begin(), camels_laid_out, Card::Camel);
    std::copy_n(deal.deck.begin() + static_cast<std::ptrdiff_t>(next),
                market_size - camels_laid_out, known.turn.market.begin() + camels_laid_out);
    next += market_size - camels_laid_out;
    known.turn.goods_tokens = goods_pile_sizes;
    known.turn.bonus_tokens = bonus_pile_sizes;
    known.turn.deck = static_cast<std::uint8_t>(deck_size - next);
    known.ledger = open_ledger(sizes);
    for (const Seat seat : all_seats) {
        known.me = seat;
        known.turn.hand = hands[seat];
        known.turn.herd = known.ledger[seat].herd;
        positions_[seat] = bots::position(known);
    }
    for (std::size_t i = deck_size; i-- > next;)
        deck_.push_back(deal.deck[i]);
    push_reversed(bonus_piles_[BonusTier::Three], deal.bonus3);
    push_reversed(bonus_piles_[BonusTier::Four], deal.bonus4);
    push_reversed(bonus_piles_[BonusTier::Five], deal.bonus5);
}

World::World(const Position& position, Dice& random) {
    positions_[Seat::Zero] = positions_[Seat::One] = position;
    std::swap(positions_[Seat::One].mine, positions_[Seat::One].theirs);
    draw_hand(random);
    draw_bonuses(random);
}

void World::draw_hand(Dice& random) {
    const Position& mine = positions_[Seat::Zero];
    Position& theirs = positions_[Seat::One];
    for (const Card card : all_cards)
        for (int i = 0; i < mine.unseen[card]; ++i)
            deck_.push_back(card);
    shuffle(deck_, random);
    theirs.turn.hand = mine.theirs.known;
    theirs.turn.herd = mine.theirs.herd;
    for (int left = mine.theirs.hidden; left > 0; --left) {
        const auto card = std::ranges::find_if(deck_, is_good); // hidden cards are goods (R4)
        assert(card != deck_.end());
        add(theirs.turn.hand[*good_of(*card)], 1);
        std::swap(*card, deck_.back());
        deck_.pop_back();
    }
    assert(deck_.size() == mine.turn.deck);
    shuffle(deck_, random);
    // They see their hidden cards, but not mine.
    for (const Good good : all_goods)
        add(theirs.unseen[card_of(good)], mine.theirs.known[good] - theirs.turn.hand[good] +
                                              mine.turn.hand[good] - mine.mine.known[good]);
}

void World::draw_bonuses(Dice& random) {
    const Position& mine = positions_[Seat::Zero];
    Position& theirs = positions_[Seat::One];
    theirs.bonuses = {};
    Purse my_purse = mine.purses.mine, their_purse = mine.purses.theirs;
    my_purse.bonuses = 0;
    my_purse.hidden = my_purse.bonus_tokens;
    for (const BonusTier tier : all_bonus_tiers) {
        auto& pile = bonus_piles_[tier] = mine.bonuses.values(tier);
        shuffle(pile, random);
        for (; their_purse.hidden[tier] > 0; --their_purse.hidden[tier]) {
            their_purse.bonuses += pile.back();
            theirs.bonuses.remove({tier, pile.back()});
            pile.pop_back();
        }
        assert(pile.size() == mine.turn.bonus_tokens[tier]);
    }
    theirs.purses = {their_purse, my_purse};
}

void World::play(const Action& action, const Position& then) {
    Position& mover = positions_[turn_];
    Position& watcher = positions_[other(turn_)];
    const Purse before = std::exchange(mover, then).purses.mine;
    refill();
    see_hand(watcher, mover.mine, action);
    const Turn own = std::exchange(watcher.turn, mover.turn);
    watcher.turn.hand = own.hand;
    watcher.turn.herd = own.herd;
    watcher.ended = mover.ended;
    see_sale(before);
    turn_ = other(turn_);
}

void World::refill() {
    Position& mover = positions_[turn_];
    for (auto& slot : mover.turn.market)
        if (!slot && !deck_.empty()) {
            slot = deck_.back();
            deck_.pop_back();
            add(mover.turn.deck, -1);
            for (Position& each : positions_.values)
                add(each.unseen[*slot], -1);
        }
}

// Both players see the tokens that were taken; the seller alone, the value of a bonus token (R20).
void World::see_sale(const Purse& before) {
    Position& mover = positions_[turn_];
    Purse& own = mover.purses.mine;
    Purse& seen = positions_[other(turn_)].purses.theirs;
    seen.goods += own.goods - before.goods;
    seen.goods_tokens = own.goods_tokens;
    seen.bonus_tokens = own.bonus_tokens;
    for (const BonusTier tier : all_bonus_tiers)
        if (own.hidden[tier] > 0) {
            const BonusToken drawn{tier, bonus_piles_[tier].back()};
            bonus_piles_[tier].pop_back();
            --own.hidden[tier];
            ++seen.hidden[tier];
            own.bonuses += drawn.value;
            mover.bonuses.remove(drawn);
        }
}

int World::margin(Seat seat) const {
    const Purse& mine = positions_[seat].purses.mine;
    const Purse& theirs = positions_[other(seat)].purses.mine;
    return mine.goods + mine.bonuses - theirs.goods - theirs.bonuses +
           camel_token_value * larger_herd(positions_[seat]);
}

double World::won_by(Seat seat) const {
    const auto rank = [&](Seat whose) {
        const Purse& purse = positions_[whose].purses.mine;
        const auto& bonuses = purse.bonus_tokens.values;
        return std::tuple(std::max(margin(whose), 0),
                          std::accumulate(bonuses.begin(), bonuses.end(), 0), purse.goods_tokens);
    };
    const auto mine = rank(seat), theirs = rank(other(seat));
    return mine > theirs ? 1 : mine < theirs ? 0 : 0.5;
}

} // namespace jaipur::bots
