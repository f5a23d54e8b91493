// How a session handles messages that are not replies.
#include "client/console/safe_text.hpp"
#include "client/console/session/session.hpp"
#include "client/console/translation.hpp"
#include "client/console/words/words.hpp"

#include <algorithm>
#include <utility>

namespace jaipur::client::session {

static int missed_reveals(const protocol::RoomInfo& room, std::optional<Seat> seat) {
    return seat && room.players[*seat] ? room.players[*seat]->missed_reveals : 0;
}

void Session::receive(const protocol::RoomInfo& room) {
    if (!model_.room_code)
        return;
    const protocol::RoomInfo shown = words::made_safe(room);
    for (LogLine& line : words::room_changes(model_.room, shown, model_.seat))
        log(std::move(line));
    note_notice(shown.notice);
    const int missed = model_.room ? missed_reveals(*model_.room, model_.seat) : 0;
    model_.room = shown;
    model_.room_at = environment_.now();
    verifier_.saw(room);
    tell_verdict();
    save_seat();
    note_readiness(shown, missed);
}

void Session::note_notice(const std::optional<protocol::Notice>& notice) {
    for (LogLine& line : words::notice_changes(model_.notice, notice))
        log(std::move(line));
    model_.notice = notice;
}

// `missed_before`: how many reveals of ours hadn't come in time, before this message.
void Session::note_readiness(const protocol::RoomInfo& shown, int missed_before) {
    const auto* self =
        model_.seat && shown.players[*model_.seat] ? &*shown.players[*model_.seat] : nullptr;
    // Without this, a program that can't reveal would cancel one shuffle after the other.
    if (shown.phase == Phase::Playing || missed_reveals(shown, model_.seat) > missed_before)
        wants_match_ = false;
    const bool waits = shown.phase == Phase::Waiting && !offers_delay(shown.options);
    const bool commits_anew = std::exchange(commits_anew_, false) && waits;
    model_.gets_ready = wants_match_ && self != nullptr && waits && (!self->ready || commits_anew);
    wants_ready_ = wants_ready_ || model_.gets_ready;
    const bool am_ready = self != nullptr && self->ready && !commits_anew &&
                          (shown.phase != Phase::Waiting || self->agreed == agrees(shown));
    const bool asked = std::any_of(unanswered_.begin(), unanswered_.end(), [](const auto& sent) {
        return is<protocol::Ready>(sent.second.body);
    });
    if (shown.phase == Phase::Playing || shown.phase == Phase::MatchOver || am_ready)
        wants_ready_ = false;
    if (wants_ready_ && !asked)
        be_ready();
}

// Sends a commitment before a match, and none before later rounds. The secret stays the same during
// a match, because the server may already know its commitment.
void Session::be_ready() {
    protocol::Ready ready;
    if (model_.seat && model_.room->phase == Phase::Waiting) {
        auto nonce = verifier_.nonce();
        if (!nonce) {
            nonce.emplace();
            environment_.entropy(*nonce);
        }
        ready.commit = verifier_.commit(*nonce);
        ready.match = protocol::hex(model_.room->fair.match);
        if (agrees(*model_.room)) {
            ready.delay = model_.room->options.delay;
            ready.pairing = agrees_in_;
        }
        save_seat(); // before the server can know of it
    }
    send({ready, {}});
}

void Session::receive(const protocol::Commitments& table) {
    if (!model_.room_code)
        return;
    const std::string wrong = verifier_.saw(table);
    tell_verdict();
    save_seat();
    const auto nonce = verifier_.nonce();
    if (!wrong.empty())
        log(Kind::Warning, _("This program won't take part in that shuffle."));
    else if (model_.seat && nonce && table.seats[*model_.seat])
        send({protocol::Reveal{*nonce}, {}});
}

void Session::receive(const protocol::View& view) {
    if (!model_.room_code)
        return;
    const bool match_ended = tell_events(view);
    model_.view = view;
    model_.view->room = safe(view.room);
    model_.view_at = environment_.now();
    plan_warning();
    verifier_.saw(view, std::exchange(next_view_, shuffle::Verifier::Telling::SinceLastView));
    tell_verdict();
    if (match_ended)
        log(Kind::Notice, farewell_); // last, because it is long to listen to
    save_seat();
}

// Only players: a spectator may see the table some moves late.
void Session::plan_warning() {
    warns_at_.reset();
    for (const Seat seat : all_seats) {
        const auto left = time_left(model_, seat, environment_.now());
        const bool mine = model_.seat == seat;
        if (!model_.seat || !left || !left->runs || (!mine && left->of == TimeLeft::Of::Move))
            continue;
        if (const auto next = words::next_warning(*left))
            warns_at_ = environment_.now() + (left->time - *next);
    }
}

void Session::warn() {
    for (const Seat seat : all_seats) {
        const auto left = time_left(model_, seat, environment_.now());
        if (!left || !left->runs || left->time.count() == 0)
            continue;
        const bool mine = model_.seat == seat;
        log({mine ? Kind::Warning : Kind::Account, seat,
             words::time_warning(*left, mine ? "" : words::player_names(model_).of[seat])});
    }
    plan_warning();
}

// After a reconnect the server sends the whole round again: only what is new is logged.
bool Session::tell_events(const protocol::View& view) {
    const words::PlayerNames names = words::player_names(model_);
    bool match_ended = false;
    const bool same_round = announced_.match == view.match && announced_.round == view.round;
    const bool whole = next_view_ == shuffle::Verifier::Telling::WholeRound;
    std::size_t known = whole && same_round ? announced_.events : 0;
    if (whole)
        announced_ = {view.match, view.round, 0};
    for (const protocol::ObservedEvent& event : view.events) {
        if (std::holds_alternative<RoundStarted>(event))
            announced_ = {view.match, std::get<RoundStarted>(event).round, 0};
        ++announced_.events;
        if (known > 0) {
            --known;
            continue;
        }
        for (LogLine& line : words::event(event, view, names))
            log(std::move(line));
        match_ended = match_ended || std::holds_alternative<MatchEnded>(event);
    }
    if (match_ended)
        say_how_to_replay(view);
    return match_ended;
}

void Session::say_how_to_replay(const protocol::View& view) {
    const std::string command = environment_.replay.empty()
                                    ? "jaipur-client replay MATCH --server " + safe(model_.server)
                                    : environment_.replay;
    farewell_ = to_run(_("To watch this match again, run:"),
                       words::with_match(command, protocol::hex(view.match)));
}

void Session::tell_verdict() {
    const auto before = std::exchange(model_.shuffle, verifier_.verdict()).status;
    if (model_.shuffle.status == before)
        return;
    if (model_.shuffle.status == ShuffleVerdict::Status::Mismatch)
        log(Kind::Warning, model_.shuffle.text);
    if (model_.shuffle.status == ShuffleVerdict::Status::Verified)
        log(Kind::Notice, model_.shuffle.text);
}

void Session::receive(const protocol::Chat& chat) {
    if (!model_.room_code)
        return;
    last_chat_ =
        std::max(last_chat_, static_cast<std::uint64_t>(std::max<std::int64_t>(chat.at, 0)));
    log(words::chat(words::made_safe(chat), model_.seat));
}

} // namespace jaipur::client::session
