// What the plain face tells when asked how things stand.
#include "client/console/plain/plain.hpp"
#include "client/console/safe_text.hpp"
#include "client/console/words/words.hpp"

#include <algorithm>

namespace jaipur::client {

void Plain::run(const command::Show& show) {
    using command::Look;
    if (show.what == Look::Log)
        return show_log(show.lines);
    if (show.what == Look::Who)
        return show_who();
    if (!model_.view)
        return say(no_room);
    const protocol::View& view = *model_.view;
    const Cast cast = cast_of(model_);
    switch (show.what) {
    case Look::Everything:
        say(turn_in_words(model_));
        for (const Seat seat : all_seats)
            say(hand_in_words(view, seat, cast));
        say(market_in_words(view) + " Deck: " + std::to_string(view.deck) + ".");
        break;
    case Look::Hand:
        for (const Seat seat : all_seats)
            if (!cast.you || cast.you == seat)
                say(hand_in_words(view, seat, cast));
        break;
    case Look::Market:
        say(market_in_words(view) + " Deck: " + std::to_string(view.deck) + ".");
        break;
    case Look::Tokens:
        for (const std::string& line : piles_in_words(view))
            say(line);
        break;
    case Look::Moves:
        say(view.legal ? legal_in_words(*view.legal) : turn_in_words(model_));
        break;
    case Look::Score:
        return show_score();
    case Look::Clock:
        return show_clock();
    case Look::Shuffle:
        say(model_.shuffle.text.empty() ? "Nothing is known of the shuffle yet."
                                        : model_.shuffle.text);
        break;
    case Look::Log:
    case Look::Who:
        break;
    }
}

void Plain::show_score() {
    const Cast cast = cast_of(model_);
    for (const Seat seat : all_seats)
        for (const std::string& line : score_in_words(*model_.view, seat, cast))
            say(line);
}

void Plain::show_who() {
    const auto lag = [](std::chrono::milliseconds time) {
        return std::to_string(time.count()) + " ms";
    };
    say("Server " + model_.server +
        (model_.link.state != LinkState::Online ? ": no line right now."
         : model_.lag                           ? ", lag " + lag(*model_.lag) + "."
                                                : "."));
    if (!model_.room)
        return say("You are in no room, and called " + safe(name_) + ".");
    const Cast cast = cast_of(model_);
    for (const Seat seat : all_seats) {
        const auto& player = model_.room->players[seat];
        if (!player) {
            say("One seat is free.");
            continue;
        }
        std::string words = cast.you == seat ? "You, " + player->name : player->name;
        words +=
            player->bot ? ", the computer"
            : player->connected
                ? player->lag_ms ? ", lag " + lag(std::chrono::milliseconds(*player->lag_ms)) : ""
                : ", away";
        if (player->claim_in)
            words += ", grace left " + clock_in_words(std::chrono::milliseconds(*player->claim_in));
        say(words + (player->ready ? ", ready." : "."));
    }
    say("Spectators: " + std::to_string(model_.room->spectators) + ".");
}

void Plain::show_clock() {
    if (!model_.view->clock)
        return say("This match is played without a clock.");
    const Cast cast = cast_of(model_);
    for (const Seat seat : all_seats) {
        std::chrono::milliseconds left(model_.view->clock->remaining_ms[seat]);
        const bool runs = model_.view->clock->running == seat;
        if (runs)
            left -= std::chrono::duration_cast<std::chrono::milliseconds>(
                std::chrono::steady_clock::now() - model_.view_at);
        say(cast.begin(seat) + ": " + clock_in_words(left) + " left" + (runs ? ", running." : "."));
    }
}

void Plain::show_log(int lines) {
    const auto count = std::min(static_cast<std::size_t>(lines), model_.log.size());
    for (std::size_t i = model_.log.size() - count; i < model_.log.size(); ++i)
        say((model_.log[i].kind == LogLine::Kind::Chat ? "Chat, " : "") + model_.log[i].text);
}

void Plain::run(const command::Help& topic) {
    for (const std::string& line : command::help(topic.topic))
        say(line);
}

} // namespace jaipur::client
