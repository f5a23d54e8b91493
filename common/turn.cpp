#include "common/turn.hpp"

#include "common/choices.hpp"

#include <algorithm>
#include <cassert>
#include <variant>

namespace jaipur {
namespace {

// How many cards of each kind, at most 255: one byte each, so that a register can count them.
class Tally {
  public:
    explicit Tally(const ExchangeCards& cards) {
        for (Card card : cards)
            add(card);
    }

    explicit Tally(const Market& market) {
        for (const std::optional<Card>& slot : market)
            if (slot)
                add(*slot);
    }

    int of(Card card) const { return static_cast<std::uint8_t>(counts_ >> shift(card)); }

    int of(Good good) const { return of(card_of(good)); }

    Kinds kinds() const { return kinds_; }

  private:
    static unsigned shift(Card card) { return 8 * static_cast<unsigned>(card); }

    void add(Card card) {
        counts_ += std::uint64_t{1} << shift(card);
        kinds_ |= kind_of(card);
    }

    std::uint64_t counts_ = 0;
    Kinds kinds_ = 0;
};

// R9: kinds on both sides of an exchange; no good may be among them.
constexpr Kinds taken_and_given(Kinds take, Kinds give) {
    return take & give;
}

// R10: how many more cards the hand can hold. Camels don't count.
int room_in_hand(const Turn& turn) {
    return hand_limit - total(turn.hand);
}

// Each camel given adds a card to the hand (R10).
int camels_to_give(const Turn& turn) {
    return std::min<int>(turn.herd, std::max(0, room_in_hand(turn)));
}

std::uint8_t smallest_sale(Good good) {
    return is_precious(good) ? 2 : 1; // R11
}

std::optional<Refusal> judge(const Turn& turn, const Take& action) {
    if (!is_good(action.card) || Tally(turn.market).of(action.card) == 0)
        return Refusal{RuleError::NotInMarket, "R6"};
    if (room_in_hand(turn) < 1)
        return Refusal{RuleError::HandLimit, "R10"};
    return std::nullopt;
}

std::optional<Refusal> judge(const Turn& turn, const TakeCamels&) {
    if (Tally(turn.market).of(Card::Camel) == 0)
        return Refusal{RuleError::NoCamels, "R7"};
    return std::nullopt;
}

std::optional<Refusal> judge(const Turn& turn, const Exchange& action) {
    if (action.take.size() != action.give.size())
        return Refusal{RuleError::ExchangeUnequal, "R8"};
    if (action.take.size() < smallest_exchange)
        return Refusal{RuleError::ExchangeTooSmall, "R8"};
    return check_cards(turn, action);
}

std::optional<Refusal> judge(const Turn& turn, const Sell& action) {
    if (action.count < smallest_sale(action.good))
        return Refusal{RuleError::SaleTooSmall, "R11"};
    if (action.count > turn.hand[action.good])
        return Refusal{RuleError::NotInHand, "R11"};
    return std::nullopt;
}

void list_exchanges(const Turn& turn, const Tally& open, std::vector<Action>& actions) {
    std::size_t goods = 0;
    for (Good good : all_goods)
        goods += static_cast<std::size_t>(open.of(good));
    if (goods < smallest_exchange)
        return;
    Choices takes(goods), gives(goods);
    for (Good good : Goods([&](Good any) { return open.of(any) > 0; }))
        takes.add(card_of(good), static_cast<std::size_t>(open.of(good)));
    for (Good good : Goods([&](Good any) { return turn.hand[any] > 0; }))
        gives.add(card_of(good), turn.hand[good]);
    gives.add(Card::Camel, static_cast<std::size_t>(camels_to_give(turn)));

    // What can be given for `take`, filtered without branches, which the processor would often
    // mispredict.
    EqualChoices fitting;
    for (std::size_t size = smallest_exchange; size <= goods; ++size)
        for (const PackedCards take : takes.of(size)) {
            PackedCards* end = fitting.data();
            for (const PackedCards give : gives.of(size)) {
                *end = give;
                end += taken_and_given(kinds_in(take), kinds_in(give)) == 0 ? 1 : 0;
            }
            for (const PackedCards give : std::span(fitting.data(), end))
                actions.emplace_back(std::in_place_type<Exchange>, unpack(take, size),
                                     unpack(give, size));
        }
}

// Whether two cards can be exchanged: if more can, so can two of them.
bool any_exchange(const Turn& turn) {
    const auto is_goods = [](std::optional<Card> slot) { return slot && is_good(*slot); };
    for (std::size_t i = 0; i < market_size; ++i)
        for (std::size_t j = i + 1; j < market_size; ++j) {
            const auto a = turn.market[i], b = turn.market[j];
            if (!is_goods(a) || !is_goods(b))
                continue;
            const Payment payment = payment_for(turn, {*a, *b});
            if (total(payment.goods) + payment.camels >= static_cast<int>(smallest_exchange))
                return true;
        }
    return false;
}

// R15: a gap that the deck can't fill ends the round.
void fill_gaps(const Turn& turn, int gaps, Outcome& result) {
    result.refill = std::min<int>(gaps, turn.deck);
    if (gaps > turn.deck)
        result.ends_round = EndReason::Deck;
}

Outcome foresee(const Turn& turn, const Take&) {
    Outcome result{.hand = 1};
    fill_gaps(turn, 1, result);
    return result;
}

Outcome foresee(const Turn& turn, const TakeCamels&) {
    Outcome result{.herd = Tally(turn.market).of(Card::Camel)};
    fill_gaps(turn, result.herd, result);
    return result;
}

Outcome foresee(const Turn& turn, const Exchange& action) {
    const int camels = Tally(action.give).of(Card::Camel);
    Outcome result{.hand = camels, .herd = -camels};
    if (turn.exchanges_in_a_row + 1 >= exchanges_until_stalled) // R15a
        result.ends_round = EndReason::Stalled;
    return result;
}

Outcome foresee(const Turn& turn, const Sell& action) {
    Outcome result{.hand = -action.count,
                   .tokens = sale_tokens(turn, action.good, action.count),
                   .bonus = sale_bonus(turn, action.count)};
    const auto empty_piles = std::ranges::count_if(all_goods, [&](Good good) { // R14
        return turn.goods_tokens[good] == (good == action.good ? result.tokens.size() : 0);
    });
    if (empty_piles >= empty_piles_until_end)
        result.ends_round = EndReason::Tokens;
    return result;
}

} // namespace

std::optional<Refusal> check(const Turn& turn, const Action& action) {
    return std::visit([&](const auto& wish) { return judge(turn, wish); }, action);
}

std::optional<Refusal> check_cards(const Turn& turn, const Exchange& exchange) {
    const Tally take(exchange.take), give(exchange.give), open(turn.market);
    if (take.of(Card::Camel) > 0)
        return Refusal{RuleError::ExchangeTakesCamel, "R8"};
    const Kinds both = taken_and_given(take.kinds(), give.kinds());
    for (Good good : all_goods) {
        if (both & kind_of(card_of(good)))
            return Refusal{RuleError::ExchangeSameGood, "R9"};
        if (take.of(good) > open.of(good))
            return Refusal{RuleError::NotInMarket, "R8"};
        if (give.of(good) > turn.hand[good])
            return Refusal{RuleError::NotInHand, "R8"};
    }
    if (give.of(Card::Camel) > turn.herd)
        return Refusal{RuleError::HerdTooSmall, "R8"};
    if (give.of(Card::Camel) > room_in_hand(turn)) // each camel given adds a card
        return Refusal{RuleError::HandLimit, "R10"};
    return std::nullopt;
}

void legal_actions(const Turn& turn, std::vector<Action>& actions) {
    assert(room_in_hand(turn) >= 0);
    actions.clear();
    const Tally open(turn.market);
    if (room_in_hand(turn) > 0) // R6, R10
        for (Good good : Goods([&](Good any) { return open.of(any) > 0; }))
            actions.emplace_back(Take{card_of(good)});
    if (open.of(Card::Camel) > 0) // R7
        actions.emplace_back(TakeCamels{});
    list_exchanges(turn, open, actions);
    for (Good good : Goods([&](Good any) { return turn.hand[any] >= smallest_sale(any); }))
        for (std::uint8_t n = smallest_sale(good); n <= turn.hand[good]; ++n)
            actions.emplace_back(Sell{good, n});
}

LegalSummary legal_summary(const Turn& turn) {
    LegalSummary summary;
    for (const std::optional<Card>& slot : turn.market) {
        if (!slot)
            continue;
        const auto good = good_of(*slot);
        if (!good)
            summary.take_camels = true;
        else if (room_in_hand(turn) > 0 &&
                 std::find(summary.take.begin(), summary.take.end(), *good) == summary.take.end())
            summary.take.push_back(*good);
    }
    for (Good good : all_goods)
        if (turn.hand[good] >= smallest_sale(good))
            summary.sell[good] = {smallest_sale(good), turn.hand[good]};
    summary.exchange = any_exchange(turn);
    return summary;
}

Payment payment_for(const Turn& turn, const ExchangeCards& take) {
    Payment payment{turn.hand, camels_to_give(turn)};
    const Kinds taken = Tally(take).kinds();
    for (Good good : all_goods)
        if (taken_and_given(taken, kind_of(card_of(good))))
            payment.goods[good] = 0;
    return payment;
}

std::span<const std::uint8_t> sale_tokens(const Turn& turn, Good good, int count) {
    const std::size_t left = turn.goods_tokens[good];
    return goods_pile(good).last(left).first(std::min(left, static_cast<std::size_t>(count)));
}

std::optional<BonusTier> sale_bonus(const Turn& turn, int count) {
    const auto tier = bonus_tier(count);
    return tier && turn.bonus_tokens[*tier] > 0 ? tier : std::nullopt;
}

Outcome outcome(const Turn& turn, const Action& action) {
    return std::visit([&](const auto& wish) { return foresee(turn, wish); }, action);
}

} // namespace jaipur
