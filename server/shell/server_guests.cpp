// A private server: its password, and its guest book in the store.
#include "protocol/text.hpp"
#include "server/core/password.hpp"
#include "server/log/log.hpp"
#include "server/net/as_values.hpp"
#include "server/shell/entropy.hpp"
#include "server/shell/exposure.hpp"
#include "server/shell/server.hpp"

#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>

#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <exception>
#include <optional>
#include <string>
#include <typeinfo>
#include <utility>

namespace jaipur::server::shell {

namespace asio = boost::asio;

void Server::keep(core::GuestChange change) {
    ++records_due_;
    const auto stored = [this, number = change.number](core::Stored result) {
        --records_due_;
        bool noticed = true;
        decide([&](core::Output& output) {
            noticed = lobby_.guests_stored(number, result, now(), output);
        });
        if (!noticed)
            log::warning("no space to store the change of the password, or who lost their pass");
        read_on();
    };
    // On any thread; the core has one thread.
    store_->keep(std::move(change.entries), [this, stored](core::Stored result) {
        asio::post(context_, [stored, result] {
            try {
                stored(result);
            } catch (const std::exception& error) { // only a restart can tell who has a pass
                log::error("a stored pass can't be used", {{"type", typeid(error).name()}});
                std::_Exit(exit_code::software);
            }
        });
    });
}

// Hashing takes a moment. Nobody waits for it at the start, and later it is rare.
void Server::use_privacy(const Serve& options) {
    lobby_.set_privacy(options.privacy);
    public_url_ = options.public_url;
    if (!lobby_.keeps_guests()) // again when it does
        return;
    const auto& password = options.password;
    const auto kept = lobby_.server_password();
    const bool same = kept && password && fits(*kept, core::hash_password(*password, kept->salt));
    if (same || (!kept && !password))
        return;
    std::optional<core::PasswordHash> hash;
    if (password)
        hash = core::keep(core::hash_password(*password, core::draw<core::Salt>(system_entropy())));
    if (kept)
        log::info("the server's password has changed: passes from the old one are void");
    decide([&](core::Output& output) { lobby_.set_server_password(hash, now(), output); });
}

void Server::warn_if_nobody_gets_in(const Serve& options) const {
    if (options.privacy != core::Privacy{} && !options.password && !admin_ &&
        lobby_.guest_book().passes() == 0)
        log::warning("nobody can be invited: set --server-password-file, or use the admin socket");
}

// ---- the operator's commands -------------------------------------------------------------------

namespace {

// How often it is checked whether the store has answered.
constexpr std::chrono::milliseconds look_interval{5};

admin::Failed not_stored() {
    return {admin::Failure::NotPossible, "the server can't store it at the moment"};
}

// An address of this machine, if the server listens at all of them.
asio::ip::address reachable(const asio::ip::address& address) {
    if (!address.is_unspecified())
        return address;
    for (const auto& own : addresses_of_this_machine())
        if (!own.is_loopback() && (own.is_v4() || address.is_v6()))
            return own;
    return asio::ip::address_v4::loopback();
}

} // namespace

// How players reach this server, as far as it knows.
std::string Server::url() const {
    if (public_url_)
        return *public_url_;
    constexpr unsigned short https = 443;
    const auto host = tls_host();
    const auto port = endpoint_.port();
    if (host && !host->empty())
        return "https://" + *host + (port == https ? "" : ":" + std::to_string(port));
    return (host ? "https://" : "http://") +
           to_string(Endpoint(reachable(endpoint_.address()), port));
}

// A server that stops has stored everything by then.
asio::awaitable<bool> Server::is_stored(std::function<std::optional<core::Stored>()> answer) {
    asio::steady_timer step(context_);
    auto result = answer();
    while (!result && !stopped_) {
        step.expires_after(look_interval);
        co_await step.async_wait(net::as_values);
        result = answer();
    }
    co_return result == core::Stored::Durable;
}

asio::awaitable<bool> Server::is_stored(std::uint64_t change) {
    return is_stored([this, change] { return lobby_.take_guest_result(change); });
}

// Of several servers, one keeps invitations and bans.
std::optional<admin::Failed> Server::keeps_no_guests() const {
    if (lobby_.keeps_guests())
        return std::nullopt;
    const auto keeper = cluster_->keeper_of_guests();
    return admin::Failed{admin::Failure::NotPossible,
                         keeper ? "the server " + *keeper + " keeps invitations and bans: ask it"
                                : "another server is taking over invitations and bans: try again"};
}

asio::awaitable<admin::Answer> Server::invite(admin::Invite command) {
    if (auto failed = keeps_no_guests())
        co_return *std::move(failed);
    if (!command.note.empty() &&
        !protocol::is_fit_to_show(command.note, protocol::announcement_bounds))
        co_return admin::Failed{admin::Failure::NotPossible,
                                "the note must have 1 to 200 visible characters on one line, "
                                "without control characters"};
    core::ServerInvitation invitation;
    invitation.note = std::move(command.note);
    invitation.made = now();
    invitation.expires = invitation.made + std::chrono::seconds(command.lasts_for);
    invitation.uses = static_cast<int>(command.uses);
    const auto expires = invitation.expires;
    std::optional<core::Lobby::Invited> made;
    decide([&](core::Output& output) { made = lobby_.invite(std::move(invitation), output); });
    if (!made)
        co_return admin::Failed{admin::Failure::NotPossible,
                                "there are too many invitations; `revoke` some"};
    const bool stored = co_await is_stored(made->change);
    if (!stored)
        co_return not_stored();
    co_return admin::Invited{made->number, url() + "/enter#" + made->secret, expires,
                             static_cast<int>(command.uses)};
}

asio::awaitable<admin::Answer> Server::revoke(admin::Revoke command) {
    if (auto failed = keeps_no_guests())
        co_return *std::move(failed);
    const auto id = static_cast<std::uint64_t>(command.invitation);
    const std::size_t passes = lobby_.guest_book().passes_from(id);
    std::optional<std::uint64_t> change;
    decide([&](core::Output& output) { change = lobby_.revoke(id, output); });
    if (!change)
        co_return admin::Failed{admin::Failure::NotPossible,
                                "there is no such invitation; `invitations` lists them"};
    const bool stored = co_await is_stored(*change);
    if (!stored)
        co_return admin::Failed{admin::Failure::NotPossible,
                                "revoked, but not stored: a restart undoes it. Repeat it when "
                                "there is space"};
    co_return admin::Done{"invitation " + std::to_string(id) +
                          " is revoked; passes voided: " + std::to_string(passes)};
}

admin::Answer Server::do_command(const admin::ListInvitations&) {
    admin::InvitationList list;
    const core::GuestBook& book = lobby_.guest_book();
    for (const auto& [number, is] : book.invitations())
        list.invitations.push_back({number, is.note, is.made, is.expires, is.uses, is.spent,
                                    book.passes_from(number), is.revoked});
    if (const auto& password = book.password())
        list.passes_by_password = book.passes_from(password->first);
    return list;
}

} // namespace jaipur::server::shell
