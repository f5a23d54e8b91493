// The server and TLS: its certificate, and the plain port that leads to it.
#include "server/log/log.hpp"
#include "server/shell/server.hpp"

#include <algorithm>

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
    metrics_.tls = Metrics::Tls{};
    site.shook_hands = [this](std::string_view failure) {
        ++(failure.empty() ? metrics_.tls->handshakes : metrics_.tls->failed_handshakes);
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

bool Server::uses_tls(const net::Site& site) const {
    return certificates_ && &site == &site_;
}

Metrics Server::metrics() const {
    Metrics metrics = metrics_;
    if (!metrics.tls)
        return metrics;
    metrics.tls->reloads = certificates_->reloads();
    metrics.tls->failed_reloads = certificates_->failed_reloads();
    const auto expires = certificates_->current().valid_until().time_since_epoch().count();
    metrics.tls->expires = static_cast<std::uint64_t>(std::max<std::int64_t>(expires, 0));
    return metrics;
}

std::optional<Endpoint> Server::redirect_endpoint() const {
    return redirect_listener_ ? std::optional(redirect_listener_->endpoint()) : std::nullopt;
}

std::optional<std::string> Server::tls_host() const {
    return certificates_ ? std::optional(certificates_->current().host()) : std::nullopt;
}

} // namespace jaipur::server::shell
