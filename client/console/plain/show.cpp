// What the plain face tells when asked how things stand.
#include "client/console/plain/plain.hpp"
#include "client/console/safe_text.hpp"
#include "client/console/words/words.hpp"

#include <algorithm>

namespace jaipur::client::plain {

void PlainFrontend::run(const command::Show& show) {
    using command::Topic;
    if (show.what == Topic::Log)
        return show_log(show.lines);
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
        say(words::market(view) + " Deck: " + std::to_string(view.deck) + ".");
        break;
    case Topic::Hand:
        for (const Seat seat : all_seats)
            if (!names.you || names.you == seat)
                say(words::hand(view, seat, names));
        break;
    case Topic::Market:
        say(words::market(view) + " Deck: " + std::to_string(view.deck) + ".");
        break;
    case Topic::Tokens:
        for (const std::string& line : words::piles(view))
            say(line);
        break;
    case Topic::Moves:
        say(view.legal ? words::legal(*view.legal) : words::turn(model_));
        break;
    case Topic::Score:
        return show_score();
    case Topic::Clock:
        return show_clock();
    case Topic::Shuffle:
        say(model_.shuffle.text.empty() ? "Nothing is known of the shuffle yet."
                                        : model_.shuffle.text);
        break;
    case Topic::Log:
    case Topic::Who:
        break;
    }
}

void PlainFrontend::show_score() {
    const words::PlayerNames names = words::player_names(model_);
    for (const Seat seat : all_seats)
        for (const std::string& line : words::score(*model_.view, seat, names))
            say(line);
}

void PlainFrontend::show_who() {
    const auto lag = [](std::chrono::milliseconds time) {
        return std::to_string(time.count()) + " ms";
    };
    say("Server " + model_.server +
        (model_.link.state != LinkState::Online ? ": no line right now."
         : model_.lag                           ? ", lag " + lag(*model_.lag) + "."
                                                : "."));
    if (!model_.room)
        return say("You are in no room, and called " + safe(name_) + ".");
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
            words += ", grace left " + words::clock(std::chrono::milliseconds(*player->claim_in));
        say(words + (player->ready ? ", ready." : "."));
    }
    say("Spectators: " + std::to_string(model_.room->spectators) + ".");
}

void PlainFrontend::show_clock() {
    if (!model_.view->clock)
        return say("This match is played without a clock.");
    const words::PlayerNames names = words::player_names(model_);
    for (const Seat seat : all_seats) {
        std::chrono::milliseconds left(model_.view->clock->remaining_ms[seat]);
        const bool runs = model_.view->clock->running == seat;
        if (runs)
            left -= std::chrono::duration_cast<std::chrono::milliseconds>(
                std::chrono::steady_clock::now() - model_.view_at);
        say(names.begin(seat) + ": " + words::clock(left) + " left" + (runs ? ", running." : "."));
    }
}

void PlainFrontend::show_log(int lines) {
    const auto count = std::min(static_cast<std::size_t>(lines), model_.log.size());
    for (std::size_t i = model_.log.size() - count; i < model_.log.size(); ++i)
        say((model_.log[i].kind == LogLine::Kind::Chat ? "Chat, " : "") + model_.log[i].text);
}

void PlainFrontend::run(const command::Help& topic) {
    for (const std::string& line : command::help(topic.topic))
        say(line);
}

} // namespace jaipur::client::plain
