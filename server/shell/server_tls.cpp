// The server and TLS: its certificate, and the plain port that leads to it.
#include "server/log/log.hpp"
#include "server/shell/server.hpp"

namespace jaipur::server::shell {

std::unique_ptr<Certificates> Server::certificates(const Serve& options) {
    return options.tls ? std::make_unique<Certificates>(context_.get_executor(), *options.tls)
                       : nullptr;
}

// What the game's port does about TLS, if it speaks it.
void Server::require_tls(net::Site& site) {
    if (!certificates_)
        return;
    site.https_port = 0; // where the visitor already is
    site.shook_hands = [this](std::string_view failure) {
        ++(failure.empty() ? metrics_.handshakes : metrics_.failed_handshakes);
        if (!failure.empty())
            log::debug("TLS handshake failed", {{"reason", failure}});
    };
}

// It serves nothing, but counts in the same limits.
net::Site Server::redirect_site(const Serve& options) const {
    net::Site site;
    site.https_port = endpoint_.port();
    site.trusted_proxies = options.trusted_proxies;
    site.may_ask = site_.may_ask;
    return site;
}

std::unique_ptr<net::TlsSession> Server::tls_for(net::Socket& socket, const net::Site& site) const {
    return certificates_ && &site == &site_ ? certificates_->session(socket.native_handle())
                                            : nullptr;
}

std::optional<Endpoint> Server::redirect_endpoint() const {
    return redirect_listener_ ? std::optional(redirect_listener_->endpoint()) : std::nullopt;
}

std::optional<std::string> Server::tls_host() const {
    return certificates_ ? std::optional(certificates_->current().host()) : std::nullopt;
}

} // namespace jaipur::server::shell
