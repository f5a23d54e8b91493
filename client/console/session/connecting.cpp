// How a session connects, loses the connection and retries, and its clock.
#include "client/console/safe_text.hpp"
#include "client/console/session/session.hpp"
#include "client/console/session/traits.hpp"
#include "client/console/translation.hpp"
#include "client/console/words/words.hpp"
#include "common/overloaded.hpp"
#include "protocol/close_code.hpp"
#include "protocol/codec.hpp"
#include "protocol/text.hpp"

#include <algorithm>
#include <utility>

namespace jaipur::client::session {

namespace {

constexpr std::chrono::milliseconds refused_again_after{1000};
constexpr std::chrono::minutes wrong_joins_window{10}; // of the server

// In their order, before those that are there.
void put_first(auto& there, auto&& first) {
    there.insert(there.begin(), std::make_move_iterator(first.begin()),
                 std::make_move_iterator(first.end()));
}

} // namespace

void Session::connect() {
    model_.link.state = LinkState::Connecting;
    opening_until_ = environment_.now() + answer_within;
    connection_.open();
}

void Session::opened() {
    model_.link.state = LinkState::Online;
    opening_until_.reset();
    distrusts_since_.reset();
    if (life_ == Life::NeverOnline) {
        life_ = Life::OnlineBefore;
        told_online_ = true;
        log(Kind::Notice, _("Connected to {0}.", safe(model_.server)));
    }
    if (std::holds_alternative<std::monostate>(place_))
        came_back();
    introduce(); // the server handles requests in their order
    const Overloaded enter_again{
        [](const std::monostate&) {},
        [](const GoingBack&) {}, // its request is in the queue
        [&](const SeatRecord& seat) {
            send({protocol::Resume{seat.room, seat.token, last_chat_}, {}});
        },
        [&](const protocol::Spectate& spectate) { send({spectate, {}}); },
    };
    std::visit(enter_again, place_);
    for (Sent& sent : std::exchange(queued_, {}))
        send(std::move(sent));
    if (std::holds_alternative<std::monostate>(place_))
        check_kept();
    ping(); // for the lag
    changed();
}

// The server has let us go on. A connection that is closed before that may lead to a server that
// doesn't have our room yet, so the user isn't told.
void Session::came_back() {
    if (!online() || back_since_)
        return;
    back_since_ = environment_.now();
    model_.link.reason.clear();
    model_.link.is_brief = false;
    model_.link.attempt = 0;
    tells_at_.reset();
    if (!std::exchange(told_online_, true))
        log(Kind::Notice, _("Reconnected."));
}

void Session::closed(std::uint16_t code, std::string_view reason) {
    const bool taken_over = protocol::CloseCode{code} == protocol::CloseCode::Replaced;
    const bool was_removed = protocol::CloseCode{code} == protocol::CloseCode::Removed;
    const bool distrusts = code == cant_be_trusted;
    distrusts_since_ =
        distrusts ? distrusts_since_.value_or(environment_.now()) : std::optional<SteadyTime>();
    const bool never_there = model_.link.state == LinkState::Connecting && (code == 0 || distrusts);
    const bool restarts = protocol::CloseCode{code} == protocol::CloseCode::ServiceRestart;
    drop_connection(never_there ? unreachable(safe(reason)) : words::closed(code, reason),
                    restarts);
    if (taken_over) {
        model_.link.state = LinkState::Closed;
        log(Kind::Warning, model_.link.reason + " " + _("This program stops here."));
    } else {
        if (was_removed)
            removed();
        if (never_there && !environment_.start_again.empty())
            own_server_ended();
        else if (is_hopeless())
            give_up();
        else
            wait_for_retry(restarts); // for the menu
        if (was_removed)
            model_.link.attempt = 0; // nothing has failed
    }
    changed();
}

// Nobody starts it again, so waiting is useless.
void Session::own_server_ended() {
    model_.link.state = LinkState::Closed;
    farewell_ = to_run(
        _("The server that this program started has ended. To start again and return to your "
          "seat, run:"),
        environment_.start_again);
    model_.link.reason = farewell_;
    log(Kind::Warning, farewell_);
}

std::string Session::unreachable(const std::string& why) const {
    return _("Can't reach {0}: {1}.", safe(model_.server), why);
}

SteadyTime::duration Session::away() const {
    return away_since_ ? environment_.now() - *away_since_ : SteadyTime::duration::zero();
}

void Session::drop_connection(std::string why, bool server_restarts) {
    if (back_since_ && environment_.now() - *back_since_ >= answer_within)
        away_since_.reset();
    if (!online() || back_since_)
        ++model_.link.attempt;
    if (!tells_at_) // the first reason says more
        model_.link.reason = why;
    if (told_online_ && is_handover(server_restarts, away())) {
        tells_at_ = tells_at_.value_or(environment_.now() + longest_handover);
        model_.link.is_brief = true;
    } else {
        tell_lost();
        model_.link.reason = std::move(why);
    }
    model_.lag.reset();
    model_.joined = false;
    model_.checks_kept = false;
    model_.spectators.reset(); // a restarted server counts them anew
    if (model_.notice)
        model_.notice->restarting = false; // the next server isn't to take it back
    back_since_.reset();
    opening_until_.reset();
    ping_.reset();
    give_up_unanswered();
}

void Session::tell_lost() {
    tells_at_.reset();
    model_.link.is_brief = false;
    if (std::exchange(told_online_, false))
        log(Kind::Warning, model_.link.reason);
}

// Handles requests without an answer: repeats some once the connection is back, and tells the user
// about others.
void Session::give_up_unanswered() {
    bool lost = false;
    std::vector<Sent> again;
    for (auto& [id, sent] : std::exchange(unanswered_, {})) {
        const Traits::Offline offline = traits_of(sent.body).offline;
        const bool repeated_by_opened =
            (is<protocol::Resume>(sent.body) && !std::get_if<GoingBack>(&place_)) ||
            (is<protocol::Spectate>(sent.body) && is_watching());
        sent.repeated = true;
        sent.let_in = false;
        // What is locked out asks again what the user is told at the gate.
        if (offline == Traits::Offline::Repeated && !repeated_by_opened && !sent.is_probe)
            again.push_back(std::move(sent));
        lost = lost || offline == Traits::Offline::UserIsTold;
        if (const auto* chat = as<protocol::SendChat>(sent.body); chat && !quit_at_)
            log(Kind::Warning, _("The server hadn't confirmed your message \"{0}\". If it doesn't "
                                 "appear again, send it again.",
                                 safe(chat->text, 60)));
    }
    std::vector<Sent> chats;
    for (Later& later : std::exchange(later_, {})) { // refused, so they haven't had any effect
        const Traits::Offline offline = traits_of(later.sent.body).offline;
        if (offline == Traits::Offline::SentLater)
            chats.push_back(std::move(later.sent));
        else if (offline == Traits::Offline::Repeated && !later.sent.is_probe)
            again.push_back(std::move(later.sent));
    }
    put_first(queued_, std::move(again));
    put_first(chats_, std::move(chats));
    if (lost && !quit_at_)
        log(Kind::Warning, _("The server hadn't answered your last command. Check whether it took "
                             "effect, or try again."));
}

// Whether an earlier request, whose answer was lost, may have taken the seat: a temporary refusal
// of the repeat doesn't tell.
bool Session::says_nothing_about_seat(const Sent& sent, const protocol::Error& error) {
    return sent.repeated && is_temporary(error.code) && traits_of(sent.body).takes_seat;
}

// After a wrong code, a refusal lasts for minutes, so trying again is useless.
int Session::useful_attempts(const Sent& sent) const {
    const Traits traits = traits_of(sent.body);
    if ((traits.room && is_watching()) || (traits.takes_seat && sent.repeated))
        return Traits::most_attempts; // the room, or the seat, may well be there
    const bool guesses = traits.room || traits.purpose == words::Purpose::Entering;
    if (guesses && wrong_join_ && environment_.now() - *wrong_join_ < wrong_joins_window)
        return 1;
    return traits.attempts;
}

// A rate limit changes nothing, so the same request can be sent again soon. A resume and a reveal
// are also repeated when the disk is full: the user cannot repeat them. A repeated request for a
// seat is sent again after each temporary refusal.
bool Session::send_later(Sent& sent, const protocol::Error& error) {
    const bool again = error.code == protocol::ErrorCode::RateLimited ||
                       (error.code == protocol::ErrorCode::StorageFull &&
                        traits_of(sent.body).repeated_when_full) ||
                       says_nothing_about_seat(sent, error);
    const int useful = useful_attempts(sent);
    if (!again || sent.attempts >= useful || quit_at_)
        return false;
    if (useful < Traits::most_attempts)
        log(Kind::Notice,
            _("Too many requests from you or your network. Trying again in a second."));
    const auto delay = refused_again_after * sent.attempts;
    ++sent.attempts;
    later_.push_back({environment_.now() + delay, std::move(sent)});
    return true;
}

// Servers of release 0.1.0 don't know chosen tokens.
bool Session::send_without_token(Sent& sent, const protocol::Error& error) {
    if (error.code != protocol::ErrorCode::BadRequest || !traits_of(sent.body).token ||
        is<protocol::TakeOver>(sent.body))
        return false;
    forget_asked_for(sent.body);
    choose_token(sent.body, std::nullopt);
    send(std::move(sent));
    return true;
}

void Session::wait_for_retry(bool server_restarts) {
    if (quit_at_)
        return end_quitting(Leaving::Unanswered);
    const SteadyTime now = environment_.now();
    away_since_ = away_since_.value_or(now);
    model_.link.state = LinkState::Retrying;
    model_.link.retry_at = now + retry_delay(away(), chance(), server_restarts);
}

// ---- the clock ---------------------------------------------------------------------------------

std::optional<SteadyTime> Session::deadline() const {
    std::optional<SteadyTime> first;
    const auto consider = [&](std::optional<SteadyTime> time) {
        if (time && (!first || *time < *first))
            first = time;
    };
    if (ping_)
        consider(ping_->due);
    consider(opening_until_);
    consider(quit_at_);
    consider(warns_at_);
    consider(tells_at_);
    for (const Later& later : later_)
        consider(later.at);
    if (model_.link.state == LinkState::Retrying)
        consider(model_.link.retry_at);
    return first;
}

void Session::tick() {
    const SteadyTime now = environment_.now();
    const auto due = [&](const std::optional<SteadyTime>& time) { return time && *time <= now; };
    if (due(quit_at_))
        end_quitting(Leaving::Unanswered);
    if (due(warns_at_))
        warn();
    if (due(tells_at_))
        tell_lost();
    if (due(opening_until_) || (ping_ && ping_->id && ping_->due <= now)) {
        connection_.shut();
        drop_connection(online() ? _("The server stopped answering.")
                                 : unreachable(_("it doesn't answer")));
        wait_for_retry();
    }
    if (model_.link.state == LinkState::Retrying && model_.link.retry_at <= now)
        connect();
    if (ping_ && !ping_->id && ping_->due <= now)
        ping();
    std::vector<Sent> again;
    for (Later& later : std::exchange(later_, {}))
        if (later.at > now)
            later_.push_back(std::move(later));
        else
            again.push_back(std::move(later.sent));
    for (Sent& sent : again)
        send(std::move(sent));
    changed();
}

void Session::ping() {
    ping_ = {environment_.now() + answer_within, next_id_};
    send({protocol::Ping{}, {}});
}

// Whether this is the answer to the ping, of any kind: the connection is alive.
bool Session::take_pong(std::uint64_t id) {
    if (!ping_ || ping_->id != id)
        return false;
    const SteadyTime now = environment_.now(), sent = ping_->due - answer_within;
    model_.lag = std::chrono::duration_cast<std::chrono::milliseconds>(now - sent);
    ping_ = {now + ping_every, std::nullopt};
    return true;
}

void Session::send(Sent sent) {
    const std::uint64_t id = next_id_++;
    std::string text = protocol::encode(protocol::Request{id, sent.body});
    const bool is_resume = is<protocol::Resume>(sent.body);
    if (const auto seat = asked_for(sent.body);
        seat && std::holds_alternative<std::monostate>(place_))
        seats_.keep(*seat); // the answer may be lost, and this program with it
    unanswered_.emplace(id, std::move(sent));
    if (text.size() <= protocol::max_client_message && protocol::is_utf8(text))
        return connection_.send(std::move(text));
    // Typed, or from a seat's file: the server would close the connection.
    receive(protocol::Error{
        id, is_resume ? protocol::ErrorCode::BadToken : protocol::ErrorCode::BadText, {}});
}

} // namespace jaipur::client::session
