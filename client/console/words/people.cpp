// The people in a room: what they do, and what they say.
#include "client/console/words/words.hpp"

#include <algorithm>

namespace jaipur::client::words {

using std::to_string;

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

std::string spectator(const protocol::Spectator& spectator) {
    return "spectator " + to_string(spectator.spectator) +
           (spectator.name ? ", " + *spectator.name : "");
}

std::string removal_question(const std::string& who) {
    const bool has_apposition = who.find(", ") != std::string::npos;
    return "Remove " + who + (has_apposition ? ", from" : " from") + " the room?";
}

} // namespace jaipur::client::words
