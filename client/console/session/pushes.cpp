// What a session makes of what the server says unasked.
#include "client/console/safe_text.hpp"
#include "client/console/session/session.hpp"
#include "client/console/words/words.hpp"

#include <algorithm>

namespace jaipur::client {

namespace {

using Kind = LogLine::Kind;

} // namespace

void Session::push(const protocol::RoomInfo& room) {
    if (!model_.room_code)
        return;
    const protocol::RoomInfo shown = made_safe(room);
    for (LogLine& line : room_changes_in_words(model_.room, shown, model_.seat))
        log(std::move(line));
    model_.room = shown;
    model_.room_at = surroundings_.now();
    const auto before = witness_.verdict().state;
    witness_.saw(room);
    tell_verdict(before);
    save_seat();

    const bool am_ready =
        model_.seat && shown.players[*model_.seat] && shown.players[*model_.seat]->ready;
    const bool asked = std::any_of(unanswered_.begin(), unanswered_.end(), [](const auto& sent) {
        return is<protocol::Ready>(sent.second.body);
    });
    if (shown.phase == Phase::Playing || shown.phase == Phase::MatchOver || am_ready)
        ready_wanted_ = false;
    if (ready_wanted_ && !asked)
        be_ready();
}

// For the match with a commitment, for later rounds without. The same secret as before, where one
// was drawn for this match: the server may know its commitment already.
void Session::be_ready() {
    protocol::Ready ready;
    if (model_.seat && model_.room->phase == Phase::Waiting) {
        auto nonce = witness_.nonce();
        if (!nonce) {
            nonce.emplace();
            surroundings_.entropy(*nonce);
        }
        ready.commit = witness_.commit(*nonce);
        ready.match = protocol::hex(model_.room->fair.match);
        save_seat(); // before the server can know of it
    }
    send({ready, {}});
}

void Session::push(const protocol::Table& table) {
    if (!model_.room_code)
        return;
    const auto before = witness_.verdict().state;
    const std::string wrong = witness_.saw(table);
    tell_verdict(before);
    save_seat();
    const auto nonce = witness_.nonce();
    if (!wrong.empty())
        log(Kind::Warning, "This program takes no part in that shuffle.");
    else if (model_.seat && nonce && table.commitments.seats[*model_.seat])
        send({protocol::Reveal{*nonce}, {}});
}

void Session::push(const protocol::View& view) {
    if (!model_.room_code)
        return;
    const bool match_ended = tell_events(view);
    model_.view = view;
    model_.view->room = safe(view.room);
    model_.view_at = surroundings_.now();
    const auto before = witness_.verdict().state;
    witness_.saw(view, whole_round_next_ ? Witness::Telling::WholeRound
                                         : Witness::Telling::SinceLastView);
    whole_round_next_ = false;
    tell_verdict(before);
    if (match_ended)
        log(Kind::Notice, farewell_); // long to listen to: last
    save_seat();
}

// After a broken line the whole round is told again: only what is new goes into the log.
bool Session::tell_events(const protocol::View& view) {
    const Cast cast = cast_of(model_);
    bool match_ended = false;
    const bool same_round = told_.match == view.match && told_.round == view.round;
    std::size_t known = whole_round_next_ && same_round ? told_.events : 0;
    if (whole_round_next_)
        told_ = {view.match, view.round, 0};
    for (const protocol::ObservedEvent& event : view.events) {
        if (std::holds_alternative<protocol::ObservedRoundStarted>(event))
            told_ = {view.match, std::get<protocol::ObservedRoundStarted>(event).round, 0};
        ++told_.events;
        if (known > 0) {
            --known;
            continue;
        }
        log(event_in_words(event, cast));
        if (const auto* end = std::get_if<protocol::ObservedRoundEnded>(&event))
            tell_round(view, end->round);
        if (std::holds_alternative<protocol::ObservedMatchEnded>(event))
            match_ended = tell_match(view);
    }
    return match_ended;
}

void Session::tell_round(const protocol::View& view, int number) {
    const std::size_t at = static_cast<std::size_t>(number) - 1;
    if (number < 1 || !view.result || at >= view.result->rounds.size())
        return;
    for (LogLine& line : round_in_words(view.result->rounds[at], number, view, cast_of(model_)))
        log(std::move(line));
}

bool Session::tell_match(const protocol::View& view) {
    if (!view.result || !view.result->match)
        return false;
    log(Kind::Game, match_in_words(*view.result->match, view, cast_of(model_)),
        view.result->match->winner);
    const std::string command = surroundings_.replay.empty()
                                    ? "jaipur-client replay MATCH --server " + safe(model_.server)
                                    : surroundings_.replay;
    farewell_ =
        "To see this match again: " + with_match(command, protocol::hex(view.match)) + how_to_look_;
    return true;
}

void Session::tell_verdict(ShuffleVerdict::State before) {
    model_.shuffle = witness_.verdict();
    if (model_.shuffle.state == before)
        return;
    if (model_.shuffle.state == ShuffleVerdict::State::Mismatch)
        log(Kind::Warning, model_.shuffle.text);
    if (model_.shuffle.state == ShuffleVerdict::State::Verified)
        log(Kind::Notice, model_.shuffle.text);
}

void Session::push(const protocol::Chat& chat) {
    if (!model_.room_code)
        return;
    last_chat_ =
        std::max(last_chat_, static_cast<std::uint64_t>(std::max<std::int64_t>(chat.at, 0)));
    log(chat_in_words(made_safe(chat), model_.seat));
}

} // namespace jaipur::client
