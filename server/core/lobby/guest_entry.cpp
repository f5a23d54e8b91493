// The way into a private server.
#include "common/overloaded.hpp"
#include "protocol/hash.hpp"
#include "server/core/lobby/entry.hpp"

#include <string>
#include <variant>

namespace jaipur::server::core {

using protocol::ErrorCode;
using protocol::Secret;

namespace {

const std::string* password_in(const protocol::Enter& request) {
    return std::get_if<std::string>(&request.with);
}

} // namespace

std::optional<ErrorCode> Entry::lock(const Caller& caller,
                                     const protocol::EntryRequest& request) const {
    const Overloaded each{
        [&](const protocol::CreateRoom&) {
            return guests_.keeps_from_opening(caller.session, caller.now);
        },
        [&](const OneOf<protocol::JoinRoom, protocol::QuickMatch, protocol::Spectate,
                        protocol::ReadInvitation> auto&) {
            return guests_.locks_out(caller.session, caller.now);
        },
        // A player who has a seat was let in once.
        [](const OneOf<protocol::Resume, protocol::TakeOver, protocol::Enter> auto&) {
            return false;
        },
    };
    return std::visit(each, request) ? std::optional(ErrorCode::ServerLocked) : std::nullopt;
}

// Repeating is safe: what a known pass comes with isn't checked.
bool Entry::is_known(const Caller& caller, const protocol::EntryRequest& request) {
    const auto* enter = std::get_if<protocol::Enter>(&request);
    if (!enter)
        return false;
    const TokenHash hash = protocol::sha256(enter->pass);
    if (guests_.waits_for_pass(hash, caller.id)) {
        admission_.guessed(caller, true); // not checked yet
        caller.session.step = Session::Step::Wait;
        return true;
    }
    const auto number = guests_.book().pass(hash);
    const bool asks_for_pass = !std::holds_alternative<std::monostate>(enter->with);
    if (!number && !guests_.is_open() && asks_for_pass)
        return false;
    admission_.guessed(caller, true);
    if (number)
        caller.session.guest = number;
    if (number || guests_.is_open())
        caller.grant();
    else
        caller.refuse(ErrorCode::ServerLocked);
    return true;
}

bool Entry::is_invited(const Caller& caller, const protocol::EntryRequest& request) const {
    const auto* enter = std::get_if<protocol::Enter>(&request);
    const auto* secret = enter ? std::get_if<Secret>(&enter->with) : nullptr;
    if (!secret)
        return false;
    const TokenHash hash = protocol::sha256(*secret);
    const auto number = guests_.book().invitation(hash);
    return number &&
           (guests_.is_storing_pass_from(*number) || guests_.with_invitation(hash, caller.now));
}

void Entry::enter(const Caller& caller, const protocol::Enter& request) {
    std::optional<std::uint64_t> from;
    if (const auto* secret = std::get_if<Secret>(&request.with)) {
        const TokenHash hash = protocol::sha256(*secret);
        const auto invitation = guests_.book().invitation(hash);
        if (invitation && guests_.waits_for_invitation(*invitation, caller.id)) {
            admission_.guessed(caller, true);
            caller.session.step = Session::Step::Wait;
            return;
        }
        from = guests_.with_invitation(hash, caller.now);
    } else if (guests_.is_outdated(caller.session.password)) {
        admission_.guessed(caller, true); // it wasn't checked
        caller.session.password.reset();
        caller.session.step = Session::Step::Prepare;
        return;
    } else {
        from = guests_.with_password(caller.session.password);
    }
    const auto wrong = password_in(request) ? ErrorCode::WrongPassword : ErrorCode::InvitationOver;
    if (const auto refusal = admission_.guessed(caller, from.has_value(), wrong))
        return caller.refuse(*refusal);
    if (password_in(request) && !guests_.may_get_pass(caller.session.address, caller.now))
        return caller.refuse(ErrorCode::RateLimited);
    guests_.let_in(protocol::sha256(request.pass), *from, caller);
}

} // namespace jaipur::server::core
