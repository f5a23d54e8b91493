#include "protocol/round_check.hpp"

#include "common/rules.hpp"
#include "common/scoring.hpp"
#include "common/state.hpp"

#include <algorithm>
#include <variant>

namespace jaipur::protocol {

namespace {

constexpr const char* other_camels = "the number of camels taken is not that in the market";
constexpr const char* other_refill = "the market was not filled with the top cards of the deck";

const char* in_words(const Refusal& refusal) {
    switch (refusal.error) {
    case RuleError::NotInMarket:
        return "a card was taken that was not in the market";
    case RuleError::NoCamels:
        return other_camels;
    case RuleError::ExchangeUnequal:
        return "an exchange gave more or fewer cards than it took";
    case RuleError::NotInHand:
    case RuleError::HerdTooSmall:
        return refusal.rule == "R11" ? "a card was sold that had not been dealt"
                                     : "a card was given that had not been dealt";
    case RuleError::NotPlaying:
    case RuleError::NotYourTurn:
    case RuleError::ExchangeTooSmall:
    case RuleError::ExchangeTakesCamel:
    case RuleError::ExchangeSameGood:
    case RuleError::HandLimit:
    case RuleError::SaleTooSmall:
        break;
    }
    return "an illegal action was played";
}

bool same_bonus(const ObservedBonus& seen, const BonusToken& token) {
    return seen.tier == token.tier && (!seen.value || seen.value == token.value);
}

// Plays the round again, and keeps the first mismatch.
class Replayed {
  public:
    Replayed(const Deal& deal, Seat starter) : state_(set_up(deal, starter)) {}

    void operator()(const RoundStarted&) {}

    void operator()(const Took& seen) {
        if (const auto* took = play<Took>(seen.seat, Take{seen.card}))
            expect(took->refill == seen.refill, other_refill);
    }

    void operator()(const TookCamels& seen) {
        if (const auto* took = play<TookCamels>(seen.seat, TakeCamels{})) {
            expect(took->count == seen.count, other_camels);
            expect(took->refill == seen.refill, other_refill);
        }
    }

    void operator()(const Exchanged& seen) {
        play<Exchanged>(seen.seat, Exchange{seen.took, seen.gave});
    }

    void operator()(const ObservedSold& seen) {
        const auto* sold = play<Sold>(seen.seat, Sell{seen.good, seen.count});
        if (!sold)
            return;
        expect(seen.tokens == sold->tokens, "a sale took other tokens than the top of the pile");
        expect(sold->bonus || !seen.bonus, "more bonus tokens were given than there are");
        expect(seen.bonus || !sold->bonus, "a bonus token was withheld");
        expect(!seen.bonus || !sold->bonus || same_bonus(*seen.bonus, *sold->bonus),
               "a bonus token had a different value");
    }

    void operator()(const RoundEnded& seen) {
        expect(can_end(seen.reason), "the round ended for a different reason");
        expect(seen.winner == scored(seen.reason).winner, "the seal went to the wrong player");
    }

    void operator()(const MatchEnded&) {}

    void compare(const TimedView& view) {
        expect(view.deck == deck_left(state_), "the deck had a different size");
        expect(std::ranges::equal(view.market, state_.market), "the market held different cards");
        for (const Seat seat : all_seats) {
            const ObservedTrader& seen = view.traders[seat];
            const Trader& trader = state_.traders[seat];
            expect(seen.hand_size == total(trader.hand), "a hand had a different size");
            expect(!seen.hand || *seen.hand == trader.hand, "a hand held different cards");
            expect(!seen.herd || *seen.herd == trader.herd, "a herd had a different size");
            expect(seen.goods_tokens == trader.goods_tokens, "a player had different goods tokens");
            expect(std::ranges::equal(seen.bonus_tokens, trader.bonus_tokens, same_bonus),
                   "bonus tokens had different values");
        }
    }

    void compare(const RoundResult& result) {
        for (const Seat seat : all_seats) {
            const TraderResult& seen = result.traders[seat];
            const Trader& trader = state_.traders[seat];
            expect(seen.hand == trader.hand, "a hand revealed at the end held different cards");
            expect(seen.herd == trader.herd, "a herd revealed at the end had a different size");
        }
        expect(can_end(result.reason), "the result has a different reason");
        expect(result == scored(result.reason), "the round was scored wrongly");
    }

    const std::string& wrong() const { return wrong_; }

  private:
    void expect(bool fits, const char* otherwise) {
        if (!fits && wrong_.empty())
            wrong_ = otherwise;
    }

    bool can_end(EndReason reason) const {
        return state_.ended ? reason == state_.ended : is_from_outside(reason);
    }

    RoundResult scored(EndReason reason) const {
        return state_.ended ? score(state_) : score_cut_short(state_, reason);
    }

    // The event that follows by the rules; null if they refuse the action.
    template <class Happened>
    const Happened* play(Seat seat, const Action& action) {
        event_ = apply(state_, seat, action);
        if (event_)
            return &std::get<Happened>(*event_);
        expect(false, in_words(event_.error()));
        return nullptr;
    }

    State state_;
    Result<Event, Refusal> event_ = Refusal{};
    std::string wrong_;
};

} // namespace

std::string round_mismatch(const SeenRound& seen, const Proof& proof) {
    const auto* start =
        seen.events.empty() ? nullptr : std::get_if<RoundStarted>(&seen.events.front());
    if (start == nullptr)
        return "the start of the round is missing";
    Replayed round(shuffle_round(proof.server_seed, proof.transcript, seen.number), start->starter);
    auto view = seen.views.begin();
    for (std::size_t told = 0; told <= seen.events.size() && round.wrong().empty(); ++told) {
        for (; view != seen.views.end() && view->after == told; ++view)
            round.compare(*view);
        if (told < seen.events.size())
            std::visit(round, seen.events[told]);
    }
    if (seen.result)
        round.compare(*seen.result);
    return round.wrong();
}

} // namespace jaipur::protocol
