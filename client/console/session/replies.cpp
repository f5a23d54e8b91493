// How a session handles the server's answers.
#include "client/console/safe_text.hpp"
#include "client/console/session/session.hpp"
#include "client/console/session/traits.hpp"
#include "client/console/translation.hpp"
#include "client/console/words/words.hpp"
#include "common/overloaded.hpp"
#include "protocol/codec.hpp"

#include <algorithm>

namespace jaipur::client::session {

namespace {

template <class T>
concept TakesSeat =
    OneOf<T, protocol::CreateRoom, protocol::JoinRoom, protocol::QuickMatch, protocol::TakeOver>;

// Requests whose replies need no cleanup. (Replies to the others end a pending action, a seat or
// the attempt to get ready.)
template <class T>
concept NeedsNoCleanup =
    OneOf<T, protocol::ReadInvitation, protocol::ListRooms, protocol::ListGames, protocol::Ping,
          protocol::Reveal, protocol::Resign, protocol::ClaimWin, protocol::AskRematch,
          protocol::SendChat, protocol::ListSpectators, protocol::Remove, protocol::SetChat,
          protocol::MoveSeat, protocol::ReadPushKey, protocol::PushSubscribe,
          protocol::PushUnsubscribe>;

// Whether a `ready` was for a match or an opponent before.
bool is_stale(const protocol::Ready& ready, const protocol::RoomInfo& room) {
    return (ready.match && *ready.match != protocol::hex(room.fair.match)) ||
           ready.pairing.value_or(room.pairing) != room.pairing;
}

// Whether its answer says where we are from now on.
bool says_where_we_are(const protocol::RequestBody& request) {
    return is<protocol::Resume>(request) || is<protocol::Spectate>(request) ||
           is<protocol::LeaveRoom>(request);
}

} // namespace

void Session::received(std::string_view text) {
    const auto message = protocol::decode_server(text);
    if (!message) {
        if (++strange_messages_ <= 3)
            log(Kind::Warning,
                _("The server sent something that this program doesn't understand."));
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
    take_pong(ok.re);
    if (sent->was_locked_out)
        open_gate();
    if (says_where_we_are(sent->body))
        came_back();
    answered(*sent, ok);
    if (sent->on_reply)
        sent->on_reply(ok);
}

void Session::receive(const protocol::Error& error) {
    auto sent = error.re ? take_sent(*error.re) : std::nullopt;
    if (!sent) {
        log(Kind::Warning, words::error(error.code));
        return;
    }
    if (take_pong(*error.re) || send_later(*sent, error) || send_without_token(*sent, error))
        return;
    const bool starts_over = is<protocol::Resume>(sent->body) && own_seat() &&
                             error.code != protocol::ErrorCode::BadToken &&
                             error.code != protocol::ErrorCode::ServerLocked;
    if (says_where_we_are(sent->body) && !starts_over)
        came_back();
    if (error.code == protocol::ErrorCode::ServerLocked && !is<protocol::Enter>(sent->body) &&
        !sent->let_in && !sent->is_probe)
        return lock_out(std::move(*sent));
    if (sent->was_locked_out)
        open_gate();
    if (quit_at_) // the server notices the end of the connection
        left_room();
    else
        refused(*sent, error);
    if (sent->on_reply)
        sent->on_reply(error);
}

void Session::answered(const Sent& sent, const protocol::Ok& ok) {
    const Overloaded take{
        [](const std::monostate&) {},
        // The frontend that asked takes them.
        [](const OneOf<protocol::Pong, protocol::Invitation, protocol::SeatKey,
                       protocol::PushKey> auto&) {},
        [&](const protocol::GameList& list) {
            if (const auto* asked = as<protocol::ListGames>(sent.body))
                note_games(*asked, list.games, true);
        },
        [&](const protocol::RoomList& list) {
            if (sent.is_probe)
                return;
            model_.rooms = words::made_safe(list);
            note_notice(model_.rooms->notice);
        },
        [&](const protocol::SpectatorList& list) { model_.spectators = words::made_safe(list); },
        [&](const protocol::Seated& seat) {
            if (const auto* entry = std::get_if<protocol::EntryRequest>(&sent.body))
                seated(*entry, seat);
        },
    };
    std::visit(take, ok.adds);
    const Overloaded close{
        [&](const protocol::Enter& enter) { let_in(enter); },
        [&](const protocol::Act&) { forget_action(); },
        [&](const protocol::Ready&) { wants_ready_ = false; },
        [&](const protocol::AskRematch&) { wants_match_ = true; },
        [&](const protocol::LeaveRoom&) { left_room(); },
        [](const OneOf<protocol::Spectate, protocol::Resume> auto&) {}, // see `seated`
        [&](const TakesSeat auto&) { forget_asked_for(sent.body); },    // it is kept as ours now
        [](const NeedsNoCleanup auto&) {},
    };
    visit_request(close, sent.body);
}

void Session::refused(Sent& sent, const protocol::Error& error) {
    const Overloaded each{
        [&](const protocol::Enter& enter) { not_let_in(enter, error); },
        [&](const protocol::Resume& resume) { resume_refused(resume, sent.on_reply, error); },
        [&](const protocol::Spectate&) {
            if (!is_watching())
                return say_refused(sent, error);
            log(Kind::Warning,
                _("Room {0} no longer exists: it was closed, or the server restarted without it.",
                  safe(*model_.room_code)));
            clear_room();
        },
        [&](const protocol::Ready& ready) {
            const bool bad_commit = error.code == protocol::ErrorCode::BadCommit;
            if (bad_commit && model_.room && is_stale(ready, *model_.room)) {
                agrees_in_.reset(); // that was for the match or opponent before
                return be_ready();
            }
            if (bad_commit)
                verifier_.forget_nonce(); // the next one will differ
            wants_ready_ = wants_match_ = model_.gets_ready = false;
            say_refused(sent, error);
        },
        [&](const protocol::Act&) {
            forget_action();
            say_refused(sent, error);
        },
        [&](const protocol::LeaveRoom&) { say_refused(sent, error); },
        [&](const TakesSeat auto&) {
            if (!says_nothing_about_seat(sent, error)) {
                forget_asked_for(sent.body);
            } else if (std::holds_alternative<std::monostate>(place_)) {
                seats_.release();
                list_kept();
            }
            say_refused(sent, error);
        },
        [&](const protocol::ListGames& asked) { note_games(asked, error.games, false); },
        [&](const NeedsNoCleanup auto&) {
            if (!sent.is_probe)
                say_refused(sent, error);
        },
    };
    visit_request(each, sent.body);
}

void Session::say_refused(const Sent& sent, const protocol::Error& error) {
    using protocol::ErrorCode;
    const Traits traits = traits_of(sent.body);
    const bool wrong = traits.purpose != words::Purpose::Any && error.code == ErrorCode::NoSuchRoom;
    if (wrong)
        wrong_join_ = environment_.now();
    log({Kind::Warning, std::nullopt, words::error(error.code, traits.purpose),
         wrong ? words::how_to_give_password(sent.body) : ""});
    if (error.code == ErrorCode::NotInRoom && model_.joined) {
        log(Kind::Warning, _("The room was closed."));
        clear_room();
    }
}

void Session::forget_action() {
    act_.reset();
    model_.awaiting.reset();
}

void Session::seated(const protocol::EntryRequest& request, const protocol::Seated& seated) {
    const Overloaded each{
        [&](const protocol::Resume&) { resumed(seated); },
        [](const OneOf<protocol::ReadInvitation, protocol::Enter> auto&) {}, // seat nobody
        [&](const protocol::Spectate& spectate) {
            if (is_watching()) // again, after a reconnect
                return go_on();
            enter_room(seated.room, std::nullopt, shuffle::Verifier::Entrance::Late);
            place_ = spectate;
            log(Kind::Notice, _("You're watching room {0}.", safe(seated.room)) + " " +
                                  words::who_reads_spectators());
            say_name(seated);
        },
        [&](const TakesSeat auto& body) {
            if (!seated.seat || !seated.token)
                return;
            constexpr bool moved = std::same_as<decltype(body), const protocol::TakeOver&>;
            using enum shuffle::Verifier::Entrance;
            enter_room(seated.room, seated.seat, moved ? Late : SatDown);
            wants_match_ = true;
            commits_anew_ = moved;
            const std::string name = seated.name.value_or(model_.name);
            place_ = SeatRecord{model_.server, seated.room, seated.seat,        *seated.token,
                                name,          {},          environment_.player};
            seats_.keep(*own_seat());
            if (moved) {
                model_.name = name;
                log(Kind::Notice,
                    _("Your seat in room {0} is on this device now.", safe(seated.room)));
                return;
            }
            log(Kind::Notice, _("You have a seat in room {0}.", safe(seated.room)));
            say_name(seated);
        },
    };
    std::visit(each, request);
}

// If it isn't the one that the user chose.
void Session::say_name(const protocol::Seated& seated) {
    if (seated.name && *seated.name != model_.name)
        log(Kind::Notice,
            _("Somebody here is called that already: you are {0}.", safe(*seated.name)));
}

} // namespace jaipur::client::session
