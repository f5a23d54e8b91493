// Rooms, their players, and the results of rounds and matches.
#include "client/console/safe_text.hpp"
#include "client/console/words/words.hpp"

#include <algorithm>

namespace jaipur::client::words {

using std::to_string;

namespace {

constexpr std::size_t longest_name = 40;

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

std::string seals_to_win(const protocol::RoomOptions& options) {
    return number_of(options.seals, "seal") +
           (options.seals == 1 ? " wins the match." : " win the match.");
}

std::string seals(const protocol::View& view, const PlayerNames& names) {
    return "Seals: " + names.name(Seat::Zero) + " " + to_string(view.players[Seat::Zero].seals) +
           ", " + names.name(Seat::One) + " " + to_string(view.players[Seat::One].seals) + ".";
}

protocol::RoomInfo made_safe(protocol::RoomInfo room) {
    room.room = safe(room.room, longest_name);
    for (auto& player : room.players.values)
        if (player) {
            player->name = safe(player->name, longest_name);
            if (player->bot)
                player->bot = safe(*player->bot, longest_name);
        }
    return room;
}

protocol::RoomList made_safe(protocol::RoomList rooms) {
    for (protocol::RoomListing& listing : rooms.rooms) {
        listing.room = safe(listing.room, longest_name);
        for (auto& player : listing.names.values)
            if (player)
                player = safe(*player, longest_name);
    }
    return rooms;
}

protocol::Chat made_safe(protocol::Chat chat) {
    if (chat.name)
        chat.name = safe(*chat.name, longest_name);
    chat.text = safe(chat.text);
    return chat;
}

protocol::SpectatorList made_safe(protocol::SpectatorList list) {
    for (protocol::Spectator& spectator : list.spectators)
        if (spectator.name)
            spectator.name = safe(*spectator.name, longest_name);
    return list;
}

std::string turn(const Model& model) {
    if (!model.room || !model.view)
        return std::string(not_in_a_room);
    const PlayerNames names = player_names(model);
    switch (model.view->phase) {
    case Phase::Waiting:
        if (!model.room->players[Seat::Zero] || !model.room->players[Seat::One])
            return "Waiting for a second player.";
        return "Waiting for both players to be ready.";
    case Phase::Playing:
        if (!model.view->turn)
            return "";
        return model.view->turn == names.you ? "It is your turn."
                                             : "It is " + names.of[*model.view->turn] + "'s turn.";
    case Phase::RoundOver:
        return "The round is over. The next one begins when both players are ready.";
    case Phase::MatchOver:
        return "The match is over.";
    }
    return "";
}

namespace {

std::string agreement_change(const protocol::RoomPlayer& player, bool mine) {
    const std::string who = mine ? "You" : player.name;
    return player.agreed
               ? who + " agreed to the spectator delay."
               : "No spectator delay: " + who + (mine ? " haven't agreed." : " hasn't agreed.");
}

bool was_away_too_long(const protocol::RoomPlayer& player) {
    return player.claim_in.value_or(1) <= 0;
}

// The opponent of the player in this seat can claim the win.
LogLine claimable(const protocol::RoomInfo& room, Seat seat, std::optional<Seat> you) {
    const protocol::RoomPlayer& player = *room.players[seat];
    const auto& opponent = room.players[other(seat)];
    const std::string time = duration(patience_of(room.options));
    LogLine line{LogLine::Kind::Warning, seat, {}};
    if (you == seat) {
        line.text = "Your time for this move (" + time +
                    ") is up: your opponent can claim the win. You can still move.";
        return line;
    }
    const bool mine = you.has_value();
    const std::string who = mine ? "you" : opponent ? opponent->name : "the opponent";
    line.text = (player.overdue ? player.name + " has taken more than " + time + " for this move: "
                                : player.name + " has been away too long: ") +
                who + " can claim the win.";
    line.to_type = mine ? "Type claim." : "";
    return line;
}

// What changed for a seat that was occupied before and after.
void player_changes(std::vector<LogLine>& lines, Seat seat, const protocol::RoomPlayer& before,
                    const protocol::RoomInfo& room, std::optional<Seat> you) {
    const protocol::RoomPlayer& after = *room.players[seat];
    const bool mine = you == seat;
    const auto say = [&](LogLine::Kind kind, std::string words, std::string to_type = {}) {
        lines.push_back({kind, seat, std::move(words), std::move(to_type)});
    };
    if (before.name != after.name) {
        say(LogLine::Kind::Notice, before.name + " left, and " + after.name + " took the seat.");
        return;
    }
    if (before.connected && !after.connected && !mine)
        say(LogLine::Kind::Warning,
            after.name + " is away." +
                (after.claim_in ? " Time left to come back: " +
                                      words::clock(std::chrono::milliseconds(*after.claim_in)) + "."
                                : ""));
    if (!before.connected && after.connected && !mine)
        say(LogLine::Kind::Notice, after.name + " is back.");
    const bool too_long = was_away_too_long(after) && !mine;
    if ((too_long && !was_away_too_long(before)) || (after.overdue && !before.overdue))
        lines.push_back(claimable(room, seat, you));
    // Before a match, it goes without saying, unless the player had something to decide.
    const bool decided = room.phase != Phase::Waiting || offers_delay(room.options);
    if (!before.ready && after.ready && !after.bot && decided && !mine)
        say(LogLine::Kind::Notice, after.name + " is ready.");
    if (after.missed_reveals > before.missed_reveals)
        say(LogLine::Kind::Warning, missed_reveals(after, mine));
    if (before.agreed != after.agreed && !after.bot)
        say(LogLine::Kind::Notice, agreement_change(after, mine));
    if (!before.rematch && after.rematch && !after.bot)
        say(LogLine::Kind::Notice,
            mine ? "You asked for a rematch." : after.name + " asks for a rematch.",
            you && !mine ? "Type rematch to play again." : "");
}

std::string spectators_in_words(int count) {
    return count == 0   ? "Nobody is watching any more."
           : count == 1 ? "One spectator is watching."
                        : to_string(count) + " spectators are watching.";
}

} // namespace

std::vector<LogLine> room_changes(const std::optional<protocol::RoomInfo>& before,
                                  const protocol::RoomInfo& after, std::optional<Seat> you) {
    std::vector<LogLine> lines;
    for (const Seat seat : all_seats) {
        const bool mine = you == seat;
        const auto& now = after.players[seat];
        const std::optional<protocol::RoomPlayer> then =
            before ? before->players[seat] : std::nullopt;
        if (then && now)
            player_changes(lines, seat, *then, after, you);
        else if (then)
            lines.push_back({LogLine::Kind::Notice, seat, then->name + " left the room."});
        else if (now && !mine)
            lines.push_back({LogLine::Kind::Notice, seat,
                             now->name + (before ? " joined." : " is here.") +
                                 (now->connected ? "" : " They are disconnected right now.")});
        if (!then && now && now->missed_reveals > 0)
            lines.push_back({LogLine::Kind::Warning, seat, missed_reveals(*now, mine)});
        if (!then && now && ((was_away_too_long(*now) && !mine) || now->overdue))
            lines.push_back(claimable(after, seat, you));
    }
    if (before && after.fair.aborted > before->fair.aborted)
        lines.push_back({LogLine::Kind::Warning, std::nullopt,
                         "The shuffle was cancelled: a player's part of it didn't arrive. "
                         "(Cancelled in this room so far: " +
                             to_string(after.fair.aborted) + ".)"});
    if (before && before->phase == Phase::Waiting && after.phase == Phase::Playing &&
        offers_delay(after.options))
        lines.push_back({LogLine::Kind::Notice, std::nullopt,
                         spectators_are_late(after)
                             ? "Both players agreed: spectators see both hands " +
                                   to_string(after.options.delay) + " moves late."
                             : "Spectators see both hands after each round."});
    if (before ? before->spectators != after.spectators : after.spectators > 0)
        lines.push_back(
            {LogLine::Kind::Notice, std::nullopt, spectators_in_words(after.spectators)});
    return lines;
}

LogLine chat(const protocol::Chat& chat, std::optional<Seat> you) {
    std::string who = chat.name.value_or("A spectator");
    if (!chat.seat && chat.name)
        who += " (watching)";
    if (chat.seat && chat.seat == you)
        who = "You";
    return {LogLine::Kind::Chat, chat.seat, who + ": " + chat.text};
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

std::string spectators_see(const protocol::RoomOptions& options) {
    switch (options.spectators) {
    case protocol::SpectatorMode::Public:
        return "Spectators see only face-up cards.";
    case protocol::SpectatorMode::None:
        return "No spectators.";
    case protocol::SpectatorMode::Open:
        break;
    }
    if (options.open_after == protocol::OpenAfter::Round)
        return "Spectators see both hands after each round.";
    return "Spectators see both hands " + to_string(options.delay) + " moves late" +
           (offers_delay(options) ? " if both players agree." : ".");
}

bool spectators_are_late(const protocol::RoomInfo& room) {
    const auto agreed = [&](Seat seat) { return room.players[seat] && room.players[seat]->agreed; };
    return room.options.spectators == protocol::SpectatorMode::Open &&
           (!room.options.open_after || (agreed(Seat::Zero) && agreed(Seat::One)));
}

std::string agreement(const protocol::RoomInfo& room) {
    if (!offers_delay(room.options))
        return {};
    return "Or type ready agree to let spectators see both hands " + to_string(room.options.delay) +
           " moves late in this match, if both players agree. An opponent who also watches could "
           "then know your exact hand.";
}

std::string options(const protocol::RoomOptions& options) {
    std::string result = options.is_public ? "A public room" : "A private room";
    if (options.has_password)
        result += " with a password";
    result += ". " + number_of(options.seals, "seal") + (options.seals == 1 ? " wins." : " win.");
    if (options.clock)
        result += " Clock: " + words::clock(*options.clock) + " seconds.";
    result += " " + spectators_see(options);
    if (is_played_over_days(options))
        return result + " You can come and go: only a player who takes more than " +
               duration(patience_of(options)) + " for a move can lose by it.";
    result += " A player who is away for more than " + duration(options.grace) + " in total";
    if (options.patience && !options.clock)
        result += ", or takes more than " + duration(*options.patience) + " for a move,";
    return result + " can lose the match.";
}

std::string listing(const protocol::RoomListing& listing) {
    const auto seat = [&](Seat at) { return listing.names[at].value_or("a free seat"); };
    std::string result = listing.room + ": " + seat(Seat::Zero) + " and " + seat(Seat::One);
    result += listing.phase == Phase::Waiting ? ", waiting" : ", playing";
    result += ", " + number_of(listing.seals, "seal");
    if (listing.clock)
        result += ", clock " + words::clock(*listing.clock);
    if (listing.has_password)
        result += ", with a password";
    if (listing.spectator_mode == protocol::SpectatorMode::None)
        result += ", no spectators";
    if (listing.spectator_mode == protocol::SpectatorMode::Open)
        result += ", spectators see both hands after each round";
    if (listing.spectators > 0)
        result += ", watched by " + to_string(listing.spectators);
    return result + ".";
}

std::string spectator(const protocol::Spectator& spectator) {
    return "spectator " + to_string(spectator.spectator) +
           (spectator.name ? ", " + *spectator.name : "");
}

std::string removal_question(const std::string& who) {
    const bool has_apposition = who.find(", ") != std::string::npos;
    return "Remove " + who + (has_apposition ? ", from" : " from") + " the room?";
}

} // namespace jaipur::client::words
