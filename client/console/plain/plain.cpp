// What the plain frontend announces.
#include "client/console/plain/plain.hpp"

#include "client/console/translation.hpp"
#include "client/console/words/bots.hpp"
#include "client/console/words/words.hpp"

#include <algorithm>
#include <utility>

namespace jaipur::client::plain {

namespace {

// A longer burst of news (after joining a match late) is cut to its last lines.
constexpr std::size_t longest_burst = 12;
constexpr std::size_t kept_of_burst = 5;

} // namespace

PlainFrontend::PlainFrontend(const Model& model, Controls& controls, Print print,
                             PlainOptions options)
    : model_(model), controls_(controls), print_(std::move(print)), options_(std::move(options)),
      name_(model.name) {}

void PlainFrontend::changed() {
    const Activity before = std::exchange(activity_, Activity::Announcing);
    if (before == Activity::Announcing)
        return; // a command given while announcing: the outer call announces it
    announce_log();
    announce_link();
    announce_room();
    announce_menu();
    announce_gate();
    announce_view();
    activity_ = before;
    run_buffered_lines();
    quit_after_input();
}

void PlainFrontend::announce_link() {
    const Link& link = model_.link;
    const AnnouncedLink before =
        std::exchange(link_, {link.state, link.attempt, connected_before()});
    const bool lost = before.state == LinkState::Online; // the log has said why
    if (lost && link.state != LinkState::Online)
        unanswered_ = 0; // answers may never come
    if (link.is_news() && link.attempt != before.attempt)
        say((lost ? "" : link.reason + " ") +
            (connected_before() ? _("Reconnecting to {0}.", model_.server) : _("Trying again.")));
    if (link.state == LinkState::Closed && before.state != LinkState::Closed) {
        say(_("The program ends here."));
        controls_.quit();
    }
}

void PlainFrontend::say(const LogLine& line) {
    const std::string text =
        line.kind == LogLine::Kind::Chat ? _("Chat, {0}", line.text) : line.text;
    say(line.to_type.empty() ? text : text + " " + line.to_type);
}

void PlainFrontend::say(const std::vector<std::string>& lines) {
    for (const std::string& line : lines)
        say(line);
}

void PlainFrontend::announce_log() {
    const std::size_t end = model_.log_dropped + model_.log.size();
    std::size_t next = std::max(log_, model_.log_dropped);
    told_game_ =
        std::any_of(model_.log.end() - static_cast<std::ptrdiff_t>(end - next), model_.log.end(),
                    [](const LogLine& line) { return line.kind == LogLine::Kind::Game; });
    if (end - next > longest_burst) {
        say(_("A lot has happened. The latest (for more, type log {0}):", end - next));
        next = end - kept_of_burst;
    }
    for (; next < end; ++next)
        say(model_.log[next - model_.log_dropped]);
    log_ = end;
}

void PlainFrontend::announce_room() {
    const auto* announced = std::get_if<std::string>(&at_);
    if (!model_.room_code) {
        if (announced)
            at_ = std::monostate(); // left the room: announce the menu again
        view_.reset();
        acted_.reset();
    } else if (model_.room && !(announced && *announced == *model_.room_code)) {
        at_ = *model_.room_code;
        entry_refused_ = false;
        const auto& guest = model_.room->players[Seat::One];
        if (!guest || !guest->bot) { // nobody else needs the code
            say(_("Room code: {0}.", words::spelled(*model_.room_code)));
            say(words::options(model_.room->options));
        }
    }
}

void PlainFrontend::announce_menu() {
    if (model_.link.state != LinkState::Online || model_.room_code || model_.checks_kept ||
        !std::holds_alternative<std::monostate>(at_) || model_.gate || model_.gets_in)
        return;
    at_ = Menu();
    say(words::kept_seats(seats_to_offer(model_)));
    if (unanswered_ == 0)
        say(_("Type bot to play against the bot, new to open a room, join CODE, watch CODE, "
              "rooms, quick or help."));
}

std::optional<PlainFrontend::ViewMoment> PlainFrontend::view_moment() const {
    if (!model_.view || !model_.room)
        return std::nullopt;
    const auto& players = model_.room->players;
    ViewMoment now{action_moment(), model_.view->round};
    now.full = players[Seat::Zero] && players[Seat::One];
    if (model_.gets_ready || (model_.seat && players[*model_.seat] && players[*model_.seat]->ready))
        now.self = ViewMoment::Self::Ready;
    // A match is running, but this spectator sees nothing of it yet.
    if (!model_.seat && model_.view->phase == Phase::Waiting &&
        model_.room->phase == Phase::Playing && words::spectators_are_late(*model_.room))
        now.self = ViewMoment::Self::WatchingLate;
    return now;
}

void PlainFrontend::announce_view() {
    const std::optional<ViewMoment> now = view_moment();
    // `room` arrives just before its view; with a spectator delay, the view stays older.
    const bool between = now && model_.seat && model_.room->phase != model_.view->phase;
    if (!now || now == view_ || between)
        return;
    const auto before = std::exchange(view_, now);
    if (now->next.phase == Phase::Playing) {
        if (!before || before->next != now->next)
            announce_turn();
    } else if (model_.seat) {
        announce_next_step(now->next.phase);
    } else {
        announce_to_watcher(*model_.view);
    }
}

// The news says enough about the opponent's turn: who has played, or who starts.
void PlainFrontend::announce_turn() {
    const words::PlayerNames names = words::player_names(model_);
    const protocol::View& view = *model_.view;
    if (!view.turn)
        return;
    if (!my_turn()) {
        if (!model_.seat)
            say(words::market(view));
        if (!told_game_)
            say(words::turn(model_));
        return;
    }
    const auto left = time_left(model_, *model_.seat, options_.now());
    const std::string turn = left && words::is_low(*left)
                                 ? _("Your turn: {0} left.", words::remaining(left->time))
                                 : _("Your turn.");
    say(turn + " " + words::hand(view, *model_.seat, names));
    say(words::market_and_deck(view));
}

void PlainFrontend::announce_next_step(Phase phase) {
    if (!model_.room->players[*model_.seat])
        return;
    const bool ready = model_.room->players[*model_.seat]->ready;
    const bool full = model_.room->players[other(*model_.seat)].has_value();
    if (phase == Phase::MatchOver) {
        say(full ? _("Type rematch to play again, or leave.") : _("Type leave to leave the room."));
        if (const auto next = other_level(model_))
            say(words::other_level(*next) + ". " + _("Type level to play it."));
    } else if (phase == Phase::RoundOver) {
        if (!ready)
            say(_("Type ready for the next round."));
    } else if (!full) {
        invite();
    } else if (!ready && !model_.gets_ready) {
        say(_("Type ready to begin."));
        if (const std::string more = words::agreement(*model_.room); !more.empty())
            say(more);
    } else if (ready) {
        const auto& opponent = *model_.room->players[other(*model_.seat)];
        if (!opponent.ready)
            say(_("You are ready. Waiting for {0}.", opponent.name));
    }
}

// Spectators can do nothing about it, but want to know why nothing happens.
void PlainFrontend::announce_to_watcher(const protocol::View& view) {
    if (view.phase == Phase::MatchOver)
        say(_("Type leave to leave the room."));
    else if (view_->self == ViewMoment::Self::WatchingLate)
        say(_("The match is running. You see it {0} moves late.", model_.room->options.delay));
    else
        say(words::turn(model_));
}

bool PlainFrontend::my_turn() const {
    return model_.seat && model_.view && model_.view->phase == Phase::Playing &&
           model_.view->turn == model_.seat;
}

} // namespace jaipur::client::plain
