#include "tests/noninterference/unseen.hpp"

#include "common/rules.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <optional>
#include <span>
#include <variant>
#include <vector>

namespace jaipur::paired {

namespace {

constexpr int old_camel = -1; // one of the market's three initial camels

std::size_t at(int card) {
    return static_cast<std::size_t>(card);
}

struct Seen {
    std::array<bool, deck_size> cards{};                   // by position in the shuffled deck
    PerTier<std::array<bool, bonus_three.size()>> bonus{}; // by position in the pile
};

// Plays a round with identified cards: a card is its position in the shuffled deck. Cards of a kind
// look the same, so one already seen is assumed to leave a hand first.
class Watching {
  public:
    Watching(const Round& round, const Eyes& eyes, Seen& seen)
        : round_(round), eyes_(eyes), seen_(seen) {
        deal();
    }

    void watch(const Round::Turn& turn) {
        std::visit([&](const auto& action) { play(turn, action); }, turn.action);
    }

    void lay_open() {
        std::fill_n(seen_.cards.begin(), deck_next_, true);
        for (BonusTier tier : all_bonus_tiers)
            std::fill_n(seen_.bonus[tier].begin(), bonus_taken_[tier], true);
    }

    int deck_next() const { return deck_next_; }

    // How many camels could be missing from this herd.
    int never_needed(Seat seat) const { return smallest_herds_[seat]; }

  private:
    Card kind(int card) const {
        return card == old_camel ? Card::Camel : round_.deal.deck[at(card)];
    }

    void deal() {
        for (Seat seat : all_seats)
            for (std::size_t i = 0; i < hand_dealt; ++i) {
                const int card = deck_next_++;
                const bool camel = kind(card) == Card::Camel;
                if (camel)
                    ++herds_[seat];
                else
                    hands_[seat].push_back(card);
                if (camel || eyes_.seat[seat]) // the hand's size reveals camels
                    seen_.cards[at(card)] = true;
            }
        market_ = {old_camel, old_camel, old_camel, std::nullopt, std::nullopt};
        refill();
        smallest_herds_ = herds_;
    }

    void refill() {
        for (auto& slot : market_)
            if (!slot && deck_next_ < static_cast<int>(deck_size)) {
                seen_.cards[at(deck_next_)] = true;
                slot = deck_next_++;
            }
    }

    std::optional<int>& slot_with(Card card) {
        return *std::ranges::find_if(market_,
                                     [&](const auto& slot) { return slot && kind(*slot) == card; });
    }

    // A card of this kind leaves a hand, face up.
    int let_go(Card card, std::vector<int>& hand) {
        const auto fits = [&](int each) { return kind(each) == card; };
        auto found = std::ranges::find_if(
            hand, [&](int each) { return fits(each) && seen_.cards[at(each)]; });
        if (found == hand.end())
            found = std::ranges::find_if(hand, fits);
        assert(found != hand.end());
        const int gone = *found;
        seen_.cards[at(gone)] = true;
        hand.erase(found);
        return gone;
    }

    void play(const Round::Turn& turn, const Take& take) {
        if (!turn.stored)
            return;
        auto& slot = slot_with(take.card);
        hands_[turn.seat].push_back(*slot);
        slot.reset();
        refill();
    }

    void play(const Round::Turn& turn, const TakeCamels&) {
        if (!turn.stored)
            return;
        for (auto& slot : market_)
            if (slot && kind(*slot) == Card::Camel) {
                slot.reset();
                ++herds_[turn.seat];
            }
        refill();
    }

    // Even for an action that wasn't stored, the cards had to be there.
    void play(const Round::Turn& turn, const Exchange& exchange) {
        auto hand = hands_[turn.seat];
        auto herd = herds_[turn.seat];
        const auto before = market_;
        for (std::size_t i = 0; i < exchange.take.size(); ++i) {
            const Card given = exchange.give[i];
            auto& slot = slot_with(exchange.take[i]);
            hand.push_back(*slot);
            slot = is_good(given) ? let_go(given, hand) : old_camel;
            herd -= int{!is_good(given)};
        }
        smallest_herds_[turn.seat] = std::min(smallest_herds_[turn.seat], herd);
        if (turn.stored) {
            hands_[turn.seat] = std::move(hand);
            herds_[turn.seat] = herd;
        } else {
            market_ = before;
        }
    }

    void play(const Round::Turn& turn, const Sell& sell) {
        auto hand = hands_[turn.seat];
        for (int i = 0; i < sell.count; ++i)
            let_go(card_of(sell.good), hand);
        if (!turn.stored)
            return;
        hands_[turn.seat] = std::move(hand);
        const auto tier = bonus_tier(sell.count);
        if (!tier || bonus_taken_[*tier] == bonus_pile_sizes[*tier])
            return;
        if (eyes_.seat[turn.seat])
            seen_.bonus[*tier][bonus_taken_[*tier]] = true;
        ++bonus_taken_[*tier];
    }

    const Round& round_;
    const Eyes& eyes_;
    Seen& seen_;
    int deck_next_ = 0;
    std::array<std::optional<int>, market_size> market_;
    PerSeat<std::vector<int>> hands_;
    PerSeat<int> herds_, smallest_herds_;
    PerTier<std::size_t> bonus_taken_;
};

// Sees both hands as they were some actions ago.
bool is_late(const Round& round, const Eyes& eyes) {
    return eyes.watches && round.delay > 0 && !round.laid_open;
}

// What delayed spectators of both hands have been shown; false: not even the deal.
bool watch_late(const Round& round, const Eyes& eyes, Seen& seen) {
    const auto played = std::ranges::count(round.turns, true, &Round::Turn::stored);
    auto shown = played - round.delay;
    if (shown < 0)
        return false;
    Watching watching(round, eyes, seen);
    for (const Round::Turn& turn : round.turns)
        if (turn.stored && shown-- > 0)
            watching.watch(turn);
    watching.lay_open();
    return true;
}

// Permutes the values of unseen tokens.
template <class Values, class SeenFlags>
void mix(Values& values, const SeenFlags& seen, test::Random& random) {
    std::vector<std::size_t> places;
    for (std::size_t place = 0; place < values.size(); ++place)
        if (!seen[place])
            places.push_back(place);
    for (std::size_t i = places.size(); i > 1; --i)
        std::swap(values[places[i - 1]], values[places[random.below(i)]]);
}

// Permutes hidden goods of hands and deck, then the whole deck.
void mix_cards(Deal& deal, const Seen& seen, int deck_next, test::Random& random) {
    auto fixed = seen.cards;
    for (std::size_t card = 0; card < deck_size; ++card)
        fixed[card] = fixed[card] || !is_good(deal.deck[card]);
    mix(deal.deck, fixed, random);
    random.shuffle(std::span(deal.deck).subspan(at(deck_next)));
}

// For a viewer who has not even seen the current market: any cards that keep every action legal.
void mix_played_cards(const Round& round, Dealt& dealt, const Seen& seen, test::Random& random) {
    constexpr int tries = 40;
    for (int i = 0; i < tries; ++i) {
        const auto one = random.below(deck_size), two = random.below(deck_size);
        if (seen.cards[one] || seen.cards[two])
            continue;
        auto& deck = dealt.deal.deck;
        std::swap(deck[one], deck[two]);
        if (!is_playable(round, dealt))
            std::swap(deck[one], deck[two]);
    }
}

} // namespace

Dealt permuted(const Round& round, const Eyes& eyes, test::Random& random) {
    Seen seen;
    const bool late = is_late(round, eyes);
    const bool knows_herds = late && watch_late(round, eyes, seen);
    const bool only_late = late && !eyes.seat[Seat::Zero] && !eyes.seat[Seat::One];
    Seen all = seen;
    Watching watching(round, eyes, all);
    for (const Round::Turn& turn : round.turns)
        watching.watch(turn);
    if (round.laid_open)
        watching.lay_open();
    if (!only_late)
        seen = all;

    Dealt dealt{round.deal, {}};
    mix(dealt.deal.bonus3, seen.bonus[BonusTier::Three], random);
    mix(dealt.deal.bonus4, seen.bonus[BonusTier::Four], random);
    mix(dealt.deal.bonus5, seen.bonus[BonusTier::Five], random);
    mix_cards(dealt.deal, all, watching.deck_next(), random);
    if (only_late)
        mix_played_cards(round, dealt, seen, random);
    constexpr int most_more = 3;
    for (Seat seat : all_seats)
        if (!round.laid_open && !only_late && !knows_herds && !eyes.seat[seat]) {
            const int fewer = watching.never_needed(seat);
            dealt.herd[seat] =
                static_cast<int>(random.below(static_cast<std::size_t>(fewer + most_more + 1))) -
                fewer;
        }
    return dealt;
}

bool is_playable(const Round& round, const Dealt& dealt) {
    const auto lay_out = [&](const Dealt& what) {
        State state = set_up(what.deal, round.starter);
        for (Seat seat : all_seats)
            state.traders[seat].herd =
                static_cast<std::uint8_t>(state.traders[seat].herd + what.herd[seat]);
        return state;
    };
    State was = lay_out({round.deal, {}}), is = lay_out(dealt);
    for (const Round::Turn& turn : round.turns) {
        if (check(is, turn.seat, turn.action))
            return false;
        if (!turn.stored)
            continue;
        (void)apply(was, turn.seat, turn.action);
        (void)apply(is, turn.seat, turn.action);
        if (was.ended != is.ended)
            return false;
    }
    return true;
}

} // namespace jaipur::paired
