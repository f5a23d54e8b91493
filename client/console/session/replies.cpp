// How a session handles the server's answers.
#include "client/console/safe_text.hpp"
#include "client/console/session/session.hpp"
#include "client/console/words/words.hpp"
#include "protocol/codec.hpp"

#include <algorithm>

namespace jaipur::client::session {

using Kind = LogLine::Kind;

void Session::received(std::string_view text) {
    const auto message = protocol::decode_server(text);
    if (!message) {
        if (++strange_messages_ <= 3)
            log(Kind::Warning, "The server said something that this program does not understand.");
        changed();
        return;
    }

    std::visit([this](const auto& what) { receive(what); }, *message);
    changed();
}

std::optional<Session::Sent> Session::take_sent(std::uint64_t id) {
    auto sent = unanswered_.extract(id);
    return sent ? std::optional(std::move(sent.mapped())) : std::nullopt;
}

void Session::receive(const protocol::Ok& ok) {
    const auto sent = take_sent(ok.re);
    if (!sent)
        return;
    if (ping_id_ == ok.re) {
        model_.lag =
            std::chrono::duration_cast<std::chrono::milliseconds>(environment_.now() - ping_sent_);
        ping_answered();
    }
    answered(*sent, ok);
    if (sent->on_reply)
        sent->on_reply(ok);
}

void Session::receive(const protocol::Error& error) {
    auto sent = error.re ? take_sent(*error.re) : std::nullopt;
    if (!sent) {
        log(Kind::Warning, words::error(error));
        return;
    }
    if (ping_id_ == error.re) // an answer all the same: the connection is alive
        return ping_answered();
    if (send_later(*sent, error))
        return;
    if (quit_at_) // the server notices the end of the connection
        left_room();
    else
        refused(*sent, error);
    if (sent->on_reply)
        sent->on_reply(error);
}

void Session::answered(const Sent& sent, const protocol::Ok& ok) {
    if (const auto* list = std::get_if<protocol::RoomList>(&ok.adds))
        model_.rooms = words::made_safe(*list);
    if (const auto* seat = std::get_if<protocol::Seated>(&ok.adds))
        seated(sent, *seat);
    if (is<protocol::Act>(sent.body)) {
        act_.reset();
        model_.awaiting.reset();
    }
    if (is<protocol::Ready>(sent.body))
        ready_wish_ = ReadyWish::None;
    if (is<protocol::LeaveRoom>(sent.body))
        left_room();
}

void Session::refused(const Sent& sent, const protocol::Error& error) {
    using protocol::ErrorCode;
    if (is<protocol::Resume>(sent.body)) {
        resume_refused(error);
        return;
    }
    if (is<protocol::Act>(sent.body)) {
        act_.reset();
        model_.awaiting.reset();
    }
    if (const auto* ready = as<protocol::Ready>(sent.body)) {
        if (error.code == ErrorCode::BadCommit && ready->match && model_.room &&
            *ready->match != protocol::hex(model_.room->fair.match))
            return be_ready(); // another match has begun meanwhile
        ready_wish_ = ReadyWish::None;
        if (error.code == ErrorCode::BadCommit)
            verifier_.forget_nonce(); // the next one is another
    }
    if (is<protocol::Spectate>(sent.body) && watching_ && model_.room_code) {
        log(Kind::Warning, "Room " + safe(*model_.room_code) +
                               " is not there any more: it was closed, or the server was "
                               "restarted without it.");
        clear_room();
        return;
    }
    const words::Purpose purpose = words::purpose_of(sent.body);
    if (purpose != words::Purpose::Any && error.code == ErrorCode::NoSuchRoom)
        wrong_join_ = environment_.now();
    log(Kind::Warning, words::error(error, purpose));
    if (error.code == ErrorCode::NotInRoom && model_.room_code) {
        log(Kind::Warning, "The room was closed.");
        clear_room();
    }
}

void Session::seated(const Sent& sent, const protocol::Seated& seated) {
    if (is<protocol::Resume>(sent.body)) {
        resumed();
        return;
    }
    if (const auto* spectate = as<protocol::Spectate>(sent.body)) {
        if (watching_ && model_.room_code) { // again, after a reconnect
            go_on();
            return;
        }
        enter_room(seated.room, std::nullopt, shuffle::Verifier::Entrance::Late);
        watching_ = *spectate;
        log(Kind::Notice, "You watch room " + safe(seated.room) + ".");
        return;
    }
    if (!seated.seat || !seated.token)
        return;
    enter_room(seated.room, seated.seat, shuffle::Verifier::Entrance::SatDown);
    seat_ = SeatRecord{model_.server, seated.room, *seated.seat, *seated.token, model_.name, {}};
    seats_.keep(*seat_);
    log(Kind::Notice, "You have a seat in room " + safe(seated.room) + ".");
}

// The same room as before the connection was lost.
void Session::go_on() {
    verifier_.line_was_cut();
    next_view_ = shuffle::Verifier::Telling::WholeRound;
}

void Session::resumed() {
    if (resuming_) { // a seat kept by an earlier run, or left in a match
        enter_room(resuming_->room, resuming_->seat, shuffle::Verifier::Entrance::Late);
        seat_ = std::exchange(resuming_, std::nullopt);
        model_.name = seat_->name;
        join_instead_.reset();
        if (seat_->fair)
            verifier_.remember(*seat_->fair);
        list_kept();
    } else {
        go_on();
    }
    log(Kind::Notice, "You are back in your seat in room " + safe(seat_->room) + ".");
    const bool under_way =
        std::any_of(unanswered_.begin(), unanswered_.end(),
                    [](const auto& sent) { return is<protocol::Act>(sent.second.body); });
    if (act_ && !under_way) // its answer was lost, or it was never sent; a repeat is safe
        send(Sent(*act_));
}

void Session::resume_refused(const protocol::Error& error) {
    const bool gone = error.code == protocol::ErrorCode::BadToken;
    const auto record = resuming_ ? std::exchange(resuming_, std::nullopt) : seat_;
    if (!gone) {
        log(Kind::Warning, words::error(error));
        if (seat_) { // not in the room without it: try it all again
            connection_.shut();
            drop_connection("The seat could not be taken up again.");
            wait_for_retry();
        } else {
            seats_.release();
            list_kept();
        }
        return;
    }
    if (record) {
        log(Kind::Warning, "The server does not know your seat in room " + safe(record->room) +
                               " any more: the room was closed, or the server was restarted "
                               "without it. The match cannot go on; the seat is forgotten.");
        seats_.forget(*record);
    }
    clear_room();
    if (auto join = std::exchange(join_instead_, std::nullopt))
        send({*join, {}});
}

void Session::left_room() {
    if (seat_ && match_is_running(model_)) {
        log(Kind::Notice, "You left the room. Your seat is kept while the match runs.");
        seats_.release();
        left_ = seat_->room;
        seat_.reset();
    } else {
        log(Kind::Notice, "You left the room.");
        if (seat_)
            seats_.forget(*seat_);
    }
    if (!quit_at_) // the program ends anyway
        clear_room();
}

void Session::enter_room(const std::string& room, std::optional<Seat> seat,
                         shuffle::Verifier::Entrance entrance) {
    clear_room();
    model_.room_code = safe(room);
    model_.seat = seat;
    next_view_ = shuffle::Verifier::Telling::WholeRound;
    verifier_.enter(entrance, seat);
}

void Session::clear_room() {
    if (seat_)
        seats_.release();
    seat_.reset();
    watching_.reset();
    act_.reset();
    model_.awaiting.reset();
    model_.room_code.reset();
    model_.seat.reset();
    model_.room.reset();
    model_.view.reset();
    model_.shuffle = {};
    announced_ = {};
    last_chat_ = 0;
    list_kept();
}

void Session::save_seat() {
    if (!seat_)
        return;
    const auto fair = verifier_.kept();
    if (seat_->fair == fair)
        return;
    seat_->fair = fair;
    seats_.keep(*seat_);
}

void Session::list_kept() {
    model_.kept.clear();
    for (const SeatRecord& record : seats_.list(model_.server))
        model_.kept.push_back({safe(record.room), record.seat, safe(record.name)});
}

} // namespace jaipur::client::session
