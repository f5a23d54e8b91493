// How a session enters a room, goes back to a seat and leaves again.
#include "client/console/safe_text.hpp"
#include "client/console/session/session.hpp"
#include "client/console/translation.hpp"
#include "client/console/words/words.hpp"
#include "protocol/text.hpp"

#include <algorithm>
#include <utility>

namespace jaipur::client::session {

// The same room as before the connection was lost.
void Session::go_on() {
    model_.joined = true;
    verifier_.reconnected();
    next_view_ = shuffle::Verifier::Telling::WholeRound;
    send_chats();
}

// Before the server has let us back into the room, it would refuse a message; and if that
// connection broke as well, the message would be lost.
void Session::send_once_back(Sent sent) {
    log(Kind::Notice, _("You're offline. Your message will be sent once the connection is back."));
    chats_.push_back(std::move(sent));
}

void Session::send_chats() {
    for (Sent& sent : std::exchange(chats_, {}))
        send(std::move(sent));
}

// We won't be back in the room: the log keeps what the user wrote.
void Session::give_up_chats() {
    for (const Sent& sent : std::exchange(chats_, {}))
        if (const auto* chat = as<protocol::SendChat>(sent.body))
            log(Kind::Warning, _("Your message wasn't sent: {0}", safe(chat->text)));
}

void Session::resumed(const protocol::Seated& seated) {
    if (auto* back = std::get_if<GoingBack>(&place_)) { // to a seat of an earlier run, or left
        const SeatRecord before = std::move(back->seat);
        SeatRecord seat = before;
        seat.player = environment_.player; // another bot may have played there
        const bool was_asked_for = !seat.seat && seated.seat;
        if (was_asked_for) { // now we know which one it is
            seat.room = seated.room;
            seat.seat = seated.seat;
        }
        seats_.keep(seat);
        if (was_asked_for)
            seats_.forget(before);
        enter_room(seat.room, seat.seat, shuffle::Verifier::Entrance::Late);
        wants_match_ = true;
        place_ = seat;
        model_.name = seat.name;
        if (seat.fair)
            verifier_.remember(*seat.fair);
        list_kept();
    } else {
        go_on();
    }
    const SeatRecord* seat = own_seat();
    if (!seat)
        return; // the server answers another request than ours
    log(Kind::Notice, _("You're back in your seat in room {0}.", safe(seat->room)));
    const bool under_way =
        std::any_of(unanswered_.begin(), unanswered_.end(),
                    [](const auto& sent) { return is<protocol::Act>(sent.second.body); });
    if (act_ && !under_way) // its answer was lost, or it was never sent; a repeat is safe
        send(Sent(*act_));
}

// If the seat is gone, `on_reply` waits for the answer to the request that is sent instead.
void Session::resume_refused(const protocol::Resume& resume, OnReply& on_reply,
                             const protocol::Error& error) {
    const auto* back = std::get_if<GoingBack>(&place_);
    const SeatRecord* seat = back ? &back->seat : own_seat();
    if (!seat || seat->token != resume.token) { // the user has gone elsewhere meanwhile
        log(Kind::Warning, words::error(error.code));
        if (!seat)
            seats_.release();
        return list_kept();
    }
    if (error.code != protocol::ErrorCode::BadToken) {
        if (told_online_ && !tells_at_) // each attempt to come back may end like this
            log(Kind::Warning, words::error(error.code));
        if (!back) { // not in the room without it: try it all again
            connection_.shut();
            drop_connection(_("Your seat couldn't be resumed."));
            wait_for_retry();
        } else {
            place_ = {};
            seats_.release();
            list_kept();
        }
        return;
    }
    const auto instead = back ? back->instead : std::nullopt;
    log(Kind::Warning,
        seat->seat
            ? _("Your seat in room {0} is gone: the room was closed, or the server restarted "
                "without "
                "it. The match can't continue.",
                safe(seat->room))
            : _("The seat that you asked for is gone: your request never reached the server, or it "
                "took too long to come back."));
    seats_.forget(*seat);
    clear_room();
    if (instead)
        send({*instead, std::exchange(on_reply, nullptr)});
}

// By the room's owner, who frees the seat, or by the server's operator, who doesn't. Either way,
// the user goes back by hand or not at all; once the connection is back, the server says whether
// the seat is still there.
void Session::removed() {
    if (const SeatRecord* seat = own_seat(); seat && match_is_running(model_))
        left_ = seat->room; // so it was the operator
    clear_room();
}

void Session::left_room() {
    const SeatRecord* seat = own_seat();
    if (seat && match_is_running(model_)) {
        log(Kind::Notice, _("You left the room. Your seat is kept while the match runs."));
        seats_.release();
        left_ = seat->room;
        place_ = {};
    } else {
        log(Kind::Notice, _("You left the room."));
        if (seat)
            seats_.forget(*seat);
    }
    if (!quit_at_) // the program ends anyway
        clear_room();
}

void Session::enter_room(const std::string& room, std::optional<Seat> seat,
                         shuffle::Verifier::Entrance entrance) {
    clear_room();
    model_.stays_outside = false;
    model_.room_code = safe(room);
    model_.joined = true;
    model_.seat = seat;
    next_view_ = shuffle::Verifier::Telling::WholeRound;
    verifier_.enter(entrance, seat);
}

void Session::clear_room() {
    if (own_seat())
        seats_.release();
    place_ = {};
    give_up_chats();
    forget_action();
    wants_ready_ = wants_match_ = commits_anew_ = model_.gets_ready = false;
    model_.room_code.reset();
    model_.joined = false;
    model_.seat.reset();
    model_.room.reset();
    model_.view.reset();
    model_.spectators.reset();
    model_.shuffle = {};
    announced_ = {};
    last_chat_ = 0;
    list_kept();
}

void Session::save_seat() {
    SeatRecord* seat = own_seat();
    const auto fair = verifier_.kept();
    if (!seat || seat->fair == fair)
        return;
    seat->fair = fair;
    seats_.keep(*seat);
}

void Session::list_kept() {
    model_.kept.clear();
    for (const SeatRecord& record : seats_.list(model_.server))
        model_.kept.push_back({safe(record.room), record.seat, safe(record.name), record.token,
                               over_.contains(record.token), record.player});
}

// Asks which kept seats are gone or in finished matches. Old servers don't know the request.
void Session::check_kept() {
    protocol::ListGames request;
    for (const KeptSeat& seat : model_.kept)
        if (protocol::seats_bounds.hold(static_cast<int>(request.seats.size()) + 1))
            request.seats.push_back({protocol::room_code(seat.room), seat.token});
    model_.checks_kept = !request.seats.empty();
    if (model_.checks_kept)
        send({request, {}});
}

// If the list isn't whole, a seat without a game may not be gone.
void Session::note_games(const protocol::ListGames& asked,
                         const std::vector<std::optional<protocol::Game>>& games, bool is_whole) {
    model_.checks_kept = false;
    const std::vector<SeatRecord> records = seats_.list(model_.server);
    for (std::size_t i = 0; i < std::min(asked.seats.size(), games.size()); ++i) {
        const auto& game = games[i];
        const auto record = std::ranges::find(records, asked.seats[i].token, &SeatRecord::token);
        if (!game && is_whole && record != records.end())
            seats_.forget(*record);
        else if (game && game->phase == Phase::MatchOver)
            over_.insert(asked.seats[i].token);
    }
    list_kept();
}

} // namespace jaipur::client::session
