// The level "easy": greedy. It does what gains most at once, counting what lies in the hand for
// less than what has been sold. It does not think of the other player.
#include "server/core/bot/bot.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <optional>
#include <utility>

namespace jaipur::server {

namespace {

using protocol::Observation;
using protocol::ObservedTrader;

// What the bot believes. Rupees.
constexpr double held = 0.75;        // of a card in the hand, against one sold
constexpr double bonus_hoped = 0.6;  // of a bonus that a set in the hand would bring
constexpr double growth = 0.35;      // of a pair or more of a kind: it may become a set
constexpr double camel_worth = 0.55; // for later exchanges, and for the camel token
constexpr double turn_worth = 1.5;   // an exchange sells nothing and leaves the deck alone
constexpr std::array<double, 3> mean_bonus{2, 5, 9}; // R3

class Easy {
  public:
    explicit Easy(const Observation& view)
        : view_(view), me_(view.players[*view.you]), hand_(*me_.hand) {}

    Action choose() {
        for (Good good : view_.legal->take)
            weigh(Take{card_of(good)}, gain(good, 1));
        if (view_.legal->take_camels)
            weigh(TakeCamels{}, camel_worth * camels_in_market());
        for (Good good : all_goods) {
            const auto sale = view_.legal->sell[good];
            for (int count = sale.min; sale.max > 0 && count <= sale.max; ++count)
                weigh(Sell{good, static_cast<std::uint8_t>(count)},
                      sale_value(good, count) + gain(good, -count));
        }
        if (view_.legal->exchange)
            weigh_exchanges();
        assert(best_);
        return *best_;
    }

  private:
    void weigh(const Action& action, double value) {
        if (!best_ || value > best_value_) {
            best_ = action;
            best_value_ = value;
        }
    }

    // R11: the top `count` tokens of a pile, as many as are left.
    int tokens(Good good, int count) const {
        int sum = 0;
        for (std::uint8_t value : view_.goods_tokens[good])
            if (count-- > 0)
                sum += value;
        return sum;
    }

    // R12: a bonus whose value nobody knows.
    double bonus(int count) const {
        const auto tier = bonus_tier(count);
        if (!tier || view_.bonus_tokens[*tier] == 0)
            return 0;
        return mean_bonus[static_cast<std::size_t>(*tier)];
    }

    double sale_value(Good good, int count) const { return tokens(good, count) + bonus(count); }

    // What `count` cards of a good are worth in the hand. A single precious card can't be sold.
    double worth(Good good, int count) const {
        if (count <= 0)
            return 0;
        const double sold = held * tokens(good, count) + bonus_hoped * bonus(count);
        const double alone = is_precious(good) && count == 1 ? 0.8 : 1;
        return sold * alone + growth * (count - 1);
    }

    // How the worth of the hand changes with `change` cards of a good more.
    double gain(Good good, int change) const {
        return worth(good, hand_[good] + change) - worth(good, hand_[good]);
    }

    int camels_in_market() const {
        return static_cast<int>(std::ranges::count(view_.market, std::optional<Card>(Card::Camel)));
    }

    // R8: every set of goods cards of the market, and for each the cheapest cards to give for it.
    void weigh_exchanges() {
        const std::size_t slots = view_.market.size();
        for (unsigned chosen = 0; chosen < (1u << slots); ++chosen) {
            ExchangeCards take;
            for (std::size_t slot = 0; slot < slots; ++slot)
                if (chosen & (1u << slot)) {
                    const auto card = view_.market[slot];
                    if (!card || !is_good(*card))
                        break;
                    take.push_back(*card);
                }
            if (static_cast<int>(take.size()) == std::popcount(chosen) && take.size() >= 2)
                weigh_exchange(take);
        }
    }

    void weigh_exchange(const ExchangeCards& take) {
        GoodCounts after = hand_;
        GoodCounts taken;
        for (Card card : take) {
            ++after[*good_of(card)];
            ++taken[*good_of(card)];
        }
        double value = -turn_worth;
        for (Good good : all_goods)
            value += worth(good, after[good]) - worth(good, hand_[good]);
        // R10: each camel given leaves one card more in the hand.
        int camels = std::min<int>(*me_.herd, hand_limit - me_.hand_size);
        ExchangeCards give;
        while (give.size() < take.size()) {
            const auto good = cheapest(after, taken);
            const double price =
                good ? worth(*good, after[*good]) - worth(*good, after[*good] - 1) : 0;
            if (camels > 0 && (!good || price > camel_worth)) {
                --camels;
                give.push_back(Card::Camel);
                value -= camel_worth;
            } else if (good) {
                --after[*good];
                give.push_back(card_of(*good));
                value -= price;
            } else {
                return; // not enough to give
            }
        }
        weigh(Exchange{take, give}, value);
    }

    // The good whose next card is missed least; R9: none that is taken.
    std::optional<Good> cheapest(const GoodCounts& hand, const GoodCounts& taken) const {
        std::optional<Good> best;
        double least = 0;
        for (Good good : all_goods) {
            if (hand[good] == 0 || taken[good] > 0)
                continue;
            const double price = worth(good, hand[good]) - worth(good, hand[good] - 1);
            if (!best || price < least) {
                best = good;
                least = price;
            }
        }
        return best;
    }

    static constexpr int hand_limit = 7; // R10

    const Observation& view_;
    const ObservedTrader& me_;
    const GoodCounts& hand_;
    std::optional<Action> best_;
    double best_value_ = 0;
};

} // namespace

const std::vector<std::string_view>& bot_levels() {
    static const std::vector<std::string_view> levels{"easy"};
    return levels;
}

Action choose(std::string_view, const Observation& view) {
    assert(view.you && view.legal && view.players[*view.you].hand);
    return Easy(view).choose();
}

} // namespace jaipur::server
