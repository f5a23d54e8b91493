// Listing what the seat to act may do. `check` in rules.cpp judges a single action; the tests hold
// the two against each other over all conceivable actions.
#include "common/rules.hpp"

#include <algorithm>
#include <array>

namespace jaipur {
namespace {

constexpr std::size_t smallest_exchange = 2; // R8
constexpr auto camel = static_cast<std::size_t>(Card::Camel);

// How many cards of each kind may be picked from, in the order of `Card`.
using CardCounts = std::array<std::uint8_t, all_cards.size()>;

// One side of an exchange: cards in the order of `Card`, and a bit for each kind among them.
struct Side {
    ExchangeCards cards;
    std::uint8_t kinds = 0;
};

// All distinct sides of each size from 2 to 5. At most seven cards can be picked from (R10: hand
// and usable camels together are no more), and no size of subset of seven has more than 35 members.
using Sides = FixedVector<Side, 35>;
using SidesBySize = std::array<Sides, market_size + 1>;

// Adds to `side` every choice of cards of `kind` and the kinds behind it, up to `largest` in all.
void pick(const CardCounts& from, std::size_t kind, std::size_t largest, const Side& side,
          SidesBySize& sides) {
    Side longer = side;
    for (; kind < from.size(); ++kind) {
        longer = side;
        longer.kinds = static_cast<std::uint8_t>(longer.kinds | 1u << kind);
        for (int n = 0; n < from[kind] && longer.cards.size() < largest; ++n) {
            longer.cards.push_back(static_cast<Card>(kind));
            if (longer.cards.size() >= smallest_exchange)
                sides[longer.cards.size()].push_back(longer);
            pick(from, kind + 1, largest, longer, sides);
        }
    }
}

// R8, R9, R10: every pair of equally many cards without a good on both sides.
void list_exchanges(const State& state, const Trader& trader, std::vector<Action>& actions) {
    CardCounts open{};
    std::size_t goods_open = 0;
    for (const std::optional<Card>& slot : state.market)
        if (slot && is_good(*slot)) {
            ++open[static_cast<std::size_t>(*slot)];
            ++goods_open;
        }
    if (goods_open < smallest_exchange)
        return;

    CardCounts held{};
    std::copy(trader.hand.values.begin(), trader.hand.values.end(), held.begin());
    // Each camel given is a card more in the hand (R10).
    held[camel] = std::min(trader.herd, static_cast<std::uint8_t>(hand_limit - total(trader.hand)));

    SidesBySize takes, gives;
    pick(open, 0, goods_open, Side{}, takes);
    pick(held, 0, goods_open, Side{}, gives);
    for (std::size_t size = smallest_exchange; size <= goods_open; ++size)
        for (const Side& take : takes[size])
            for (const Side& give : gives[size])
                if ((take.kinds & give.kinds) == 0)
                    actions.emplace_back(Exchange{take.cards, give.cards});
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
