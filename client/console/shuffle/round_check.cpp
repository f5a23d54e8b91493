#include "client/console/shuffle/round_check.hpp"

#include <algorithm>
#include <array>

namespace jaipur::client::shuffle {

namespace {

// The table as it must have been, with everything hidden open.
class Retold {
  public:
    explicit Retold(const protocol::Shuffle& shuffle) : shuffle_(shuffle) {
        for (const Seat seat : all_seats) // R4
            for (int i = 0; i < 5; ++i)
                hold(seat, *draw());
        for (auto& slot : market_)
            slot = &slot - market_.data() < 3 ? Card::Camel : draw();
    }

    // Each says what does not fit; empty: fits.
    std::string operator()(const protocol::ObservedRoundStarted&) { return {}; }

    std::string operator()(const protocol::ObservedTook& event) {
        if (!take(event.card))
            return "a card was taken that did not lie in the market";
        hold(event.seat, event.card);
        return refill(event.refill);
    }

    std::string operator()(const protocol::ObservedTookCamels& event) {
        std::uint8_t camels = 0;
        while (take(Card::Camel))
            ++camels;
        if (camels != event.count)
            return "another number of camels was taken than lay in the market";
        herds_[event.seat] = static_cast<std::uint8_t>(herds_[event.seat] + camels);
        return refill(event.refill);
    }

    std::string operator()(const protocol::ObservedExchanged& event) {
        if (event.took.size() != event.gave.size())
            return "an exchange gave another number of cards than it took";
        for (const Card card : event.gave)
            if (!give(event.seat, card))
                return "a card was given that had not been dealt";
        std::array<std::optional<Card>, 5> coming{};
        for (std::size_t i = 0; i < event.took.size(); ++i) {
            const std::optional<std::size_t> slot = take(event.took[i]);
            if (!slot)
                return "a card was taken that did not lie in the market";
            coming[*slot] = event.gave[i];
            hold(event.seat, event.took[i]);
        }
        for (std::size_t slot = 0; slot < market_.size(); ++slot)
            if (coming[slot])
                market_[slot] = coming[slot];
        return {};
    }

    std::string operator()(const protocol::ObservedSold& event) {
        for (int i = 0; i < event.count; ++i)
            if (!give(event.seat, card_of(event.good)))
                return "a card was sold that had not been dealt";
        if (!event.bonus)
            return {};
        const std::optional<std::uint8_t> value = draw_bonus(event.bonus->tier);
        if (!value)
            return "more bonus tokens were given than there are";
        if (event.bonus->value && event.bonus->value != value)
            return "a bonus token had another worth";
        bonus_[event.seat].push_back({event.bonus->tier, value});
        return {};
    }

    std::string operator()(const protocol::ObservedRoundEnded&) { return {}; }

    std::string operator()(const protocol::ObservedMatchEnded&) { return {}; }

    std::string compare(const TimedView& view_then) const {
        if (view_then.deck != shuffle_.deck.size() - next_)
            return "the deck held another number of cards";
        if (!std::equal(view_then.market.begin(), view_then.market.end(), market_.begin(),
                        market_.end()))
            return "other cards lay in the market";
        for (const Seat seat : all_seats) {
            const protocol::ObservedTrader& trader = view_then.traders[seat];
            if (trader.hand_size != total(hands_[seat]))
                return "a hand had another size";
            if (trader.hand && *trader.hand != hands_[seat])
                return "a hand held other cards";
            if (trader.herd && *trader.herd != herds_[seat])
                return "a herd had another size";
            if (!same_bonus(trader, seat))
                return "bonus tokens had another worth";
        }
        return {};
    }

    std::string compare(const RoundResult& result) const {
        for (const Seat seat : all_seats) {
            if (result.traders[seat].hand != hands_[seat])
                return "a hand laid open at the end held other cards";
            if (result.traders[seat].herd != herds_[seat])
                return "a herd laid open at the end had another size";
        }
        return {};
    }

  private:
    std::optional<Card> draw() {
        if (next_ == shuffle_.deck.size())
            return std::nullopt;
        return shuffle_.deck[next_++];
    }

    // A hand or a herd: wherever cards of this kind are kept.
    std::uint8_t& kept(Seat seat, Card card) {
        const std::optional<Good> good = good_of(card);
        return good ? hands_[seat][*good] : herds_[seat];
    }

    void hold(Seat seat, Card card) { ++kept(seat, card); }

    bool give(Seat seat, Card card) {
        std::uint8_t& cards = kept(seat, card);
        if (cards == 0)
            return false;
        --cards;
        return true;
    }

    // The leftmost slot with such a card, which is then a gap.
    std::optional<std::size_t> take(Card card) {
        const auto slot = std::find(market_.begin(), market_.end(), std::optional(card));
        if (slot == market_.end())
            return std::nullopt;
        slot->reset();
        return static_cast<std::size_t>(slot - market_.begin());
    }

    // Fills the gaps from the left; `told` is what the server said came.
    std::string refill(const FixedVector<Card, 5>& told) {
        FixedVector<Card, 5> came;
        for (auto& slot : market_)
            if (!slot) {
                slot = draw();
                if (slot)
                    came.push_back(*slot);
            }
        if (!(came == told))
            return "the market was filled with other cards than those on top of the deck";
        return {};
    }

    std::optional<std::uint8_t> draw_bonus(BonusTier tier) {
        const auto top = [&](const auto& pile) -> std::optional<std::uint8_t> {
            if (bonus_taken_[tier] == pile.size())
                return std::nullopt;
            return pile[bonus_taken_[tier]++];
        };
        return tier == BonusTier::Three  ? top(shuffle_.bonus3)
               : tier == BonusTier::Four ? top(shuffle_.bonus4)
                                         : top(shuffle_.bonus5);
    }

    bool same_bonus(const protocol::ObservedTrader& trader, Seat seat) const {
        const auto& mine = bonus_[seat];
        return std::equal(
            trader.bonus_tokens.begin(), trader.bonus_tokens.end(), mine.begin(), mine.end(),
            [](const protocol::ObservedBonus& seen, const protocol::ObservedBonus& retold) {
                return seen.tier == retold.tier && (!seen.value || seen.value == retold.value);
            });
    }

    const protocol::Shuffle& shuffle_;
    std::size_t next_ = 0; // of the deck
    std::array<std::optional<Card>, 5> market_{};
    PerSeat<GoodCounts> hands_;
    PerSeat<std::uint8_t> herds_;
    PerTier<std::size_t> bonus_taken_;
    PerSeat<std::vector<protocol::ObservedBonus>> bonus_;
};

} // namespace

std::string round_mismatch(const SeenRound& seen, const protocol::Shuffle& shuffle) {
    Retold table(shuffle);
    auto view_then = seen.views.begin();
    for (std::size_t told = 0; told <= seen.events.size(); ++told) {
        for (; view_then != seen.views.end() && view_then->after == told; ++view_then)
            if (std::string wrong = table.compare(*view_then); !wrong.empty())
                return wrong;
        if (told < seen.events.size())
            if (std::string wrong = std::visit(table, seen.events[told]); !wrong.empty())
                return wrong;
    }
    return seen.result ? table.compare(*seen.result) : std::string();
}

} // namespace jaipur::client::shuffle
