// The server and its connections: what its ports serve, and the sessions of WebSockets.
#include "server/log/log.hpp"
#include "server/shell/guarded.hpp"
#include "server/shell/replays.hpp"
#include "server/shell/server.hpp"

#include <boost/asio/co_spawn.hpp>

#include <algorithm>
#include <exception>
#include <utility>

namespace jaipur::server::shell {

namespace asio = boost::asio;
using std::chrono::milliseconds;

net::Site Server::game_site(const Serve& options, net::Page page) {
    net::Site site;
    site.page = page;
    site.allowed_origins = options.allowed_origins;
    site.trusted_proxies = options.trusted_proxies;
    site.find_replay = [this](const protocol::MatchId& match, const core::Address& client,
                              net::Site::ReplayFound found) {
        const auto may_download = [this, client](std::size_t bytes) {
            return gate_.download(client, bytes, now());
        };
        find_replay(*store_, match, may_download, context_.get_executor(), std::move(found));
    };
    site.preview = [this](const core::Address& client, const std::string& room, core::LinkTo to) {
        return lobby_.preview(client, room, to, now());
    };
    site.is_ready = [this] { return is_ready(); };
    site.is_banned = [this](const core::Address& client) { return bans_.hold(client, now()); };
    site.may_ask = [this](const core::Address& client) { return gate_.may_ask(client, now()); };
    site.may_load = [this](const core::Address& client) { return gate_.may_load(client, now()); };
    site.session = [this](const core::Address& client) {
        auto session = stopping_ ? core::Gate::Refusal::Full : gate_.session(client, now());
        metrics_.upgrades_refused += std::holds_alternative<core::Gate::Refusal>(session) ? 1U : 0U;
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

void Server::listen(net::Listener& listener, const net::Site& site) {
    asio::co_spawn(context_, listener.run([this, &site](net::Socket socket) {
        accepted(std::move(socket), site);
    }),
                   [](const std::exception_ptr& failed) {
                       if (failed)
                           log::error("listener failed");
                   });
}

void Server::accepted(net::Socket socket, const net::Site& site) {
    ++metrics_.connections;
    boost::system::error_code gone;
    const auto peer = socket.remote_endpoint(gone).address();
    const bool is_proxy = std::ranges::any_of(
        site.trusted_proxies, [&](const auto& proxies) { return proxies.contains(peer); });
    const core::Address from = is_proxy ? core::Address{} : net::address_of(peer);
    // The operator needs metrics most when strangers have taken all connections.
    const core::Gate::Ticket admission =
        &site == &metrics_site_ ? open_ : gate_.connection(from, now());
    if (stopping_ || !admission || (uses_tls(site) && !gate_.may_shake_hands(from, now()))) {
        ++metrics_.hung_up;
        return;
    }
    auto tls = uses_tls(site) ? certificates_->session(socket.native_handle()) : nullptr;
    const auto connection = open_->add(admission, [&](const std::shared_ptr<void>& ticket) {
        return net::make_websocket(std::move(socket), std::move(tls), timekeeper_, limits_, ticket);
    });
    asio::co_spawn(context_, serve(connection, site),
                   [connection](const std::exception_ptr& failed) {
                       if (!failed)
                           return; // it has ended normally
                       log::error("connection failed");
                       connection->abort();
                   });
}

asio::awaitable<void> Server::serve(std::shared_ptr<net::WebSocket> socket, const net::Site& site) {
    auto opened = co_await socket->open(site);
    if (opened)
        begin_session(socket, std::move(*opened));
}

void Server::begin_session(const std::shared_ptr<net::WebSocket>& socket,
                           net::WebSocket::Opened opened) {
    const core::SessionId id = ++last_session_;
    const auto message = [this, id, ticket = std::move(opened.ticket)](std::string_view text) {
        try {
            return received(id, text);
        } catch (const std::exception& error) {
            log_failure("session failed", error);
            close_failed(id);
            return false;
        }
    };
    const auto round_trip = [this, id](milliseconds time) {
        guarded("lag failed", [&] {
            decide([&](core::Output& output) { lobby_.lag(id, time, now(), output); });
        });
    };
    net::WebSocket::Hooks hooks{message, round_trip, [this, id] { end_session(id); }};
    sessions_.emplace(id, socket);
    socket->start(std::move(hooks)); // from here on its end is reported, whatever fails
    lobby_.connected(id, opened.from, now());
    set_timer();
    log::debug("session began", {{"session", static_cast<std::int64_t>(id)}});
}

void Server::end_session(core::SessionId id) {
    const auto found = sessions_.find(id);
    if (found == sessions_.end())
        return; // more than one way leads here
    sessions_.erase(found);
    request_times_.forget(id);
    std::erase(waiting_, id);
    guarded("leaving failed",
            [&] { decide([&](core::Output& output) { lobby_.disconnected(id, now(), output); }); });
    log::debug("session ended", {{"session", static_cast<std::int64_t>(id)}});
}

} // namespace jaipur::server::shell
