// The lobby and its guest book: what the operator decides, and the store's answers.
#include "protocol/hash.hpp"
#include "server/core/lobby/lobby.hpp"

#include <utility>

namespace jaipur::server::core {

using protocol::ErrorCode;

void Lobby::restore_guests(const GuestEntries& entries, Output& out) {
    for (const GuestEntry& entry : entries)
        guests_.book().restore(entry);
    guests_.store(guests_.book().restored(), out);
}

void Lobby::refresh_guests(const GuestEntries& entries, bool keeps, Output& out) {
    guests_.keep_book(keeps);
    guests_.book().clear();
    for (const GuestEntry& entry : entries)
        guests_.book().restore(entry);
    auto outdated = guests_.book().restored();
    if (keeps)
        guests_.store(std::move(outdated), out);
}

std::optional<PasswordHash> Lobby::server_password() const {
    const auto& password = guests_.book().password();
    return password ? std::optional(password->second.hash) : std::nullopt;
}

void Lobby::set_server_password(const std::optional<PasswordHash>& hash, Time now, Output& out) {
    guests_.store(guests_.book().set_password(hash, now), out);
}

std::optional<Lobby::Invited> Lobby::invite(ServerInvitation invitation, Output& out) {
    const auto secret = draw<protocol::Secret>(entropy_);
    invitation.hash = protocol::sha256(secret);
    auto entries = guests_.book().invite(std::move(invitation));
    if (entries.empty())
        return std::nullopt;
    const std::uint64_t number = entries.back().number;
    const auto change = guests_.store_for_operator(std::move(entries), number, out);
    return Invited{number, protocol::base64url(secret), change};
}

std::optional<std::uint64_t> Lobby::revoke(std::uint64_t invitation, Output& out) {
    if (!guests_.book().invitation(invitation))
        return std::nullopt;
    return guests_.store_for_operator(guests_.book().revoke(invitation), std::nullopt, out);
}

bool Lobby::guests_stored(std::uint64_t change, Stored result, Time now, Output& out) {
    const auto [newcomer, waiting, somebody_asked] = guests_.settle(change, result, now);
    Session* session = newcomer ? find_session(*newcomer) : nullptr;
    if (session && result != Stored::Durable) {
        const auto first = session->queue.front();
        const auto& request = std::get<protocol::Request>(first->what);
        Caller{*newcomer, *session, request.id, first->at, out}.refuse(ErrorCode::StorageFull);
    }
    if (newcomer)
        admission_.begin_again(*newcomer);
    for (const SessionId id : waiting)
        admission_.begin_again(id);
    serve_ready(now, out);
    return result == Stored::Durable || somebody_asked;
}

} // namespace jaipur::server::core
