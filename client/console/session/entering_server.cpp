// How a session gets into a private server: it shows its pass on each connection. What the server
// refuses without one waits until it lets us in.
#include "client/console/address.hpp"
#include "client/console/safe_text.hpp"
#include "client/console/session/session.hpp"
#include "client/console/session/traits.hpp"
#include "client/console/translation.hpp"
#include "client/console/words/words.hpp"
#include "protocol/text.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace jaipur::client::session {

namespace {

bool opens_room(const protocol::RequestBody& body) {
    return is<protocol::CreateRoom>(body) || is<protocol::QuickMatch>(body);
}

constexpr auto is_enter = [](const auto& sent) { return is<protocol::Enter>(sent.body); };

} // namespace

// On a new connection. A request to get in that got no answer is sent again instead. What was
// locked out is, too: the operator may have opened the server. Its answers decide about the gate,
// where the user may be typing.
void Session::introduce() {
    strangers_may_join_.reset();
    for (Sent& sent : locked_out_)
        sent.was_locked_out = true;
    queued_.insert(queued_.begin(), std::make_move_iterator(locked_out_.begin()),
                   std::make_move_iterator(locked_out_.end()));
    locked_out_.clear();
    const auto lost = std::ranges::find_if(queued_, is_enter);
    if (lost != queued_.end()) {
        Sent sent = std::move(*lost);
        queued_.erase(lost);
        send(std::move(sent));
    } else if (const auto invitation = std::exchange(environment_.invitation, std::nullopt)) {
        send({admission_.get_in(*invitation), {}});
    } else if (const auto enter = admission_.show()) {
        send({*enter, {}});
    }
}

// Whether the server has yet to answer.
bool Session::is_getting_in() const {
    return std::ranges::any_of(queued_, is_enter) ||
           std::ranges::any_of(later_, is_enter, &Later::sent) ||
           std::ranges::any_of(unanswered_, [](const auto& one) { return is_enter(one.second); });
}

void Session::lock_out(Sent sent) {
    if (is<protocol::Spectate>(sent.body) && is_watching())
        clear_room(); // our pass has ended meanwhile
    if (!opens_room(sent.body))
        strangers_may_join_ = false;
    locked_out_.push_back(std::move(sent));
    if (!is_getting_in())
        try_to_get_in();
}

// The server isn't private any more, unless it still has to answer.
void Session::open_gate() {
    const auto waits = [](const Sent& sent) { return sent.was_locked_out; };
    if (locked_out_.empty() && std::ranges::none_of(later_, waits, &Later::sent) &&
        std::ranges::none_of(unanswered_, [&](const auto& one) { return waits(one.second); }))
        model_.gate.reset();
}

void Session::try_to_get_in() {
    if (const auto enter = admission_.show()) // we haven't yet, or another program has a new one
        return send({*enter, {}});
    if (const auto& password = environment_.server_password; password && !password_is_wrong_)
        return send({admission_.get_in(*password), {}});
    if (!environment_.can_ask)
        return stay_outside();
    if (strangers_may_join_)
        return ask_for_server_key({});
    find_out_who_may_enter();
}

// Before the user is told what the password is for.
void Session::find_out_who_may_enter() {
    const auto take = [this](const Reply& reply) {
        const auto* error = std::get_if<protocol::Error>(&reply);
        if (!error || error->code == protocol::ErrorCode::ServerLocked) // others don't tell
            strangers_may_join_ = !error;
        ask_for_server_key({});
    };
    Sent probe{protocol::ListRooms{std::string(last_code)}, take};
    probe.is_probe = true;
    send(std::move(probe));
}

void Session::ask_for_server_key(std::string refusal) {
    if (locked_out_.empty() && refusal.empty())
        return; // let in meanwhile
    const int refusals = model_.gate ? model_.gate->refusals : 0;
    model_.gate = Gate{strangers_may_join_.value_or(false), admission_.has_ended(),
                       std::exchange(access_ended_now_, false),
                       refusals + (refusal.empty() ? 0 : 1), std::move(refusal)};
}

// Without asking the server.
void Session::refuse_server_key(const OnReply& on_reply, protocol::ErrorCode code,
                                const std::string& words) {
    if (model_.gate)
        ask_for_server_key(words);
    refuse(on_reply, code, words);
}

void Session::enter_server(const std::string& key, OnReply on_reply) {
    using protocol::ErrorCode;
    const std::string typed(trimmed(key));
    const auto link = parse_server_link(typed);
    if (!online())
        return refuse_server_key(on_reply, ErrorCode::ServerLocked,
                                 _("You're offline. Try again once the connection is back."));
    const std::string wrong = link ? words::wrong_invitation(*link, model_.server) : "";
    if (!wrong.empty())
        return refuse_server_key(on_reply, ErrorCode::InvitationOver, wrong);
    if (!link && !protocol::is_password(typed))
        return refuse_server_key(on_reply, ErrorCode::WrongPassword,
                                 words::error(ErrorCode::WrongPassword));
    send({link ? admission_.get_in(*link->invitation) : admission_.get_in(typed),
          std::move(on_reply)});
    changed();
}

void Session::let_in(const protocol::Enter& enter) {
    admission_.accepted(enter);
    model_.gate.reset();
    model_.gets_in = model_.stays_outside = false;
    environment_.invitation.reset();
    strangers_may_join_.reset();
    if (!std::holds_alternative<std::monostate>(enter.with))
        log(Kind::Notice, words::is_in());
    for (Sent& sent : std::exchange(locked_out_, {})) {
        sent.let_in = true;
        send(std::move(sent));
    }
}

void Session::not_let_in(const protocol::Enter& enter, const protocol::Error& error) {
    const bool had_ended = admission_.has_ended();
    admission_.refused(enter, error.code);
    model_.gets_in = false;
    if (!had_ended && admission_.has_ended()) {
        access_ended_now_ = true;
        log(Kind::Warning, words::access_ended());
    }
    if (std::holds_alternative<std::monostate>(enter.with)) {
        if (is_temporary(error.code))
            refuse_locked_out(error.code);
        else if (!locked_out_.empty())
            try_to_get_in();
        return;
    }
    const auto* password = std::get_if<std::string>(&enter.with);
    const auto& given = environment_.server_password;
    const std::string refusal = words::error(error.code, words::Purpose::Entering);
    log(Kind::Warning, refusal);
    const bool is_final = !is_temporary(error.code);
    if (const auto* invitation = std::get_if<protocol::Secret>(&enter.with);
        invitation && !is_final)
        environment_.invitation = *invitation; // for the next connection
    if (is_final)
        wrong_join_ = environment_.now();
    if (is_final && password && given == *password)
        password_is_wrong_ = true;
    if (!password && given && !password_is_wrong_ && !locked_out_.empty())
        try_to_get_in();
    else if (environment_.can_ask)
        ask_for_server_key(refusal);
    else
        stay_outside(is_final ? protocol::ErrorCode::ServerLocked : error.code);
}

void Session::stay_outside() {
    stay_outside(protocol::ErrorCode::ServerLocked);
}

void Session::stay_outside(protocol::ErrorCode code) {
    model_.gate.reset();
    model_.stays_outside = true;
    if (!environment_.can_ask && !locked_out_.empty() && !environment_.server_password)
        log(Kind::Notice, words::how_to_enter_server());
    refuse_locked_out(code);
    changed();
}

void Session::refuse_locked_out(protocol::ErrorCode code) {
    for (Sent& sent : std::exchange(locked_out_, {})) {
        const protocol::Error error{std::nullopt, code, {}};
        refused(sent, error);
        if (sent.on_reply)
            sent.on_reply(error);
    }
}

} // namespace jaipur::client::session
