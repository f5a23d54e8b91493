// How rounds and matches came out, and why they ended.
#include "client/console/translation.hpp"
#include "client/console/words/words.hpp"

namespace jaipur::client::words {

using std::to_string;

namespace {

std::string counted_worth(const TraderResult& trader, bool camels) {
    const std::string rupees = words::rupees(trader.rupees),
                      goods = n_("{0} goods token", "{0} goods tokens", trader.goods_tokens),
                      bonus = n_("{0} bonus token", "{0} bonus tokens", trader.bonus_tokens);
    return camels ? _("{0}, from {1}, {2} and the camel token", rupees, goods, bonus)
                  : _("{0}, from {1} and {2}", rupees, goods, bonus);
}

// A trader's tokens in a view that shows all of them.
std::string tokens_of(const protocol::ObservedTrader& trader) {
    std::string result = goods_tokens(trader), bonus;
    for (const protocol::ObservedBonus& token : trader.bonus_tokens)
        bonus += " " + words::worth_of(token);
    if (!bonus.empty())
        result += (result.empty() ? "" : "; ") + p_("tokens", "bonus") + bonus;
    return result;
}

// Who won the round and how (R16, R17).
std::string outcome_of(const RoundResult& round, const PlayerNames& names) {
    if (!round.winner)
        return _("It's a draw, because every tie-break is equal: nobody gets the seal.");
    const Seat winner = *round.winner;
    const TraderResult& best = round.traders[winner];
    const TraderResult& second = round.traders[other(winner)];
    const std::string rupees = words::rupees(second.rupees), &who = names.of[winner];
    const bool mine = names.you == winner;
    if (best.rupees != second.rupees)
        return mine ? _("You win the seal with {0} to {1}.", best.rupees, rupees)
                    : _("{0} wins the seal with {1} to {2}.", who, best.rupees, rupees);
    if (best.bonus_tokens != second.bonus_tokens)
        return mine ? _("You win the seal with more bonus tokens (both have {0}).", rupees)
                    : _("{0} wins the seal with more bonus tokens (both have {1}).", who, rupees);
    return mine ? _("You win the seal with more goods tokens (both have {0} and as many bonus "
                    "tokens).",
                    rupees)
                : _("{0} wins the seal with more goods tokens (both have {1} and as many bonus "
                    "tokens).",
                    who, rupees);
}

std::string account_of(const RoundResult& round, Seat seat, const PlayerNames& names,
                       const std::string& tokens) {
    const TraderResult& trader = round.traders[seat];
    const std::string who = names.you == seat ? p_("a player", "You") : names.of[seat];
    std::string line = _("{0}: {1}.", who, counted_worth(trader, round.camel_token == seat)) + " ";
    if (!tokens.empty())
        line += _("Tokens: {0}.", tokens) + " ";
    return line + _("Camels: {0}. Left in hand: {1}.", trader.herd, goods(trader.hand));
}

} // namespace

std::string end_reason(EndReason reason) {
    switch (reason) {
    case EndReason::Tokens:
        return _("three kinds of goods tokens are gone");
    case EndReason::Deck:
        return _("the deck can't fill the market");
    case EndReason::Stalled:
        return _("{0} exchanges in a row", exchanges_until_stalled);
    case EndReason::Seals:
        return _("won on seals");
    case EndReason::Abandoned:
        return _("it was abandoned");
    case EndReason::Resigned:
    case EndReason::Timeout:
    case EndReason::Claimed:
        break; // see below
    }
    return "";
}

std::string outside_reason(EndReason reason, Seat loser, const PlayerNames& names) {
    const std::string& who = names.of[loser];
    const bool mine = names.you == loser;
    switch (reason) {
    case EndReason::Resigned:
        return mine ? _("You resigned.") : _("{0} resigned.", who);
    case EndReason::Timeout:
        return mine ? _("You ran out of time.") : _("{0} ran out of time.", who);
    case EndReason::Claimed:
        return mine ? _("You took too long.") : _("{0} took too long.", who);
    case EndReason::Tokens:
    case EndReason::Deck:
    case EndReason::Stalled:
    case EndReason::Seals:
    case EndReason::Abandoned:
        break;
    }
    return "";
}

std::string seals(const protocol::View& view, const PlayerNames& names) {
    const auto name = [&](Seat seat) { return names.you == seat ? _("you") : names.of[seat]; };
    return _("Seals: {0} {1}, {2} {3}.", name(Seat::Zero), view.players[Seat::Zero].seals,
             name(Seat::One), view.players[Seat::One].seals);
}

std::vector<LogLine> round(const RoundResult& round, int number, const protocol::View& view,
                           const PlayerNames& names) {
    const bool is_shown =
        view.round == number && (view.phase == Phase::RoundOver || view.phase == Phase::MatchOver);
    std::vector<LogLine> lines{{LogLine::Kind::Game, round.winner,
                                _("Round {0} is over: {1}.", number, end_reason(round.reason)) +
                                    " " + outcome_of(round, names)}};
    for (const Seat seat : all_seats)
        lines.push_back(
            {LogLine::Kind::Account, seat,
             account_of(round, seat, names, is_shown ? tokens_of(view.players[seat]) : "")});
    if (is_shown && view.phase == Phase::RoundOver) // the end of the match says it otherwise
        lines.push_back({LogLine::Kind::Account, std::nullopt, seals(view, names)});
    return lines;
}

std::string match(const MatchResult& result, const protocol::View& view, const PlayerNames& names) {
    if (!result.winner)
        return _("The match was abandoned. Nobody won it.");
    const Seat winner = *result.winner;
    const Seat loser = other(winner);
    const std::string& who = names.of[winner];
    const bool mine = names.you == winner;
    if (is_from_outside(result.reason))
        return outside_reason(result.reason, loser, names) + " " +
               (mine ? _("You win the match.") : _("{0} wins the match.", who));
    const std::string seals = words::seals(view.players[winner].seals);
    return mine ? _("You win the match, {0} to {1}. You are the Maharaja's own trader!", seals,
                    view.players[loser].seals)
                : _("{0} wins the match, {1} to {2}. {0} is the Maharaja's own trader!", who, seals,
                    view.players[loser].seals);
}

std::string kind_word() {
    return _("Well traded. The Maharaja will remember you next time.");
}

std::string with_match(std::string command, std::string_view match_id) {
    constexpr std::string_view placeholder = "MATCH";
    if (const auto at = command.find(placeholder); at != std::string::npos)
        command.replace(at, placeholder.size(), match_id);
    return command;
}

std::optional<std::size_t> command_in(std::string_view sentence) {
    const std::string before = " " + p_("before a command", "run:") + " ";
    const auto at = sentence.find(before);
    return at == std::string_view::npos ? std::nullopt : std::optional(at + before.size());
}

} // namespace jaipur::client::words
