// Words and numbers that several parts of the screen show.
#include "client/console/screen/parts.hpp"

#include "client/console/translation.hpp"
#include "client/console/words/words.hpp"

#include <algorithm>
#include <cstdio>

namespace jaipur::client::screen {

using std::chrono::duration_cast;
using std::chrono::milliseconds;
using std::chrono::seconds;

std::string_view symbol(Card card, Charset charset) {
    constexpr std::array<std::string_view, 7> drawn{"♦", "●", "○", "≡", "♣", "■", "∩"};
    constexpr std::array<std::string_view, 7> letters{"D", "G", "S", "C", "P", "L", "M"};
    return (charset == Charset::Ascii ? letters : drawn)[static_cast<std::size_t>(card)];
}

Seat upper_seat(const Model& model) {
    return model.view && model.view->you ? other(*model.view->you) : Seat::One;
}

std::string player_name(const Model& model, Seat seat) {
    if (model.room && model.room->players[seat])
        return model.room->players[seat]->name;
    return seat == Seat::Zero ? _("First player") : _("Second player");
}

std::string seals_won(int seals, int needed) {
    needed = std::min(needed, protocol::seals_bounds.max); // a hostile server names any number
    std::string text;
    for (int i = 0; i < std::max(seals, needed); ++i)
        text += i < seals ? "★" : "☆";
    return text;
}

int seals_needed(const Model& model) {
    return model.room ? model.room->options.seals : 2;
}

std::string clock_text(milliseconds left) {
    left = std::max(left, milliseconds(0));
    char text[32];
    if (left < seconds(10)) {
        const auto tenths = static_cast<int>(left.count() / 100);
        std::snprintf(text, sizeof(text), "0:%02d.%d", tenths / 10, tenths % 10);
        return text;
    }
    return words::clock(left);
}

std::optional<milliseconds> clock_left(const Picture& picture, Seat seat) {
    const auto& view = picture.model.view;
    if (!view || !view->clock)
        return std::nullopt;
    milliseconds left(view->clock->remaining_ms[seat]);
    if (view->clock->running == seat)
        left -= duration_cast<milliseconds>(picture.now - picture.model.view_at);
    return std::max(left, milliseconds(0));
}

std::optional<milliseconds> short_move_left(const Picture& picture, Seat seat) {
    const auto& view = picture.model.view;
    if (!view || !view->move_in || view->turn != seat)
        return std::nullopt;
    const milliseconds left = milliseconds(*view->move_in) -
                              duration_cast<milliseconds>(picture.now - picture.model.view_at);
    return left > short_move ? std::nullopt : std::optional(std::max(left, milliseconds(0)));
}

std::optional<milliseconds> grace_left(const Picture& picture, Seat seat) {
    const Model& model = picture.model;
    if (!model.room || !model.room->players[seat] || !model.room->players[seat]->claim_in)
        return std::nullopt;
    milliseconds left(*model.room->players[seat]->claim_in);
    // It counts down only while a match is running.
    if (model.room->phase == Phase::Playing || model.room->phase == Phase::RoundOver)
        left -= duration_cast<milliseconds>(picture.now - model.room_at);
    return std::max(left, milliseconds(0));
}

std::string going_on(const Picture& picture) {
    const Model& model = picture.model;
    if (!model.room || !model.seat || !model.view || !model.room->players[*model.seat])
        return {};
    const protocol::RoomPlayer& self = *model.room->players[*model.seat];
    const auto& opponent = model.room->players[other(*model.seat)];
    if (!opponent)
        return _("Your opponent has left.");
    if (model.view->phase == Phase::RoundOver) {
        if (self.ready)
            return _("You are ready. Waiting for {0}.", opponent->name);
        return (opponent->ready ? _("{0} is ready.", opponent->name) + " " : "") +
               _("Press r for the next round.");
    }
    if (self.rematch)
        return _("You want a rematch. Waiting for {0}.", opponent->name);
    return opponent->rematch ? _("{0} wants a rematch. Press r to play again.", opponent->name)
                             : _("Press r for a rematch.");
}

std::string link_text(const Picture& picture) {
    const Link& link = picture.model.link;
    const std::string connecting =
        link.attempt == 0 ? _("connecting…") : _("connecting, attempt {0}…", link.attempt + 1);
    switch (link.state) {
    case LinkState::Connecting:
        return connecting;
    case LinkState::Online: {
        if (!link.is_up())
            return connecting;
        const auto& lag = picture.model.lag;
        return lag ? _("online {0} ms", lag->count()) : _("online");
    }
    case LinkState::Retrying: {
        const auto wait = std::max(picture.now, link.retry_at) - picture.now;
        const auto whole = duration_cast<seconds>(wait + milliseconds(999)).count();
        return whole <= 1 || link.attempt == 0 ? connecting
                                               : _("attempt {0} in {1} s", link.attempt + 1, whole);
    }
    case LinkState::Closed:
        break;
    }
    return p_("a connection", "closed");
}

} // namespace jaipur::client::screen
