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
// long. Of its last byte each bit says whether a kind is among them.
using Word = std::uint64_t;
static_assert(sizeof(Word) == max_exchange && sizeof(Card) == 1);
constexpr std::size_t kinds_place = max_exchange - 1;
static_assert(largest_exchange <= kinds_place);

constexpr Word at(std::size_t place, std::size_t byte) {
    const bool little = std::endian::native == std::endian::little;
    return static_cast<Word>(byte) << (8 * (little ? place : max_exchange - 1 - place));
}

constexpr Word kinds = at(kinds_place, 0xFF);

ExchangeCards unpack(Word list, std::size_t size) {
    return {std::bit_cast<std::array<Card, max_exchange>>(list & ~kinds), size};
}

// Both sides of an exchange choose from at most seven cards: the market has five, and hand and
// usable camels together are no more (R10). Of seven, at most 35 (7 over 3) choices have the same
// size.
using Lists = std::array<Word, 35>;

// Every different choice of up to `most` of some cards, in the order of `Card`, by its size.
class Choices {
  public:
    explicit Choices(std::size_t most) : most_(most) { // the lists stay as they are: they are large
        for (std::size_t size = 0; size < lists_.size(); ++size)
            ends_[size] = lists_[size].data();
        *ends_[0]++ = 0;
    }

    Choices(const Choices&) = delete;
    Choices& operator=(const Choices&) = delete;
    ~Choices() = default;

    // To choose from `count` more cards of a kind; kinds come in the order of `Card`.
    void add(Card card, std::size_t count) {
        const auto kind = static_cast<std::size_t>(card);
        // From large to small, so that no choice is made longer twice.
        for (std::size_t size = std::min(largest_ + 1, most_); size-- > 0;) {
            const std::size_t top = std::min(size + count, most_);
            for (Word list : of(size)) {
                list |= at(kinds_place, std::size_t{1} << kind);
                for (std::size_t place = size; place < top; ++place) {
                    list |= at(place, kind);
                    *ends_[place + 1]++ = list;
                }
            }
        }
        largest_ = std::min(largest_ + count, most_);
    }

    std::span<const Word> of(std::size_t size) const { return {lists_[size].data(), ends_[size]}; }

  private:
    std::array<Lists, largest_exchange + 1> lists_;
    std::array<Word*, largest_exchange + 1> ends_;
    std::size_t largest_ = 0, most_;
};

// Some of the goods, in their order, as bits. To go through them there is no branch for each good,
// which no processor foresees.
class Goods {
  public:
    class Iterator {
      public:
        explicit Iterator(unsigned left) : left_(left) {}

        Good operator*() const { return static_cast<Good>(std::countr_zero(left_)); }

        Iterator& operator++() {
            left_ &= left_ - 1;
            return *this;
        }

        friend bool operator==(Iterator, Iterator) = default;

      private:
        unsigned left_;
    };

    template <class Belongs>
    explicit Goods(Belongs belongs) {
        for (Good good : all_goods)
            bits_ |= (belongs(good) ? 1U : 0U) << static_cast<unsigned>(good);
    }

    Iterator begin() const { return Iterator(bits_); }

    static Iterator end() { return Iterator(0); }

  private:
    unsigned bits_ = 0;
};

// How many cards of each kind lie in the market, in the order of `Card`.
using Counts = std::array<std::uint8_t, all_cards.size()>;

Counts count(const Market& market) {
    Counts counts{};
    for (const std::optional<Card>& slot : market)
        if (slot)
            ++counts[static_cast<std::size_t>(*slot)];
    return counts;
}

void list_exchanges(const Counts& open, const Trader& trader, std::vector<Action>& actions) {
    const auto of = [&open](Good good) { return open[static_cast<std::size_t>(good)]; };
    std::size_t goods = 0, hand = 0;
    for (Good good : all_goods) {
        goods += of(good);
        hand += trader.hand[good];
    }
    if (goods < smallest_exchange)
        return;
    Choices takes(goods), gives(goods);
    for (Good good : Goods([&](Good any) { return of(any) > 0; }))
        takes.add(card_of(good), of(good));
    for (Good good : Goods([&](Good any) { return trader.hand[any] > 0; }))
        gives.add(card_of(good), trader.hand[good]);
    // Each camel given is a card more in the hand (R10).
    gives.add(Card::Camel, std::min<std::size_t>(trader.herd, hand_limit - hand));

    // What may be given for a list. It is sorted out without branches, which no processor foresees.
    Lists fitting;
    for (std::size_t size = smallest_exchange; size <= goods; ++size)
        for (const Word take : takes.of(size)) {
            Word* end = fitting.data();
            for (const Word give : gives.of(size)) {
                *end = give;
                end += (take & give & kinds) == 0 ? 1 : 0; // R9
            }
            for (const Word give : std::span(fitting.data(), end))
                actions.emplace_back(std::in_place_type<Exchange>, unpack(take, size),
                                     unpack(give, size));
        }
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
    const Counts open = count(state.market);
    const auto lies_open = [&](Card card) { return open[static_cast<std::size_t>(card)] > 0; };
    if (total(trader.hand) < hand_limit) // R6, R10
        for (Good good : Goods([&](Good any) { return lies_open(card_of(any)); }))
            actions.emplace_back(Take{card_of(good)});
    if (lies_open(Card::Camel)) // R7
        actions.emplace_back(TakeCamels{});
    list_exchanges(open, trader, actions);
    for (Good good : Goods([&](Good any) { return trader.hand[any] >= smallest_sale(any); }))
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
