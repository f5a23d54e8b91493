// How rounds and matches came out.
#include "client/console/words/words.hpp"

namespace jaipur::client::words {

using std::to_string;

namespace {

std::string worth_of(const TraderResult& trader) {
    return number_of(trader.rupees, "rupee") + ", from " +
           number_of(trader.goods_tokens, "goods token") + " and " +
           number_of(trader.bonus_tokens, "bonus token");
}

// A trader's tokens in a view that shows all of them.
std::string tokens_of(const protocol::ObservedTrader& trader) {
    std::string result = goods_tokens(trader), bonus;
    for (const protocol::ObservedBonus& token : trader.bonus_tokens)
        bonus += " " + words::worth_of(token);
    if (!bonus.empty())
        result += (result.empty() ? "bonus" : "; bonus") + bonus;
    return result;
}

// Who won the round and how (R16, R17).
std::string outcome_of(const RoundResult& round, const PlayerNames& names) {
    if (!round.winner)
        return "It's a draw, because every tie-break is equal: nobody gets the seal.";
    const Seat winner = *round.winner;
    const TraderResult& best = round.traders[winner];
    const TraderResult& second = round.traders[other(winner)];
    const std::string rupees = number_of(second.rupees, "rupee");
    const std::string who = names.begin(winner) + (names.you == winner ? " win" : " wins");
    if (best.rupees != second.rupees)
        return who + " the seal with " + to_string(best.rupees) + " to " + rupees + ".";
    if (best.bonus_tokens != second.bonus_tokens)
        return who + " the seal with more bonus tokens (both have " + rupees + ").";
    return who + " the seal with more goods tokens (both have " + rupees +
           " and as many bonus tokens).";
}

} // namespace

std::string seals(const protocol::View& view, const PlayerNames& names) {
    return "Seals: " + names.name(Seat::Zero) + " " + to_string(view.players[Seat::Zero].seals) +
           ", " + names.name(Seat::One) + " " + to_string(view.players[Seat::One].seals) + ".";
}

std::vector<LogLine> round(const RoundResult& round, int number, const protocol::View& view,
                           const PlayerNames& names) {
    const bool is_shown =
        view.round == number && (view.phase == Phase::RoundOver || view.phase == Phase::MatchOver);
    std::vector<LogLine> lines{{LogLine::Kind::Game, round.winner,
                                "Round " + to_string(number) + " is over: " +
                                    end_reason(round.reason) + ". " + outcome_of(round, names)}};
    for (const Seat seat : all_seats) {
        const TraderResult& trader = round.traders[seat];
        std::string line = names.begin(seat) + ": " + worth_of(trader);
        if (round.camel_token == seat)
            line += " and the camel token";
        line += ". ";
        if (is_shown)
            if (const std::string tokens = tokens_of(view.players[seat]); !tokens.empty())
                line += "Tokens: " + tokens + ". ";
        line += "Camels: " + to_string(trader.herd) + ". Left in hand: " + goods(trader.hand) + ".";
        lines.push_back({LogLine::Kind::Account, seat, line});
    }
    if (is_shown && view.phase == Phase::RoundOver) // the end of the match says it otherwise
        lines.push_back({LogLine::Kind::Account, std::nullopt, seals(view, names)});
    return lines;
}

std::string match(const MatchResult& result, const protocol::View& view, const PlayerNames& names) {
    if (!result.winner)
        return "The match was abandoned. Nobody won it.";
    const Seat winner = *result.winner;
    const Seat loser = other(winner);
    const std::string who = names.begin(winner) + (names.you == winner ? " win" : " wins");
    if (is_from_outside(result.reason))
        return end_reason(result.reason, names.begin(loser)) + ". " + who + " the match.";
    return who + " the match, " + number_of(view.players[winner].seals, "seal") + " to " +
           to_string(view.players[loser].seals) + ". " +
           (names.you == winner ? "You are" : names.of[winner] + " is") +
           " the Maharaja's own trader!";
}

std::string with_match(std::string command, std::string_view match_id) {
    constexpr std::string_view placeholder = "MATCH";
    if (const auto at = command.find(placeholder); at != std::string::npos)
        command.replace(at, placeholder.size(), match_id);
    return command;
}

} // namespace jaipur::client::words
