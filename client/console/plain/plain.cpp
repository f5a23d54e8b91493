// What the plain face announces by itself.
#include "client/console/plain/plain.hpp"

#include "client/console/words/words.hpp"

#include <algorithm>
#include <utility>

namespace jaipur::client::plain {

namespace {

// A burst of more news than that (a match that was joined late) is cut to its end.
constexpr std::size_t longest_burst = 12;
constexpr std::size_t kept_of_burst = 5;

// "K7QX2M" as "K 7 Q X 2 M", to be read out.
std::string spelled(const std::string& code) {
    std::string result;
    for (const char c : code) {
        // A server that means ill may send others than ASCII: their bytes stay together.
        const bool goes_on = (static_cast<unsigned char>(c) & 0xC0u) == 0x80u;
        result += (result.empty() || goes_on ? "" : " ") + std::string(1, c);
    }
    return result;
}

} // namespace

PlainFrontend::PlainFrontend(const Model& model, Controls& controls, Print print,
                             PlainOptions options)
    : model_(model), controls_(controls), print_(std::move(print)), options_(std::move(options)),
      name_(model.name) {}

void PlainFrontend::changed() {
    if (std::exchange(telling_, true))
        return; // a command given while telling: told by the outer call
    tell_log();
    tell_link();
    tell_room();
    tell_kept();
    tell_view();
    telling_ = false;
    take_held();
    leave_with_the_input();
}

void PlainFrontend::tell_link() {
    const Link& link = model_.link;
    was_online_ = was_online_ || link.state == LinkState::Online;
    if (told_link_ == LinkState::Online && link.state != LinkState::Online)
        unanswered_ = 0; // answers may never come
    const bool news = link.state == LinkState::Retrying && link.attempt != told_attempt_;
    told_attempt_ = link.attempt;
    // The first failures and then every fourth: it is the same news each time.
    const bool reason_told = told_link_ == LinkState::Online; // by the log
    if (news && (link.attempt <= 2 || link.attempt % 4 == 0))
        say("No line to " + model_.server + ". " + (reason_told ? "" : link.reason + " ") +
            "Trying again.");
    if (link.state == LinkState::Closed && told_link_ != LinkState::Closed) {
        say("The program ends here.");
        controls_.quit();
    }
    told_link_ = link.state;
}

void PlainFrontend::tell_log() {
    const std::size_t end = model_.log_dropped + model_.log.size();
    std::size_t next = std::max(told_log_, model_.log_dropped);
    if (end - next > longest_burst) {
        say("Much has happened. The last of it (for more, type log " + std::to_string(end - next) +
            "):");
        next = end - kept_of_burst;
    }
    for (; next < end; ++next) {
        const LogLine& line = model_.log[next - model_.log_dropped];
        say((line.kind == LogLine::Kind::Chat ? "Chat, " : "") + line.text);
    }
    told_log_ = end;
}

void PlainFrontend::tell_room() {
    if (!model_.room_code) {
        if (told_room_)
            told_kept_ = false; // left it: what can be done now is said again
        told_room_.reset();
        told_moment_.reset();
        acted_.reset();
        return;
    }
    if (!model_.room || told_room_ == model_.room_code)
        return;
    told_room_ = model_.room_code;
    refused_ = false;
    say("Room code: " + *model_.room_code + ". Spelled: " + spelled(*model_.room_code) + ".");
    say(words::options(model_.room->options));
}

void PlainFrontend::tell_kept() {
    if (model_.link.state != LinkState::Online || model_.room_code || told_kept_)
        return;
    told_kept_ = true;
    for (const KeptSeat& seat : model_.kept)
        say("A seat of yours is kept in room " + seat.room + ", as " + seat.name +
            ". Type resume " + seat.room + " to go back to it, or forget " + seat.room + ".");
    if (unanswered_ == 0)
        say("Type bot to play against the computer, new to open a room, join CODE, watch CODE, "
            "rooms, quick or help.");
}

std::optional<PlainFrontend::Moment> PlainFrontend::moment() const {
    if (!model_.view || !model_.room)
        return std::nullopt;
    const protocol::View& view = *model_.view;
    const auto& players = model_.room->players;
    return Moment{view.match,
                  view.phase,
                  view.ply,
                  view.round,
                  players[Seat::Zero] && players[Seat::One],
                  model_.seat && players[*model_.seat] && players[*model_.seat]->ready,
                  !model_.seat && view.phase == Phase::Waiting &&
                      model_.room->phase == Phase::Playing &&
                      model_.room->options.spectators == protocol::SpectatorMode::Open};
}

void PlainFrontend::tell_view() {
    const std::optional<Moment> now = moment();
    // A `room` comes a moment before its view; a late spectator's view is older for good.
    const bool between = now && model_.seat && model_.room->phase != model_.view->phase;
    if (!now || now == told_moment_ || between)
        return;
    const auto before = std::exchange(told_moment_, now);
    if (now->phase == Phase::Playing) {
        const bool same = before && before->match == now->match && before->ply == now->ply &&
                          before->phase == now->phase;
        if (!same)
            tell_turn();
    } else if (model_.seat) {
        tell_what_next(now->phase);
    } else {
        tell_watcher(*now);
    }
}

void PlainFrontend::tell_turn() {
    const words::PlayerNames names = words::player_names(model_);
    const protocol::View& view = *model_.view;
    if (!view.turn)
        return;
    if (!my_turn()) {
        if (!model_.seat)
            say(words::market(view));
        say(words::turn(model_));
        return;
    }
    say("Your turn. " + words::hand(view, *model_.seat, names));
    say(words::market(view) + " Deck: " + std::to_string(view.deck) + ".");
}

void PlainFrontend::tell_what_next(Phase phase) {
    if (!model_.room->players[*model_.seat])
        return;
    const bool ready = model_.room->players[*model_.seat]->ready;
    against_bot_ = against_bot_ && !ready;
    const bool full = model_.room->players[other(*model_.seat)].has_value();
    if (phase == Phase::MatchOver) {
        say(full ? "Type rematch to play once more, or leave." : "Type leave to leave the room.");
    } else if (phase == Phase::RoundOver) {
        if (!ready)
            say("Type ready for the next round.");
    } else if (!full) {
        say("Waiting for a second player, who types: join " + *model_.room_code);
        if (const std::string why = words::out_of_reach(model_.server); !why.empty())
            say(why);
    } else if (!ready) {
        if (!against_bot_)
            say("Type ready to begin.");
    } else {
        const auto& opponent = *model_.room->players[other(*model_.seat)];
        if (!opponent.ready)
            say("Waiting for " + opponent.name + " to be ready.");
    }
}

// Who watches can do nothing about it, and yet wants to know why nothing is heard.
void PlainFrontend::tell_watcher(const Moment& now) {
    if (now.phase == Phase::MatchOver)
        say("Type leave to leave the room.");
    else if (now.late)
        say("The match is on, and told here " + std::to_string(model_.room->options.delay) +
            " actions late.");
    else
        say(words::turn(model_));
}

bool PlainFrontend::my_turn() const {
    return model_.seat && model_.view && model_.view->phase == Phase::Playing &&
           model_.view->turn == model_.seat;
}

} // namespace jaipur::client::plain
