// What happens at the table.
#include "client/console/safe_text.hpp"
#include "client/console/words/words.hpp"

namespace jaipur::client::words {

using std::to_string;

namespace {

std::string refill_in_words(const FixedVector<Card, market_size>& refill) {
    if (refill.empty())
        return " The deck is empty.";
    return " The market got " + words::cards(refill) + ".";
}

std::string sale_in_words(const protocol::ObservedSold& sold, const PlayerNames& names) {
    std::string result =
        names.begin(sold.seat) + " sold " + counted(card_of(sold.good), sold.count);
    result += sold.tokens.empty() ? " for nothing: no token was left" : " for " + sum(sold.tokens);
    if (sold.bonus)
        result +=
            " and got a bonus token for " + words::tier(sold.bonus->tier) +
            (sold.bonus->value ? ", worth " + to_string(*sold.bonus->value) : ", value hidden");
    return result + ".";
}

struct EventWords {
    const PlayerNames& names;

    LogLine line(std::optional<Seat> seat, std::string words) const {
        return {LogLine::Kind::Game, seat, std::move(words)};
    }

    LogLine operator()(const RoundStarted& event) const {
        return line(std::nullopt, "Round " + to_string(event.round) + " begins. " +
                                      names.begin(event.starter) +
                                      (names.you == event.starter ? " start." : " starts."));
    }

    LogLine operator()(const Took& event) const {
        return line(event.seat, names.begin(event.seat) + " took " + counted(event.card, 1) + "." +
                                    refill_in_words(event.refill));
    }

    LogLine operator()(const TookCamels& event) const {
        return line(event.seat, names.begin(event.seat) + " took " +
                                    counted(Card::Camel, event.count) + "." +
                                    refill_in_words(event.refill));
    }

    LogLine operator()(const Exchanged& event) const {
        return line(event.seat, names.begin(event.seat) + " took " + words::cards(event.took) +
                                    " and gave " + words::cards(event.gave) + ".");
    }

    LogLine operator()(const protocol::ObservedSold& event) const {
        return line(event.seat, sale_in_words(event, names));
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

std::string end_reason(EndReason reason, std::string_view loser) {
    const std::string who(loser);
    switch (reason) {
    case EndReason::Tokens:
        return "three kinds of goods tokens are gone";
    case EndReason::Deck:
        return "the deck can't fill the market";
    case EndReason::Stalled:
        return to_string(exchanges_until_stalled) + " exchanges in a row";
    case EndReason::Seals:
        return "won on seals";
    case EndReason::Resigned:
        return who + " resigned";
    case EndReason::Timeout:
        return who + " ran out of time";
    case EndReason::Claimed:
        return who + " took too long";
    case EndReason::Abandoned:
        return "it was abandoned";
    }
    return "";
}

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
