#include "bots/greedy.hpp"

#include <array>
#include <cassert>
#include <numeric>
#include <optional>
#include <utility>

namespace jaipur::bots {

namespace {

constexpr std::array<double, 3> mean_bonus{2, 5, 9}; // R3

class Greedy {
  public:
    // `dice` may be null if the taste has no noise.
    Greedy(const Turn& turn, const Taste& taste, Dice* dice)
        : turn_(turn), taste_(taste), dice_(dice) {
        for (Good good : all_goods)
            for (std::size_t count = 1; count < worth_[good].size(); ++count)
                worth_[good][count] = estimate(good, static_cast<int>(count));
    }

    Action choose() {
        const LegalSummary legal = legal_summary(turn_);
        for (Good good : legal.take)
            weigh(Take{card_of(good)}, gain(good, 1));
        if (legal.take_camels)
            weigh(TakeCamels{}, taste_.camel_worth * outcome(turn_, TakeCamels{}).herd);
        for (Good good : all_goods) {
            const auto sale = legal.sell[good];
            for (int count = sale.min; sale.max > 0 && count <= sale.max; ++count)
                weigh(Sell{good, static_cast<std::uint8_t>(count)},
                      tokens(good, count) + bonus(count) + gain(good, -count));
        }
        if (legal.exchange)
            weigh_exchanges();
        assert(best_);
        return *best_;
    }

  private:
    void weigh(const Action& action, double value) {
        if (dice_)
            value += taste_.noise * gumbel(*dice_);
        if (!best_ || value > best_value_) {
            best_ = action;
            best_value_ = value;
        }
    }

    int tokens(Good good, int count) const {
        const auto values = sale_tokens(turn_, good, count);
        return std::accumulate(values.begin(), values.end(), 0);
    }

    double bonus(int count) const {
        const auto tier = sale_bonus(turn_, count);
        return tier ? mean_bonus[static_cast<std::size_t>(*tier)] : 0;
    }

    // What `count` cards of a good are worth in the hand. A single precious card can't be sold.
    double estimate(Good good, int count) const {
        const double sold = taste_.held * tokens(good, count) + taste_.bonus_hoped * bonus(count);
        const double alone = is_precious(good) && count == 1 ? 0.8 : 1;
        return sold * alone + taste_.growth * (count - 1);
    }

    double worth(Good good, int count) const {
        return worth_[good][static_cast<std::size_t>(count)];
    }

    // How the worth of the hand changes with `change` more cards of a good.
    double gain(Good good, int change) const {
        return worth(good, turn_.hand[good] + change) - worth(good, turn_.hand[good]);
    }

    // Weighs every set of goods cards in the market, paid for with the cheapest cards.
    void weigh_exchanges() {
        for (unsigned chosen = 0; chosen < (1u << market_size); ++chosen)
            if (const auto take = cards_in(chosen))
                weigh_exchange(*take);
    }

    // The cards in these slots, one bit each. Empty if one isn't a good, or if the first of several
    // equal cards isn't among them: the same exchange is weighed once.
    std::optional<ExchangeCards> cards_in(unsigned chosen) const {
        ExchangeCards cards;
        GoodCounts left_out;
        for (std::size_t slot = 0; slot < market_size; ++slot) {
            const auto card = turn_.market[slot];
            const auto good = card ? good_of(*card) : std::nullopt;
            const bool is_chosen = (chosen & (1u << slot)) != 0;
            if (is_chosen && (!good || left_out[*good] > 0))
                return std::nullopt;
            if (is_chosen)
                cards.push_back(*card);
            else if (good)
                ++left_out[*good];
        }
        return cards;
    }

    void weigh_exchange(const ExchangeCards& take) {
        GoodCounts after = turn_.hand;
        for (Card card : take)
            ++after[*good_of(card)];
        double value = -taste_.turn_worth;
        for (Good good : all_goods)
            value += worth(good, after[good]) - worth(good, turn_.hand[good]);
        Payment left = payment_for(turn_, take);
        ExchangeCards give;
        while (give.size() < take.size()) {
            const auto goods = cheapest(left.goods);
            if (left.camels > 0 && (!goods || goods->second > taste_.camel_worth)) {
                --left.camels;
                give.push_back(Card::Camel);
                value -= taste_.camel_worth;
            } else if (goods) {
                const auto [good, price] = *goods;
                --left.goods[good];
                give.push_back(card_of(good));
                value -= price;
            } else {
                return; // not enough to give
            }
        }
        if (const Exchange exchange{take, give}; !check(turn_, exchange))
            weigh(exchange, value);
    }

    // The good whose next card is worth least, and that worth.
    std::optional<std::pair<Good, double>> cheapest(const GoodCounts& cards) const {
        std::optional<std::pair<Good, double>> best;
        for (Good good : all_goods) {
            if (cards[good] == 0)
                continue;
            const double price = worth(good, cards[good]) - worth(good, cards[good] - 1);
            if (!best || price < best->second)
                best = {good, price};
        }
        return best;
    }

    const Turn& turn_;
    const Taste& taste_;
    Dice* dice_;
    // What this many cards of a good are worth; an exchange adds cards before it removes some.
    PerGood<std::array<double, hand_limit + market_size + 1>> worth_{};
    std::optional<Action> best_;
    double best_value_ = 0;
};

} // namespace

Action choose_greedily(const Turn& turn) {
    const Taste taste;
    return Greedy(turn, taste, nullptr).choose();
}

Action choose_greedily(const Turn& turn, const Taste& taste, Dice& dice) {
    return Greedy(turn, taste, &dice).choose();
}

} // namespace jaipur::bots
