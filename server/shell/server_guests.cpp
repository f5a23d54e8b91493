// A private server: its password, and its guest book in the store.
#include "server/core/password.hpp"
#include "server/log/log.hpp"
#include "server/shell/entropy.hpp"
#include "server/shell/private_options.hpp"
#include "server/shell/server.hpp"

#include <boost/asio/post.hpp>

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
        decide([&](core::Output& output) { lobby_.guests_stored(number, result, now(), output); });
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
    std::optional<std::string> password;
    if (options.password_file)
        password = read_server_password(*options.password_file);
    const auto kept = lobby_.server_password();
    const bool same = kept && password && fits(*kept, core::hash_password(*password, kept->salt));
    if (same || (!kept && !password))
        return;
    std::optional<core::PasswordHash> hash;
    if (password)
        hash = core::keep(core::hash_password(*password, core::draw<core::Salt>(system_entropy())));
    if (kept)
        log::info("the server's password has changed: passes from the one before are void");
    decide([&](core::Output& output) { lobby_.set_server_password(hash, now(), output); });
}

void Server::warn_if_nobody_gets_in(const Serve& options) const {
    if (options.privacy != core::Privacy{} && !options.password_file && !admin_ &&
        lobby_.guest_book().passes() == 0)
        log::warning("nobody can be invited: set --server-password-file, or use the admin socket");
}

} // namespace jaipur::server::shell
