// Listing what the seat to act may do. `check` in rules.cpp judges a single action; the tests hold
// the two against each other over all conceivable actions.
#include "common/rules.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <variant>

namespace jaipur {
namespace {

constexpr std::size_t smallest_exchange = 2; // R8
constexpr std::size_t largest_exchange = market_size;

// Listing exchanges is putting small lists of cards together, very often. Here a list is a number
// that lies in memory as the cards do, one byte each; byte by byte it would take four times as
// long.
using Word = std::uint64_t;
static_assert(sizeof(Word) == max_exchange && sizeof(Card) == 1);

constexpr Word at(std::size_t place, Card card) {
    const std::size_t byte = std::endian::native == std::endian::little ? place : 7 - place;
    return static_cast<Word>(card) << (8 * byte);
}

ExchangeCards unpack(Word cards, std::size_t size) {
    return {std::bit_cast<std::array<Card, max_exchange>>(cards), size};
}

// One side of an exchange: its cards in the order of `Card`, and a bit for each kind among them.
struct Side {
    Word cards;
    std::uint8_t kinds;
};

// Every different choice of up to `most` of some cards, by its size. Both sides choose from at most
// seven cards: the market has five, and hand and usable camels together are no more (R10). Of
// seven, at most 35 (7 over 3) choices have the same size.
class Choices {
  public:
    explicit Choices(std::size_t most) : most_(most) { // the array stays as it is: it is large
        sides_[0][0] = {0, 0};
        counts_[0] = 1;
    }

    // To choose from `count` more cards of a kind; kinds come in the order of `Card`.
    void add(Card kind, std::size_t count) {
        const auto bit = static_cast<std::uint8_t>(1u << static_cast<unsigned>(kind));
        // From large to small, so that no choice is made longer twice.
        for (std::size_t size = std::min(largest_ + 1, most_); size-- > 0;) {
            const std::size_t top = std::min(size + count, most_);
            for (const Side& shorter : of(size)) {
                Side side{shorter.cards, static_cast<std::uint8_t>(shorter.kinds | bit)};
                for (std::size_t place = size; place < top; ++place) {
                    side.cards |= at(place, kind);
                    sides_[place + 1][counts_[place + 1]++] = side;
                }
            }
        }
        largest_ = std::min(largest_ + count, most_);
    }

    std::span<const Side> of(std::size_t size) const {
        return {sides_[size].data(), counts_[size]};
    }

  private:
    std::array<std::array<Side, 35>, largest_exchange + 1> sides_; // as far as `counts_` says
    std::array<std::size_t, largest_exchange + 1> counts_{};
    std::size_t largest_ = 0, most_;
};

void add_exchange(const ExchangeCards& take, const ExchangeCards& give,
                  std::vector<Action>& actions) {
    // Made in place: g++ copies a finished one in three slow pieces.
    Action& action = actions.emplace_back(std::in_place_type<Exchange>);
    auto& exchange = *std::get_if<Exchange>(&action);
    exchange.take = take;
    exchange.give = give;
}

void list_exchanges(const State& state, const Trader& trader, std::vector<Action>& actions) {
    PerGood<std::uint8_t> open;
    std::size_t goods = 0;
    for (const std::optional<Card>& slot : state.market)
        if (slot && is_good(*slot)) {
            ++open[*good_of(*slot)];
            ++goods;
        }
    if (goods < smallest_exchange)
        return;
    Choices takes(goods), gives(goods);
    std::size_t hand = 0;
    for (Good good : all_goods) {
        if (open[good] > 0)
            takes.add(card_of(good), open[good]);
        if (trader.hand[good] > 0)
            gives.add(card_of(good), trader.hand[good]);
        hand += trader.hand[good];
    }
    // Each camel given is a card more in the hand (R10).
    gives.add(Card::Camel, std::min<std::size_t>(trader.herd, hand_limit - hand));

    for (std::size_t size = smallest_exchange; size <= goods; ++size)
        for (const Side& take : takes.of(size))
            for (const Side& give : gives.of(size))
                if ((take.kinds & give.kinds) == 0) // R9
                    add_exchange(unpack(take.cards, size), unpack(give.cards, size), actions);
}

std::uint8_t smallest_sale(Good good) {
    return is_precious(good) ? 2 : 1; // R11
}

// Whether two cards can be exchanged: where more can, two of them can.
bool any_exchange(const State& state, const Trader& trader) {
    const int hand = total(trader.hand);
    const int camels = std::min<int>(trader.herd, hand_limit - hand); // R10
    for (std::size_t i = 0; i < market_size; ++i)
        for (std::size_t j = i + 1; j < market_size; ++j) {
            const auto a = state.market[i], b = state.market[j];
            if (!a || !b || !is_good(*a) || !is_good(*b))
                continue;
            // R9: cards of the goods taken cannot be given.
            const int kept = trader.hand[*good_of(*a)] + (a == b ? 0 : trader.hand[*good_of(*b)]);
            if (hand - kept + camels >= static_cast<int>(smallest_exchange))
                return true;
        }
    return false;
}

} // namespace

void legal_actions(const State& state, std::vector<Action>& actions) {
    actions.clear();
    if (state.ended)
        return;
    const Trader& trader = state.traders[state.turn];
    const auto lies_open = [&](Card card) {
        return std::find(state.market.begin(), state.market.end(), card) != state.market.end();
    };
    if (total(trader.hand) < hand_limit) // R6, R10
        for (Good good : all_goods)
            if (lies_open(card_of(good)))
                actions.emplace_back(Take{card_of(good)});
    if (lies_open(Card::Camel)) // R7
        actions.emplace_back(TakeCamels{});
    list_exchanges(state, trader, actions);
    for (Good good : all_goods)
        for (std::uint8_t n = smallest_sale(good); n <= trader.hand[good]; ++n)
            actions.emplace_back(Sell{good, n});
}

LegalSummary legal_summary(const State& state) {
    LegalSummary summary;
    if (state.ended)
        return summary;
    const Trader& trader = state.traders[state.turn];
    const bool room_in_hand = total(trader.hand) < hand_limit; // R10
    for (const std::optional<Card>& slot : state.market) {
        if (!slot)
            continue;
        const auto good = good_of(*slot);
        if (!good)
            summary.take_camels = true;
        else if (room_in_hand &&
                 std::find(summary.take.begin(), summary.take.end(), *good) == summary.take.end())
            summary.take.push_back(*good);
    }
    for (Good good : all_goods)
        if (trader.hand[good] >= smallest_sale(good))
            summary.sell[good] = {smallest_sale(good), trader.hand[good]};
    summary.exchange = any_exchange(state, trader);
    return summary;
}

} // namespace jaipur
