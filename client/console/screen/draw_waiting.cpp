// Before a match: the room's code in large letters, the players and the options.
#include "client/console/screen/parts.hpp"
#include "client/console/translation.hpp"
#include "client/console/words/words.hpp"

#include <algorithm>

namespace jaipur::client::screen {

namespace {

// The columns of a seat's row.
struct SeatColumns {
    int name, state, agreed;
};

void draw_seat(Area row, const Picture& picture, Seat seat) {
    const protocol::RoomInfo& room = *picture.model.room;
    const SeatColumns at =
        row.width() < 72 ? SeatColumns{18, 30, 44} : SeatColumns{protocol::name_bounds.max, 38, 53};
    const bool mine = picture.model.seat == seat;
    if (!room.players[seat]) {
        row.put(2, 0, "◦", quiet);
        row.put(4, 0, p_("a row", "free seat"), quiet);
        return;
    }
    const protocol::RoomPlayer& player = *room.players[seat];
    row.put(2, 0, player.connected ? "•" : "◦",
            {player.connected ? Ink::Yes : Ink::Warn, Look::Strong});
    const int x = row.put(4, 0, clip(player.name, at.name, row.charset()), strong);
    row.put(x, 0, mine ? " " + _("(you)") : player.bot ? " " + _("(bot)") : "", quiet);
    if (!player.connected)
        row.put(at.state, 0, _("away"), warning);
    else if (player.ready)
        row.put(at.state, 0, "✓ " + p_("a player", "ready"), {Ink::Yes, Look::Strong});
    else
        row.put(at.state, 0, _("not ready yet"), quiet);
    if (offers_delay(room.options))
        row.put(at.agreed, 0, player.agreed ? "✓ " + _("agreed") : _("not agreed yet"),
                player.agreed ? Style{Ink::Yes, Look::Strong} : quiet);
    if (player.lag_ms)
        row.put(at.agreed + (offers_delay(room.options) ? 15 : 1), 0,
                std::to_string(*player.lag_ms) + " ms", quiet);
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
                   ? _("The match hasn't begun yet.")
                   : _("The match has begun. You will see it {0} moves late.", room.options.delay);
    if (!is_full(room))
        return words::invitation(model);
    const auto& self = room.players[*model.seat];
    const auto& opponent = room.players[other(*model.seat)];
    if (may_ready(model))
        return _("Press r when you are ready.");
    if (!self || !self->ready)
        return "";
    if (!opponent->ready)
        return _("You are ready. Waiting for {0}.", opponent->name);
    return _("Both players are ready: the cards are being shuffled.");
}

std::string agreement(const protocol::RoomInfo& room) {
    return _(
        "Press a to let spectators see both hands {0} moves late in this match, if both players "
        "agree. An opponent who also watches could then know your exact hand.",
        room.options.delay);
}

std::string shuffle_text(const Picture& picture) {
    const Model& model = picture.model;
    if (!model.shuffle.text.empty())
        return model.shuffle.text;
    if (model.room->fair.aborted > 0)
        return _(
            "The shuffle was cancelled (so far: {0}): a player's secret number didn't arrive in "
            "time.",
            model.room->fair.aborted);
    return {};
}

} // namespace

namespace {

// The room's code, large if that leaves enough rows; returns the next row.
int draw_code(Area area, const Picture& picture, int rows_below) {
    const std::string& code = *picture.model.room_code;
    const Line line{{code, strong}, {" " + _("at {0}", picture.model.server), quiet}};
    const int title = area.height() >= 30 ? 4 : 1, letters = title + 2;
    const int below = letters + large_height(area.charset()) + 1;
    if (area.height() < std::max(20, below + 1 + rows_below)) {
        area.put_centred(0, {{_("Room") + " ", quiet}, line[0], line[1]});
        return 1;
    }
    area.put_centred(title, {{_("Room"), quiet}});
    draw_large(area, std::max(0, (area.width() - large_width(code)) / 2), letters, code, heading);
    area.put_centred(below, line);
    return below + 1;
}

// What may come below the seats, each with its style.
std::vector<Span> sentences(const Picture& picture) {
    const Model& model = picture.model;
    std::vector<Span> all{{next_step(picture), bright}};
    if (may_agree(model))
        all.push_back({agreement(*model.room), quiet});
    if (model.seat && !is_full(*model.room)) {
        if (const words::WayIn way = words::way_in(model); !way.link.empty()) {
            all.push_back({_("In a terminal: {0}", way.command), bright});
            all.push_back({_("In a browser: {0}", way.link), bright});
        }
        all.push_back({words::out_of_reach(model.invite_at), quiet});
        if (picture.ui.mouse == Mouse::On)
            all.push_back({_("To select them with the mouse, hold Shift."), quiet});
    }
    all.push_back({shuffle_text(picture), model.shuffle.status == ShuffleVerdict::Status::Mismatch
                                              ? Style{Ink::No, Look::Filled}
                                              : quiet});
    return all;
}

// The options, the players and what to do, from this row on; returns the next row.
int draw_room(Area area, int y, const Picture& picture, int gap) {
    const Model& model = picture.model;
    for (const std::string& line :
         wrap(words::options(model.room->options), area.width(), area.charset()))
        area.put_centred(y++, {{line, quiet}});
    y += gap;
    for (Seat seat : all_seats)
        draw_seat(area.row(y++), picture, seat);
    for (Seat seat : all_seats)
        if (const auto& player = model.room->players[seat]; player && player->missed_reveals > 0)
            area.put(4, y++, words::missed_reveals(*player, model.seat == seat), warning);
    if (model.room->spectators > 0)
        area.put(4, y++, n_("{0} watching", "{0} watching", model.room->spectators), quiet);
    ++y;
    for (const Span& sentence : sentences(picture))
        if (!sentence.text.empty())
            for (const std::string& line : wrap(sentence.text, area.width() - 4, area.charset()))
                area.put(2, y++, line, sentence.style);
    return y;
}

} // namespace

void draw_waiting(Area area, const Picture& picture) {
    const int wide = std::min(72, area.width());
    Area middle = area.part({(area.width() - wide) / 2, 0, wide, area.height()});
    if (!picture.model.room) {
        middle.put_centred(draw_code(middle, picture, 0) + 1, {{_("Entering…"), quiet}});
        return;
    }
    const int gap = area.height() >= 30 ? 2 : 1;
    const Area without_rows = middle.part({0, 0, wide, 0}); // counts, but shows nothing
    const int rows = draw_room(without_rows, 0, picture, gap);
    const int y = draw_room(middle, draw_code(middle, picture, rows), picture, gap);
    const int top = std::max(y, area.height() - std::max(4, area.height() / 4));
    draw_log(area.part({0, top, area.width(), area.height() - top}), picture);
}

} // namespace jaipur::client::screen
