// The people in a room: what they do, and what they say.
#include "client/console/translation.hpp"
#include "client/console/words/words.hpp"

#include <algorithm>

namespace jaipur::client::words {

namespace {

std::string agreement_change(const protocol::RoomPlayer& player, bool mine) {
    if (player.agreed)
        return mine ? _("You agreed to the spectator delay.")
                    : _("{0} agreed to the spectator delay.", player.name);
    return mine ? _("No spectator delay: You haven't agreed.")
                : _("No spectator delay: {0} hasn't agreed.", player.name);
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
        line.text =
            _("Your time for this move ({0}) is up: your opponent can claim the win. You can "
              "still move.",
              time);
        return line;
    }
    const bool mine = you.has_value();
    line.text = player.overdue ? _("{0} has taken more than {1} for this move:", player.name, time)
                               : _("{0} has been away too long:", player.name);
    line.text += " " + (mine       ? _("you can claim the win.")
                        : opponent ? _("{0} can claim the win.", opponent->name)
                                   : _("the opponent can claim the win."));
    line.to_type = mine ? _("Type claim.") : "";
    return line;
}

std::string away(const protocol::RoomPlayer& player) {
    if (!player.claim_in)
        return _("{0} is away.", player.name);
    return _("{0} is away. Time left to come back: {1}.", player.name,
             words::clock(std::chrono::milliseconds(*player.claim_in)));
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
        say(LogLine::Kind::Notice, _("{0} left, and {1} took the seat.", before.name, after.name));
        return;
    }
    if (before.connected && !after.connected && !mine)
        say(LogLine::Kind::Warning, away(after));
    if (!before.connected && after.connected && !mine)
        say(LogLine::Kind::Notice, _("{0} is back.", after.name));
    const bool too_long = was_away_too_long(after) && !mine;
    if ((too_long && !was_away_too_long(before)) || (after.overdue && !before.overdue))
        lines.push_back(claimable(room, seat, you));
    // Before a match, it goes without saying, unless the player had something to decide.
    const bool decided = room.phase != Phase::Waiting || offers_delay(room.options);
    if (!before.ready && after.ready && !after.bot && decided && !mine)
        say(LogLine::Kind::Notice, _("{0} is ready.", after.name));
    if (after.missed_reveals > before.missed_reveals)
        say(LogLine::Kind::Warning, missed_reveals(after, mine));
    if (before.agreed != after.agreed && !after.bot)
        say(LogLine::Kind::Notice, agreement_change(after, mine));
    if (!before.rematch && after.rematch && !after.bot)
        say(LogLine::Kind::Notice,
            mine ? _("You asked for a rematch.") : _("{0} asks for a rematch.", after.name),
            you && !mine ? _("Type rematch to play again.") : "");
}

// A player who has joined, or was in the room before the user.
std::string newcomer(const protocol::RoomPlayer& player, bool came) {
    const std::string here = came ? _("{0} joined.", player.name) : _("{0} is here.", player.name);
    return player.connected ? here : here + " " + _("They are disconnected right now.");
}

// What changed for the room as a whole.
void room_changes(std::vector<LogLine>& lines, const protocol::RoomInfo& before,
                  const protocol::RoomInfo& after) {
    const auto say = [&](LogLine::Kind kind, std::string words) {
        lines.push_back({kind, std::nullopt, std::move(words)});
    };
    if (after.fair.aborted > before.fair.aborted)
        say(LogLine::Kind::Warning, _("The shuffle was cancelled: a player's part of it didn't "
                                      "arrive. (Cancelled in this room so far: {0}.)",
                                      after.fair.aborted));
    if (before.phase == Phase::Waiting && after.phase == Phase::Playing &&
        offers_delay(after.options))
        say(LogLine::Kind::Notice,
            spectators_are_late(after)
                ? _("Both players agreed: spectators see both hands {0} moves late.",
                    after.options.delay)
                : _("Spectators see both hands after each round."));
}

// Newcomers expect that everyone may write.
void chat_changes(std::vector<LogLine>& lines, const std::optional<protocol::RoomInfo>& before,
                  const protocol::RoomInfo& after) {
    const auto then = before ? protocol::chat_from(before->options) : protocol::ChatFrom::Everyone;
    const auto now = protocol::chat_from(after.options);
    if (then != now)
        lines.push_back({LogLine::Kind::Notice, std::nullopt, chat_rule(now)});
}

std::string spectators_in_words(int count) {
    if (count == 0)
        return _("Nobody is watching any more.");
    return count == 1 ? _("One spectator is watching.")
                      : n_("{0} spectator is watching.", "{0} spectators are watching.", count);
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
            lines.push_back({LogLine::Kind::Notice, seat, _("{0} left the room.", then->name)});
        else if (now && !mine)
            lines.push_back({LogLine::Kind::Notice, seat, newcomer(*now, before.has_value())});
        if (!then && now && now->missed_reveals > 0)
            lines.push_back({LogLine::Kind::Warning, seat, missed_reveals(*now, mine)});
        if (!then && now && ((was_away_too_long(*now) && !mine) || now->overdue))
            lines.push_back(claimable(after, seat, you));
    }
    if (before)
        room_changes(lines, *before, after);
    chat_changes(lines, before, after);
    if (after.ended_by_operator && !(before && before->ended_by_operator))
        lines.push_back(
            {LogLine::Kind::Warning, std::nullopt,
             after.ended_by_operator->empty()
                 ? _("The server's operator ended the match.")
                 : _("The server's operator ended the match: {0}", *after.ended_by_operator)});
    if (before ? before->spectators != after.spectators : after.spectators > 0)
        lines.push_back(
            {LogLine::Kind::Notice, std::nullopt, spectators_in_words(after.spectators)});
    return lines;
}

std::vector<LogLine> notice_changes(const std::optional<protocol::Notice>& before,
                                    const std::optional<protocol::Notice>& after) {
    const auto then = before.value_or(protocol::Notice{});
    const auto now = after.value_or(protocol::Notice{});
    std::vector<LogLine> lines;
    const auto say = [&](std::string words) {
        lines.push_back({LogLine::Kind::Warning, std::nullopt, std::move(words)});
    };
    if (now.announcement && now.announcement != then.announcement)
        say(_("Announcement from the server's operator: {0}", now.announcement->text));
    if (now.restarting && !then.restarting)
        say(_("The server will restart once the running matches are over. Until then, no new "
              "match can begin."));
    if (!now.restarting && then.restarting)
        say(_("The server doesn't restart after all. New matches can begin."));
    return lines;
}

LogLine chat(const protocol::Chat& chat, std::optional<Seat> you) {
    const std::string who = chat.seat && chat.seat == you ? p_("a player", "You")
                            : !chat.name                  ? _("A spectator")
                            : !chat.seat                  ? _("{0} (watching)", *chat.name)
                                                          : *chat.name;
    return {LogLine::Kind::Chat, chat.seat, p_("chat", "{0}: {1}", who, chat.text)};
}

std::string missed_reveals(const protocol::RoomPlayer& player, bool mine) {
    if (player.missed_reveals <= 0)
        return "";
    const std::string often =
        player.missed_reveals == 1 ? _("once") : n_("{0} time", "{0} times", player.missed_reveals);
    return mine ? _("You didn't reveal your number in time ({0}).", often)
                : _("{0} didn't reveal their number in time ({1}).", player.name, often);
}

std::string chat_from(protocol::ChatFrom from) {
    switch (from) {
    case protocol::ChatFrom::Everyone:
        return p_("the chat", "everyone");
    case protocol::ChatFrom::Players:
        return p_("the chat", "only the players");
    case protocol::ChatFrom::Nobody:
        break;
    }
    return p_("the chat", "nobody");
}

std::string chat_rule(protocol::ChatFrom from) {
    switch (from) {
    case protocol::ChatFrom::Everyone:
        return _("Everyone may write in this chat.");
    case protocol::ChatFrom::Players:
        return _("Only the players may write in this chat.");
    case protocol::ChatFrom::Nobody:
        break;
    }
    return _("The room's owner has turned the chat off.");
}

std::string spectator(const protocol::Spectator& spectator) {
    return spectator.name ? _("spectator {0}, {1}", spectator.spectator, *spectator.name)
                          : _("spectator {0}", spectator.spectator);
}

std::string removal_question(const std::string& who) {
    const bool has_apposition = who.find(", ") != std::string::npos;
    return has_apposition ? _("Remove {0}, from the room?", who)
                          : _("Remove {0} from the room?", who);
}

std::string removal_is_final() {
    return _("They can't come back to this room, except from your own network.");
}

std::string who_reads_spectators() {
    return _("While a match runs, only other spectators see what you write.");
}

} // namespace jaipur::client::words
