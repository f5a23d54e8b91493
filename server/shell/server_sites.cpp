// What the server's ports serve: the game, and the operator's metrics. (server_tls.cpp: redirects)
#include "server/shell/replays.hpp"
#include "server/shell/server_threads.hpp"

#include <utility>

namespace jaipur::server::shell {

net::Site Server::game_site(const Serve& options, net::Page page) {
    net::Site site;
    site.page = page;
    site.allowed_origins = options.allowed_origins;
    site.trusted_proxies = options.trusted_proxies;
    site.find_replay = [this](const protocol::MatchId& match, const core::Address& client,
                              net::Site::ReplayFound found) {
        const auto may_download = [this, client](std::size_t bytes) {
            return connection_quota_.download(client, bytes, now());
        };
        find_replay(*store_, match, may_download, context_.get_executor(), std::move(found));
    };
    site.preview = [this](const core::Address& client, const std::string& room, core::LinkTo to) {
        return where(room, [&](Server& server) {
            return server.lobby_.preview(client, room, to, server.now());
        });
    };
    site.is_ready = [this] { return is_ready(); };
    site.is_banned = [this](const core::Address& client) { return bans_.hold(client, now()); };
    site.may_ask = [this](const core::Address& client) {
        return connection_quota_.may_ask(client, now());
    };
    site.may_load = [this](const core::Address& client) {
        return connection_quota_.may_load(client, now());
    };
    site.session = [this](const core::Address& client) {
        auto session = stopping_ ? core::ConnectionQuota::Refusal::Full
                                 : connection_quota_.session(client, now());
        metrics_.upgrades_refused +=
            std::holds_alternative<core::ConnectionQuota::Refusal>(session) ? 1U : 0U;
        return session;
    };
    require_tls(site);
    return site;
}

net::Site Server::metrics_site() {
    net::Site site;
    site.metrics = [this] { return metrics_text(); };
    return site;
}

} // namespace jaipur::server::shell
