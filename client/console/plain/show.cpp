// What the plain frontend says about the current state.
#include "client/console/plain/plain.hpp"
#include "client/console/safe_text.hpp"
#include "client/console/words/words.hpp"

#include <algorithm>

namespace jaipur::client::plain {

void PlainFrontend::run(const command::Show& show) {
    using command::Topic;
    const auto& log = model_.log;
    if (show.what == Topic::Log) {
        const auto count = std::min(static_cast<std::size_t>(show.lines), log.size());
        for (std::size_t i = log.size() - count; i < log.size(); ++i)
            say(log[i]);
        return;
    }
    if (show.what == Topic::Who)
        return show_who();
    if (!model_.view)
        return say(no_room);
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
    using std::chrono::milliseconds;
    const words::PlayerNames names = words::player_names(model_);
    const auto passed =
        std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now() - model_.view_at);
    if (!model_.view->clock) {
        say("This match has no clock.");
        if (const auto& left = model_.view->move_in; left && model_.view->turn)
            say(names.begin(*model_.view->turn) + ": " +
                words::clock(std::max(milliseconds(*left) - passed, milliseconds{0})) +
                " left for this move.");
        return;
    }
    for (const Seat seat : all_seats) {
        milliseconds left(model_.view->clock->remaining_ms[seat]);
        const bool runs = model_.view->clock->running == seat;
        if (runs)
            left -= passed;
        say(names.begin(seat) + ": " + words::clock(left) + " left" + (runs ? ", running." : "."));
    }
}

} // namespace jaipur::client::plain
