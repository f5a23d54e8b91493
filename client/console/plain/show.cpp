// What the plain frontend says about the current state.
#include "client/console/plain/plain.hpp"
#include "client/console/safe_text.hpp"
#include "client/console/translation.hpp"
#include "client/console/words/words.hpp"
#include "protocol/hash.hpp"

#include <algorithm>

namespace jaipur::client::plain {

void PlainFrontend::run(const command::Show& show) {
    using command::Topic;
    if (show.what == Topic::Log)
        return show_log(show.lines);
    if (show.what == Topic::Who)
        return show_who();
    if (!model_.view || !model_.room)
        return say_no_room();
    const protocol::View& view = *model_.view;
    const words::PlayerNames names = words::player_names(model_);
    switch (show.what) {
    case Topic::Everything:
        say(words::turn(model_));
        for (const Seat seat : all_seats)
            say(words::hand(view, seat, names));
        return say(words::market_and_deck(view));
    case Topic::Hand:
        for (const Seat seat : all_seats)
            if (!names.you || names.you == seat)
                say(words::hand(view, seat, names));
        return;
    case Topic::Market:
        return say(words::market_and_deck(view));
    case Topic::Tokens:
        return say(words::piles(view));
    case Topic::Moves:
        return say(view.legal ? words::legal(*view.legal) : words::turn(model_));
    case Topic::Score:
        for (const Seat seat : all_seats)
            say(words::score(view, seat, names));
        return;
    case Topic::Round:
        return say(view.round == 0 ? _("The match hasn't begun.")
                                   : _("Round {0}.", view.round) + " " + words::seals(view, names));
    case Topic::Seals:
        return say(words::seals(view, names) + " " + words::seals_to_win(model_.room->options));
    case Topic::Room:
        return show_room();
    case Topic::Clock:
        return show_clock();
    case Topic::Shuffle:
        return say(model_.shuffle.text.empty() ? _("Nothing is known about the shuffle yet.")
                                               : model_.shuffle.text);
    case Topic::Log:
    case Topic::Who:
        return; // need no view: see above
    }
}

void PlainFrontend::show_log(int lines) {
    const auto& log = model_.log;
    const auto count = std::min(static_cast<std::size_t>(lines), log.size());
    for (std::size_t i = log.size() - count; i < log.size(); ++i)
        say(log[i]);
}

namespace {

std::string milliseconds_in_words(std::chrono::milliseconds time) {
    return _("lag {0} ms", time.count());
}

// "Ravi, lag 20 ms, ready."
std::string player_in_words(const protocol::RoomPlayer& player, bool mine,
                            const protocol::RoomOptions& options) {
    std::string words = mine ? _("You, {0}", player.name) : player.name;
    const auto add = [&](const std::string& more) { words += ", " + more; };
    if (player.bot)
        add(_("a bot"));
    else if (!player.connected)
        add(_("away"));
    else if (player.lag_ms)
        add(milliseconds_in_words(std::chrono::milliseconds(*player.lag_ms)));
    if (player.claim_in)
        add(_("absence time left {0}", words::clock(std::chrono::milliseconds(*player.claim_in))));
    if (player.overdue)
        add(_("no time left for this move"));
    if (offers_delay(options))
        add(player.agreed ? _("agreed to the spectator delay")
                          : _("hasn't agreed to the spectator delay"));
    if (player.ready)
        add(p_("a player", "ready"));
    return words + ".";
}

std::string server_in_words(const Model& model) {
    if (!model.link.is_up())
        return _("Server {0}: not connected.", model.server);
    return model.lag ? _("Server {0}, {1}.", model.server, milliseconds_in_words(*model.lag))
                     : _("Server {0}.", model.server);
}

} // namespace

void PlainFrontend::show_who() {
    say(server_in_words(model_));
    if (!model_.room)
        return say(_("You're not in a room. Your name is {0}.", safe(name_)));
    const words::PlayerNames names = words::player_names(model_);
    for (const Seat seat : all_seats)
        if (const auto& player = model_.room->players[seat])
            say(player_in_words(*player, names.you == seat, model_.room->options));
        else
            say(_("One seat is free."));
    say(_("Spectators: {0}.", model_.room->spectators));
}

void PlainFrontend::show_clock() {
    if (!model_.view->clock)
        say(_("This match has no clock."));
    for (const Seat seat : all_seats)
        if (const auto left = time_left(model_, seat, options_.now()))
            say(words::time_in_words(*left, seat, words::player_names(model_)));
}

void PlainFrontend::show_room() {
    const protocol::RoomInfo& room = *model_.room;
    const words::PlayerNames names = words::player_names(model_);
    say(_("Room code: {0}. Server: {1}.", words::spelled(room.room), model_.server));
    say(words::options(room.options));
    if (room.owner)
        say(names.you == room.owner ? _("You own this room.")
                                    : _("{0} owns this room.", names.of[*room.owner]));
    say(_("Spectators: {0}.", room.spectators));
    if (model_.view->round > 0)
        say(_("Match ID: {0}", protocol::hex(model_.view->match)));
}

// ---- the way into the room ---------------------------------------------------------------------

void PlainFrontend::invite() {
    const words::WayIn way = words::way_in(model_);
    const std::string unreached = words::out_of_reach(model_.invite_at);
    say(unreached.empty() ? _("Waiting for a second player. In a terminal, they run:")
                          : _("Waiting for a second player. On this computer, they run:"));
    say("  " + way.command);
    say(_("Or they open this link in a browser:"));
    say("  " + way.link);
    if (model_.room->options.has_password)
        say(_("They need the password, too."));
    say(unreached.empty()
            ? _("Type copy to put the link on the clipboard, or qr to see it as a QR code.")
            : unreached);
}

void PlainFrontend::copy_link() {
    if (!model_.room_code)
        return say_no_room();
    const std::string link = words::way_in(model_).link;
    const bool copied = options_.copy && options_.copy(link);
    say(copied ? _("The link is on the clipboard, if your terminal allows that:")
               : _("This isn't a terminal, so copy the link yourself:"));
    say("  " + link);
}

void PlainFrontend::show_qr(const std::string& link) {
    const int margin = options_.qr == qr::Look::Ascii ? qr::quiet_zone / 2 : qr::quiet_zone;
    for (const std::string& row : qr::drawn(link, options_.qr, margin))
        say(row);
}

// ---- and to another device

void PlainFrontend::run(const command::OtherDevice& device) {
    if (!model_.room_code)
        return say_no_room();
    if (!model_.seat)
        return say_error(protocol::ErrorCode::NotAPlayer);
    request(protocol::MoveSeat{}, [this, as = device.as](const Controls::Reply& reply) {
        const auto* ok = std::get_if<protocol::Ok>(&reply);
        const auto* key = ok != nullptr ? std::get_if<protocol::SeatKey>(&ok->adds) : nullptr;
        if (key == nullptr)
            return; // the log says why
        const words::WayOut way = words::way_out(model_, *key);
        say(way.what_to_do);
        say("  " + way.link);
        say(way.how_long);
        say(words::out_of_reach(model_.invite_at));
        if (as == command::OtherDevice::As::Qr)
            show_qr(way.link);
    });
}

} // namespace jaipur::client::plain
