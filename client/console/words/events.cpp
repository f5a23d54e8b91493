// What happens at the table.
#include "client/console/safe_text.hpp"
#include "client/console/translation.hpp"
#include "client/console/words/words.hpp"

namespace jaipur::client::words {

namespace {

std::string refill_in_words(const FixedVector<Card, market_size>& refill) {
    if (refill.empty())
        return _("The deck is empty.");
    return _("The market got {0}.", words::cards(refill));
}

std::string bonus_in_words(const protocol::ObservedBonus& bonus) {
    const std::string tier = words::tier(bonus.tier);
    return bonus.value ? _("and got a bonus token for {0}, worth {1}", tier, *bonus.value)
                       : _("and got a bonus token for {0}, value hidden", tier);
}

struct EventWords {
    const PlayerNames& names;

    LogLine line(std::optional<Seat> seat, std::string words) const {
        return {LogLine::Kind::Game, seat, std::move(words)};
    }

    bool is_you(Seat seat) const { return names.you == seat; }

    LogLine operator()(const RoundStarted& event) const {
        return line(std::nullopt,
                    is_you(event.starter)
                        ? _("Round {0} begins. You start.", event.round)
                        : _("Round {0} begins. {1} starts.", event.round, names.of[event.starter]));
    }

    std::string took(Seat seat, const std::string& what) const {
        return is_you(seat) ? _("You took {0}.", what) : _("{0} took {1}.", names.of[seat], what);
    }

    LogLine operator()(const Took& event) const {
        return line(event.seat,
                    took(event.seat, counted(event.card, 1)) + " " + refill_in_words(event.refill));
    }

    LogLine operator()(const TookCamels& event) const {
        return line(event.seat, took(event.seat, counted(Card::Camel, event.count)) + " " +
                                    refill_in_words(event.refill));
    }

    LogLine operator()(const Exchanged& event) const {
        const std::string took = words::cards(event.took), gave = words::cards(event.gave);
        return line(event.seat, is_you(event.seat) ? _("You took {0} and gave {1}.", took, gave)
                                                   : _("{0} took {1} and gave {2}.",
                                                       names.of[event.seat], took, gave));
    }

    LogLine operator()(const protocol::ObservedSold& event) const {
        return line(event.seat, sale(event));
    }

    std::string sale(const protocol::ObservedSold& sold) const {
        const std::string cards = counted(card_of(sold.good), sold.count),
                          &name = names.of[sold.seat];
        const bool mine = is_you(sold.seat);
        if (sold.tokens.empty() && !sold.bonus)
            return mine ? _("You sold {0} for nothing: no token was left.", cards)
                        : _("{0} sold {1} for nothing: no token was left.", name, cards);
        const std::string value =
            sold.tokens.empty() ? _("nothing: no token was left") : sum(sold.tokens);
        if (!sold.bonus)
            return mine ? _("You sold {0} for {1}.", cards, value)
                        : _("{0} sold {1} for {2}.", name, cards, value);
        const std::string bonus = bonus_in_words(*sold.bonus);
        return mine ? _("You sold {0} for {1} {2}.", cards, value, bonus)
                    : _("{0} sold {1} for {2} {3}.", name, cards, value, bonus);
    }

    // The ends of rounds and matches are told with their results.
    LogLine operator()(const RoundEnded&) const { return line(std::nullopt, {}); }

    LogLine operator()(const MatchEnded&) const { return line(std::nullopt, {}); }
};

const RoundResult* result_of(const RoundEnded& event, const protocol::View& view) {
    const std::size_t at = static_cast<std::size_t>(event.round) - 1;
    return view.result && at < view.result->rounds.size() ? &view.result->rounds[at] : nullptr;
}

} // namespace

std::vector<LogLine> event(const protocol::ObservedEvent& event, const protocol::View& view,
                           const PlayerNames& names) {
    if (const auto* end = std::get_if<RoundEnded>(&event)) {
        if (is_from_outside(end->reason))
            return {}; // the end of the match says it
        const RoundResult* result = result_of(*end, view);
        return result ? round(*result, end->round, view, names) : std::vector<LogLine>{};
    }
    if (const auto* end = std::get_if<MatchEnded>(&event))
        return {{LogLine::Kind::Game, end->winner, match({end->winner, end->reason}, view, names)}};
    return {std::visit(EventWords{names}, event)};
}

} // namespace jaipur::client::words
