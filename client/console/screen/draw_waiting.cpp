// Before a match: the room's code in large letters, the players and the options.
#include "client/console/screen/parts.hpp"
#include "client/console/words/words.hpp"

#include <algorithm>

namespace jaipur::client::screen {

namespace {

void draw_seat(Area row, const Picture& picture, Seat seat) {
    const protocol::RoomInfo& room = *picture.model.room;
    const bool mine = picture.model.seat == seat;
    if (!room.players[seat]) {
        row.put(2, 0, "◦", quiet);
        row.put(4, 0, "free seat", quiet);
        return;
    }
    const protocol::RoomPlayer& player = *room.players[seat];
    row.put(2, 0, player.connected ? "•" : "◦",
            {player.connected ? Ink::Yes : Ink::Warn, Look::Strong});
    const int x = row.put(4, 0, player.name, strong);
    row.put(x, 0, mine ? " (you)" : player.bot ? " (bot)" : "", quiet);
    if (!player.connected)
        row.put(38, 0, "away", warning);
    else if (player.ready)
        row.put(38, 0, "✓ ready", {Ink::Yes, Look::Strong});
    else
        row.put(38, 0, "not ready yet", quiet);
    if (offers_delay(room.options))
        row.put(53, 0, player.agreed ? "✓ agreed" : "not agreed yet",
                player.agreed ? Style{Ink::Yes, Look::Strong} : quiet);
    if (player.lag_ms)
        row.put(offers_delay(room.options) ? 68 : 54, 0, std::to_string(*player.lag_ms) + " ms",
                quiet);
}

bool is_full(const protocol::RoomInfo& room) {
    return room.players[Seat::Zero] && room.players[Seat::One];
}

// What everyone is waiting for, and what the user can do about it.
std::string next_step(const Picture& picture) {
    const Model& model = picture.model;
    const protocol::RoomInfo& room = *model.room;
    if (!model.seat)
        return room.phase == Phase::Waiting
                   ? "The match hasn't begun yet."
                   : "The match has begun. You will see it " + std::to_string(room.options.delay) +
                         " moves late.";
    if (!is_full(room))
        return words::invitation(model);
    const auto& self = room.players[*model.seat];
    const auto& opponent = room.players[other(*model.seat)];
    if (!self || !self->ready)
        return "Press r when you are ready.";
    if (!opponent->ready)
        return "You are ready. Waiting for " + opponent->name + ".";
    return "Both players are ready: the cards are being shuffled.";
}

std::string agreement(const protocol::RoomInfo& room) {
    return "Press a to let spectators see both hands " + std::to_string(room.options.delay) +
           " moves late in this match, if both players agree. An opponent who also watches could "
           "then know your exact hand.";
}

std::string shuffle_text(const Picture& picture) {
    const Model& model = picture.model;
    if (!model.shuffle.text.empty())
        return model.shuffle.text;
    if (model.room->fair.aborted > 0)
        return "The shuffle was cancelled (so far: " + std::to_string(model.room->fair.aborted) +
               "): a player's secret number didn't arrive in time.";
    return {};
}

} // namespace

void draw_waiting(Area area, const Picture& picture) {
    const Model& model = picture.model;
    Area middle = area.part({(area.width() - 72) / 2, 0, 72, area.height()});
    int y = area.height() >= 30 ? 4 : 1;
    middle.put_centred(y, {{"Room", quiet}});
    y += 2;
    const std::string& code = *model.room_code;
    draw_large(middle, std::max(0, (middle.width() - large_width(code)) / 2), y, code, heading);
    y += large_height(area.charset()) + 1;
    middle.put_centred(y++, {{code, strong}, {" at " + model.server, quiet}});
    if (!model.room) {
        middle.put_centred(y + 1, {{"Entering…", quiet}});
        return;
    }
    for (const std::string& line : wrap(words::options(model.room->options), 72, area.charset()))
        middle.put_centred(y++, {{line, quiet}});
    y += area.height() >= 30 ? 2 : 1;
    for (Seat seat : all_seats)
        draw_seat(middle.row(y++), picture, seat);
    for (Seat seat : all_seats)
        if (const auto& player = model.room->players[seat]; player && player->missed_reveals > 0)
            middle.put(4, y++, words::missed_reveals(*player, model.seat == seat), warning);
    if (model.room->spectators > 0)
        middle.put(4, y++, std::to_string(model.room->spectators) + " watching", quiet);
    ++y;
    middle.put(2, y++, next_step(picture), bright);
    if (may_agree(model))
        for (const std::string& line : wrap(agreement(*model.room), 68, area.charset()))
            middle.put(2, y++, line, quiet);
    const bool invites = model.seat && !is_full(*model.room);
    const std::string unreached = invites ? words::out_of_reach(model.server) : "";
    if (!unreached.empty())
        for (const std::string& line : wrap(unreached, 68, area.charset()))
            middle.put(2, y++, line, quiet);
    for (const std::string& line : wrap(shuffle_text(picture), 68, area.charset()))
        middle.put(2, y++, line,
                   model.shuffle.status == ShuffleVerdict::Status::Mismatch
                       ? Style{Ink::No, Look::Filled}
                       : quiet);
    const int top = std::max(y, area.height() - std::max(4, area.height() / 4));
    draw_log(area.part({0, top, area.width(), area.height() - top}), picture);
}

} // namespace jaipur::client::screen
