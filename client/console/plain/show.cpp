// What the plain frontend says about the current state.
#include "client/console/plain/plain.hpp"
#include "client/console/safe_text.hpp"
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
        return say(view.round == 0
                       ? std::string("The match hasn't begun.")
                       : "Round " + std::to_string(view.round) + ". " + words::seals(view, names));
    case Topic::Seals:
        return say(words::seals(view, names) + " " + words::seals_to_win(model_.room->options));
    case Topic::Room:
        return show_room();
    case Topic::Clock:
        return show_clock();
    case Topic::Shuffle:
        return say(model_.shuffle.text.empty() ? "Nothing is known about the shuffle yet."
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

void PlainFrontend::show_who() {
    const auto lag = [](std::chrono::milliseconds time) {
        return std::to_string(time.count()) + " ms";
    };
    say("Server " + model_.server +
        (model_.link.state != LinkState::Online ? ": not connected."
         : model_.lag                           ? ", lag " + lag(*model_.lag) + "."
                                                : "."));
    if (!model_.room)
        return say("You're not in a room. Your name is " + safe(name_) + ".");
    const words::PlayerNames names = words::player_names(model_);
    for (const Seat seat : all_seats) {
        const auto& player = model_.room->players[seat];
        if (!player) {
            say("One seat is free.");
            continue;
        }
        std::string words = names.you == seat ? "You, " + player->name : player->name;
        words +=
            player->bot ? ", the computer"
            : player->connected
                ? player->lag_ms ? ", lag " + lag(std::chrono::milliseconds(*player->lag_ms)) : ""
                : ", away";
        if (player->claim_in)
            words +=
                ", absence time left " + words::clock(std::chrono::milliseconds(*player->claim_in));
        if (player->overdue)
            words += ", no time left for this move";
        if (offers_delay(model_.room->options))
            words += player->agreed ? ", agreed to the spectator delay"
                                    : ", hasn't agreed to the spectator delay";
        say(words + (player->ready ? ", ready." : "."));
    }
    say("Spectators: " + std::to_string(model_.room->spectators) + ".");
}

void PlainFrontend::show_clock() {
    if (!model_.view->clock)
        say("This match has no clock.");
    for (const Seat seat : all_seats)
        if (const auto left = time_left(model_, seat, options_.now()))
            say(words::time_in_words(*left, seat, words::player_names(model_)));
}

void PlainFrontend::show_room() {
    const protocol::RoomInfo& room = *model_.room;
    const words::PlayerNames names = words::player_names(model_);
    say("Room code: " + words::spelled(room.room) + ". Server: " + model_.server + ".");
    say(words::options(room.options));
    if (room.owner)
        say(names.begin(*room.owner) +
            (names.you == room.owner ? " own this room." : " owns this room."));
    say("Spectators: " + std::to_string(room.spectators) + ".");
    if (model_.view->round > 0)
        say("Match ID: " + protocol::hex(model_.view->match));
}

// ---- the way into the room ---------------------------------------------------------------------

void PlainFrontend::invite() {
    const words::WayIn way = words::way_in(model_);
    const std::string unreached = words::out_of_reach(model_.invite_at);
    say(unreached.empty() ? "Waiting for a second player. In a terminal, they run:"
                          : "Waiting for a second player. On this computer, they run:");
    say("  " + way.command);
    say("Or they open this link in a browser:");
    say("  " + way.link);
    if (model_.room->options.has_password)
        say("They need the password, too.");
    say(unreached.empty() ? "Type copy to put the link on the clipboard, or qr to see it as a QR "
                            "code."
                          : unreached);
}

void PlainFrontend::copy_link() {
    if (!model_.room_code)
        return say_no_room();
    const std::string link = words::way_in(model_).link;
    const bool copied = options_.copy && options_.copy(link);
    say(copied ? "The link is on the clipboard, if your terminal allows that:"
               : "This isn't a terminal, so copy the link yourself:");
    say("  " + link);
}

void PlainFrontend::show_qr() {
    if (!model_.room_code)
        return say_no_room();
    for (const std::string& row : qr::drawn(words::way_in(model_).link, options_.qr))
        say(row);
}

} // namespace jaipur::client::plain
